`include "checks.svh"
/// An output unit, a link and the buffer behind it: what each of the two assumes of the other. `vc` is any VC.
module credit_loop_proof #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int SHARED = 0,       ///< of these: in slots that all VCs share
  parameter int LATENCY = 0,      ///< of the link, both ways
  localparam int FLIT_WIDTH = 4,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  flit_i_valid,
  input logic [VC_WIDTH-1:0]   flit_i_vc,
  input logic [FLIT_WIDTH-1:0] flit_i,
  input logic [VCS-1:0]        pop_i
);
  logic                       leaves, arrives;
  logic [VC_WIDTH-1:0]        leaves_vc, arrives_vc;
  logic [FLIT_WIDTH-1:0]      leaving, arriving;
  logic [VCS-1:0]             ready, filled, credit, credited;
  logic [VCS*COUNT_WIDTH-1:0] outstanding, counts;
  output_unit #(.VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .SHARED(SHARED), .FLIT_WIDTH(FLIT_WIDTH), .HOP_WIDTH(0)) output_unit (
    .taken_i({VCS{1'b0}}), .credit_i(credited), .state_o_held(), .state_o_free(), .state_o_passed(), .link_vcs_i(8'd0),
    .sent_i_vcs({VCS{1'b0}}), .sent_i_tail(1'b0), .outstanding_o(outstanding), .ready_o(ready),
    .open_o(), .quiet_o(), .flit_o_valid(leaves), .flit_o_vc(leaves_vc), .flit_o(leaving), .*);
  vc_buffer #(
    .VCS(VCS), .USED_VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .SHARED(SHARED), .FLIT_WIDTH(FLIT_WIDTH), .HEAD_WIDTH(1)
  ) vc_buffer (
    .flit_i_valid(arrives), .flit_i_vc(arrives_vc), .flit_i(arriving), .drop_i({VCS{1'b0}}), .credit_o(credit), .filled_o(filled),
    .front_o(), .head_o_valid(), .head_o(), .tail_o_front(), .tail_o_held(), .count_o(counts), .*);
  first_reset first_reset (.*);

  (* anyconst *) logic [VC_WIDTH-1:0] vc;
  `GIVEN(vc_exists, 32'(vc) < VCS && 32'(flit_i_vc) < VCS)
  `GIVEN(sends_when_ready, !flit_i_valid || ready[flit_i_vc])  // multicast_switch_allocator.sv: crosses_when_ready
  `GIVEN(pops_filled_only, (pop_i & ~filled) == '0)            // the same: crosses_when_filled

  // The wires both ways, and what of this VC is on them.
  logic [COUNT_WIDTH:0] on_wires;
  generate
    if (LATENCY == 0) begin : g_wires
      assign {arrives, arrives_vc, arriving, credited} = {leaves, leaves_vc, leaving, credit};
      assign on_wires = '0;
    end else begin : g_registers
      localparam int WIDTH = 1 + VC_WIDTH + FLIT_WIDTH + VCS;
      logic [LATENCY*WIDTH-1:0] stages_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) stages_q <= '0;
        else stages_q <= {leaves, leaves_vc, leaving, credit, stages_q} >> WIDTH;
      end
      assign {arrives, arrives_vc, arriving, credited} = stages_q[WIDTH-1:0];
      always @* begin
        on_wires = '0;
        for (int i = 0; i < LATENCY; i++)
          on_wires = on_wires + (COUNT_WIDTH+1)'(stages_q[i*WIDTH + vc]) +
                     (COUNT_WIDTH+1)'(stages_q[(i + 1)*WIDTH - 1] && stages_q[i*WIDTH + VCS + FLIT_WIDTH +: VC_WIDTH] == vc);
      end
    end
  endgenerate

  logic [COUNT_WIDTH-1:0] count, missing;
  assign count = counts[vc*COUNT_WIDTH +: COUNT_WIDTH];
  assign missing = outstanding[vc*COUNT_WIDTH +: COUNT_WIDTH];
  `PROVE(buffer_never_overflows, !(arrives && arrives_vc == vc) || 32'(count) < BUFFER_FLITS)
  `PROVE(credits_what_was_sent, !credited[vc] || missing != '0)
  `PROVE(conserves_credits, (COUNT_WIDTH+1)'(missing) == (COUNT_WIDTH+1)'(count) + on_wires)

  // Slots that all VCs share: those that flits outstanding take, and those that flits in the buffer do.
  generate
    if (SHARED > 0) begin : g_shared
      localparam int OWN = BUFFER_FLITS - SHARED;
      logic [31:0] promised, taken;
      always @* begin
        promised = '0;
        taken = '0;
        for (int w = 0; w < VCS; w++) begin
          if (32'(outstanding[w*COUNT_WIDTH +: COUNT_WIDTH]) > OWN)
            promised = promised + 32'(outstanding[w*COUNT_WIDTH +: COUNT_WIDTH]) - OWN;
          if (32'(counts[w*COUNT_WIDTH +: COUNT_WIDTH]) > OWN) taken = taken + 32'(counts[w*COUNT_WIDTH +: COUNT_WIDTH]) - OWN;
        end
      end
      `PROVE(promises_no_slot_twice, promised <= SHARED)
      `PROVE(promises_every_slot, ready[vc] || (32'(missing) >= OWN && promised >= SHARED))
      `PROVE(takes_its_own_or_a_shared_slot, !arrives || 32'(counts[arrives_vc*COUNT_WIDTH +: COUNT_WIDTH]) < OWN ||
                                             taken < SHARED)
    end
  endgenerate
endmodule
