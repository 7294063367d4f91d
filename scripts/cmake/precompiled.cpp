// A target needs a source to have headers compiled for others (FlitscopeTargets.cmake).
int main() { return 0; }
