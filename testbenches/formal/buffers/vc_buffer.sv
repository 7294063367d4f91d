`include "checks.svh"
/// VC buffers: every flit that comes in goes out once, in order, and its slot is credited once. `vc` is
/// VC number VC, or any of them. Shared slots are given to senders by the rule of vc_credits.v.
module vc_buffer_proof #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int SHARED = 0,       ///< of these: in slots that all VCs share
  parameter int FLIT_WIDTH = 4,   ///< three bits of kind, and what is only stored
  parameter int VC = -1,          ///< -1: any
  localparam int HEAD_WIDTH = FLIT_WIDTH - 3,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  flit_i_valid,
  input logic [VC_WIDTH-1:0]   flit_i_vc,
  input logic [FLIT_WIDTH-1:0] flit_i,
  input logic [VCS-1:0]        pop_i
);
  logic [VCS-1:0]             credit, filled, head_valid, tail_front, tail_held;
  logic [VCS*FLIT_WIDTH-1:0]  fronts;
  logic [VCS*HEAD_WIDTH-1:0]  heads;
  logic [VCS*COUNT_WIDTH-1:0] counts;
  vc_buffer #(
    .VCS(VCS), .USED_VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .SHARED(SHARED), .FLIT_WIDTH(FLIT_WIDTH), .HEAD_WIDTH(HEAD_WIDTH)
  ) vc_buffer (
    .drop_i({VCS{1'b0}}), .credit_o(credit), .filled_o(filled), .front_o(fronts), .head_o_valid(head_valid), .head_o(heads),
    .tail_o_front(tail_front), .tail_o_held(tail_held), .count_o(counts), .*);
  first_reset first_reset (.*);

  (* anyconst *) logic [VC_WIDTH-1:0] vc;
  logic                   push, pop, tail;
  logic [FLIT_WIDTH-1:0]  front;
  logic [COUNT_WIDTH-1:0] level_q, owed_q, tails_q;  // flits inside, slots not credited, tails inside
  assign push = flit_i_valid && flit_i_vc == vc;
  assign pop = pop_i[vc];
  assign front = fronts[vc*FLIT_WIDTH +: FLIT_WIDTH];
  assign tail = front[2:0] == 3'd3 || front[2:0] == 3'd4;
  `GIVEN(vc_exists, VC < 0 ? 32'(vc) < VCS : 32'(vc) == VC)
  `GIVEN(sends_with_credit_only, !push || 32'(level_q) < BUFFER_FLITS)  // credit_loop.sv: buffer_never_overflows
  `GIVEN(pops_filled_only, !pop || level_q != '0)                       // the same: crosses_when_filled
  generate
    if (SHARED > 0) begin : g_shared
      localparam int OWN = BUFFER_FLITS - SHARED;
      logic [31:0] taken;  // shared slots
      always @* begin
        taken = '0;
        for (int w = 0; w < VCS; w++) begin
          if (32'(counts[w*COUNT_WIDTH +: COUNT_WIDTH]) > OWN) taken = taken + 32'(counts[w*COUNT_WIDTH +: COUNT_WIDTH]) - OWN;
        end
      end
      `GIVEN(vcs_exist, 32'(flit_i_vc) < VCS)
      `GIVEN(takes_its_own_or_a_shared_slot, !flit_i_valid || 32'(counts[flit_i_vc*COUNT_WIDTH +: COUNT_WIDTH]) < OWN ||
                                             taken < SHARED)  // shared_credit_loop
      `GIVEN(others_pop_filled_only, (pop_i & ~filled) == '0)
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {level_q, owed_q, tails_q} <= '0;
    else begin
      level_q <= level_q + COUNT_WIDTH'(push) - COUNT_WIDTH'(pop);
      owed_q  <= owed_q + COUNT_WIDTH'(push) - COUNT_WIDTH'(credit[vc]);
      tails_q <= tails_q + COUNT_WIDTH'(push && (flit_i[2:0] == 3'd3 || flit_i[2:0] == 3'd4)) - COUNT_WIDTH'(pop && tail);
    end
  end
  `PROVE(counts_its_flits, counts[vc*COUNT_WIDTH +: COUNT_WIDTH] == level_q && filled[vc] == (level_q != '0))
  `PROVE(credits_every_slot_once, owed_q == level_q)
  `PROVE(counts_its_tails, tail_held[vc] == (tails_q != '0))
  `PROVE(names_heads, head_valid[vc] == (filled[vc] && (front[2:0] == 3'd1 || front[2:0] == 3'd4)) &&
                      heads[vc*HEAD_WIDTH +: HEAD_WIDTH] == front[3 +: HEAD_WIDTH])
  `PROVE(names_tails, tail_front[vc] == (filled[vc] && tail))

  // Any one flit: how many are in front of it.
  (* anyseq *) logic      mark;
  logic                   inside_q, seen_q;
  logic [COUNT_WIDTH-1:0] ahead_q;
  logic [FLIT_WIDTH-1:0]  marked_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {inside_q, seen_q} <= '0;
    else if (push && mark && !seen_q) begin
      {inside_q, seen_q} <= 2'b11;
      ahead_q  <= level_q - COUNT_WIDTH'(pop);
      marked_q <= flit_i;
    end else if (inside_q && pop) begin
      inside_q <= ahead_q != '0;
      ahead_q  <= ahead_q - COUNT_WIDTH'(1);
    end
  end
  `PROVE(passes_flits_in_order, !inside_q || ahead_q != '0 || front == marked_q)
endmodule
