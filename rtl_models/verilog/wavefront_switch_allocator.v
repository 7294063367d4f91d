/// Switch allocation by a wavefront over (input port, output port); then an arbiter per matched input
/// picks one of the VCs that ask for the matched output (docs/router.md, section 6). Ports as in
/// separable_input_switch_allocator.
module wavefront_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0  ///< KIND of arbiter
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

  genvar p;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [VCS-1:0] matched;
      always @* begin
        matched = '0;
        for (int j = 0; j < OUTPUTS; j++) begin
          if (match[p*N + j]) matched = matched | request_i[(p*OUTPUTS + j)*VCS +: VCS];
        end
      end
      arbiter #(.N(VCS), .KIND(ARBITER)) arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(matched), .winner_i(grant_o[p*VCS +: VCS]),
        .grant_o(grant_o[p*VCS +: VCS]));
    end
  endgenerate

  wire unused = &{1'b0, match};
endmodule
