#include "waves/translations.h"

namespace flitscope::waves {

Translation flit_kind_translation() {
    return {"flit_kind", {"none", "head", "body", "tail", "head_tail"}};
}

Translation vc_state_translation() { return {"vc_state", {"idle", "routed", "active"}}; }

Translation head_action_translation() {
    return {"head_action",
            {"none", "pass", "receive_and_pass", "receive_and_stop", "drop", "error"}};
}

Translation grant_translation(int width) {
    Translation translation{"grant_" + std::to_string(width), {"none"}};
    for (int input = 0; input < (1 << width) - 1; ++input) {
        translation.texts.push_back("input_" + std::to_string(input));
    }
    return translation;
}

Translation index_translation(const std::string& prefix, int width) {
    Translation translation{prefix + std::to_string(width), {}};
    for (int index = 0; index < (1 << width) - 1; ++index) {
        translation.texts.push_back(prefix + std::to_string(index));
    }
    translation.texts.emplace_back("none");
    return translation;
}

int bits_for(std::uint64_t largest) { return largest == 0 ? 1 : 64 - __builtin_clzll(largest); }

}  // namespace flitscope::waves
