#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// What the signals between the units of a router carry. Fields are named as the pins of the
/// Verilog units: `request_o.port` of VC 2 is request_o_port[2*PORT_WIDTH +: PORT_WIDTH].

/// A bit per VC of a port; bit v: VC v.
using VcMask = std::uint64_t;
/// A bit per input port, of the crossbar's select; bit p: input p. Hence at most 64 input ports.
using InputMask = std::uint64_t;
constexpr int kMaxInputs = 64;

inline VcMask vc_bit(int v) { return VcMask{1} << v; }
/// Calls visit(v) for every bit, lowest first.
template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) {
        visit(__builtin_ctzll(bits));
    }
}

/// A value for each of a number of things. Up to `Few`, which is what most routers have, lie
/// inside.
template <typename T, int Few>
class Several {
public:
    Several() = default;
    explicit Several(int size, const T& value = T()) { resize(size, value); }
    Several(const Several& other) { *this = other; }
    Several& operator=(const Several& other) {
        if (size_ <= Few && other.size_ <= Few) {
            size_ = other.size_;
            for (int i = 0; i < Few; ++i) {
                few_[i] = other.few_[i];
            }
        } else if (this != &other) {
            resize(other.size_, T());
            std::copy(other.begin(), other.end(), begin());
        }
        return *this;
    }

    int size() const { return size_; }
    T& operator[](int i) { return begin()[i]; }
    const T& operator[](int i) const { return begin()[i]; }
    T* begin() { return size_ <= Few ? few_ : more_.get(); }
    const T* begin() const { return size_ <= Few ? few_ : more_.get(); }
    T* end() { return begin() + size_; }
    const T* end() const { return begin() + size_; }

    friend bool operator==(const Several& a, const Several& b) {
        if constexpr (std::is_arithmetic_v<T>) {
            if (a.size_ <= Few && b.size_ <= Few) {  // without a jump
                bool same = a.size_ == b.size_;
                for (int i = 0; i < Few; ++i) {
                    same &= a.few_[i] == b.few_[i];
                }
                return same;
            }
        }
        return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
    }
    friend std::ostream& operator<<(std::ostream& out, const Several& values) {
        for (const T& value : values) {
            out << value << ' ';
        }
        return out;
    }
    friend void sc_trace(sc_core::sc_trace_file* file, const Several& values,
                         const std::string& name) {
        using sc_core::sc_trace;
        for (int i = 0; i < values.size(); ++i) {
            sc_trace(file, values[i], name + "_" + std::to_string(i));
        }
    }

private:
    void resize(int size, const T& value) {
        if (size > Few && size != size_) {
            more_ = std::make_unique<T[]>(static_cast<std::size_t>(size));
        }
        size_ = size;
        std::fill_n(few_, Few, T());
        std::fill(begin(), end(), value);
    }

    int size_ = 0;
    T few_[Few]{};  ///< T() from size_ on
    std::unique_ptr<T[]> more_;
};
template <typename T>
using PerVc = Several<T, 4>;
/// switch_allocator -> crossbar: by output port, at most one input.
using Selects = Several<InputMask, 5>;

/// What a head asks of VC allocation.
struct HeadRequest {
    std::int32_t port = 0;     ///< output port
    VcMask allowed = 0;        ///< VCs there that it may ask for
    std::uint32_t length = 0;  ///< flits of the message
    std::uint16_t hop = 0;     ///< channels used so far
};
/// An input VC that holds an output VC.
struct ActiveVc {
    std::int32_t port = 0;  ///< output port
    std::int32_t vc = 0;    ///< VC held there
    std::uint16_t hop = 0;
};
/// Result of route computation.
struct Route {
    std::int32_t port = 0;
    VcMask allowed = 0;
};

/// What route computation may read of a head.
struct HeadFields {
    std::uint32_t length = 0;
    std::int32_t source = 0;
    std::int32_t destination = 0;
    std::uint16_t salt = 0;
    std::uint16_t hop = 0;
    std::uint8_t message_class = 0;
};
/// vc_buffer -> route_unit: VCs with a head at the front; of[v] counts where bit v of `valid` is
/// set, as below.
struct Heads {
    VcMask valid = 0;
    PerVc<HeadFields> of;
};
/// vc_buffer -> route_unit: VCs with a tail at the front, and anywhere in the FIFO.
struct Tails {
    VcMask front = 0;
    VcMask held = 0;
};
/// route_unit -> vc_allocator.
struct HeadRequests {
    VcMask valid = 0;
    PerVc<HeadRequest> of;
};
/// route_unit -> switch allocator and crossbar.
struct ActiveVcs {
    VcMask valid = 0;
    PerVc<ActiveVc> of;
};
/// vc_allocator -> route_unit: who was granted which output VC.
struct VcGrants {
    VcMask valid = 0;
    PerVc<std::int32_t> vc;
};
/// route_unit: results of route computation in this cycle.
struct Routes {
    VcMask valid = 0;
    PerVc<Route> of;
};
/// route_unit: stages of the messages at the fronts; neither: idle.
struct VcStages {
    VcMask routed = 0;
    VcMask active = 0;
};
/// header_unit -> route_unit: where a multicast goes on.
struct HeaderWay {
    std::int32_t routing = 0;      ///< header routing
    std::int32_t first_port = -1;  ///< output at the source; -1: as the routing says
};
/// header_unit -> route_unit: what is done with the heads at the fronts (docs/multicast_units.md).
struct HeaderActions {
    VcMask valid = 0;  ///< heads of multicasts
    VcMask forward = 0;
    VcMask receive = 0;
    VcMask drop = 0;
    VcMask error = 0;
    PerVc<HeaderWay> of;
};
/// header_unit -> crossbar: entries of the flit at the front that are invalid as it leaves on a
/// network output, from the first one on.
struct ServedEntries {
    PerVc<std::uint32_t> of;
};
/// Stage of the message at the front of an input VC (docs/router.md, section 3).
enum class VcStage : std::uint8_t { idle = 0, routed = 1, active = 2 };

