/// VC allocation by an arbiter per output VC over all requesters (docs/router.md, section 5). As a
/// head asks for one VC only, input-first and output-first are the same and every grant is used.
module separable_vc_allocator #(
  parameter int REQUESTERS = 28,
  parameter int OUTPUT_VCS = 28,
  parameter int ARBITER = 0  ///< KIND of arbiter
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,         ///< synchronous, active low
  input  logic [OUTPUT_VCS*REQUESTERS-1:0] request_i,      ///< bit w*REQUESTERS + r: r asks for w
  output logic [REQUESTERS-1:0]            grant_o_valid,  ///< r gets what it asks for
  output logic [OUTPUT_VCS-1:0]            taken_o         ///< w is granted
);
  logic [OUTPUT_VCS*REQUESTERS-1:0] grant;
  genvar w;
  generate
    for (w = 0; w < OUTPUT_VCS; w = w + 1) begin : g_vc
      assign taken_o[w] = request_i[w*REQUESTERS +: REQUESTERS] != '0;
      arbiter #(.N(REQUESTERS), .KIND(ARBITER)) arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i[w*REQUESTERS +: REQUESTERS]),
        .used_i(taken_o[w]), .grant_o(grant[w*REQUESTERS +: REQUESTERS]));
    end
  endgenerate
  always @* begin
    grant_o_valid = '0;
    for (int line = 0; line < OUTPUT_VCS; line++)
      grant_o_valid = grant_o_valid | grant[line*REQUESTERS +: REQUESTERS];
  end
endmodule
