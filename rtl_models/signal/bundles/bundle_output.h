#pragma once

// How bundles are printed and traced. Inline: plug-ins link no library of ours.
#include <string>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

inline std::ostream& operator<<(std::ostream& out, const HeadRequest& value) {
    return out << "port " << value.port << " allowed " << value.allowed << " length "
               << value.length << " hop " << value.hop;
}
inline std::ostream& operator<<(std::ostream& out, const ActiveVc& value) {
    return out << "port " << value.port << " vc " << value.vc << " hop " << value.hop;
}
inline std::ostream& operator<<(std::ostream& out, const Route& value) {
    return out << "port " << value.port << " allowed " << value.allowed;
}
inline std::ostream& operator<<(std::ostream& out, const HeadRequests& value) {
    return out << "valid " << value.valid << " of " << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const ActiveVcs& value) {
    return out << "valid " << value.valid << " of " << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const VcGrants& value) {
    return out << "valid " << value.valid << " vc " << value.vc;
}
inline std::ostream& operator<<(std::ostream& out, const Routes& value) {
    return out << "valid " << value.valid << " of " << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const VcStages& value) {
    return out << "routed " << value.routed << " active " << value.active;
}
inline std::ostream& operator<<(std::ostream& out, const OutputState& value) {
    return out << "held " << value.held << " free " << value.free;
}
inline std::ostream& operator<<(std::ostream& out, const HeaderWay& value) {
    return out << "routing " << value.routing << " first_port " << value.first_port;
}
inline std::ostream& operator<<(std::ostream& out, const HeaderActions& value) {
    return out << "valid " << value.valid << " forward " << value.forward << " receive "
               << value.receive << " drop " << value.drop << " error " << value.error << " of "
               << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const ServedEntries& value) {
    return out << "served " << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const HeadFields& value) {
    return out << "length " << value.length << " source " << value.source << " destination "
               << value.destination << " salt " << value.salt << " hop " << value.hop << " class "
               << int{value.message_class};
}
inline std::ostream& operator<<(std::ostream& out, const Heads& value) {
    return out << "valid " << value.valid << " of " << value.of;
}
inline std::ostream& operator<<(std::ostream& out, const Tails& value) {
    return out << "front " << value.front << " held " << value.held;
}

inline void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, reinterpret_cast<const std::uint8_t&>(flit.kind), name + "_kind");
    sc_trace(file, flit.vc, name + "_vc");
    sc_trace(file, flit.message, name + "_message");
    sc_trace(file, flit.index, name + "_index");
    sc_trace(file, flit.source, name + "_source");
    sc_trace(file, flit.destination, name + "_destination");
    sc_trace(file, flit.length, name + "_length");
    sc_trace(file, flit.data.first(), name + "_data");  // its first 8 bytes
}
inline void sc_trace(sc_core::sc_trace_file* file, const HeadRequest& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.port, name + "_port");
    sc_trace(file, value.allowed, name + "_allowed");
    sc_trace(file, value.length, name + "_length");
    sc_trace(file, value.hop, name + "_hop");
}
inline void sc_trace(sc_core::sc_trace_file* file, const ActiveVc& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.port, name + "_port");
    sc_trace(file, value.vc, name + "_vc");
    sc_trace(file, value.hop, name + "_hop");
}
inline void sc_trace(sc_core::sc_trace_file* file, const Route& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.port, name + "_port");
    sc_trace(file, value.allowed, name + "_allowed");
}
inline void sc_trace(sc_core::sc_trace_file* file, const HeadRequests& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const ActiveVcs& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const VcGrants& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.vc, name + "_vc");
}
inline void sc_trace(sc_core::sc_trace_file* file, const Routes& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const VcStages& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.routed, name + "_routed");
    sc_trace(file, value.active, name + "_active");
}
inline void sc_trace(sc_core::sc_trace_file* file, const OutputState& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.held, name + "_held");
    sc_trace(file, value.free, name + "_free");
}
inline void sc_trace(sc_core::sc_trace_file* file, const HeaderWay& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.routing, name + "_routing");
    sc_trace(file, value.first_port, name + "_first_port");
}
inline void sc_trace(sc_core::sc_trace_file* file, const HeaderActions& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.forward, name + "_forward");
    sc_trace(file, value.receive, name + "_receive");
    sc_trace(file, value.drop, name + "_drop");
    sc_trace(file, value.error, name + "_error");
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const ServedEntries& value,
                     const std::string& name) {
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const HeadFields& value,
                     const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.length, name + "_length");
    sc_trace(file, value.source, name + "_source");
    sc_trace(file, value.destination, name + "_destination");
    sc_trace(file, value.salt, name + "_salt");
    sc_trace(file, value.hop, name + "_hop");
    sc_trace(file, value.message_class, name + "_class");
}
inline void sc_trace(sc_core::sc_trace_file* file, const Heads& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.valid, name + "_valid");
    sc_trace(file, value.of, name);
}
inline void sc_trace(sc_core::sc_trace_file* file, const Tails& value, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, value.front, name + "_front");
    sc_trace(file, value.held, name + "_held");
}

}  // namespace flitscope::rtl
