`include "checks.svh"
/// An output unit and the buffer behind it when messages are taken out (docs/recovery_and_faults.md, section 1): flits
/// leave from the front on, behind one that crosses, and their credits are back an edge later. `vc` is any VC.
module purge_proof #(
  parameter int VCS = 2,
  parameter int BUFFER_FLITS = 4,
  parameter int TRAVERSAL_REGISTER = 0,
  localparam int FLIT_WIDTH = 4,         ///< three bits of kind, and a mark
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [VCS-1:0]          taken_i,
  input logic                    flit_i_valid,
  input logic [VC_WIDTH-1:0]     flit_i_vc,
  input logic [FLIT_WIDTH-1:0]   flit_i,
  input logic [VCS-1:0]          pop_i,
  input logic [VCS-1:0]          released_i,     // the message that holds the output VC is taken out
  input logic                    drop_i,         // ... with the flit on the wire
  input logic                    stays_i,        // ... with the flit that crosses into the traversal register
  input logic [COUNT_WIDTH-1:0]  purged_i,       // ... with flits of the FIFO of `vc`
  input logic                    purged_i_tail   // among them
);
  (* anyconst *) logic [VC_WIDTH-1:0] vc;
  logic                       leaves, arrives;
  logic [VC_WIDTH-1:0]        leaves_vc;
  logic [FLIT_WIDTH-1:0]      leaving, front;
  logic [VCS-1:0]             ready, filled, credit, held, tails_held;
  logic [VCS*FLIT_WIDTH-1:0]  fronts;
  logic [VCS*COUNT_WIDTH-1:0] outstanding, counts;

  // The pins of the purge, and what it took out at the edge before.
  logic [VCS*(COUNT_WIDTH+1)-1:0] purge_output;
  logic [VCS*(COUNT_WIDTH+2)-1:0] purge_input;
  logic [COUNT_WIDTH-1:0]         returned_q;
  always @* begin
    purge_output = '0;
    purge_input = '0;
    for (int w = 0; w < VCS; w++) begin
      purge_output[w*(COUNT_WIDTH+1) + COUNT_WIDTH] = released_i[w];
      if (vc == VC_WIDTH'(w)) begin
        purge_output[w*(COUNT_WIDTH+1) +: COUNT_WIDTH] = returned_q;
        purge_input[w*(COUNT_WIDTH+2) +: COUNT_WIDTH+1] = {purged_i_tail, purged_i};
      end
    end
  end

  // One crossbar input, of which the crossbar would make nothing else.
  logic                    crosses, sent_tail;
  logic [VCS-1:0]          sent_vcs;
  logic [VCS*VC_WIDTH-1:0] crossing_vcs;
  logic [VCS*FLIT_WIDTH-1:0] crossing;
  traversal_register #(
    .REGISTER(TRAVERSAL_REGISTER), .INPUTS(1), .OUTPUTS(1), .NETWORK_PORTS(1), .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH),
    .COUNT_WIDTH(COUNT_WIDTH)
  ) traversal_register (
    .front_i((VCS*FLIT_WIDTH)'(flit_i)), .active_i_vc((VCS*VC_WIDTH)'(flit_i_vc)), .active_i_detour({VCS{1'b0}}),
    .ahead_i_valid({VCS{1'b0}}), .ahead_i_port({VCS*3{1'b0}}), .grant_i(VCS'(flit_i_valid)), .select_i(flit_i_valid),
    .absorb_active_i_vc({VCS*VC_WIDTH{1'b0}}), .absorb_grant_i({VCS{1'b0}}), .served_i({VCS{1'b0}}),
    .error_i({VCS{1'b0}}),
    .bypass_i(1'b0), .purge_i({stays_i, {VCS*(COUNT_WIDTH+1){1'b0}}}), .front_o(crossing),
    .active_o_vc(crossing_vcs), .active_o_detour(),
    .ahead_o_valid(), .ahead_o_port(), .grant_o(), .select_o(crosses), .absorb_active_o_vc(), .absorb_grant_o(),
    .served_o(), .error_o(), .sent_o_vcs(sent_vcs), .sent_o_tail(sent_tail), .free_o(), .clear_o(),
    .quiet_o(), .*);
  output_unit #(
    .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .TRAVERSAL_REGISTER(TRAVERSAL_REGISTER), .FLIT_WIDTH(FLIT_WIDTH), .HOP_WIDTH(0)
  ) output_unit (
    .credit_i(credit), .purge_i(purge_output), .sent_i_vcs(sent_vcs), .sent_i_tail(sent_tail),
    .flit_i_valid(crosses), .flit_i_vc(crossing_vcs[0 +: VC_WIDTH]), .flit_i(crossing[0 +: FLIT_WIDTH]),
    .state_o_held(held), .state_o_free(), .state_o_passed(), .link_vcs_i(8'd0), .outstanding_o(outstanding),
    .ready_o(ready), .open_o(), .quiet_o(), .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .*);
  assign arrives = leaves && !drop_i;
  vc_buffer #(
    .VCS(VCS), .USED_VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .FLIT_WIDTH(FLIT_WIDTH), .HEAD_WIDTH(1)
  ) vc_buffer (
    .flit_i_valid(arrives), .flit_i_vc(leaves_vc), .flit_i(leaving), .drop_i({VCS{1'b0}}), .purge_i(purge_input),
    .credit_o(credit), .filled_o(filled), .front_o(fronts), .head_o_valid(), .head_o(), .tail_o_front(),
    .tail_o_held(tails_held), .count_o(counts), .*);
  first_reset first_reset (.*);

  logic                   push, pop, pop_tail, sends, staying;
  logic [COUNT_WIDTH-1:0] count, missing, gone;  // gone: from the FIFO at this edge
  logic [COUNT_WIDTH-1:0] level_q, tails_q, in_register_q;
  logic                   held_q;
  assign front = fronts[vc*FLIT_WIDTH +: FLIT_WIDTH];
  assign count = counts[vc*COUNT_WIDTH +: COUNT_WIDTH];
  assign missing = outstanding[vc*COUNT_WIDTH +: COUNT_WIDTH];
  assign push = arrives && leaves_vc == vc;
  assign pop = pop_i[vc];
  assign sends = flit_i_valid && flit_i_vc == vc;
  assign staying = TRAVERSAL_REGISTER != 0 && stays_i && sends;
  assign gone = COUNT_WIDTH'(pop) + purged_i;
  assign pop_tail = pop && (front[2:0] == 3'd3 || front[2:0] == 3'd4);
  `GIVEN(vc_exists, 32'(vc) < VCS && 32'(flit_i_vc) < VCS)
  `GIVEN(sends_when_ready, !flit_i_valid || ready[flit_i_vc])  // multicast_switch_allocator.sv: crosses_when_ready
  `GIVEN(pops_filled_only, (pop_i & ~filled) == '0)            // the same: crosses_when_filled
  `GIVEN(takes_what_is_there, (COUNT_WIDTH+1)'(purged_i) + (COUNT_WIDTH+1)'(pop) <= (COUNT_WIDTH+1)'(count))
  `GIVEN(takes_a_tail_that_is_there, !purged_i_tail || (purged_i != '0 && tails_q > COUNT_WIDTH'(pop_tail)))
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {level_q, in_register_q, held_q, returned_q, tails_q} <= '0;
    else begin
      level_q <= level_q + COUNT_WIDTH'(push) - gone;
      in_register_q <= COUNT_WIDTH'(TRAVERSAL_REGISTER != 0 && sends && !staying);
      held_q <= (held_q || taken_i[vc]) && !(sends && (flit_i[2:0] == 3'd3 || flit_i[2:0] == 3'd4)) && !released_i[vc];
      returned_q <= purged_i + COUNT_WIDTH'(leaves && drop_i && leaves_vc == vc) + COUNT_WIDTH'(staying);
      tails_q <= tails_q + COUNT_WIDTH'(push && (leaving[2:0] == 3'd3 || leaving[2:0] == 3'd4)) - COUNT_WIDTH'(pop_tail) -
                 COUNT_WIDTH'(purged_i_tail);
    end
  end
  `PROVE(counts_the_tails_left, tails_held[vc] == (tails_q != '0))
  `PROVE(releases_the_vc, held[vc] == held_q)
  `PROVE(returns_every_credit, missing == count + in_register_q + returned_q)

  // Any one flit: how many are in front of it. Only it is marked, so a mark at the front says that it is there.
  logic                   inside_q, seen_q;
  logic [COUNT_WIDTH-1:0] ahead_q;
  `GIVEN(marks_one_flit, !(push && leaving[3]) || !seen_q)
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {inside_q, seen_q} <= '0;
    else if (push && leaving[3]) begin
      {inside_q, seen_q} <= 2'b11;
      ahead_q <= level_q - gone;
    end else if (inside_q) begin
      inside_q <= ahead_q >= gone;
      ahead_q <= ahead_q - gone;
    end
  end
  `PROVE(shows_what_is_left_in_order, (filled[vc] && front[3]) == (inside_q && ahead_q == '0))
endmodule
