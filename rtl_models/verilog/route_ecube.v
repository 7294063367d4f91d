/// E-cube routing on a binary hypercube: port i crosses dimension i, bit i of the node id.
///
/// A route module is combinational: output port and VC class of the head that `head_i` shows. To
/// bring another routing function, give it these ports and add it in route_unit.v.
module route_ecube #(
  parameter int NETWORK_PORTS = 6,  ///< dimensions
  parameter int NODE_WIDTH = 16,    ///< NETWORK_PORTS or more
  parameter int PORT_WIDTH = 3,
  parameter int ORDER = 0           ///< 0 high_first: the highest differing dimension, 1 low_first
) (
  input  logic                  head_i,         ///< a head is to be routed; outputs are 0 otherwise
  input  logic [NODE_WIDTH-1:0] node_i,         ///< this router
  input  logic [NODE_WIDTH-1:0] destination_i,  ///< another node than node_i
  output logic [PORT_WIDTH-1:0] port_o
);
  logic [NODE_WIDTH-1:0] differing;
  assign differing = node_i ^ destination_i;

  always @* begin
    port_o = '0;
    if (head_i) begin
      for (int i = 0; i < NETWORK_PORTS; i++) begin
        // The last assignment wins, so the wanted dimension comes last.
        if (differing[ORDER == 0 ? i : NETWORK_PORTS - 1 - i])
          port_o = PORT_WIDTH'(ORDER == 0 ? i : NETWORK_PORTS - 1 - i);
      end
    end
  end

  wire unused = &{1'b0, differing};
endmodule
