#include "rtl_models/cosim/verilog_router.h"

#include <stdexcept>

#include "rtl_models/router/pin_vectors.h"

namespace flitscope::cosim {

VerilogRouter::VerilogRouter(std::unique_ptr<UnitModel> model, const rtl::PinSizes& sizes)
    : model_(std::move(model)),
      sizes_(sizes),
      count_width_(sizes.bits(rtl::PinWidth::count)),
      clk_i_(model_->bits("clk_i")),
      rst_ni_(model_->bits("rst_ni")),
      route_again_i_(model_->bits("route_again_i")),
      idle_o_(model_->bits("idle_o")),
      flit_i_valid_(model_->bits("flit_i_valid")),
      flit_o_valid_(model_->bits("flit_o_valid")),
      credit_i_(model_->bits("credit_i")),
      credit_o_(model_->bits("credit_o")),
      table_(*model_),
      purge_i_inputs_(model_->bits("purge_i_inputs")),
      purge_i_outputs_(model_->bits("purge_i_outputs")),
      flits_i_(flits_of("flit_i", sizes.inputs, false)),
      flits_o_(flits_of("flit_o", sizes.outputs, true)),
      fronts_(flits_of("front", sizes.inputs * sizes.vcs, false)) {  // without VC and `valid`
    find_checkpoints();
}

Flattened<rtl::Flit> VerilogRouter::flits_of(const char* net, int count, bool output) const {
    const UnitShape shape{sizes_, sizes_.flit_bytes > 0, sizes_.header_entries > 0};
    return {*model_, std::string("router.") + net, net, 0, count, shape, output, count};
}

void VerilogRouter::find_checkpoints() {
    const auto place = [&](Checkpoint which, const char* wire, int lsb, int width, int stride) {
        shown_[static_cast<std::size_t>(which)] = {model_->bits(wire), lsb, width, stride};
    };
    const auto wire = [&](Checkpoint which, const char* name, rtl::PinWidth width) {
        place(which, name, 0, sizes_.bits(width), sizes_.bits(width));
    };
    const auto field = [&](Checkpoint which, const char* vector, const auto& fields,
                           const char* name, rtl::PinWidth width) {
        place(which, vector, rtl::bits_of(fields, sizes_, name), sizes_.bits(width),
              rtl::bits_of(fields, sizes_));
    };
#define FLITSCOPE_WIRE(net, width) wire(Checkpoint::net, #net, rtl::PinWidth::width);
    FLITSCOPE_CHECKPOINTS(FLITSCOPE_WIRE)
    FLITSCOPE_BRANCH_CHECKPOINTS(FLITSCOPE_WIRE)
#undef FLITSCOPE_WIRE
#define FLITSCOPE_ACTION(name)                                                          \
    field(Checkpoint::header_action_##name, "header_action", rtl::kActionVector, #name, \
          rtl::PinWidth::bit);
    FLITSCOPE_ACTION_CHECKPOINTS(FLITSCOPE_ACTION)
#undef FLITSCOPE_ACTION
    field(Checkpoint::header_head_destination, "header_head", rtl::kHeadVector, "destination",
          rtl::PinWidth::node);
    if (!shown(Checkpoint::pop).wire.exists()) {
        wire(Checkpoint::pop, "switch_grant", rtl::PinWidth::bit);
    }
}

void VerilogRouter::reset(topo::NodeId node, const std::vector<int>& link_vcs) {
    rst_ni_.write(0);
    model_->bits("node_i").write(static_cast<std::uint32_t>(node));
    rtl::PinBits vcs = model_->bits("link_vcs_i");
    for (std::size_t port = 0; port < link_vcs.size(); ++port) {
        vcs.write(static_cast<int>(port) * 8, 8, static_cast<std::uint64_t>(link_vcs[port]));
    }
    for (int cycle = 0; cycle < 2; ++cycle) {
        clock();
    }
    rst_ni_.write(1);
    model_->eval();
}

void VerilogRouter::write_row(int input, std::uint32_t address,
                              const std::vector<std::uint8_t>& entries) {
    table_.valid.write(input, 1, 1);
    table_.write(*model_, address, entries);
    table_.valid.clear();
}

void VerilogRouter::clock(bool route_again) {
    route_again_i_.write(route_again ? 1 : 0);
    clk_i_.write(1);
    model_->eval();
    route_again_i_.write(0);
    for (rtl::PinBits* each : {&flit_i_valid_, &credit_i_, &purge_i_inputs_, &purge_i_outputs_}) {
        each->clear();
    }
    clk_i_.write(0);
    model_->eval();
}

void VerilogRouter::purge(int input, int vc, const InputPurge& purge) {
    require_purges();
    const auto bits = static_cast<std::uint64_t>(purge.flits) |
                      static_cast<std::uint64_t>(purge.tail) << count_width_ |
                      static_cast<std::uint64_t>(purge.works) << (count_width_ + 1);
    const int width = count_width_ + 2;
    purge_i_inputs_.write((input * sizes_.vcs + vc) * width, width, bits);
}

void VerilogRouter::set_output_purge(int output, int lsb, int width, int value) {
    require_purges();
    const int bits = sizes_.vcs * (count_width_ + 1) + 1;
    purge_i_outputs_.write(output * bits + lsb, width, static_cast<std::uint64_t>(value));
}

void VerilogRouter::require_purges() const {
    if (!purge_i_inputs_.exists()) {
        throw std::logic_error("a parameter set that no message can be taken out of");
    }
}

}  // namespace flitscope::cosim
