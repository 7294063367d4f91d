// Every pin has its own bits of what a port carries.
#include "rtl_models/signal/bundles/pin_fields.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/signal/bundles/sized_bundle.h"

namespace flitscope::rtl {
namespace {

/// Data of two words, the second one of a byte.
constexpr PinSizes kFieldSizes = [] {
    PinSizes sizes{5, 4, 3, 6, 2};
    sizes.flit_bytes = 9;
    sizes.detour = 1;
    sizes.lookahead = 1;
    sizes.ahead_class = 2;
    sizes.priority = 2;
    return sizes;
}();

std::uint64_t ones(int bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// Calls visit(at, word, bits of the word) for all that the pin of the field carries.
template <typename Field, typename Visit>
void for_each_word(const Field& field, const Visit& visit) {
    const int width = kFieldSizes.bits(field.width);
    for (int at = 0; at < kFieldSizes.number(field.elements); ++at) {
        for (int word = 0; word < words_of(width); ++word) {
            visit(at, word, bits_of_word(width, word));
        }
    }
}

/// Values of all pins, "class[2]" and number.
template <typename T>
std::vector<std::pair<std::string, std::uint64_t>> values(const T& bundle) {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    PinFields<T>::visit([&](const auto& field) {
        for_each_word(field, [&](int at, int word, int bits) {
            all.emplace_back(field.name + ("[" + std::to_string(at) + "]"),
                             field.get(bundle, at, word) & ones(bits));
        });
    });
    return all;
}

template <typename T>
T with_all_ones() {
    T bundle = sized_bundle<T>(kFieldSizes);
    PinFields<T>::visit([&](const auto& field) {
        for_each_word(field,
                      [&](int at, int word, int bits) { field.set(bundle, at, ones(bits), word); });
    });
    return bundle;
}

TEST(PinFields, HoldTheirWidth) {
    for_each_pin_type([](const auto& example) {
        using T = std::decay_t<decltype(example)>;
        PinFields<T>::visit([](const auto& field) {
            for_each_word(field, [&](int at, int word, int bits) {
                const T bundle = with_all_ones<T>();
                EXPECT_EQ(field.get(bundle, at, word) & ones(bits), ones(bits)) << field.name;
            });
        });
    });
}

TEST(PinFields, SetNothingElse) {
    for_each_pin_type([](const auto& example) {
        using T = std::decay_t<decltype(example)>;
        if constexpr (std::is_same_v<T, Flit> || std::is_same_v<T, HeaderActions>) {
            return;  // `valid` and `kind` are one member, and a port and whether there is one;
                     // below
        }
        std::size_t number = 0;
        PinFields<T>::visit([&](const auto& field) {
            for_each_word(field, [&](int at, int word, int /*bits*/) {
                T bundle = sized_bundle<T>(kFieldSizes);
                field.set(bundle, at, 1, word);
                const auto all = values(bundle);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    EXPECT_EQ(all[i].second, i == number ? 1u : 0u)
                        << all[i].first << " after " << field.name << '[' << at << ']';
                }
                ++number;
            });
        });
    });
}

TEST(PinFields, NoFlitWhereValidIsLow) {
    Flit flit;
    flit.kind = FlitKind::head;
    flit.message = 7;
    std::string last;
    PinFields<Flit>::visit([&](const auto& field) {
        if (std::string(field.name) == "valid") {
            EXPECT_EQ(field.get(flit, 0), 1u);
            field.set(flit, 0, 1);
            EXPECT_EQ(flit.message, 7u);
            field.set(flit, 0, 0);
            EXPECT_EQ(flit, Flit());
            EXPECT_EQ(field.get(flit, 0), 0u);
        }
        last = field.name;
    });
    EXPECT_EQ(last, "valid");
}

TEST(PinFields, NoPortWhereFirstPortValidIsLow) {
    auto actions = sized_bundle<HeaderActions>(kFieldSizes);
    std::string last;
    PinFields<HeaderActions>::visit([&](const auto& field) {
        if (std::string(field.name) == "first_port") {
            EXPECT_EQ(field.get(actions, 1), 0u) << "there is none";
            field.set(actions, 1, 3);
            EXPECT_EQ(actions.of[1].first_port, 3);
            EXPECT_EQ(actions.of[0].first_port, -1);
        } else if (std::string(field.name) == "first_port_valid") {
            EXPECT_EQ(field.get(actions, 0), 0u);
            EXPECT_EQ(field.get(actions, 1), 1u);
            field.set(actions, 1, 1);
            EXPECT_EQ(actions.of[1].first_port, 3);
            field.set(actions, 1, 0);
            EXPECT_EQ(actions.of[1].first_port, -1);
        }
        last = field.name;
    });
    EXPECT_EQ(last, "first_port_valid");
}

/// A member that is added does not fit this list any more: it needs a pin, too. (Of bundles,
/// bundle_fields_test sees it.)
TEST(PinFields, AreAllMembersOfFlits) {
    const auto flit = with_all_ones<Flit>();
    EXPECT_EQ(flit.data.words(), 2);
    EXPECT_TRUE(flit.data.word(0) == ones(64) && flit.data.word(1) == ones(8));
    const FlitFields& fields = flit;
    const auto [message, index, length, source, destination, salt, hop, message_class, kind, vc,
                error, detour, ahead_class, ahead_port, served, joined, header, operand] = fields;
    EXPECT_TRUE(!error && served == 0 && !header)
        << "of multicasts: made of other pins (header_slices.h)";
    EXPECT_FALSE(operand) << "has no pins (flattened_ports.h)";
    for (const std::uint64_t member :
         {std::uint64_t{message}, std::uint64_t{index}, std::uint64_t{length},
          static_cast<std::uint64_t>(source), static_cast<std::uint64_t>(destination),
          std::uint64_t{salt}, std::uint64_t{hop}, std::uint64_t{message_class},
          static_cast<std::uint64_t>(kind), std::uint64_t{vc}, std::uint64_t{detour},
          std::uint64_t{ahead_class}, std::uint64_t{ahead_port},
          static_cast<std::uint64_t>(joined)}) {
        EXPECT_NE(member, 0u);
    }
}

}  // namespace
}  // namespace flitscope::rtl
