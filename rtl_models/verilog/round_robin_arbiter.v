/// Round-robin arbiter over N requesters (docs/router.md, section 7).
///
/// Grants the lowest request at or above the pointer, else the lowest request, in the same cycle. The
/// pointer moves past the winner at the clock edge, only when `used_i` says that the grant was used.
module round_robin_arbiter #(
  parameter int N = 4  ///< requesters, 1 or more
) (
  input  logic         clk_i,
  input  logic         rst_ni,     ///< synchronous, active low
  input  logic [N-1:0] request_i,
  input  logic         used_i,     ///< the winner got the resource; may depend on grant_o
  output logic [N-1:0] grant_o     ///< one-hot, 0 without a request
);
  // The pointer as the mask of the requesters at or above it: no decoder in front of the grant.
  logic [N-1:0] mask_q;
  logic [N-1:0] pool;
  assign pool = ((request_i & mask_q) != '0) ? (request_i & mask_q) : request_i;
  assign grant_o = pool & (~pool + N'(1));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) mask_q <= {N{1'b1}};
    else if (used_i) mask_q <= grant_o[N-1] ? {N{1'b1}} : ~(grant_o | (grant_o - N'(1)));
  end
endmodule
