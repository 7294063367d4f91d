#include "testbenches/tests/rtl_models/foreign/soft_router.h"

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/cosim/pin_bits.h"

namespace flitscope::tb {

namespace {

using cosim::DevicePin;
using Output = SoftRouter::Output;

constexpr int kPorts = 5;  // +x, -x, +y, -y, local
constexpr int kVcs = 2;
constexpr int kFlitBits = 40;
constexpr int kHeadBit = 39;
constexpr int kTailBit = 38;
constexpr int kCredits = 4;
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
    return {
        {"clk", true, 1},
        {"rst_n", true, 1},
        {"node", true, 8},
        {"in_valid", true, kPorts},
        {"in_vc", true, kPorts},
        {"in_flit", true, kPorts * kFlitBits},
        {"in_credit", false, kPorts * kCreditStride},
        {"out_valid", false, kPorts},
        {"out_vc", false, kPorts},
        {"out_flit", false, kPorts * kFlitBits},
        {credits ? "out_credit" : "out_ready", true, credits ? kPorts * kCreditStride : kPorts}};
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

    cosim::PinBits bits(Pin pin) {
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
        std::array<bool, kPorts> used{};
        for (int o = 0; o < kPorts; ++o) {
            const bool ready = kind_.output == Output::credits || read(back, o, 1) != 0;
            const bool waits = kind_.output == Output::ready_cycle_before && held_[o].valid;
            held_[o].valid = waits && !ready;
            if (held_[o].valid || !ready) {
                continue;
            }
            if (const auto choice = choose(o, used)) {
                held_[o] = {true, choice->vc, pop(o, *choice)};
            }
        }
        turn_ = (turn_ + 1) % (kPorts * kVcs);
        for (int p = 0; p < kPorts; ++p) {
            if (read(in_valid, p, 1) != 0) {
                const auto vc = static_cast<int>(read(in_vc, p, 1));
                fifo_[p][vc].push_back(read(in_flit, p * kFlitBits, kFlitBits));
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
            if (kind_.output == Output::ready_in_cycle) {
                shown = {};
                if (read(back, o, 1) != 0) {
                    if (const auto choice = choose(o, used)) {
                        shown = {true, choice->vc, fifo_[choice->input][choice->vc].front()};
                    }
                }
            }
            write(out_valid, o, 1, shown.valid ? 1 : 0);
            write(out_vc, o, 1, static_cast<std::uint64_t>(shown.vc));
            write(out_flit, o * kFlitBits, kFlitBits, shown.flit);
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
    int turn_ = 0;
    int busy_with_reset_ = 0;
    bool clock_was_high_ = false;
};

constexpr const char* kDescription = R"(clock: clk
reset: {pin: rst_n, active: low, cycles: 3}
ports: [+0, -0, +1, -1, local]
vcs: 2
vc: binary
node: [{pin: node, at: 0, width: 4, coordinate: 0}, {pin: node, at: 4, width: 4, coordinate: 1}]
flit:
  kind: KIND
  head:
    - {name: x, holds: destination, coordinate: 0, at: 0, width: 4}
    - {name: y, holds: destination, coordinate: 1, at: 4, width: 4}
    - {name: tag, holds: message, at: 8, width: 16}
CONSTANTS
inputs:
  valid: {pin: in_valid}
  vc: {pin: in_vc}
  flit: {pin: in_flit, width: WIDTH, stride: 40}
INPUT_ENDS
  flow_control: {kind: credit, returns: id, initial: 4, valid: {pin: in_credit, stride: 4, offset: 3},
                 vc: {pin: in_credit, stride: 4, offset: 0}}
outputs:
  valid: {pin: out_valid}
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
        fill("FLOW_CONTROL",
             kind_.output == Output::credits
                 ? "{kind: credit, returns: id, initial: 4, valid: {pin: out_credit, stride: 4, "
                   "offset: 3}, vc: {pin: out_credit, stride: 4, offset: 0}}\n"
                   "tie: {out_credit: 0}"
                 : "{kind: ready_valid, pin: out_ready, valid_from_ready: true}");
        return text;
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
    SoftRouter kind_;
    std::vector<DevicePin> pins_;
};

}  // namespace

std::shared_ptr<const cosim::DeviceModel> soft_router(const SoftRouter& kind) {
    return std::make_shared<SoftRouterModel>(kind);
}

}  // namespace flitscope::tb
