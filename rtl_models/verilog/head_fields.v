/// Splits N heads into the fields that a routing function may read. Combinational.
module head_fields #(
  parameter int N = 4,
  parameter int HEAD_WIDTH = 73,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]), localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int SALT_WIDTH = 32'(FLIT[32 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8])
) (
  input  logic [N*HEAD_WIDTH-1:0]   head_i,
  output logic [N*HOP_WIDTH-1:0]    hop_o,
  output logic [N*CLASS_WIDTH-1:0]  class_o,
  output logic [N*LENGTH_WIDTH-1:0] length_o,
  output logic [N*NODE_WIDTH-1:0]   destination_o,
  output logic [N*NODE_WIDTH-1:0]   source_o,
  output logic [N*SALT_WIDTH-1:0]   salt_o,
  output logic [N-1:0]              detour_o,     ///< the bit of UGAL
  output logic [N*PORT_WIDTH-1:0]   ahead_port_o  ///< with lookahead: the output port here
);
  localparam logic [5:0] ABSENT = FLIT[88 +: 6];
  localparam int CLASS_AT = ABSENT[0] ? 0 : HOP_WIDTH;
  localparam int LENGTH_AT = CLASS_AT + CLASS_WIDTH;
  localparam int DESTINATION_AT = LENGTH_AT + (ABSENT[1] ? 0 : LENGTH_WIDTH);
  localparam int SOURCE_AT = DESTINATION_AT + NODE_WIDTH;
  localparam int SALT_AT = SOURCE_AT + (ABSENT[2] ? 0 : NODE_WIDTH);
  field #(N, HEAD_WIDTH, 0, HOP_WIDTH, ABSENT[0]) hop (head_i, hop_o);
  field #(N, HEAD_WIDTH, CLASS_AT, CLASS_WIDTH, 1'b0) message_class (head_i, class_o);
  field #(N, HEAD_WIDTH, LENGTH_AT, LENGTH_WIDTH, ABSENT[1]) length (head_i, length_o);
  field #(N, HEAD_WIDTH, DESTINATION_AT, NODE_WIDTH, 1'b0) destination (head_i, destination_o);
  field #(N, HEAD_WIDTH, SOURCE_AT, NODE_WIDTH, ABSENT[2]) source (head_i, source_o);
  field #(N, HEAD_WIDTH, SALT_AT, SALT_WIDTH, ABSENT[3]) salt (head_i, salt_o);
  localparam int DETOUR_AT = SALT_AT + (ABSENT[3] ? 0 : SALT_WIDTH);
  field #(N, HEAD_WIDTH, DETOUR_AT, 1, !FLIT[94]) detour (head_i, detour_o);
  field #(N, HEAD_WIDTH, DETOUR_AT + (FLIT[94] ? 1 : 0), PORT_WIDTH, !FLIT[95]) ahead_port (head_i, ahead_port_o);
endmodule
