`include "checks.svh"
/// Switch allocators against the simulator's: decision_table.cpp writes decision_table, by running that.
module switch_decisions_proof #(
  parameter int INPUTS = 2,
  parameter int OUTPUTS = 2,
  parameter int VCS = 2,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  localparam int N = INPUTS * VCS
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [N*OUTPUTS-1:0] request_i
);
  logic [N-1:0]                granted;
  logic [OUTPUTS*INPUTS-1:0]   select;
  logic [OUTPUTS*INPUTS+N-1:0] decision;
  switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .ARBITER(ARBITER),
    .ARBITER_STATE(ARBITER_STATE)
  ) switch_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i({N*N{1'b0}}), .request_i(request_i), .used_i(select), .granted_o(granted), .select_o(select));
  decision_table decision_table (.decision_o(decision), .*);
  first_reset first_reset (.*);
  genvar i;
  genvar o;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_vc
      logic [OUTPUTS-1:0] asked;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        assign asked[o] = request_i[(i/VCS*OUTPUTS + o)*VCS + i%VCS];
      end
      `GIVEN_EACH(`ONE_AT_MOST(asked, OUTPUTS))  // as in switch_allocator.sv
    end
  endgenerate
  `PROVE(decides_as_the_simulator, {select, granted} == decision)
endmodule
