/// Lookahead (docs/router.md, section 4): the output port of a head in the router that it goes to. The routing
/// function is outside: it is asked at that router (node_o, routes_o) and answers with routed_i. Combinational.
module next_route #(
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,  ///< of each node, there as here
  parameter int LOCAL_BITS = 0,      ///< of an address: the node's number at its router
  parameter int NODE_WIDTH = 16,
  parameter int PORT_WIDTH = 3
) (
  input  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,        ///< as of router.v
  input  logic [NETWORK_PORTS*8-1:0]          neighbour_i_input,
  input  logic                                head_i,             ///< there is one, and it goes on
  input  logic [PORT_WIDTH-1:0]               port_i,             ///< by this network output
  input  logic [NODE_WIDTH-1:0]               destination_i,      ///< its address
  output logic [NODE_WIDTH-1:0]               node_o,             ///< the next router
  output logic                                routes_o,           ///< which is not the destination's
  input  logic [PORT_WIDTH-1:0]               routed_i,
  output logic [PORT_WIDTH-1:0]               port_o
);
  logic [7:0]  entry;
  logic [7:0]  ejection_port;
  logic [31:0] local_index;
  always @* begin
    node_o = '0;
    entry = '0;
    for (int p = 0; p < NETWORK_PORTS; p++) begin
      if (port_i == PORT_WIDTH'(p)) begin
        node_o = neighbour_i[p*NODE_WIDTH +: NODE_WIDTH];
        entry = neighbour_i_input[p*8 +: 8];
      end
    end
  end
  assign routes_o = head_i && destination_i >> LOCAL_BITS != node_o;
  assign local_index = 32'(destination_i) & ((32'd1 << LOCAL_BITS) - 32'd1);
  assign ejection_port = entry % 8'(EJECTION_PORTS);
  assign port_o = routes_o ? routed_i
                           : PORT_WIDTH'(NETWORK_PORTS + local_index*EJECTION_PORTS + 32'(ejection_port));
endmodule
