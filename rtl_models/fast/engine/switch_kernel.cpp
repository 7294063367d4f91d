#include "rtl_models/fast/engine/switch_kernel.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitscope::tl {

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

const SwitchKernelForm& chosen_switch_kernel() {
    const std::vector<SwitchKernelForm>& forms = switch_kernel_forms();
    const char* const name = std::getenv("FLITSCOPE_SWITCH_KERNEL");
    if (name == nullptr || *name == '\0') {
        return forms.back();
    }
    std::string choices;
    for (const SwitchKernelForm& form : forms) {
        if (std::strcmp(form.name, name) == 0) {
            return form;
        }
        choices += (choices.empty() ? "" : ", ") + std::string(form.name);
    }
    throw std::invalid_argument("FLITSCOPE_SWITCH_KERNEL = " + std::string(name) +
                                ", must be one of " + choices + " on this processor");
}

}  // namespace flitscope::tl
