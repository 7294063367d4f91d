/// Lets one flit a cycle through the router: one arbiter over all input VCs. Ports as in
/// separable_input_switch_allocator.
module single_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,
  output logic [INPUTS*VCS-1:0]         granted_o,
  output logic [OUTPUTS*INPUTS-1:0]     select_o
);
  logic [INPUTS*VCS-1:0] request;
  always @* begin
    request = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int o = 0; o < OUTPUTS; o++)
        request[p*VCS +: VCS] = request[p*VCS +: VCS] | request_i[(p*OUTPUTS + o)*VCS +: VCS];
    end
  end
  arbiter #(.N(INPUTS*VCS), .KIND(ARBITER)) arbiter (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(granted_o),
    .grant_o(granted_o));

  always @* begin
    for (int o = 0; o < OUTPUTS; o++) begin
      for (int p = 0; p < INPUTS; p++)
        select_o[o*INPUTS + p] = (request_i[(p*OUTPUTS + o)*VCS +: VCS] & granted_o[p*VCS +: VCS]) != '0;
    end
  end
endmodule
