// A plug-in whose library was built for other ports of its unit than the note beside it says, as a
// library that was copied over an older one.
#include "rtl_models/cosim/plugin.h"

const flitscope::cosim::Plugin* flitscope_plugin() {
    static const flitscope::cosim::Plugin plugin = [] {
        flitscope::cosim::Plugin made;
        made.name = "other_port_list";
        made.port_list = 99;
        return made;
    }();
    return &plugin;
}
