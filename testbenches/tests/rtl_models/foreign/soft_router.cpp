#include "testbenches/tests/rtl_models/foreign/soft_router.h"

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/router/pin_bits.h"

namespace flitscope::tb {

namespace {

using cosim::DevicePin;
using Output = SoftRouter::Output;
using Input = SoftRouter::Input;

constexpr int kPorts = 5;  // +x, -x, +y, -y, local
constexpr int kVcs = 2;
constexpr int kFlitBits = 40;
constexpr int kHeadBit = 39;
constexpr int kTailBit = 38;
constexpr int kCredits = 4;
constexpr std::size_t kShallow = 2;
constexpr int kCreditStride = 4;
constexpr int kCreditValid = 3;

enum Pin {
    clk,
    rst_n,
    node,
    in_valid,
    in_vc,
    in_flit,
    in_credit,
    out_valid,
    out_vc,
    out_flit,
    back
};

std::vector<DevicePin> pins_of(const SoftRouter& kind) {
    const bool credits = kind.output == Output::credits;
    const int valid = kPorts * (kind.valid_per_vc ? kVcs : 1);
    const int in_credit = kPorts * (kind.input == Input::credits ? kCreditStride : 1);
    const DevicePin ready = kind.output == Output::on_in_cycle
                                ? DevicePin{"out_on", true, kPorts * kVcs}
                                : DevicePin{"out_ready", true, kPorts};
    return {{"clk", true, 1},
            {"rst_n", true, 1},
            {"node", true, 8},
            {"in_valid", true, valid},
            {"in_vc", true, kPorts},
            {"in_flit", true, kPorts * kFlitBits},
            {"in_credit", false, in_credit},
            {"out_valid", false, valid},
            {"out_vc", false, kPorts},
            {"out_flit", false, kPorts * kFlitBits},
            credits ? DevicePin{"out_credit", true, kPorts * kCreditStride} : ready};
}

struct Choice {
    int input;
    int vc;
};

class SoftDevice final : public cosim::Device {
public:
    explicit SoftDevice(const SoftRouter& kind) : kind_(kind), pins_(pins_of(kind)) {
        for (const DevicePin& pin : pins_) {
            bytes_.emplace_back(static_cast<std::size_t>((pin.width + 7) / 8 + 8));
        }
        reset();
    }
    cosim::PinStorage pin(int index) override {
        return {bytes_[static_cast<std::size_t>(index)].data(), 1};
    }
    void eval() override {
        const bool high = read(clk, 0, 1) != 0;
        if (high && !clock_was_high_) {
            edge();
        }
        clock_was_high_ = high;
        drive();
    }
    std::vector<cosim::DeviceRemark> take_remarks() override { return {}; }
    void open_trace(const std::string& /*file*/) override {}
    void write_trace(std::uint64_t /*picoseconds*/) override {}
    void close_trace() override {}

private:
    struct Shown {
        bool valid = false;
        int vc = 0;
        std::uint64_t flit = 0;
    };

    rtl::PinBits bits(Pin pin) {
        const auto at = static_cast<std::size_t>(pin);
        return {bytes_[at].data(), 0, pins_[at].width};
    }
    std::uint64_t read(Pin pin, int lsb, int width) { return bits(pin).read(lsb, width); }
    void write(Pin pin, int lsb, int width, std::uint64_t value) {
        bits(pin).write(lsb, width, value);
    }

    void reset() {
        for (int p = 0; p < kPorts; ++p) {
            for (int v = 0; v < kVcs; ++v) {
                fifo_[p][v].clear();
                credits_[p][v] = kCredits;
                owner_[p][v].reset();
            }
            returned_[p].reset();
            held_[p] = {};
        }
    }
    int wanted(std::uint64_t head) {
        const auto x = static_cast<int>(head & 0xF);
        const auto y = static_cast<int>(head >> 4 & 0xF);
        const auto my_x = static_cast<int>(read(node, 0, 4));
        const auto my_y = static_cast<int>(read(node, 4, 4));
        return x > my_x ? 0 : x < my_x ? 1 : y > my_y ? 2 : y < my_y ? 3 : 4;
    }
    static bool is_head(std::uint64_t flit) { return (flit >> kHeadBit & 1) != 0; }
    static bool is_tail(std::uint64_t flit) { return (flit >> kTailBit & 1) != 0; }

