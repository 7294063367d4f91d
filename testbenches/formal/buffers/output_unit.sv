`include "checks.svh"
/// Output units: credits are neither lost nor made, VCs are held from head to tail. `vc` is any VC.
module output_unit_proof #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int EJECTION = 0,
  parameter int TRAVERSAL_REGISTER = 0,
  parameter int REUSE_EMPTY = 0,
  parameter int CYCLES_PER_FLIT = 1,
  parameter int FLIT_WIDTH = 7,
  parameter int HOP_WIDTH = 2,
  parameter int MESSAGE_CLASSES = 1,  // a pointer each
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [VCS-1:0]        taken_i,
  input logic [VCS-1:0]        sent_i_vcs,
  input logic                  sent_i_tail,
  input logic                  flit_i_valid,
  input logic [VC_WIDTH-1:0]   flit_i_vc,
  input logic [FLIT_WIDTH-1:0] flit_i,
  input logic [VCS-1:0]        credit_i
);
  logic [VCS-1:0]             held, free, passed, ready;
  logic [VCS*COUNT_WIDTH-1:0] outstanding;
  logic                       open, quiet, leaves;
  logic [VC_WIDTH-1:0]        leaves_vc;
  logic [FLIT_WIDTH-1:0]      leaving;
  output_unit #(
    .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .EJECTION(EJECTION), .TRAVERSAL_REGISTER(TRAVERSAL_REGISTER),
    .REUSE_EMPTY(REUSE_EMPTY), .CYCLES_PER_FLIT(CYCLES_PER_FLIT), .FLIT_WIDTH(FLIT_WIDTH), .HOP_WIDTH(HOP_WIDTH),
    .MESSAGE_CLASSES(MESSAGE_CLASSES)
  ) output_unit (
    .link_vcs_i(8'd0), .state_o_held(held), .state_o_free(free), .state_o_passed(passed),
    .outstanding_o(outstanding), .ready_o(ready), .open_o(open),
    .quiet_o(quiet), .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .*);
  first_reset first_reset (.*);

  (* anyconst *) logic [VC_WIDTH-1:0] vc;
  logic sends, tail;
  logic           grants;  // a flit: with a traversal register it crosses a cycle later
  logic [VCS-1:0] granted;
  assign granted = TRAVERSAL_REGISTER != 0 ? sent_i_vcs : VCS'(flit_i_valid) << flit_i_vc;
  assign grants = granted != '0;
  logic [COUNT_WIDTH:0] sent_q;  // and not credited
  logic                 held_q;
  logic [7:0]           wait_q;  // cycles until the link is free
  assign sends = granted[vc];
  assign tail = TRAVERSAL_REGISTER != 0 ? sent_i_tail : flit_i[2:0] == 3'd3 || flit_i[2:0] == 3'd4;
  `GIVEN(vc_exists, 32'(vc) < VCS && 32'(flit_i_vc) < VCS)
  `GIVEN(one_flit_at_a_time, `ONE_AT_MOST(granted, VCS))
  `GIVEN(sends_when_ready, (granted & ~ready) == '0)           // multicast_switch_allocator.sv: crosses_when_ready
  `GIVEN(takes_free_vcs, (taken_i & ~free) == '0)                       // vc_allocator.sv: gives_free_and_allowed_vcs
  `GIVEN(credits_what_was_sent, !credit_i[vc] || sent_q != '0 || EJECTION != 0)  // credit_loop.sv
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {sent_q, held_q} <= '0;
      wait_q <= '0;
    end else begin
      if (EJECTION == 0) sent_q <= sent_q + (COUNT_WIDTH+1)'(sends) - (COUNT_WIDTH+1)'(credit_i[vc]);
      held_q <= (held_q || taken_i[vc]) && !(sends && tail);
      wait_q <= grants ? 8'(CYCLES_PER_FLIT - 1) : (wait_q == '0) ? '0 : wait_q - 8'd1;
    end
  end
  `PROVE(counts_its_credits, (COUNT_WIDTH+1)'(outstanding[vc*COUNT_WIDTH +: COUNT_WIDTH]) == sent_q)
  `PROVE(never_sends_without_credit, 32'(sent_q) <= BUFFER_FLITS)
  `PROVE(uses_every_credit, ready[vc] || 32'(sent_q) >= BUFFER_FLITS || wait_q != '0)
  `PROVE(holds_from_head_to_tail, held[vc] == held_q)
  `PROVE(offers_free_vcs, free[vc] == (!held[vc] && (REUSE_EMPTY == 0 || sent_q == '0)))
  // The VCs of a class that are granted, from `vc` on or at all.
  localparam int OWN = VCS / MESSAGE_CLASSES;
  logic [VCS-1:0] own, own_from;
  logic           passed_q;
  always @* begin
    for (int w = 0; w < VCS; w++) begin
      own[w] = taken_i[w] && w/OWN == 32'(vc)/OWN;
      own_from[w] = own[w] && w >= 32'(vc);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) passed_q <= 1'b0;
    else if (own != '0) passed_q <= own_from != '0;
  end
  `PROVE(moves_its_pointer, passed[vc] == passed_q)
  `PROVE(spaces_flits, open == (wait_q == '0))

  // What it sends, with one hop more behind network outputs.
  logic [FLIT_WIDTH-1:0] counted;
  always @* begin
    counted = flit_i;
    if (EJECTION == 0) counted[3 +: HOP_WIDTH] = flit_i[3 +: HOP_WIDTH] + HOP_WIDTH'(1);
  end
  `PROVE(passes_flits_on, leaves == flit_i_valid && (!leaves || {leaves_vc, leaving} == {flit_i_vc, counted}))

  // Without grants and credits a quiet output stays as it is.
  logic                       still_q;
  logic [VCS-1:0]             held_before, free_before, passed_before, ready_before;
  logic [VCS*COUNT_WIDTH-1:0] outstanding_before;
  always_ff @(posedge clk_i) begin
    still_q <= rst_ni && quiet && !grants && taken_i == '0 && (credit_i == '0 || EJECTION != 0);
    {held_before, free_before, passed_before, ready_before, outstanding_before} <=
        {held, free, passed, ready, outstanding};
  end
  `PROVE(stays_when_quiet, (!quiet || !leaves || flit_i_valid) && (!still_q || (quiet && open &&
      {held_before, free_before, passed_before, ready_before, outstanding_before} ==
          {held, free, passed, ready, outstanding})))
endmodule
