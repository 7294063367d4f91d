#pragma once

#include <cstdint>
#include <type_traits>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/credit.h"

namespace flitscope::rtl {

/// How a port of a unit is flattened into pins of its Verilog twin: `PinFields<T>::visit(visit)`
/// calls visit(field) for every pin of a port that carries a T.
///
/// field.name       what follows the port's name and an underscore; "": the pin is the port's name
/// field.elements   how many values the pin has, number 0 lowest
/// field.width      bits of each; 0: there is no such pin
/// field.get(bundle, at, word), field.set(bundle, at, value, word)
///                  value `at` as a number, or of more than 64 bits this word of it (words_of). May
///                  have more bits than `width` (ids are signed): the pin takes the lowest. A
///                  bundle that is set has its size already.
///
/// Ports of an sc_vector lie side by side in the pins, number 0 lowest. Who sets all pins of a flit
/// must do so in this order: `valid`, the last one, makes it no flit at all.
template <typename T>
struct PinFields;

template <typename Access>
struct PinField {
    const char* name;
    PinElements elements;
    PinWidth width;
    Access access;  ///< (bundle, at) -> the member

    template <typename T>
    std::uint64_t get(const T& bundle, int at, int /*word*/ = 0) const {
        return static_cast<std::uint64_t>(access(bundle, at));
    }
    template <typename T>
    void set(T& bundle, int at, std::uint64_t value, int /*word*/ = 0) const {
        auto& member = access(bundle, at);
        member = static_cast<std::decay_t<decltype(member)>>(value);
    }
};
template <typename Access>
PinField(const char*, PinElements, PinWidth, Access) -> PinField<Access>;

// One value, or one for each VC, `path` being where it is in `bundle` (and `at` the VC).
#define FLITSCOPE_ONE(name, path, bits)                                                         \
    PinField {                                                                                  \
        name, PinElements::one, PinWidth::bits, [](auto& bundle, int) -> auto& { return path; } \
    }
#define FLITSCOPE_PER_VC(name, path, bits)                                                         \
    PinField {                                                                                     \
        name, PinElements::vcs, PinWidth::bits, [](auto& bundle, int at) -> auto& { return path; } \
    }

#define FLITSCOPE_PER_OUTPUT(name, path, bits)                                          \
    PinField {                                                                          \
        name, PinElements::outputs, PinWidth::bits, [](auto& bundle, int at) -> auto& { \
            return path;                                                                \
        }                                                                               \
    }

/// clk_i, rst_ni.
template <>
struct PinFields<bool> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("", bundle, bit));
    }
};
/// node_i.
template <>
struct PinFields<std::int32_t> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("", bundle, node));
    }
};
template <>
struct PinFields<VcMask> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("", bundle, vcs));
    }
};
template <>
struct PinFields<Credit> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("", bundle.vcs, vcs));
    }
};

struct FlitValidField {
    const char* name = "valid";
    PinElements elements = PinElements::one;
    PinWidth width = PinWidth::bit;

    static std::uint64_t get(const Flit& flit, int /*at*/, int /*word*/ = 0) {
        return flit.valid() ? 1 : 0;
    }
    static void set(Flit& flit, int /*at*/, std::uint64_t value, int /*word*/ = 0) {
        if (value == 0) {
            flit = Flit();
        }
    }
};
/// The bytes of a flit, or of those that a port carries.
template <typename T>
struct FlitDataField {
    const char* name = "data";
    PinElements elements = std::is_same_v<T, Flit> ? PinElements::one : PinElements::vcs;
    PinWidth width = PinWidth::data;

