`include "checks.svh"
/// The arbiters where messages have priorities: among all VCs, and among inputs of which each may have several VCs that
/// ask. The winner is one that no other request comes before.
module priority_arbiter_proof #(
  parameter int INPUTS = 2,
  parameter int VCS = 2,
  parameter int KIND = 0,
  localparam int N = INPUTS * VCS, localparam int PRIORITY_WIDTH = 2
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [N-1:0]                request_i,
  input logic [N*PRIORITY_WIDTH-1:0] priority_i
);
  logic [N*N-1:0]    ahead;
  logic [N-1:0]      grant, first, inputs_first;
  logic [INPUTS-1:0] input_grant;
  priority_order #(.N(N), .PRIORITY_WIDTH(PRIORITY_WIDTH)) priority_order (.priority_i(priority_i), .ahead_o(ahead));
  priority_arbiter #(.N(N), .KIND(KIND)) priority_arbiter (.ahead_i(ahead), .winner_i(grant), .grant_o(grant), .*);
  input_arbiter #(.INPUTS(INPUTS), .VCS(VCS), .KIND(KIND)) input_arbiter (
    .ahead_i(ahead), .winner_i(input_grant), .grant_o(input_grant), .*);
  first_reset first_reset (.*);

  always @* begin
    for (int i = 0; i < N; i++) begin
      first[i] = request_i[i];  // a lower number comes first
      for (int j = 0; j < N; j++)
        if (request_i[j] && priority_i[j*PRIORITY_WIDTH +: PRIORITY_WIDTH] < priority_i[i*PRIORITY_WIDTH +: PRIORITY_WIDTH])
          first[i] = 1'b0;
    end
    for (int i = 0; i < N; i++) inputs_first[i] = input_grant[i/VCS] && first[i/VCS*VCS +: VCS] != '0;
  end
  `PROVE(grants_one_at_most, `ONE_AT_MOST(grant, N))
  `PROVE(grants_a_first_request, (grant & ~first) == '0)
  `PROVE(grants_when_requested, (request_i == '0) == (grant == '0))
  `PROVE(grants_one_input_at_most, `ONE_AT_MOST(input_grant, INPUTS))
  `PROVE(grants_an_input_with_a_first_request, (request_i == '0) == (input_grant == '0) && (inputs_first != '0 || input_grant == '0))
endmodule