    bool may_send(int output, int vc) {
        if (kind_.output == Output::on_in_cycle) {
            return read(back, output * kVcs + vc, 1) != 0;
        }
        return kind_.output != Output::credits || output == 4 || credits_[output][vc] > 0;
    }
    /// Who sends through an output; `used`: inputs that send already.
    std::optional<Choice> choose(int output, std::array<bool, kPorts>& used) {
        for (int i = 0; i < kPorts * kVcs; ++i) {
            const int k = (i + turn_) % (kPorts * kVcs);
            const Choice choice{k / kVcs, k % kVcs};
            const auto& queue = fifo_[choice.input][choice.vc];
            if (queue.empty() || used[static_cast<std::size_t>(choice.input)] ||
                !may_send(output, choice.vc)) {
                continue;
            }
            const std::optional<int>& owner = owner_[output][choice.vc];
            const bool mine = owner ? *owner == choice.input
                                    : is_head(queue.front()) && wanted(queue.front()) == output;
            if (mine) {
                used[static_cast<std::size_t>(choice.input)] = true;
                return choice;
            }
        }
        return std::nullopt;
    }
    std::uint64_t pop(int output, const Choice& choice) {
        auto& queue = fifo_[choice.input][choice.vc];
        const std::uint64_t flit = queue.front();
        queue.pop_front();
        returned_[choice.input] = choice.vc;
        if (output != 4) {
            --credits_[output][choice.vc];
        }
        owner_[output][choice.vc].reset();
        if (!is_tail(flit)) {
            owner_[output][choice.vc] = choice.input;
        }
        return flit;
    }

    /// VC of the flit that comes in; -1: none.
    int shown_at(int input) {
        if (!kind_.valid_per_vc) {
            return read(in_valid, input, 1) != 0 ? static_cast<int>(read(in_vc, input, 1)) : -1;
        }
        return static_cast<int>(read(in_valid, input * kVcs, kVcs)) - 1;  // 1 or 2
    }
    bool ready_for(int input, int vc) const {
        return kind_.input == Input::credits || (vc >= 0 && fifo_[input][vc].size() < kCredits);
    }
    /// What was shown is gone if it was wanted; then another VC may have its turn.
    void present(std::array<bool, kPorts>& used) {
        for (int o = 0; o < kPorts; ++o) {
            if (held_[o].valid && read(back, o, 1) != 0) {
                pop(o, presented_[o]);
            }
            held_[o] = {};
        }
        for (int o = 0; o < kPorts; ++o) {
            if (const auto choice = choose(o, used)) {
                presented_[o] = *choice;
                held_[o] = {true, choice->vc, fifo_[choice->input][choice->vc].front()};
            }
        }
    }
    void send(std::array<bool, kPorts>& used) {
        for (int o = 0; o < kPorts; ++o) {
            const bool ready = kind_.output == Output::credits ||
                               kind_.output == Output::on_in_cycle || read(back, o, 1) != 0;
            const bool waits = kind_.output == Output::ready_cycle_before && held_[o].valid;
            held_[o].valid = waits && !ready;
            if (held_[o].valid || !ready) {
                continue;
            }
            if (const auto choice = choose(o, used)) {
                held_[o] = {true, choice->vc, pop(o, *choice)};
            }
        }
    }