    static std::uint64_t get(const T& bundle, int at, int word = 0) {
        return data_of(bundle, at).word(word);
    }
    static void set(T& bundle, int at, std::uint64_t value, int word = 0) {
        data_of(bundle, at).set_word(word, value);
    }

private:
    template <typename Bundle>
    static auto& data_of(Bundle& bundle, int at) {
        if constexpr (std::is_same_v<T, Flit>) {
            return bundle.data;
        } else {
            return bundle[at].data;
        }
    }
};
template <>
struct PinFields<Flit> {
    template <typename Visit>
    static void visit(const Visit& visit) {
#define FLITSCOPE_FIELD(pin, member, width) visit(FLITSCOPE_ONE(#pin, bundle.member, width));
        FLITSCOPE_FLIT_FIELDS(FLITSCOPE_FIELD, )
#undef FLITSCOPE_FIELD
        visit(FlitDataField<Flit>());
        visit(FLITSCOPE_ONE("vc", bundle.vc, vc));
        visit(FlitValidField());
    }
};
template <>
struct PinFields<PerVc<Flit>> {
    template <typename Visit>
    static void visit(const Visit& visit) {
#define FLITSCOPE_FIELD(pin, member, width) visit(FLITSCOPE_PER_VC(#pin, bundle[at].member, width));
        FLITSCOPE_FLIT_FIELDS(FLITSCOPE_FIELD, )
#undef FLITSCOPE_FIELD
        visit(FlitDataField<PerVc<Flit>>());
    }
};
template <>
struct PinFields<Heads> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_PER_VC("class", bundle.of[at].message_class, message_class));
        visit(FLITSCOPE_PER_VC("length", bundle.of[at].length, length));
        visit(FLITSCOPE_PER_VC("destination", bundle.of[at].destination, node));
        visit(FLITSCOPE_PER_VC("source", bundle.of[at].source, node));
        visit(FLITSCOPE_PER_VC("salt", bundle.of[at].salt, salt));
        visit(FLITSCOPE_PER_VC("hop", bundle.of[at].hop, hop));
    }
};
template <>
struct PinFields<Tails> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("front", bundle.front, vcs));
        visit(FLITSCOPE_ONE("held", bundle.held, vcs));
    }
};
/// Flits in a FIFO, or outstanding.
template <>
struct PinFields<PerVc<std::uint32_t>> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_PER_VC("", bundle[at], count));
    }
};
template <>
struct PinFields<HeadRequests> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_PER_VC("port", bundle.of[at].port, port));
        visit(FLITSCOPE_PER_VC("allowed", bundle.of[at].allowed, vcs));
        visit(FLITSCOPE_PER_VC("length", bundle.of[at].length, length));
        visit(FLITSCOPE_PER_VC("hop", bundle.of[at].hop, hop));
    }
};
template <>
struct PinFields<VcGrants> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_PER_VC("vc", bundle.vc[at], vc));
    }
};
template <>
struct PinFields<ActiveVcs> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_PER_VC("port", bundle.of[at].port, port));
        visit(FLITSCOPE_PER_VC("vc", bundle.of[at].vc, vc));
        visit(FLITSCOPE_PER_VC("hop", bundle.of[at].hop, hop));
    }
};
template <>
struct PinFields<Routes> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_PER_VC("port", bundle.of[at].port, port));
        visit(FLITSCOPE_PER_VC("allowed", bundle.of[at].allowed, vcs));
    }
};
template <>
struct PinFields<VcStages> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("routed", bundle.routed, vcs));
        visit(FLITSCOPE_ONE("active", bundle.active, vcs));
    }
};
/// Who sets all pins must do so in this order: `first_port_valid` makes it no port at all.
struct FirstPortField {
    const char* name = "first_port";
    PinElements elements = PinElements::vcs;
    PinWidth width = PinWidth::port;

    static std::uint64_t get(const HeaderActions& actions, int at, int /*word*/ = 0) {
        const std::int32_t port = actions.of[at].first_port;
        return port < 0 ? 0 : static_cast<std::uint64_t>(port);
    }
    static void set(HeaderActions& actions, int at, std::uint64_t value, int /*word*/ = 0) {
        actions.of[at].first_port = static_cast<std::int32_t>(value);
    }
};
struct FirstPortValidField {
    const char* name = "first_port_valid";
    PinElements elements = PinElements::vcs;
    PinWidth width = PinWidth::bit;

    static std::uint64_t get(const HeaderActions& actions, int at, int /*word*/ = 0) {
        return actions.of[at].first_port < 0 ? 0 : 1;
    }
    static void set(HeaderActions& actions, int at, std::uint64_t value, int /*word*/ = 0) {
        if (value == 0) {
            actions.of[at].first_port = -1;
        }
    }
};
template <>
struct PinFields<HeaderActions> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("valid", bundle.valid, vcs));
        visit(FLITSCOPE_ONE("forward", bundle.forward, vcs));
        visit(FLITSCOPE_ONE("receive", bundle.receive, vcs));
        visit(FLITSCOPE_ONE("drop", bundle.drop, vcs));
        visit(FLITSCOPE_ONE("error", bundle.error, vcs));
        visit(FLITSCOPE_PER_VC("routing", bundle.of[at].routing, routing));
        visit(FirstPortField());
        visit(FirstPortValidField());
    }
};
template <>
struct PinFields<OutputState> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_ONE("held", bundle.held, vcs));
        visit(FLITSCOPE_ONE("free", bundle.free, vcs));
    }
};
template <>
struct PinFields<Selects> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit(FLITSCOPE_PER_OUTPUT("", bundle[at], inputs));
    }
};

#undef FLITSCOPE_ONE
#undef FLITSCOPE_PER_OUTPUT
#undef FLITSCOPE_PER_VC

/// Calls visit(example) with a T of each type that a port of a unit may carry.
template <typename Visit>
void for_each_pin_type(const Visit& visit) {
    visit(bool());
    visit(std::int32_t());
    visit(VcMask());
    visit(Credit());
    visit(Flit());
    visit(PerVc<Flit>());
    visit(Heads());
    visit(Tails());
    visit(PerVc<std::uint32_t>());
    visit(HeadRequests());
    visit(VcGrants());
    visit(ActiveVcs());
    visit(Routes());
    visit(VcStages());
    visit(HeaderActions());
    visit(OutputState());
    visit(Selects());
}

}  // namespace flitscope::rtl