inline VcStage stage_of(const VcStages& stages, int v) {
    return (stages.active >> v & 1) != 0   ? VcStage::active
           : (stages.routed >> v & 1) != 0 ? VcStage::routed
                                           : VcStage::idle;
}
/// output_unit: which VCs are held, and which may be granted to a head.
struct OutputState {
    VcMask held = 0;
    VcMask free = 0;
};

inline bool operator==(const HeadRequest& a, const HeadRequest& b) {
    return a.port == b.port && a.allowed == b.allowed && a.length == b.length && a.hop == b.hop;
}
inline bool operator==(const ActiveVc& a, const ActiveVc& b) {
    return a.port == b.port && a.vc == b.vc && a.hop == b.hop;
}
inline bool operator==(const Route& a, const Route& b) {
    return a.port == b.port && a.allowed == b.allowed;
}
template <typename Bundle>
auto operator==(const Bundle& a, const Bundle& b) -> decltype(a.valid == b.valid && a.of == b.of) {
    return a.valid == b.valid && a.of == b.of;
}
inline bool operator==(const VcGrants& a, const VcGrants& b) {
    return a.valid == b.valid && a.vc == b.vc;
}
inline bool operator==(const VcStages& a, const VcStages& b) {
    return a.routed == b.routed && a.active == b.active;
}
inline bool operator==(const OutputState& a, const OutputState& b) {
    return a.held == b.held && a.free == b.free;
}
inline bool operator==(const HeaderWay& a, const HeaderWay& b) {
    return a.routing == b.routing && a.first_port == b.first_port;
}
inline bool operator==(const HeaderActions& a, const HeaderActions& b) {
    return a.valid == b.valid && a.forward == b.forward && a.receive == b.receive &&
           a.drop == b.drop && a.error == b.error && a.of == b.of;
}
inline bool operator==(const ServedEntries& a, const ServedEntries& b) { return a.of == b.of; }
inline bool operator==(const Tails& a, const Tails& b) {
    return a.front == b.front && a.held == b.held;
}
inline bool operator==(const HeadFields& a, const HeadFields& b) {
    return a.length == b.length && a.source == b.source && a.destination == b.destination &&
           a.salt == b.salt && a.hop == b.hop && a.message_class == b.message_class;
}

std::ostream& operator<<(std::ostream& out, const HeadRequest& value);
std::ostream& operator<<(std::ostream& out, const ActiveVc& value);
std::ostream& operator<<(std::ostream& out, const Route& value);
std::ostream& operator<<(std::ostream& out, const HeadRequests& value);
std::ostream& operator<<(std::ostream& out, const ActiveVcs& value);
std::ostream& operator<<(std::ostream& out, const VcGrants& value);
std::ostream& operator<<(std::ostream& out, const Routes& value);
std::ostream& operator<<(std::ostream& out, const VcStages& value);
std::ostream& operator<<(std::ostream& out, const OutputState& value);
std::ostream& operator<<(std::ostream& out, const HeaderWay& value);
std::ostream& operator<<(std::ostream& out, const HeaderActions& value);
std::ostream& operator<<(std::ostream& out, const ServedEntries& value);
std::ostream& operator<<(std::ostream& out, const HeadFields& value);
std::ostream& operator<<(std::ostream& out, const Heads& value);
std::ostream& operator<<(std::ostream& out, const Tails& value);

/// One signal per field: <name>_kind, <name>_vc, ...
void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const HeadRequest& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const ActiveVc& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const Route& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const HeadRequests& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const ActiveVcs& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const VcGrants& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const Routes& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const VcStages& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const OutputState& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const HeaderWay& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const HeaderActions& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const ServedEntries& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const HeadFields& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const Heads& value, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const Tails& value, const std::string& name);

}  // namespace flitscope::rtl

#include "rtl_models/signal/bundles/bundle_output.h"
