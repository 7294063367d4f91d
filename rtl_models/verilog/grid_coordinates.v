/// Where a node of a grid is: node id x + Nx*(y + Ny*z). Combinational.
///
/// Divides numbers as wide as an id: Yosys needs more than 1 GB for the division of 32 bits by 3.
module grid_coordinates #(
  parameter int DIMENSIONS = 2,
  parameter int NODE_WIDTH = 16,
  parameter logic [DIMENSIONS*16-1:0] SIZES = 32'h0008_0008  ///< Nx, Ny, ...; 0: there is no such dimension
) (
  input  logic [NODE_WIDTH-1:0]            node_i,
  output logic [DIMENSIONS*NODE_WIDTH-1:0] coordinates_o  ///< x, y, ...
);
  genvar d;
  generate
    for (d = 0; d < DIMENSIONS; d = d + 1) begin : g_dimension
      localparam int SIZE = (SIZES[d*16 +: 16] != 16'd0) ? 32'(SIZES[d*16 +: 16]) : 1;
      logic [NODE_WIDTH-1:0] at, beyond;  // in this dimension and those above it
      if (d == 0) begin : g_all
        assign at = node_i;
      end else begin : g_rest
        assign at = g_dimension[d - 1].beyond;
      end
      if (SIZE >> NODE_WIDTH == 0) begin : g_divided
        assign beyond = at / NODE_WIDTH'(SIZE);
        assign coordinates_o[d*NODE_WIDTH +: NODE_WIDTH] = at % NODE_WIDTH'(SIZE);
      end else begin : g_last
        assign beyond = '0;
        assign coordinates_o[d*NODE_WIDTH +: NODE_WIDTH] = at;
      end
      wire unused = &{1'b0, beyond};
    end
  endgenerate
endmodule
