#pragma once

#include <memory>
#include <stdexcept>

#include "rtl_models/cosim/packed_pins.h"
#include "rtl_models/cosim/verilated_trace.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/router/header_slices.h"
#include "rtl_models/router/pin_vectors.h"

namespace flitscope::cosim {

// A field of number `at` of nets of `nets`, of a flit and of `router`.
#define FLITSCOPE_SET(net, member, width)                                                         \
    set_slice(nets.net, at* kSizes.bits(rtl::PinWidth::width), kSizes.bits(rtl::PinWidth::width), \
              static_cast<std::uint64_t>(flit.member));
#define FLITSCOPE_GET(net, member, width)                   \
    flit.member = static_cast<decltype(flit.member)>(slice( \
        nets.net, at * kSizes.bits(rtl::PinWidth::width), kSizes.bits(rtl::PinWidth::width)));
// A field of the flit at bit `lsb` of the vector `front`.
#define FLITSCOPE_TAKE(net, member, width)                               \
    flit.member = static_cast<decltype(flit.member)>(                    \
        slice(front, lsb + rtl::bits_of(rtl::kFlitVector, kSizes, #net), \
              kSizes.bits(rtl::PinWidth::width)));
#define FLITSCOPE_READ(net, width) \
    case Checkpoint::net:          \
        return slice(nets.router__DOT__core__DOT__##net, at * (width), count * (width));
#define FLITSCOPE_READ_ACTION(field)                                       \
    case Checkpoint::header_action_##field:                                \
        return slice(nets.router__DOT__core__DOT__header_action,           \
                     at * rtl::bits_of(rtl::kActionVector, kSizes) +       \
                         rtl::bits_of(rtl::kActionVector, kSizes, #field), \
                     1);
// The header pins of number `at`.
#define FLITSCOPE_HEADER(prefix)                                                                   \
    rtl::HeaderSlices {                                                                            \
        kEntries, kNodeWidth, bits_at(model_.prefix##error, at, 1),                                \
            bits_at(model_.prefix##entry_valid, at* kEntries, kEntries),                           \
            bits_at(model_.prefix##entry_address, at* kEntries* kNodeWidth, kEntries* kNodeWidth), \
            bits_at(model_.prefix##entry_control, at* kEntries * 2, kEntries * 2),                 \
            bits_at(model_.prefix##header, at, 1), bits_at(model_.prefix##more, at, 1),            \
            bits_at(model_.prefix##first_port_valid, at, 1),                                       \
            bits_at(model_.prefix##routing, at* kRoutingWidth, kRoutingWidth),                     \
            bits_at(model_.prefix##first_port, at* kPortWidth, kPortWidth)                         \
    }

/// A Verilated router.v behind the plain interface. Only the generated source of a parameter set
/// includes this.
///
/// Model   class that Verilator made of router.v, with the field widths below and checkpoints.vlt
/// Shape   constants kSizes (rtl::PinSizes), kPurges, kTraced of the set, and a static function
///         checkpoints(model) that gives the object that has the checkpoints as members
template <class Model, class Shape>
class VerilatedModel final : public VerilogRouter {
public:
    explicit VerilatedModel(const std::string& name) : model_(&model_context(), name.c_str()) {}

    // The destructor of a model looks for its context in the thread.
    ~VerilatedModel() override { Verilated::threadContextp(&model_context()); }

    void reset(topo::NodeId node, const std::vector<int>& link_vcs) override {
        model_.clk_i = 0;
        model_.rst_ni = 0;
        model_.node_i = static_cast<std::uint32_t>(node);
        for (std::size_t port = 0; port < link_vcs.size(); ++port) {
            set_slice(model_.link_vcs_i, static_cast<int>(port) * 8, 8,
                      static_cast<std::uint64_t>(link_vcs[port]));
        }
        for (int cycle = 0; cycle < 2; ++cycle) {
            clock(false);
        }
        model_.rst_ni = 1;
        model_.eval();
    }

    void write_row(int input, std::uint32_t address,
                   const std::vector<std::uint8_t>& entries) override {
        set_slice(model_.table_i_valid, input, 1, 1);
        model_.table_i_address = address;
        for (std::size_t port = 0; port < entries.size(); ++port) {
            set_slice(model_.table_i_row, static_cast<int>(port) * 8, 8, entries[port]);
        }
        model_.table_clk_i = 1;
        model_.eval();
        model_.table_clk_i = 0;
        model_.eval();
        clear(model_.table_i_valid);
    }

    void set_flit(int at, const rtl::Flit& flit) override {
        Model& nets = model_;
        set_slice(nets.flit_i_valid, at, 1, 1);
        set_slice(nets.flit_i_vc, at * kVcWidth, kVcWidth, flit.vc);
        FLITSCOPE_FLIT_FIELDS(FLITSCOPE_SET, flit_i_)
        for (int word = 0; word < kDataWords; ++word) {
            set_slice(nets.flit_i_data, at * kDataWidth + 64 * word,
                      rtl::bits_of_word(kDataWidth, word), flit.data.word(word));
        }
        if constexpr (kEntries > 0) {
            set_slice(nets.flit_i_header, at, 1, 0);
        }
    }

    void set_header(int at, const rtl::HeaderPins& pins) override {
        if constexpr (kEntries == 0) {
            throw std::logic_error("a parameter set without multicasts");
        } else {
            FLITSCOPE_HEADER(flit_i_).write(pins);
        }
    }

    void purge(int input, int vc, const InputPurge& purge) override {
        require_purges();
        if constexpr (Shape::kPurges) {
            const auto bits = static_cast<std::uint64_t>(purge.flits) |
                              static_cast<std::uint64_t>(purge.tail) << kCountWidth |
                              static_cast<std::uint64_t>(purge.works) << (kCountWidth + 1);
            set_slice(model_.purge_i_inputs, (input * kVcs + vc) * (kCountWidth + 2),
                      kCountWidth + 2, bits);
        }
    }

    void release(int output, int vc) override {
        set_output_purge(output, vc * (kCountWidth + 1) + kCountWidth, 1, 1);
    }

    void return_flits(int output, int vc, int flits) override {
        set_output_purge(output, vc * (kCountWidth + 1), kCountWidth,
                         static_cast<std::uint64_t>(flits));
    }

    void drop_crossing(int output) override { set_output_purge(output, kOutputPurge - 1, 1, 1); }

    void set_credits(int output, std::uint64_t vcs) override {
        set_slice(model_.credit_i, output * kVcs, kVcs, vcs);
    }

    void clock(bool route_again) override {
        model_.route_again_i = route_again ? 1 : 0;
        model_.clk_i = 1;
        model_.eval();
        model_.route_again_i = 0;
        clear(model_.flit_i_valid);
        clear(model_.credit_i);
        if constexpr (Shape::kPurges) {
            clear(model_.purge_i_inputs);
            clear(model_.purge_i_outputs);
        }
        model_.clk_i = 0;
        model_.eval();
    }

    bool idle() const override { return model_.idle_o != 0; }

    rtl::Flit flit(int at) const override {
        const Model& nets = model_;
        rtl::Flit flit;
        if (slice(nets.flit_o_valid, at, 1) != 0) {
            flit.vc = static_cast<std::uint8_t>(slice(nets.flit_o_vc, at * kVcWidth, kVcWidth));
            FLITSCOPE_FLIT_FIELDS(FLITSCOPE_GET, flit_o_)
            read_data(nets.flit_o_data, at * kDataWidth, flit.data);
        }
        return flit;
    }

    rtl::HeaderPins header(int at) const override {
        if constexpr (kEntries > 0) {
            return FLITSCOPE_HEADER(flit_o_).read();
        }
        return {};
    }

    std::uint64_t credits(int input) const override {
        return slice(model_.credit_o, input * kVcs, kVcs);
    }

    std::uint64_t at(Checkpoint which, int port, int vc) const override {
        return read(which, port * kVcs + vc, 1);
    }
    std::uint64_t vcs(Checkpoint which, int input) const override {
        return read(which, input * kVcs, kVcs);
    }

    rtl::Flit front(int input, int vc) const override {
        const auto& nets = Shape::checkpoints(model_);
        const auto& front = nets.router__DOT__core__DOT__front;
        const int lsb = (input * kVcs + vc) * rtl::flit_bits(kSizes);
        rtl::Flit flit;
        FLITSCOPE_FLIT_FIELDS(FLITSCOPE_TAKE, )
        read_data(front, lsb + rtl::bits_of(rtl::kFlitVector, kSizes, "data"), flit.data);
        return flit;
    }
    rtl::HeaderPins front_header(int input, int vc) const override {
        if constexpr (kEntries > 0) {
            auto& front = const_cast<Model&>(model_).rootp->router__DOT__core__DOT__front;
            return rtl::header_in_vector(reinterpret_cast<unsigned char*>(&front),
                                         (input * kVcs + vc) * rtl::flit_bits(kSizes), kSizes)
                .read();
        }
        return {};
    }

    void open_trace(const std::string& file) override { trace_.open(model_, file); }
    void dump(std::uint64_t picoseconds, bool clocked) override {
        // The edge is over, so the clock is low: shown high, but not evaluated. An evaluation makes
        // the writer look for changes.
        model_.eval();
        model_.clk_i = clocked ? 1 : 0;
        trace_.write(picoseconds);
        if (clocked) {
            model_.clk_i = 0;
            model_.eval();
            trace_.write(picoseconds + 500);
        }
    }
    void close_trace() override { trace_.close(); }

private:
    static constexpr rtl::PinSizes kSizes = Shape::kSizes;
    static constexpr int kVcs = kSizes.vcs;
    static constexpr int kDataWidth = kSizes.bits(rtl::PinWidth::data);  ///< 0: no data path
    static constexpr int kDataWords = rtl::words_of(kDataWidth);
    static constexpr int kPortWidth = kSizes.bits(rtl::PinWidth::port);
    static constexpr int kVcWidth = kSizes.bits(rtl::PinWidth::vc);
    static constexpr int kNodeWidth = kSizes.bits(rtl::PinWidth::node);
    static constexpr int kEntries = kSizes.header_entries;  ///< 0: no multicasts
    static constexpr int kRoutingWidth = kSizes.bits(rtl::PinWidth::routing);
    static constexpr int kCountWidth = kSizes.bits(rtl::PinWidth::count);
    static constexpr int kOutputPurge = kVcs * (kCountWidth + 1) + 1;

    void set_output_purge(int output, int lsb, int width, std::uint64_t value) {
        require_purges();
        if constexpr (Shape::kPurges) {
            set_slice(model_.purge_i_outputs, output * kOutputPurge + lsb, width, value);
        }
    }
    static void require_purges() {
        if (!Shape::kPurges) {
            throw std::logic_error("a parameter set that no message can be taken out of");
        }
    }

    /// The data of a flit, from bit `lsb` on.
    template <class Pin>
    static void read_data(const Pin& pin, int lsb, rtl::FlitData& data) {
        for (int word = 0; word < kDataWords; ++word) {
            data.set_word(word, slice(pin, lsb + 64 * word, rtl::bits_of_word(kDataWidth, word)));
        }
    }

    /// Of `count` VCs, from that of number `at` on.
    std::uint64_t read(Checkpoint which, int at, int count) const {
        const auto& nets = Shape::checkpoints(model_);
        switch (which) {
            FLITSCOPE_CHECKPOINTS(FLITSCOPE_READ)
            default:
                break;
        }
        if constexpr (kEntries > 0) {
            switch (which) {
                FLITSCOPE_ACTION_CHECKPOINTS(FLITSCOPE_READ_ACTION)
                case Checkpoint::header_head_destination:
                    return slice(nets.router__DOT__core__DOT__header_head,
                                 at * rtl::bits_of(rtl::kHeadVector, kSizes) +
                                     rtl::bits_of(rtl::kHeadVector, kSizes, "destination"),
                                 kNodeWidth);
                    FLITSCOPE_BRANCH_CHECKPOINTS(FLITSCOPE_READ)
                default:
                    break;
            }
        }
        return which == Checkpoint::pop ? read(Checkpoint::switch_grant, at, count) : 0;
    }

    Model model_;
    VerilatedTrace<Shape::kTraced> trace_;
};

#undef FLITSCOPE_SET
#undef FLITSCOPE_GET
#undef FLITSCOPE_TAKE
#undef FLITSCOPE_READ
#undef FLITSCOPE_READ_ACTION
#undef FLITSCOPE_HEADER

}  // namespace flitscope::cosim
