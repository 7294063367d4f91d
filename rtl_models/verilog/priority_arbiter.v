/// An arbiter (arbiter.v) that sees only the requests that no other one of them comes before: priority_mask.v.
module priority_arbiter #(
  parameter int N = 28,     ///< input VCs
  parameter int FIRST = 0,  ///< the arbiter has requests of COUNT input VCs from this one on
  parameter int COUNT = N,
  parameter int KIND = 0    ///< of arbiter.v
) (
  input  logic             clk_i,
  input  logic             rst_ni,     ///< synchronous, active low
  input  logic [N*N-1:0]   ahead_i,    ///< of priority_order.v
  input  logic [COUNT-1:0] request_i,  ///< these three: of arbiter.v
  input  logic [COUNT-1:0] winner_i,
  output logic [COUNT-1:0] grant_o
);
  logic [COUNT-1:0] shown;
  priority_mask #(N, FIRST, COUNT) mask (.shown_o(shown), .*);
  arbiter #(.N(COUNT), .KIND(KIND)) arbiter (.request_i(shown), .*);
endmodule
