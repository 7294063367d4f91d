`include "checks.svh"
/// VC allocators against the simulator's: decision_table.cpp writes decision_table, by running that.
module vc_decisions_proof #(
  parameter int INPUTS = 2,
  parameter int OUTPUTS = 2,
  parameter int VCS = 1,
  parameter int ALLOCATOR = 0,
  parameter int ARBITER = 0,
  localparam int N = INPUTS * VCS, localparam int W = OUTPUTS * VCS
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic [W*N-1:0] request_i
);
  logic [N-1:0]   granted;
  logic [W-1:0]   taken;
  logic [W+N-1:0] decision;
  generate
    if (ALLOCATOR == 2) begin : g_wavefront
      wavefront_vc_allocator #(.REQUESTERS(N), .OUTPUT_VCS(W)) allocator (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .grant_o_valid(granted), .taken_o(taken));
    end else begin : g_separable
      separable_vc_allocator #(.REQUESTERS(N), .OUTPUT_VCS(W), .ARBITER(ARBITER)) allocator (
        .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i({N*N{1'b0}}), .request_i(request_i), .grant_o_valid(granted), .taken_o(taken));
    end
  endgenerate
  decision_table decision_table (.decision_o(decision), .*);
  first_reset first_reset (.*);
  genvar r;
  genvar w;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_head
      logic [W-1:0] asked;
      for (w = 0; w < W; w = w + 1) begin : g_vc
        assign asked[w] = request_i[w*N + r];
      end
      `GIVEN_EACH(`ONE_AT_MOST(asked, W))  // vc_requests.v: one VC each
    end
  endgenerate
  `PROVE(decides_as_the_simulator, {taken, granted} == decision)
endmodule
