// A field lies in the vector of a flit where the table says so: pins_of_flits.v takes it from
// there.
#include "rtl_models/router/pin_vectors.h"

#include <Vpins_of_flits.h>
#include <gtest/gtest.h>

#include <map>

#include "rtl_models/cosim/verilated_unit_model.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {
namespace {

/// In step with CMakeLists.txt.
constexpr rtl::PinSizes kSizes{5, 5, 2, 4, 4, 2, 3, 9, 1, 1, 1, 2};
constexpr int kFlits = 2;

std::vector<UnitPin> pins_of(Vpins_of_flits& model) {
    std::map<std::string_view, int> bits;
    for (const auto& field : rtl::kFlitVector) {
        if (field.bits(kSizes) > 0) {  // in Verilog
            bits[field.name] = field.bits(kSizes);
        }
    }
    for (const auto& field : rtl::kHeaderVector) {
        bits[field.name] = field.bits(kSizes);
    }
#define FLITSCOPE_PIN(field) unit_pin(#field, true, bits.at(#field), model.flit_o_##field)
    std::vector<UnitPin> pins = {FLITSCOPE_PIN(kind),          FLITSCOPE_PIN(hop),
                                 FLITSCOPE_PIN(class),         FLITSCOPE_PIN(length),
                                 FLITSCOPE_PIN(destination),   FLITSCOPE_PIN(source),
                                 FLITSCOPE_PIN(salt),          FLITSCOPE_PIN(detour),
                                 FLITSCOPE_PIN(ahead_port),    FLITSCOPE_PIN(index),
                                 FLITSCOPE_PIN(message),       FLITSCOPE_PIN(data),
                                 FLITSCOPE_PIN(header),        FLITSCOPE_PIN(more),
                                 FLITSCOPE_PIN(routing),       FLITSCOPE_PIN(first_port_valid),
                                 FLITSCOPE_PIN(first_port),    FLITSCOPE_PIN(entry_valid),
                                 FLITSCOPE_PIN(entry_address), FLITSCOPE_PIN(entry_control),
                                 FLITSCOPE_PIN(error),         FLITSCOPE_PIN(age)};
#undef FLITSCOPE_PIN
    EXPECT_EQ(pins.size(), bits.size()) << "a field of the table has no pin";
    return pins;
}

/// Ones among the bits of number `flit`.
int ones(const UnitPin& pin, int flit) {
    int count = 0;
    for (int bit = 0; bit < pin.width; ++bit) {
        count += static_cast<int>(rtl::PinBits(pin.data, flit * pin.width + bit, 1).read());
    }
    return count;
}

/// Sets all bits of the field, which begins at bit `lsb` of a flit, in the second one.
void expect_alone(const rtl::VectorField& field, int lsb) {
    Vpins_of_flits model(&model_context(), "pins_of_flits");
    const int at = rtl::flit_bits(kSizes) + lsb;
    for (int bit = 0; bit < field.bits(kSizes); ++bit) {
        rtl::PinBits(reinterpret_cast<unsigned char*>(&model.flit_i), at + bit, 1).write(1);
    }
    model.eval();
    for (const UnitPin& pin : pins_of(model)) {
        EXPECT_EQ(ones(pin, 0), 0) << pin.name << " for " << field.name;
        EXPECT_EQ(ones(pin, 1), pin.name == field.name ? field.bits(kSizes) : 0)
            << pin.name << " for " << field.name;
    }
}

TEST(PinVectors, HaveTheirFieldsWhereTheSplittingModulesTakeThem) {
    for (const rtl::VectorField& field : rtl::kFlitVector) {
        expect_alone(field, rtl::bits_of(rtl::kFlitVector, kSizes, field.name));
    }
    for (const rtl::VectorField& field : rtl::kHeaderVector) {
        expect_alone(field, rtl::bits_of(rtl::kFlitVector, kSizes) +
                                rtl::bits_of(rtl::kHeaderVector, kSizes, field.name));
    }
}

TEST(PinVectors, OfHeadsIsThePartOfAFlitBehindItsKind) {
    EXPECT_EQ(rtl::bits_of(rtl::kHeadVector, kSizes) + kSizes.bits(rtl::PinWidth::kind),
              rtl::bits_of(rtl::kFlitVector, kSizes, "age"));
    EXPECT_EQ(rtl::bits_of(rtl::kHeadVector, kSizes, "message"), -1);
}

}  // namespace
}  // namespace flitscope::cosim
