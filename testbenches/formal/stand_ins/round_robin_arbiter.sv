`include "checks.svh"
/// Any arbiter that grants one of its requests: arbiter.sv proves that ours do. What it asks of its neighbours is proven.
module round_robin_arbiter #(
  parameter int N = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [N-1:0] request_i,
  input  logic [N-1:0] winner_i,
  output logic [N-1:0] grant_o
);
  (* anyseq *) logic [N-1:0] preferred;
  logic [N-1:0] pool;
  assign pool = ((request_i & preferred) != '0) ? request_i & preferred : request_i;
  assign grant_o = pool & (~pool + N'(1));
  `PROVE(hands_arbiters_one_winner, `ONE_AT_MOST(winner_i, N))
endmodule
