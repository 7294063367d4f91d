#include "tlm/fast/switch_kernel.h"

#include <vector>

#include "tlm/fast/switch_kernel_forms.h"

namespace flitscope::tlm {

namespace {

std::vector<SwitchKernelForm> executable_forms() {
    std::vector<SwitchKernelForm> forms = {{"portable", allocate_switch_portable}};
#ifdef FLITSCOPE_X86_KERNELS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        forms.push_back({"avx2", allocate_switch_avx2});
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
            __builtin_cpu_supports("avx512vl")) {
            forms.push_back({"avx512", allocate_switch_avx512});
        }
    }
#endif
    return forms;
}

}  // namespace

const std::vector<SwitchKernelForm>& switch_kernel_forms() {
    static const std::vector<SwitchKernelForm> forms = executable_forms();
    return forms;
}

}  // namespace flitscope::tlm
