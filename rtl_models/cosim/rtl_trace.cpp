#include "rtl_models/cosim/rtl_trace.h"

#include <filesystem>

#include "waves/router_view.h"
#include "waves/vcd_merge.h"

namespace flitscope::cosim {

namespace {

std::string without_vcd(const std::string& path) {
    std::filesystem::path file(path);
    return file.extension() == ".vcd" ? file.replace_extension().string() : path;
}

bool starts_with(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

/// The pins of the routers; then, closed, the wires and registers between their modules.
void add_to_view(const std::string& dump, waves::GtkwaveSave& view) {
    using Group = waves::GtkwaveSave::Group;
    std::string open;
    for (const waves::VcdSignal& signal : waves::signals_of_vcd(dump)) {
        const bool pins = signal.scope.find('.') == std::string::npos;
        const bool between = signal.scope.find('.') == signal.scope.rfind('.') &&
                             (starts_with(signal.name, "vc_") ||
                              starts_with(signal.name, "output_") || signal.name == "switch_grant");
        if (!pins && !between) {
            continue;
        }
        const std::string group = signal.scope + (pins ? ": pins of the RTL" : ": inside the RTL");
        if (group != open) {
            if (!open.empty()) {
                view.close_group();
            }
            view.open_group(group, pins ? Group::open : Group::closed);
            open = group;
        }
        view.add_binary(signal.scope, signal.name, signal.width);
    }
    if (!open.empty()) {
        view.close_group();
    }
}

}  // namespace

RtlTrace::RtlTrace(waves::WaveDump& dump, const std::vector<topo::NodeId>& routers,
                   waves::Cycle from, waves::Cycle to)
    : dump_(dump),
      routers_(routers.begin(), routers.end()),
      from_(from),
      to_(to),
      stem_(without_vcd(dump.path())) {}

RtlTrace::~RtlTrace() {
    for (const Part& part : parts_) {
        std::error_code ignored;
        std::filesystem::remove(part.file, ignored);
    }
}

std::string RtlTrace::add_router(topo::NodeId router, std::function<void()> close) {
    parts_.push_back({stem_ + ".rtl." + waves::router_scope(router) + ".vcd", std::move(close)});
    return parts_.back().file;
}

void RtlTrace::finish() {
    std::vector<std::string> files;
    for (const Part& part : parts_) {
        part.close();
        files.push_back(part.file);
    }
    const std::string rtl = stem_ + ".rtl.vcd";
    const std::string both = stem_ + ".both.vcd";
    waves::merge_vcd(files, rtl);
    waves::merge_vcd({dump_.path(), rtl}, both);
    add_to_view(rtl, dump_.view());
    dump_.view().write(both, from_ * waves::kPicosecondsPerCycle);
}

}  // namespace flitscope::cosim
