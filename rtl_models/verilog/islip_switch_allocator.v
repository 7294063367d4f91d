/// Switch allocation by iSLIP (docs/router.md, section 6): matched pairs of an input and an output port,
/// and for each pair an arbiter that picks one of the VCs that ask for the output. Ports as in
/// separable_input_switch_allocator.
module islip_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0,    ///< KIND of arbiter
  parameter int ITERATIONS = 1  ///< 1 or more
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,
  output logic [INPUTS*VCS-1:0]         grant_o,
  output logic [OUTPUTS*INPUTS-1:0]     select_o
);
  logic [OUTPUTS*INPUTS-1:0] wanted;  // bit o*INPUTS + p: any VC of input p asks for output o
  always @* begin
    for (int i = 0; i < INPUTS; i++) begin
      for (int j = 0; j < OUTPUTS; j++)
        wanted[j*INPUTS + i] = request_i[(i*OUTPUTS + j)*VCS +: VCS] != '0;
    end
  end

  // What the first iteration matches moves the arbiters of all iterations, so these keep the same state.
  logic [OUTPUTS*INPUTS-1:0] first;
  genvar k;
  generate
    for (k = 0; k < ITERATIONS; k = k + 1) begin : g_iteration
      logic [OUTPUTS*INPUTS-1:0] earlier;
      logic [OUTPUTS*INPUTS-1:0] match;
      if (k == 0) begin : g_first
        assign earlier = '0;
        assign first = match;
      end else begin : g_further
        assign earlier = g_iteration[k-1].match;
      end
      islip_iteration #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .ARBITER(ARBITER)) iteration (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(wanted), .match_i(earlier), .first_i(first),
        .match_o(match));
    end
  endgenerate
  assign select_o = g_iteration[ITERATIONS-1].match;

  matched_vcs #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER)) matched_vcs (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .match_i(select_o), .grant_o(grant_o));
endmodule
