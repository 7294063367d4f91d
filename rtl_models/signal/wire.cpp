#define SC_INCLUDE_DYNAMIC_PROCESSES  // sc_spawn
#include "rtl_models/signal/wire.h"

namespace flitscope::rtl {

void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, reinterpret_cast<const std::uint8_t&>(flit.kind), name + "_kind");
    sc_trace(file, flit.vc, name + "_vc");
    sc_trace(file, flit.message, name + "_message");
    sc_trace(file, flit.index, name + "_index");
    sc_trace(file, flit.source, name + "_source");
    sc_trace(file, flit.destination, name + "_destination");
    sc_trace(file, flit.length, name + "_length");
}

void listen_on(const sc_core::sc_event& event, WireListener& listener) {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    options.set_sensitivity(&event);
    sc_core::sc_spawn([&listener] { listener.written(); }, sc_core::sc_gen_unique_name("wake"),
                      &options);
}

}  // namespace flitscope::rtl
