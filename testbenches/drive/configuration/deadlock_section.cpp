#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

void read_deadlock(ConfigSection& root, DeadlockAction& deadlock) {
    if (const ConfigNode* node = root.find("deadlock")) {
        if (node->scalar == "recover_progressive") {
            root.fail("deadlock", "not in this version: progressive recovery from deadlock",
                      join_names(names_of(kDeadlockActions)));
        }
    }
    root.choice("deadlock", deadlock, kDeadlockActions);
}

}  // namespace flitscope::tb
