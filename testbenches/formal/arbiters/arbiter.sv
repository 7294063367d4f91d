`include "checks.svh"
/// The arbiters: one winner among those who ask, and nobody waits for ever.
module arbiter_proof #(
  parameter int N = 4,
  parameter int KIND = 0
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic [N-1:0] request_i,
  input logic [N-1:0] winner_i
);
  logic [N-1:0] grant;
  arbiter #(.N(N), .KIND(KIND)) arbiter (.grant_o(grant), .*);
  first_reset first_reset (.*);
  // All allocators hand in grants of arbiters, of which they keep one at most.
  `GIVEN(one_winner_at_most, `ONE_AT_MOST(winner_i, N))

  `PROVE(grants_one_at_most, `ONE_AT_MOST(grant, N))
  `PROVE(grants_requests_only, (grant & ~request_i) == '0)
  `PROVE(grants_when_requested, request_i == '0 || grant != '0)

  // Used grants of others since `who` began to ask; a winner that this arbiter did not grant (of another iteration of
  // islip) begins the count anew.
  localparam int INDEX_WIDTH = $clog2(N);
  (* anyconst *) logic [INDEX_WIDTH-1:0] who;
  logic [INDEX_WIDTH:0] passed_q;
  `GIVEN(who_exists, 32'(who) < N)
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !request_i[who] || grant[who]) passed_q <= '0;
    else if (winner_i != '0) passed_q <= (winner_i == grant) ? passed_q + (INDEX_WIDTH+1)'(1) : '0;
  end
  `PROVE(waits_once_for_each_other, 32'(passed_q) < N)
endmodule
