/// The routing function that ROUTING names, for one head: combinational. `lookup` is every function that
/// no other line has: what it says is in a table (route_table.v).
///
/// A function is its module and one line below: number, module, instance named as in configurations.
/// The module takes what it reads of the ports here, port_o at least; what a function computes has one
/// VC class, and its first parameters are NETWORK_PORTS, NODE_WIDTH, PORT_WIDTH and SETTINGS.
module route #(
  parameter int ROUTING = 0,
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 1,
  parameter int PORT_WIDTH = 3,
  parameter int COUNT_WIDTH = 4,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter logic [255:0] SETTINGS = 256'd0,  ///< of the function: numbers of 16 bits, first lowest
  localparam int OUTPUT_VCS = (NETWORK_PORTS + EJECTION_PORTS) * VCS
) (
  input  logic                              head_i,         ///< a head is to be routed; port_o is 0 otherwise
  input  logic [NODE_WIDTH-1:0]             node_i,         ///< this router
  input  logic [NODE_WIDTH-1:0]             destination_i,  ///< another node than node_i
  input  logic [NODE_WIDTH-1:0]             source_i,
  input  logic [CLASS_WIDTH-1:0]            class_i,
  input  logic [LENGTH_WIDTH-1:0]           length_i,
  input  logic [SALT_WIDTH-1:0]             salt_i,
  input  logic [HOP_WIDTH-1:0]              hop_i,          ///< channels used so far
  input  logic [NETWORK_PORTS*8-1:0]        row_i,          ///< of lookup's table, for this head
  input  logic [OUTPUT_VCS-1:0]             held_i,         ///< state of the outputs
  input  logic [OUTPUT_VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic [PORT_WIDTH-1:0]             port_o          ///< network port
);
  generate
    case (ROUTING)
      0: route_ecube #(NETWORK_PORTS, NODE_WIDTH, PORT_WIDTH, SETTINGS) ecube (.*);
      1: route_dimension_order #(NETWORK_PORTS, NODE_WIDTH, PORT_WIDTH, SETTINGS) dimension_order (.*);
      2: route_lookup #(NETWORK_PORTS, PORT_WIDTH, SETTINGS, EJECTION_PORTS, VCS, MESSAGE_CLASSES, COUNT_WIDTH, CLASS_WIDTH, SALT_WIDTH, HOP_WIDTH) lookup (.*);
    endcase
  endgenerate

  wire unused = &{1'b0, head_i, node_i, destination_i, source_i, class_i, length_i, salt_i, hop_i,
                  row_i, held_i, outstanding_i};
endmodule
