/// Switch allocation, input ports first (docs/router.md, section 6): an arbiter per input port picks
/// a VC, an arbiter per output port picks an input. The input arbiter moves only if its pick won.
module separable_input_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0  ///< KIND of arbiter
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,     ///< synchronous, active low
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,  ///< bit (p*OUTPUTS + o)*VCS + v
  output logic [INPUTS*VCS-1:0]         grant_o,    ///< at most one VC per input port
  output logic [OUTPUTS*INPUTS-1:0]     select_o    ///< bit o*INPUTS + p: at most one input per output
);
  logic [INPUTS*VCS-1:0] pick;
  logic [INPUTS-1:0] won;
  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [VCS-1:0] request;
      always @* begin
        request = '0;
        for (int i = 0; i < OUTPUTS; i++) request = request | request_i[(p*OUTPUTS + i)*VCS +: VCS];
      end
      arbiter #(.N(VCS), .KIND(ARBITER)) arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(grant_o[p*VCS +: VCS]),
        .grant_o(pick[p*VCS +: VCS]));
      assign grant_o[p*VCS +: VCS] = won[p] ? pick[p*VCS +: VCS] : '0;
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      logic [INPUTS-1:0] request;
      always @* begin
        for (int i = 0; i < INPUTS; i++)
          request[i] = (request_i[(i*OUTPUTS + o)*VCS +: VCS] & pick[i*VCS +: VCS]) != '0;
      end
      arbiter #(.N(INPUTS), .KIND(ARBITER)) arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(select_o[o*INPUTS +: INPUTS]),
        .grant_o(select_o[o*INPUTS +: INPUTS]));
    end
  endgenerate
  always @* begin
    won = '0;
    for (int i = 0; i < OUTPUTS; i++) won = won | select_o[i*INPUTS +: INPUTS];
  end
endmodule
