/// The arbiter that the parameter names; ports as in round_robin_arbiter.
module arbiter #(
  parameter int N = 4,
  parameter int KIND = 0  ///< 0 round_robin, 1 matrix
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [N-1:0] request_i,
  input  logic         used_i,
  output logic [N-1:0] grant_o
);
  generate
    if (KIND == 0) begin : g_round_robin
      round_robin_arbiter #(.N(N)) round_robin_arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .used_i(used_i), .grant_o(grant_o));
    end else begin : g_matrix
      matrix_arbiter #(.N(N)) matrix_arbiter (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .used_i(used_i), .grant_o(grant_o));
    end
  endgenerate
endmodule
