#pragma once

#include "rtl_models/waves/unit_pins.h"

namespace flitscope::waves {

/// Two wires that look like a router's: `outside` comes from another one, `inside` is between its
/// units; 40 bits each, side by side at a third unit.
class FakeUnitPins final : public UnitPins {
public:
    FakeUnitPins() {
        outside_ = add_vector(40);
        both_ = add_vector(80);
        inside_ = add_vector(40);
        // Not in the order of the pipeline.
        add_pin({"crossbar", "front_i_index", 80, both_});
        add_pin({"vc_buffer_10", "flit_i_message", 40, outside_});
        add_pin({"vc_buffer_10", "front_o_index", 40, inside_});
        add_pin({"vc_buffer_2", "front_o_index", 40, inside_});
    }
    void look(Look where) override {
        if (where == Look::all) {
            write(outside_, 0, 40, outside);
            write(both_, 40, 40, outside);
        }
        write(inside_, 0, 40, inside);
        write(both_, 0, 40, inside);
    }

    std::uint64_t outside = 0;
    std::uint64_t inside = 3;

private:
    std::size_t outside_, both_, inside_;
};

}  // namespace flitscope::waves
