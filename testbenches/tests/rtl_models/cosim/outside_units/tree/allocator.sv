module tree_allocator #(
  parameter int INPUTS = 5,
  parameter int OUTPUTS = 5,
  parameter int VCS = 2,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 1,
  parameter int HOP_WIDTH = 8
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  logic [INPUTS-1:0][VCS-1:0]                 active_i_valid,
  input  logic [INPUTS-1:0][VCS-1:0][PORT_WIDTH-1:0] active_i_port,
  input  logic [INPUTS-1:0][VCS-1:0][VC_WIDTH-1:0]   active_i_vc,
  input  logic [INPUTS-1:0][VCS-1:0]                 filled_i,
  input  logic [OUTPUTS-1:0][VCS-1:0]                ready_i,
  output logic [INPUTS-1:0][VCS-1:0]                 grant_o,
  output logic [OUTPUTS-1:0][INPUTS-1:0]             select_o
);
  logic [INPUTS-1:0][VCS-1:0]     request, pick;
  logic [OUTPUTS-1:0][INPUTS-1:0] wanted;
  logic [INPUTS-1:0]              won;

  always_comb
    for (int p = 0; p < INPUTS; p++)
      for (int v = 0; v < VCS; v++)
        request[p][v] = active_i_valid[p][v] && filled_i[p][v] && ready_i[active_i_port[p][v]][active_i_vc[p][v]];
  for (genvar p = 0; p < INPUTS; p++) begin : g_input
    turn_arbiter #(.N(VCS)) arbiter (
      .clk(clk_i), .rst_n(rst_ni), .request(request[p]), .winner(grant_o[p]), .grant(pick[p]));
    assign grant_o[p] = won[p] ? pick[p] : '0;
  end
  always_comb begin
    wanted = '0;
    for (int p = 0; p < INPUTS; p++)
      for (int v = 0; v < VCS; v++)
        if (pick[p][v]) wanted[active_i_port[p][v]][p] = 1'b1;
  end
  for (genvar o = 0; o < OUTPUTS; o++) begin : g_output
    ring_arbiter #(.N(INPUTS)) arbiter (.clk(clk_i), .rst_n(rst_ni), .request(wanted[o]), .grant(select_o[o]));
  end
  always_comb begin
    won = '0;
    for (int o = 0; o < OUTPUTS; o++) won |= select_o[o];
  end
endmodule