    void edge() {
        const bool in_reset = read(rst_n, 0, 1) == 0;
        busy_with_reset_ = in_reset ? kind_.reset_registers + 1 : busy_with_reset_;
        if (busy_with_reset_ > 0) {
            --busy_with_reset_;
            reset();
            return;
        }
        for (auto& each : returned_) {
            each.reset();
        }
        std::array<bool, kPorts> ready{};
        for (int p = 0; p < kPorts; ++p) {
            ready[static_cast<std::size_t>(p)] = ready_for(p, shown_at(p));
        }
        std::array<bool, kPorts> used{};
        if (kind_.output == Output::ready_presented) {
            present(used);
        } else {
            send(used);
        }
        turn_ = (turn_ + 1) % (kPorts * kVcs);
        for (int p = 0; p < kPorts; ++p) {
            const int vc = shown_at(p);
            if (vc >= 0 && ready[static_cast<std::size_t>(p)]) {
                if (!kind_.overflows || fifo_[p][vc].size() < kShallow) {
                    fifo_[p][vc].push_back(read(in_flit, p * kFlitBits, kFlitBits));
                }
            }
            if (kind_.output == Output::credits &&
                read(back, p * kCreditStride + kCreditValid, 1) != 0) {
                ++credits_[p][read(back, p * kCreditStride, 1)];
            }
        }
    }

    void drive() {
        std::array<bool, kPorts> used{};
        for (int o = 0; o < kPorts; ++o) {
            Shown shown = held_[o];
            if (kind_.output == Output::ready_in_cycle || kind_.output == Output::on_in_cycle) {
                shown = {};
                if (kind_.output == Output::on_in_cycle || read(back, o, 1) != 0) {
                    if (const auto choice = choose(o, used)) {
                        shown = {true, choice->vc, fifo_[choice->input][choice->vc].front()};
                    }
                }
            }
            if (kind_.valid_per_vc) {
                write(out_valid, o * kVcs, kVcs, shown.valid ? 1U << shown.vc : 0);
            } else {
                write(out_valid, o, 1, shown.valid ? 1 : 0);
            }
            write(out_vc, o, 1, static_cast<std::uint64_t>(shown.vc));
            write(out_flit, o * kFlitBits, kFlitBits, shown.flit);
            if (kind_.input == Input::presented) {
                write(in_credit, o, 1, ready_for(o, shown_at(o)) ? 1 : 0);
                continue;
            }
            // The number of a credit that is none is 1.
            write(in_credit, o * kCreditStride, kCreditStride,
                  returned_[o] ? 1U << kCreditValid | static_cast<unsigned>(*returned_[o]) : 1U);
        }
    }

