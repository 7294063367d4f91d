#include "testbenches/tests/rtl_models/cosim/mutation_select.h"

#include <string>

#include "rtl_models/cosim/verilated_trace.h"

namespace flitscope::cosim {

void select_mutation(int number) {
    const std::string select = "+mutation=" + std::to_string(number);
    const char* arguments[] = {"mutated", select.c_str()};
    model_context().commandArgs(2, arguments);
}

}  // namespace flitscope::cosim
