#include "rtl_models/cosim/rtl_trace.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "waves/fst_file.h"
#include "waves/router_view.h"
#include "waves/vcd_merge.h"

namespace flitscope::cosim {

namespace {

/// Of the names in router.v, those of the wires between its units.
bool is_wire(const std::string& name) {
    static constexpr const char* kWires[] = {"filled",    "front_", "head_",   "tail_",
                                             "count",     "vc_",    "active_", "switch_",
                                             "crossing_", "output_"};
    return std::any_of(std::begin(kWires), std::end(kWires), [&](const std::string& wire) {
        return wire.back() == '_' ? name.compare(0, wire.size(), wire) == 0 : name == wire;
    });
}

/// A file beside the dump `path`, in its format.
std::string beside(const std::string& path, const char* what) {
    return waves::dump_stem(path) + what + (waves::is_fst(path) ? ".fst" : ".vcd");
}

/// The pins of the routers; then, closed, the wires between their units.
void add_to_view(const std::string& dump, waves::GtkwaveSave& view) {
    using Group = waves::GtkwaveSave::Group;
    std::string open;
    for (const waves::VcdSignal& signal : waves::signals_of_vcd(dump)) {
        const bool pins = signal.scope.find('.') == std::string::npos;
        const bool between =
            signal.scope.find('.') == signal.scope.rfind('.') && is_wire(signal.name);
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
        view.add(signal.scope, signal.name, signal.width);
    }
    if (!open.empty()) {
        view.close_group();
    }
}

/// Files on the way to others: gone in the end, however it comes.
class Between {
public:
    explicit Between(std::vector<std::string> files) : files_(std::move(files)) {}
    ~Between() {
        for (const std::string& file : files_) {
            std::error_code ignored;
            std::filesystem::remove(file, ignored);
        }
    }
    Between(const Between&) = delete;
    Between& operator=(const Between&) = delete;

private:
    std::vector<std::string> files_;
};

/// Does something with a model's own dump, which goes into `file`.
template <typename Do>
void written(const std::string& file, const Do& what) {
    try {
        what();
    } catch (const std::system_error& error) {
        throw waves::OutputError(file +
                                 ": cannot be written: " + std::strerror(error.code().value()));
    }
}

}  // namespace

RtlTrace::RtlTrace(waves::WaveDump& dump, const std::vector<topo::NodeId>& routers,
                   waves::Cycle from, waves::Cycle to)
    : dump_(dump), routers_(routers.begin(), routers.end()), from_(from), to_(to) {}

std::string RtlTrace::rtl_file(const std::string& dump) { return beside(dump, ".rtl"); }
std::string RtlTrace::both_file(const std::string& dump) { return beside(dump, ".both"); }

void RtlTrace::add_router(topo::NodeId id, std::weak_ptr<const void> router,
                          const std::function<void(const std::string&)>& open,
                          std::function<void()> close) {
    const std::string name =
        waves::dump_stem(dump_.path()) + ".rtl." + waves::router_scope(id) + ".vcd";
    parts_.push_back(
        {std::make_unique<waves::AtomicFile>(name), std::move(router), std::move(close)});
    written(name, [&] { open(parts_.back().file->written_to()); });
}

void RtlTrace::finish() {
    std::vector<std::string> files;
    for (const Part& part : parts_) {
        if (const auto router = part.router.lock()) {
            written(rtl_file(dump_.path()), part.close);
            files.push_back(part.file->written_to());
        }
    }
    if (files.empty()) {
        return;
    }
    const std::string rtl = rtl_file(dump_.path());
    const std::string both = both_file(dump_.path());
    const bool fst = waves::is_fst(dump_.path());
    const std::string rtl_vcd = fst ? rtl + ".vcd" : rtl;
    const std::string both_vcd = fst ? both + ".vcd" : both;
    const Between between(fst ? std::vector<std::string>{rtl_vcd, both_vcd}
                              : std::vector<std::string>{});
    waves::merge_vcd(files, rtl_vcd);
    waves::merge_vcd({dump_.vcd_path(), rtl_vcd}, both_vcd);
    add_to_view(rtl_vcd, dump_.view());
    dump_.view().write(both, from_ * waves::kPicosecondsPerCycle);
    if (fst) {
        waves::vcd_to_fst(rtl_vcd, rtl);
        waves::vcd_to_fst(both_vcd, both);
    }
}

}  // namespace flitscope::cosim
