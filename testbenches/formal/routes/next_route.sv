`include "checks.svh"
/// Lookahead (docs/router.md, section 4): the port that a head carries on is the one that the next router would compute.
module next_route_proof #(
  parameter int NETWORK_PORTS = 3,
  parameter int EJECTION_PORTS = 1,
  localparam int NODE_WIDTH = NETWORK_PORTS, localparam int PORT_WIDTH = $clog2(NETWORK_PORTS + EJECTION_PORTS)
) (
  input logic                                clk_i,
  input logic                                rst_ni,
  input logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,
  input logic [NETWORK_PORTS*8-1:0]          neighbour_i_input,
  input logic                                head_i,
  input logic [PORT_WIDTH-1:0]               port_i,
  input logic [NODE_WIDTH-1:0]               destination_i
);
  logic [NODE_WIDTH-1:0] node, next, far;
  logic                  routes;
  logic [PORT_WIDTH-1:0] routed, port;
  logic [7:0]            entry;
  next_route #(
    .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(EJECTION_PORTS), .LOCAL_BITS(0), .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH)
  ) next_route (.node_o(node), .routes_o(routes), .routed_i(routed), .port_o(port), .*);
  route_ecube #(.NETWORK_PORTS(NETWORK_PORTS), .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH)) route_ecube (
    .head_i(routes), .node_i(node), .destination_i(destination_i), .port_o(routed));
  first_reset first_reset (.*);
  `GIVEN(port_exists, 32'(port_i) < NETWORK_PORTS)
  assign next = neighbour_i[port_i*NODE_WIDTH +: NODE_WIDTH];
  assign entry = neighbour_i_input[port_i*8 +: 8];
  assign far = next ^ destination_i;
  `PROVE(routes_at_the_next_router, !head_i || far == '0 || (32'(port) < NETWORK_PORTS && (far >> port) == NODE_WIDTH'(1)))
  `PROVE(ejects_at_the_output_of_its_input, !head_i || far != '0 || 32'(port) == NETWORK_PORTS + 32'(entry) % EJECTION_PORTS)
endmodule
