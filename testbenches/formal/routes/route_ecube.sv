`include "checks.svh"
/// E-cube routing: a head crosses the highest (LOW_FIRST: the lowest) of the dimensions in which it is not at its destination.
module route_ecube_proof #(
  parameter int NETWORK_PORTS = 6,
  parameter int LOW_FIRST = 0,
  localparam int NODE_WIDTH = 16, localparam int PORT_WIDTH = $clog2(NETWORK_PORTS + 1)
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  head_i,
  input logic [NODE_WIDTH-1:0] node_i,
  input logic [NODE_WIDTH-1:0] destination_i
);
  logic [PORT_WIDTH-1:0] port;
  route_ecube #(NETWORK_PORTS, NODE_WIDTH, PORT_WIDTH, 256'(LOW_FIRST)) route_ecube (.port_o(port), .*);
  first_reset first_reset (.*);
  logic [NODE_WIDTH-1:0] apart;
  assign apart = node_i ^ destination_i;
  `GIVEN(goes_on, apart != '0)  // route_unit.v: a head at its destination is not routed
  `GIVEN(is_a_node, (apart >> NETWORK_PORTS) == '0)
  `PROVE(comes_nearer, !head_i || apart[port])
  `PROVE(keeps_the_order_of_dimensions, !head_i || !apart[port] ||
      (LOW_FIRST != 0 ? (apart & ((NODE_WIDTH'(1) << port) - NODE_WIDTH'(1))) == '0 : (apart >> port) == NODE_WIDTH'(1)))
  `PROVE(is_silent_otherwise, head_i || port == '0)
endmodule
