#include "testbenches/drive/configuration/config_enums.h"

namespace flitscope::tb {

template <>
const std::vector<NamedValue<StartUp>>& named_values() {
    static const std::vector<NamedValue<StartUp>> values = {{"serial", StartUp::serial},
                                                            {"parallel", StartUp::parallel}};
    return values;
}

template <>
const std::vector<NamedValue<WhenFull>>& named_values() {
    static const std::vector<NamedValue<WhenFull>> values = {{"wait", WhenFull::wait},
                                                             {"lose", WhenFull::lose}};
    return values;
}

template <>
const std::vector<NamedValue<DeadlockAction>>& named_values() {
    static const std::vector<NamedValue<DeadlockAction>> values = {
        {"stop", DeadlockAction::stop}, {"refuse", DeadlockAction::refuse}};
    return values;
}

}  // namespace flitscope::tb
