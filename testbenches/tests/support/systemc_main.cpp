// SystemC's library owns main(); GoogleTest starts from here. One test per process (CTest), as the
// kernel elaborates once.
#include <gtest/gtest.h>

#include <systemc>

int sc_main(int argc, char* argv[]) {
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
