/// Dimension-order routing on a mesh: node id x + Nx*(y + Ny*z), port 2d towards higher, 2d+1 towards
/// lower coordinates of dimension d. Ports as in route_ecube.
module route_dimension_order #(
  parameter int NETWORK_PORTS = 4,  ///< twice the dimensions, at most 16
  parameter int NODE_WIDTH = 16,
  parameter int PORT_WIDTH = 3,
  parameter logic [127:0] SIZES = {8{16'd8}},            ///< 16 bits per dimension, dimension 0 lowest
  parameter logic [63:0]  ORDER = 64'h07060504_03020100  ///< 8 bits each, first travelled lowest
) (
  input  logic                  head_i,         ///< a head is to be routed; outputs are 0 otherwise
  input  logic [NODE_WIDTH-1:0] node_i,         ///< this router
  input  logic [NODE_WIDTH-1:0] destination_i,  ///< another node than node_i
  output logic [PORT_WIDTH-1:0] port_o
);
  localparam int DIMENSIONS = (NETWORK_PORTS > 1) ? NETWORK_PORTS / 2 : 1;

  logic [DIMENSIONS-1:0] up;
  logic [DIMENSIONS-1:0] down;
  logic [31:0] here;
  logic [31:0] there;
  always @* begin
    here = 32'(node_i);
    there = 32'(destination_i);
    up = '0;
    down = '0;
    if (head_i) begin
      for (int d = 0; d < DIMENSIONS; d++) begin
        up[d] = here % 32'(SIZES[d*16 +: 16]) < there % 32'(SIZES[d*16 +: 16]);
        down[d] = here % 32'(SIZES[d*16 +: 16]) > there % 32'(SIZES[d*16 +: 16]);
        here = here / 32'(SIZES[d*16 +: 16]);
        there = there / 32'(SIZES[d*16 +: 16]);
      end
    end
  end

  // The choices in the order of travel: the first dimension that still differs wins.
  logic [DIMENSIONS-1:0]            differs;
  logic [DIMENSIONS*PORT_WIDTH-1:0] choice;
  genvar i;
  generate
    for (i = 0; i < DIMENSIONS; i = i + 1) begin : g_rank
      localparam int DIMENSION = 32'(ORDER[i*8 +: 8]);
      assign differs[i] = up[DIMENSION] || down[DIMENSION];
      assign choice[i*PORT_WIDTH +: PORT_WIDTH] =
          down[DIMENSION] ? PORT_WIDTH'(2*DIMENSION + 1) : PORT_WIDTH'(2*DIMENSION);
    end
  endgenerate
  always @* begin
    port_o = '0;
    for (int rank = DIMENSIONS - 1; rank >= 0; rank--) begin
      if (differs[rank]) port_o = choice[rank*PORT_WIDTH +: PORT_WIDTH];
    end
  end
endmodule
