/// The VCs of matched inputs and outputs (docs/router.md, section 6): an arbiter per pair picks one of the
/// VCs of the input that ask for the output.
module matched_vcs #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0  ///< KIND of arbiter
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,     ///< synchronous, active low
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,  ///< bit (p*OUTPUTS + o)*VCS + v
  input  logic [OUTPUTS*INPUTS-1:0]     match_i,    ///< bit o*INPUTS + p: one per input and output at most
  output logic [INPUTS*VCS-1:0]         grant_o     ///< one VC per matched input
);
  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [OUTPUTS*VCS-1:0] grant;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        logic [VCS-1:0] request;
        assign request = match_i[o*INPUTS + p] ? request_i[(p*OUTPUTS + o)*VCS +: VCS] : '0;
        arbiter #(.N(VCS), .KIND(ARBITER)) arbiter (
          .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(grant[o*VCS +: VCS]),
          .grant_o(grant[o*VCS +: VCS]));
      end
      logic [VCS-1:0] granted;
      always @* begin
        granted = '0;
        for (int j = 0; j < OUTPUTS; j++) granted = granted | grant[j*VCS +: VCS];
      end
      assign grant_o[p*VCS +: VCS] = granted;
    end
  endgenerate
endmodule
