`include "checks.svh"
/// Dimension-order routing on an X x Y mesh: every hop comes nearer, so none leads over the edge; X is travelled before Y
/// (Y_FIRST: after).
module route_dimension_order_proof #(
  parameter int X = 8,
  parameter int Y = 8,
  parameter int Y_FIRST = 0,
  localparam int NODE_WIDTH = 16, localparam int PORT_WIDTH = 3
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       head_i,
  input logic [7:0] x, y, to_x, to_y
);
  logic [PORT_WIDTH-1:0] port;
  route_dimension_order #(
    4, NODE_WIDTH, PORT_WIDTH, {192'd0, 16'(Y_FIRST != 0 ? 0 : 1), 16'(Y_FIRST != 0 ? 1 : 0), 16'(Y), 16'(X)}
  ) route_dimension_order (
    .node_i(NODE_WIDTH'(y)*NODE_WIDTH'(X) + NODE_WIDTH'(x)),
    .destination_i(NODE_WIDTH'(to_y)*NODE_WIDTH'(X) + NODE_WIDTH'(to_x)), .port_o(port), .*);
  first_reset first_reset (.*);
  `GIVEN(goes_on, {x, y} != {to_x, to_y})  // route_unit.v: a head at its destination is not routed
  `GIVEN(is_a_node, 32'(x) < X && 32'(to_x) < X && 32'(y) < Y && 32'(to_y) < Y)
  `PROVE(comes_nearer, !head_i || (port == 3'd0 && x < to_x) || (port == 3'd1 && x > to_x) || (port == 3'd2 && y < to_y) ||
                       (port == 3'd3 && y > to_y))
  `PROVE(keeps_the_order_of_dimensions, !head_i || (Y_FIRST != 0 ? (port > 3'd1 || y == to_y) : (port < 3'd2 || x == to_x)))
endmodule
