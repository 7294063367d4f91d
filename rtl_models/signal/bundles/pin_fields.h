#pragma once

#include <cstdint>
#include <type_traits>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// How a port of a unit is flattened into pins of its Verilog twin: `PinFields<T>::visit(visit)`
/// calls visit(field) for every pin of a port that carries a T.
///
/// field.name       the part of the pin's name after the port's name and an underscore; "": the pin
///                  has the port's name
/// field.elements   how many values the pin has, number 0 lowest
/// field.width      bits of each; 0: there is no such pin
/// field.get(bundle, at, word), field.set(bundle, at, value, word)
///                  value `at` as a number, or this word of it if it has more than 64 bits
///                  (words_of). It may have more bits than `width` (ids are signed); the pin takes
///                  the lowest. A bundle must have its size before it is set.
///
/// The ports of an sc_vector are concatenated in the pins, number 0 lowest. Code that sets all pins
/// of a flit must do so in this order: `valid`, the last one, may make it no flit at all.
template <typename T>
struct PinFields;

/// access(carried, at) returns the value of a pin from what the port carries: that itself, or value
/// `at` of a list.
struct Carried {
    template <typename T>
    auto& operator()(T& carried, int at) const {
        if constexpr (kIsSeveral<std::remove_const_t<T>>) {
            return carried[at];
        } else {
            return carried;
        }
    }
};
/// A field of the bundle that access `bundle` returns.
template <typename Access, typename Member>
struct FieldOf {
    Access bundle;
    Member member;

    template <typename T>
    auto& operator()(T& carried, int at) const {
        return bundle(carried, at).*member;
    }
};
template <typename Access, typename Member>
FieldOf(Access, Member) -> FieldOf<Access, Member>;
/// Value `at` of the list that access `list` returns.
template <typename Access>
struct ValueOf {
    Access list;

    template <typename T>
    auto& operator()(T& carried, int at) const {
        return list(carried, at)[at];
    }
};
template <typename Access>
ValueOf(Access) -> ValueOf<Access>;

template <typename Access>
struct PinField {
    const char* name;
    PinElements elements;
    PinWidth width;
    Access access;

    template <typename T>
    std::uint64_t get(const T& carried, int at, int /*word*/ = 0) const {
        return static_cast<std::uint64_t>(access(carried, at));
    }
    template <typename T>
    void set(T& carried, int at, std::uint64_t value, int /*word*/ = 0) const {
        auto& member = access(carried, at);
        member = static_cast<std::decay_t<decltype(member)>>(value);
    }
};
/// The value of a number that may be absent (PinOrNone).
template <typename Access>
struct NumberOrNone : PinField<Access> {
    template <typename T>
    std::uint64_t get(const T& carried, int at, int /*word*/ = 0) const {
        const auto number = this->access(carried, at);
        return number < 0 ? 0 : static_cast<std::uint64_t>(number);
    }
};
/// Whether there is one. Follows the value.
template <typename Access>
struct NumberIsThere : PinField<Access> {
    template <typename T>
    std::uint64_t get(const T& carried, int at, int /*word*/ = 0) const {
        return this->access(carried, at) < 0 ? 0 : 1;
    }
    template <typename T>
    void set(T& carried, int at, std::uint64_t value, int /*word*/ = 0) const {
        if (value == 0) {
            this->access(carried, at) = -1;
        }
    }
};

template <typename Access, typename Visit>
void visit_pin(const char* name, PinWidth width, PinElements elements, const Access& access,
               const Visit& visit) {
    visit(PinField<Access>{name, elements, width, access});
}
template <typename Access, typename Visit>
void visit_pin(const char* name, PinOrNone pin, PinElements elements, const Access& access,
               const Visit& visit) {
    visit(NumberOrNone<Access>{{name, elements, pin.width, access}});
    visit(NumberIsThere<Access>{{pin.there, elements, PinWidth::bit, access}});
}
/// The pins of the fields of the T that access `bundle` returns.
template <typename T, typename Access, typename Visit>
void visit_pins(PinElements elements, const Access& bundle, const Visit& visit) {
    T::fields([&](const char* name, auto member, auto... pin) {
        using Member = decltype(member_type(member));
        const FieldOf field{bundle, member};
        if constexpr (!kIsSeveral<Member>) {
            (visit_pin(name, pin, elements, field, visit), ...);
        } else if constexpr (kIsBundle<typename Member::Value>) {
            visit_pins<typename Member::Value>(kElements<Member>, ValueOf{field}, visit);
        } else {
            (visit_pin(name, pin, kElements<Member>, ValueOf{field}, visit), ...);
        }
    });
}

/// A bundle: the pins of its fields.
template <typename T>
struct PinFields {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit_pins<T>(PinElements::one, Carried(), visit);
    }
};
/// One pin with the name of the port.
template <PinWidth width, PinElements elements = PinElements::one>
struct OnePin {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit_pin("", width, elements, Carried(), visit);
    }
};
/// clk_i, rst_ni.
template <>
struct PinFields<bool> : OnePin<PinWidth::bit> {};
/// node_i.
template <>
struct PinFields<std::int32_t> : OnePin<PinWidth::node> {};
template <>
struct PinFields<VcMask> : OnePin<PinWidth::vcs> {};
/// Flits in a FIFO, or outstanding.
template <>
struct PinFields<PerVc<std::uint32_t>> : OnePin<PinWidth::count, PinElements::vcs> {};
template <>
struct PinFields<Priorities> : OnePin<PinWidth::priority, PinElements::vcs> {};
template <>
struct PinFields<Selects> : OnePin<PinWidth::crossbar_inputs, PinElements::outputs> {};

/// What a FIFO stores of a flit, listed like the fields of a bundle.
struct StoredFlit {
    template <typename Visit>
    static void fields(Visit visit) {
#define FLITSCOPE_FIELD(pin, member, width) visit(#pin, &Flit::member, PinWidth::width);
        FLITSCOPE_FLIT_FIELDS(FLITSCOPE_FIELD, )
#undef FLITSCOPE_FIELD
    }
};
struct FlitDataField {
    const char* name;
    PinElements elements;
    PinWidth width;

    template <typename T>
    static std::uint64_t get(const T& carried, int at, int word = 0) {
        return Carried()(carried, at).data.word(word);
    }
    template <typename T>
    static void set(T& carried, int at, std::uint64_t value, int word = 0) {
        Carried()(carried, at).data.set_word(word, value);
    }
};
template <typename Visit>
void visit_stored_flit(PinElements elements, const Visit& visit) {
    visit_pins<StoredFlit>(elements, Carried(), visit);
    visit(FlitDataField{"data", elements, PinWidth::data});
}
template <>
struct PinFields<PerVc<Flit>> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit_stored_flit(PinElements::vcs, visit);
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
template <>
struct PinFields<Flit> {
    template <typename Visit>
    static void visit(const Visit& visit) {
        visit_stored_flit(PinElements::one, visit);
        visit_pin("vc", PinWidth::vc, PinElements::one, FieldOf{Carried(), &Flit::vc}, visit);
        visit(FlitValidField());
    }
};

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
    visit(AheadRoutes());
    visit(VcStages());
    visit(HeaderActions());
    visit(OutputState());
    visit(SentFlit());
    visit(Priorities());
    visit(Selects());
}

}  // namespace flitscope::rtl
