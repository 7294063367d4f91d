`include "checks.svh"
/// Buffers of any depth behind which messages come from anywhere at any time: vc_buffer.sv proves that the front of
/// ours stays until it is popped. All flits of a message have the fields of its head, as upstream writes them; the
/// upper half of the data names the input port (`flit_i`) and the lower one the VC.
module vc_buffer #(
  parameter int VCS = 4,
  parameter int USED_VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int SHARED = 0,
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter int MULTICASTS = 0,
  parameter int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1),
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       flit_i_valid,
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic [VCS-1:0]             pop_i,
  input  logic [VCS-1:0]             drop_i,
  output logic [VCS-1:0]             credit_o,
  output logic [VCS-1:0]             filled_o,
  output logic [VCS*FLIT_WIDTH-1:0]  front_o,
  output logic [VCS-1:0]             head_o_valid,
  output logic [VCS*HEAD_WIDTH-1:0]  head_o,
  output logic [VCS-1:0]             tail_o_front,
  output logic [VCS-1:0]             tail_o_held,
  output logic [VCS*COUNT_WIDTH-1:0] count_o
);
  localparam int DATA_AT = FLIT_WIDTH - 8;
  assign credit_o = pop_i;
  logic [VCS-1:0] arrives;  // at the front at once
  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      (* anyseq *) logic                   comes, ends, another_tail;
      (* anyseq *) logic [HEAD_WIDTH-1:0]  fields;
      (* anyseq *) logic [COUNT_WIDTH-1:0] behind;
      logic                  filled_q, begins_q, ends_q;
      logic [HEAD_WIDTH-1:0] fields_q;
      logic                  next;    // another flit is at the front from the edge on
      logic                  begins;  // it is a head
      assign next = comes && (!filled_q || pop_i[v]);
      assign begins = !rst_ni || ends_q;
      assign arrives[v] = next && (!filled_q || count_o[v*COUNT_WIDTH +: COUNT_WIDTH] == COUNT_WIDTH'(1));
      always_ff @(posedge clk_i) begin
        filled_q <= rst_ni && (next || (filled_q && !pop_i[v]));
        if (!rst_ni) ends_q <= 1'b1;
        else if (next) {begins_q, ends_q} <= {begins, ends};
        if (next && begins) fields_q <= fields;
      end
      assign filled_o[v] = filled_q;
      assign front_o[v*FLIT_WIDTH +: FLIT_WIDTH] = {
          flit_i[DATA_AT + 4 +: 4], 4'(v), fields_q, begins_q ? (ends_q ? 3'd4 : 3'd1) : (ends_q ? 3'd3 : 3'd2)};
      assign head_o[v*HEAD_WIDTH +: HEAD_WIDTH] = fields_q;
      assign head_o_valid[v] = filled_q && begins_q;
      assign tail_o_front[v] = filled_q && ends_q;
      assign tail_o_held[v] = filled_q && (ends_q || another_tail);
      assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = !filled_q ? '0 : (behind == '0) ? COUNT_WIDTH'(1) : behind;
    end
  endgenerate
  `GIVEN(one_flit_arrives_at_most, `ONE_AT_MOST(arrives, VCS))  // the port has one wire
  `PROVE(pops_filled_only, (pop_i & ~filled_o) == '0)
endmodule
