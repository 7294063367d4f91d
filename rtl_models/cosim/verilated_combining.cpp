#include <stdexcept>
#include <string>

#include "Vcombining_unit.h"
#include "rtl_models/cosim/verilated_trace.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

namespace {

using Size = rtl::VerilatedCombining;

constexpr int kVcWidth = 4;
constexpr int kEntryWidth = 3;
static_assert(1 << kVcWidth == Size::kVcs && 1 << kEntryWidth == Size::kEntries);

/// `width` bits of a pin from bit `lsb` on.
template <class Pin>
rtl::PinBits pin_bits(Pin& pin, int lsb, int width) {
    return {reinterpret_cast<unsigned char*>(&pin), lsb, width};
}
template <class Pin>
void set_slice(Pin& pin, int lsb, int width, std::uint64_t value) {
    pin_bits(pin, lsb, width).write(value);
}

constexpr int at(int entry, int element) { return entry * Size::kElements + element; }

class VerilatedCombiningCore final : public rtl::CombiningCore {
public:
    VerilatedCombiningCore(const rtl::ReductionSetup& setup, topo::NodeId node)
        : model_(&model_context(), ("node_" + std::to_string(node) + "_combining").c_str()) {
        model_.operation_i = static_cast<unsigned char>(setup.operation);
        model_.returns_i = setup.back && !setup.is_root(node) ? 1 : 0;
        model_.operands_i =
            static_cast<IData>(setup.children.at(static_cast<std::size_t>(node)) + 1);
        take_back({}, {});
        model_.rst_ni = 0;
        tick();
        model_.rst_ni = 1;
    }
    // The destructor of a model looks for its context in the thread.
    ~VerilatedCombiningCore() override { Verilated::threadContextp(&model_context()); }
    VerilatedCombiningCore(const VerilatedCombiningCore&) = delete;
    VerilatedCombiningCore& operator=(const VerilatedCombiningCore&) = delete;

    std::uint64_t edge(const std::vector<rtl::CombiningFlit>& flits,
                       const OwnOperands& own) override {
        for (const rtl::CombiningFlit& flit : flits) {
            set_slice(model_.flit_i_valid, flit.port, 1, 1);
            set_slice(model_.flit_i_head, flit.port, 1, flit.head ? 1 : 0);
            set_slice(model_.flit_i_tail, flit.port, 1, flit.tail ? 1 : 0);
            set_slice(model_.flit_i_vc, flit.port * kVcWidth, kVcWidth,
                      static_cast<std::uint64_t>(flit.vc));
            set_slice(model_.flit_i_entry, flit.port * kEntryWidth, kEntryWidth,
                      flit.head ? static_cast<std::uint64_t>(flit.entry) : 0);
            set_slice(model_.flit_i_element, flit.port * 64, 64, flit.element);
        }
        for (const auto& [entry, operand] : own) {
            if (operand->size() > Size::kElements) {
                throw std::logic_error("combining unit: an operand of " +
                                       std::to_string(operand->size()) + " flits at level verilog");
            }
            set_slice(model_.own_i_valid, entry, 1, 1);
            for (int i = 0; i < static_cast<int>(operand->size()); ++i) {
                set_slice(model_.own_i_filled, at(entry, i), 1, 1);
                set_slice(model_.own_i_elements, at(entry, i) * 64, 64,
                          (*operand)[static_cast<std::size_t>(i)]);
            }
        }
        tick();
        take_back(flits, own);
        return model_.done_o;
    }

    rtl::UnitResult result(int entry) const override {
        std::vector<std::uint64_t> elements;
        for (int i = 0;
             i < Size::kElements && pin_bits(model_.filled_o, at(entry, i), 1).read() != 0; ++i) {
            elements.push_back(pin_bits(model_.elements_o, at(entry, i) * 64, 64).read());
        }
        return {pin_bits(model_.back_o, entry, 1).read() != 0,
                std::make_shared<const std::vector<std::uint64_t>>(std::move(elements))};
    }

private:
    void tick() {
        model_.clk_i = 0;
        model_.eval();
        model_.clk_i = 1;
        model_.eval();
    }
    /// What was valid at the last edge is not at the next one.
    void take_back(const std::vector<rtl::CombiningFlit>& flits, const OwnOperands& own) {
        if (!flits.empty()) {
            model_.flit_i_valid = 0;
        }
        if (!own.empty()) {
            model_.own_i_valid = 0;
            pin_bits(model_.own_i_filled, 0, 8 * sizeof(model_.own_i_filled)).clear();
        }
    }

    mutable Vcombining_unit model_;
};

}  // namespace

std::unique_ptr<rtl::CombiningCore> make_verilated_combining(const rtl::ReductionSetup& setup,
                                                             topo::NodeId node, std::size_t ports) {
    if (ports > Size::kPorts || setup.entries > Size::kEntries) {
        throw std::invalid_argument(
            "combining units have up to " + std::to_string(Size::kEntries) + " entries and " +
            std::to_string(Size::kPorts) + " ejection ports at level verilog; node " +
            std::to_string(node) + " has " + std::to_string(ports) + " ejection ports");
    }
    return std::make_unique<VerilatedCombiningCore>(setup, node);
}

}  // namespace flitscope::cosim
