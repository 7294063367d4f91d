// Two kinds of warnings, and a third that is in the file with the leaf.
module warnings_top #(
  parameter int DEPTH = 4,
  parameter logic [7:0] SIZES = 8'h44
) (
  input  logic       clk,
  input  logic [0:7] wide,
  output logic [3:0] narrow
);
  localparam int UNUSED = DEPTH + 32'(SIZES);
  always_ff @(posedge clk) narrow <= wide;
  warnings_leaf leaf (.clk(clk), .wide(wide));
endmodule
