// A target needs a source to have headers compiled for others (FlitscopeTargets.cmake); a program
// that links SystemC needs this function, too.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main() { return 0; }
