/// Matrix arbiter over N requesters (docs/router.md, section 7): a strict order, at reset 0 before 1
/// before ... N-1; grants the first requester, who becomes the last when the grant was used.
module matrix_arbiter #(
  parameter int N = 4  ///< requesters, 1 or more
) (
  input  logic         clk_i,
  input  logic         rst_ni,     ///< synchronous, active low
  input  logic [N-1:0] request_i,
  input  logic         used_i,     ///< the winner got the resource; may depend on grant_o
  output logic [N-1:0] grant_o     ///< one-hot, 0 without a request
);
  genvar i;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_requester
      // The requesters that come before i.
      logic [N-1:0] before_q;
      assign grant_o[i] = request_i[i] && (request_i & before_q) == '0;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) before_q <= ~({N{1'b1}} << i);
        else if (used_i) before_q <= grant_o[i] ? ~grant_o : before_q & ~grant_o;
      end
    end
  endgenerate
endmodule
