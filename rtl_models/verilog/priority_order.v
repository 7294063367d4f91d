/// Which of N input VCs come before which others by their priorities (docs/router.md, section 7,
/// "Priorities"): a comes before b if (b - a) mod 2^16 lies in 1..2^15 - 1. Combinational.
module priority_order #(
  parameter int N = 28,
  parameter int PRIORITY_WIDTH = 0,  ///< bits of a priority, up to 16; 0: there are none, and nobody comes before anybody
  localparam int PRIORITY_BITS = (PRIORITY_WIDTH > 0) ? PRIORITY_WIDTH : 1
) (
  input  logic [N*PRIORITY_BITS-1:0] priority_i,
  output logic [N*N-1:0]    ahead_o     ///< bit b*N + a: a comes before b
);
  genvar a;
  genvar b;
  generate
    for (b = 0; b < N; b = b + 1) begin : g_behind
      for (a = 0; a < N; a = a + 1) begin : g_ahead
        if (PRIORITY_WIDTH > 0 && a != b) begin : g_compared
          wire [15:0] distance = 16'(priority_i[b*PRIORITY_BITS +: PRIORITY_BITS]) - 16'(priority_i[a*PRIORITY_BITS +: PRIORITY_BITS]);
          assign ahead_o[b*N + a] = distance != 16'd0 && !distance[15];
        end else begin : g_never
          assign ahead_o[b*N + a] = 1'b0;
        end
      end
    end
  endgenerate
  wire unused = &{1'b0, priority_i};
endmodule
