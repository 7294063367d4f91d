`include "checks.svh"
/// Kinds of flits behind those that go no further (docs/multicast_units.md): of each message that goes on, the first flit
/// is a head and the last a tail.
module leading_flit_proof (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       pop_i,
  input logic       drop_i,
  input logic [2:0] kind_i
);
  logic [2:0] kind;
  logic       tail, begins, ends;
  assign tail = kind_i == 3'd3 || kind_i == 3'd4;
  leading_flit leading_flit (.tail_i(tail), .kind_o(kind), .*);
  first_reset first_reset (.*);

  logic inside_q, goes_on_q;  // a message has begun: to come, to go on
  `GIVEN(comes_in_order, inside_q ? kind_i == 3'd2 || kind_i == 3'd3 : kind_i == 3'd1 || kind_i == 3'd4)
  `GIVEN(drops_leading_flits, !pop_i || !drop_i || (!tail && !goes_on_q))  // header_unit.sv: drops_used_up_flits_only
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {inside_q, goes_on_q} <= '0;
    else if (pop_i) begin
      inside_q <= !tail;
      goes_on_q <= !tail && !drop_i;
    end
  end
  assign begins = kind == 3'd1 || kind == 3'd4;
  assign ends = kind == 3'd3 || kind == 3'd4;
  `PROVE(leads_with_a_head, begins == !goes_on_q)
  `PROVE(ends_with_its_tail, ends == tail)
  `PROVE(keeps_other_kinds, !goes_on_q || kind == kind_i)
endmodule
