/// The arbiter that KIND names; ports as in round_robin_arbiter.
///
/// A kind is its module and one line below: number, module, instance named as in configurations.
module arbiter #(
  parameter int N = 4,
  parameter int KIND = 0
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [N-1:0] request_i,
  input  logic         used_i,
  output logic [N-1:0] grant_o
);
  generate
    case (KIND)
      0: round_robin_arbiter #(N) round_robin (.*);
      1: matrix_arbiter #(N) matrix (.*);
    endcase
  endgenerate
endmodule
