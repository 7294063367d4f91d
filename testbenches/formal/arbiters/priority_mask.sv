`include "checks.svh"
/// What arbiters see of their requests where messages have priorities: those of the first, and never nothing.
module priority_mask_proof #(
  parameter int N = 4,
  parameter int PRIORITY_WIDTH = 2
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic [N-1:0]                request_i,
  input logic [N*PRIORITY_WIDTH-1:0] priority_i
);
  logic [N*N-1:0] ahead;
  logic [N-1:0]   shown;
  priority_order #(.N(N), .PRIORITY_WIDTH(PRIORITY_WIDTH)) priority_order (.priority_i(priority_i), .ahead_o(ahead));
  priority_mask #(.N(N), .FIRST(0), .COUNT(N)) priority_mask (.request_i(request_i), .ahead_i(ahead), .shown_o(shown));
  first_reset first_reset (.*);

  logic [N-1:0] behind;  // another request has a lower number, which comes first
  always @* begin
    for (int i = 0; i < N; i++) begin
      behind[i] = 1'b0;
      for (int j = 0; j < N; j++)
        if (request_i[j] && priority_i[j*PRIORITY_WIDTH +: PRIORITY_WIDTH] < priority_i[i*PRIORITY_WIDTH +: PRIORITY_WIDTH])
          behind[i] = 1'b1;
    end
  end
  `PROVE(shows_requests_only, (shown & ~request_i) == '0)
  `PROVE(shows_some_if_requested, request_i == '0 || shown != '0)
  // Not of ages (16 bits), which wrap around.
  `PROVE(shows_the_first_only, PRIORITY_WIDTH == 16 || (shown & behind) == '0)
  `PROVE(shows_all_of_the_first, PRIORITY_WIDTH == 16 || (request_i & ~behind & ~shown) == '0)
endmodule