    SoftRouter kind_;
    std::vector<DevicePin> pins_;
    std::vector<std::vector<unsigned char>> bytes_;
    std::deque<std::uint64_t> fifo_[kPorts][kVcs];
    int credits_[kPorts][kVcs] = {};
    std::optional<int> owner_[kPorts][kVcs];
    std::optional<int> returned_[kPorts];
    Shown held_[kPorts];
    Choice presented_[kPorts] = {};
    int turn_ = 0;
    int busy_with_reset_ = 0;
    bool clock_was_high_ = false;
};

constexpr const char* kDescription = R"(clock: clk
reset: {pin: rst_n, active: low, cycles: 3}
ports: [+0, -0, +1, -1, local]
vcs: 2
VC_CODE
node: [{pin: node, at: 0, width: 4, coordinate: 0}, {pin: node, at: 4, width: 4, coordinate: 1}]
flit:
  kind: KIND
  head:
    - {name: x, holds: destination, coordinate: 0, at: 0, width: 4}
    - {name: y, holds: destination, coordinate: 1, at: 4, width: 4}
    - {name: tag, holds: message, at: 8, width: 16}
CONSTANTS
inputs:
  valid: {pin: in_validPER_VC}
  vc: {pin: in_vc}
  flit: {pin: in_flit, width: WIDTH, stride: 40}
INPUT_ENDS
  flow_control: INPUT_FLOW
outputs:
  valid: {pin: out_validPER_VC}
  vc: {pin: out_vc}
  flit: {pin: out_flit, width: WIDTH, stride: 40}
OUTPUT_ENDS
  flow_control: FLOW_CONTROL
quiet_after: 16
watchdog: 300
)";

class SoftRouterModel final : public cosim::DeviceModel {
public:
    explicit SoftRouterModel(const SoftRouter& kind) : kind_(kind), pins_(pins_of(kind)) {}
    std::string name() const override { return "soft_router"; }
    std::string top() const override { return "soft_router"; }
    const std::vector<DevicePin>& pins() const override { return pins_; }
    std::string description_file() const override { return "soft_router.yaml"; }
    std::string description_text() const override {
        std::string text = kDescription;
        const auto fill = [&text](const std::string& word, const std::string& with) {
            for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
                text.replace(at, word.size(), with);
            }
        };
        const auto ends = [](const std::string& pin) {
            return "  tail: {pin: " + pin + ", stride: 40, offset: 38}\n  head: {pin: " + pin +
                   ", stride: 40, offset: 39}";
        };
        const bool single = kind_.single_flits;
        fill("KIND", single ? "length" : "head_tail");
        // A single flit is head and tail: in the design, bits that are always set.
        fill("CONSTANTS", single ? "    - {name: ends, holds: constant, value: 3, at: 38, width: 2}"
                                   "\nmax_length: 1"
                                 : "  body:\n    - {name: tag, holds: message, at: 0, width: 16}");
        fill("WIDTH", single ? "40" : "38");
        fill("INPUT_ENDS\n", single ? "" : ends("in_flit") + "\n");
        fill("OUTPUT_ENDS\n", single ? "" : ends("out_flit") + "\n");
        fill("INPUT_FLOW", kind_.input == Input::credits
                               ? credits("in_credit")
                               : "{kind: ready_valid, pin: in_credit, per: presented}");
        fill("FLOW_CONTROL", output_flow());
        std::string ties = kind_.output == Output::credits ? "out_credit: 0" : "";
        if (kind_.valid_per_vc) {
            fill("VC_CODE\n", "");
            fill("  vc: {pin: in_vc}\n", "");
            fill("  vc: {pin: out_vc}\n", "");
            fill("PER_VC", ", per: vc");
            ties += (ties.empty() ? "" : ", ") + std::string("in_vc: 0");
        }
        fill("VC_CODE", "vc: binary");
        fill("PER_VC", "");
        return text + "tie: {" + ties + "}\n";
    }
    std::unique_ptr<cosim::Device> make_device(const std::string& /*instance*/,
                                               std::uint32_t /*seed*/) const override {
        return std::make_unique<SoftDevice>(kind_);
    }
    std::unique_ptr<cosim::HeadCodec> make_codec() const override {
        return std::make_unique<cosim::HeadCodec>();
    }
    bool traced() const override { return false; }

private:
    static std::string credits(const std::string& pin) {
        return "{kind: credit, returns: id, initial: 4, valid: {pin: " + pin +
               ", stride: 4, offset: 3}, vc: {pin: " + pin + ", stride: 4, offset: 0}}";
    }
    std::string output_flow() const {
        switch (kind_.output) {
            case Output::credits:
                return credits("out_credit");
            case Output::ready_presented:
                return "{kind: ready_valid, pin: out_ready, per: presented}";
            case Output::on_in_cycle:
                return "{kind: on_off, pin: out_on, slots: 1, off_below: 1, valid_from_on: true}";
            default:
                return "{kind: ready_valid, pin: out_ready, valid_from_ready: true}";
        }
    }

    SoftRouter kind_;
    std::vector<DevicePin> pins_;
};

}  // namespace

std::shared_ptr<const cosim::DeviceModel> soft_router(const SoftRouter& kind) {
    return std::make_shared<SoftRouterModel>(kind);
}

}  // namespace flitscope::tb
