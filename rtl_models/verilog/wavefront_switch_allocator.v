/// Switch allocation by a wavefront over (input port, output port); then an arbiter picks one of the VCs
/// of a matched input that ask for the matched output (docs/router.md, section 6). Ports as in
/// separable_input_switch_allocator.
module wavefront_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0,       ///< KIND of arbiter
  parameter int ARBITER_STATE = 0  ///< as in matched_vcs
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,
  output logic [INPUTS*VCS-1:0]         grant_o,
  output logic [OUTPUTS*INPUTS-1:0]     select_o
);
  localparam int N = (INPUTS > OUTPUTS) ? INPUTS : OUTPUTS;

  logic [N*N-1:0] request;
  logic [N*N-1:0] match;
  always @* begin
    request = '0;
    for (int i = 0; i < INPUTS; i++) begin
      for (int j = 0; j < OUTPUTS; j++)
        request[i*N + j] = request_i[(i*OUTPUTS + j)*VCS +: VCS] != '0;
    end
  end
  wavefront #(.N(N)) wavefront (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .grant_o(match));

  always @* begin
    for (int i = 0; i < INPUTS; i++) begin
      for (int j = 0; j < OUTPUTS; j++) select_o[j*INPUTS + i] = match[i*N + j];
    end
  end

  matched_vcs #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER), .ARBITER_STATE(ARBITER_STATE)
  ) matched_vcs (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .match_i(select_o), .grant_o(grant_o));

  wire unused = &{1'b0, match};
endmodule
