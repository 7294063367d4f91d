/// The flits on the pins of N ports, each as the one vector that goes through the router.
///
/// The layout of a flit, from bit 0 on. A module that reads more than the kind uses pins_of_flits.v,
/// head_fields.v or header_fields.v; all others move FLIT_WIDTH bits:
///
///   kind (3), head (hop, class, length, destination, source, salt, detour with UGAL, port with lookahead), age where
///   that is the priority, index, message, data if there is any, header if there are multicasts (header_fields.v).
///
/// FLIT says how wide its fields are, 8 bits each from bit 0 on: hop, class, length, node, salt, index, message,
/// port, routing of a header, entries of a header, bytes of data (7 bits, then 1: the age is there); then the fields that are absent: 1 hop,
/// 2 length, 4 source, 8 salt, 16 index, 32 message; 64: detour is there, 128: the port of lookahead.
module flits_of_pins #(
  parameter int N = 7,
  parameter int FLIT_WIDTH = 188,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]), localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int SALT_WIDTH = 32'(FLIT[32 +: 8]), localparam int INDEX_WIDTH = 32'(FLIT[40 +: 8]),
  localparam int MESSAGE_WIDTH = 32'(FLIT[48 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]), localparam int HEADER_ENTRIES = 32'(FLIT[72 +: 8]),
  localparam int FLIT_BYTES = 32'(FLIT[80 +: 7]), localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic [N*3-1:0]                  flit_i_kind,
  input  logic [N*CLASS_WIDTH-1:0]        flit_i_class,
  input  logic [N*LENGTH_WIDTH-1:0]       flit_i_length,
  input  logic [N*NODE_WIDTH-1:0]         flit_i_destination,
  input  logic [N*NODE_WIDTH-1:0]         flit_i_source,
  input  logic [N*SALT_WIDTH-1:0]         flit_i_salt,
  input  logic [N*HOP_WIDTH-1:0]          flit_i_hop,
  input  logic [N-1:0]                    flit_i_detour,
  input  logic [N*PORT_WIDTH-1:0]         flit_i_ahead_port,
  input  logic [N*16-1:0]                 flit_i_age,
  input  logic [N*INDEX_WIDTH-1:0]        flit_i_index,
  input  logic [N*MESSAGE_WIDTH-1:0]      flit_i_message,
  input  logic [N*DATA_WIDTH-1:0]         flit_i_data,
  input  logic [N-1:0]                    flit_i_header,
  input  logic [N-1:0]                    flit_i_more,
  input  logic [N*ROUTING_WIDTH-1:0]      flit_i_routing,
  input  logic [N-1:0]                    flit_i_first_port_valid,
  input  logic [N*PORT_WIDTH-1:0]         flit_i_first_port,
  input  logic [N*ENTRIES-1:0]            flit_i_entry_valid,
  input  logic [N*ENTRIES*NODE_WIDTH-1:0] flit_i_entry_address,
  input  logic [N*ENTRIES*2-1:0]          flit_i_entry_control,
  input  logic [N-1:0]                    flit_i_error,  ///< 0: of ejection outputs only
  output logic [N*FLIT_WIDTH-1:0]         flit_o
);
  localparam logic [5:0] ABSENT = FLIT[88 +: 6];
  localparam int CLASS_AT = 3 + (ABSENT[0] ? 0 : HOP_WIDTH);
  localparam int LENGTH_AT = CLASS_AT + CLASS_WIDTH;
  localparam int DESTINATION_AT = LENGTH_AT + (ABSENT[1] ? 0 : LENGTH_WIDTH);
  localparam int SOURCE_AT = DESTINATION_AT + NODE_WIDTH;
  localparam int SALT_AT = SOURCE_AT + (ABSENT[2] ? 0 : NODE_WIDTH);
  localparam int DETOUR_AT = SALT_AT + (ABSENT[3] ? 0 : SALT_WIDTH);
  localparam int AHEAD_AT = DETOUR_AT + (FLIT[94] ? 1 : 0);
  localparam int AGE_AT = AHEAD_AT + (FLIT[95] ? PORT_WIDTH : 0);
  localparam int INDEX_AT = AGE_AT + (FLIT[87] ? 16 : 0);
  localparam int MESSAGE_AT = INDEX_AT + (ABSENT[4] ? 0 : INDEX_WIDTH);
  localparam int DATA_AT = MESSAGE_AT + (ABSENT[5] ? 0 : MESSAGE_WIDTH);
  localparam int HEADER_AT = DATA_AT + 8*FLIT_BYTES;
  genvar p;
  generate
    for (p = 0; p < N; p = p + 1) begin : g_port
      localparam int AT = p*FLIT_WIDTH;
      assign flit_o[AT +: 3] = flit_i_kind[p*3 +: 3];
      assign flit_o[AT + CLASS_AT +: CLASS_WIDTH] = flit_i_class[p*CLASS_WIDTH +: CLASS_WIDTH];
      assign flit_o[AT + DESTINATION_AT +: NODE_WIDTH] = flit_i_destination[p*NODE_WIDTH +: NODE_WIDTH];
      if (!ABSENT[0]) assign flit_o[AT + 3 +: HOP_WIDTH] = flit_i_hop[p*HOP_WIDTH +: HOP_WIDTH];
      if (!ABSENT[1]) assign flit_o[AT + LENGTH_AT +: LENGTH_WIDTH] = flit_i_length[p*LENGTH_WIDTH +: LENGTH_WIDTH];
      if (!ABSENT[2]) assign flit_o[AT + SOURCE_AT +: NODE_WIDTH] = flit_i_source[p*NODE_WIDTH +: NODE_WIDTH];
      if (!ABSENT[3]) assign flit_o[AT + SALT_AT +: SALT_WIDTH] = flit_i_salt[p*SALT_WIDTH +: SALT_WIDTH];
      if (FLIT[94]) assign flit_o[AT + DETOUR_AT] = flit_i_detour[p];
      if (FLIT[95]) assign flit_o[AT + AHEAD_AT +: PORT_WIDTH] = flit_i_ahead_port[p*PORT_WIDTH +: PORT_WIDTH];
      if (FLIT[87]) assign flit_o[AT + AGE_AT +: 16] = flit_i_age[p*16 +: 16];
      if (!ABSENT[4]) assign flit_o[AT + INDEX_AT +: INDEX_WIDTH] = flit_i_index[p*INDEX_WIDTH +: INDEX_WIDTH];
      if (!ABSENT[5])
        assign flit_o[AT + MESSAGE_AT +: MESSAGE_WIDTH] = flit_i_message[p*MESSAGE_WIDTH +: MESSAGE_WIDTH];
      if (FLIT_BYTES > 0) assign flit_o[AT + DATA_AT +: DATA_WIDTH] = flit_i_data[p*DATA_WIDTH +: DATA_WIDTH];
      if (HEADER_ENTRIES > 0)
        assign flit_o[AT + HEADER_AT +: FLIT_WIDTH - HEADER_AT] = {
            flit_i_first_port[p*PORT_WIDTH +: PORT_WIDTH], flit_i_routing[p*ROUTING_WIDTH +: ROUTING_WIDTH],
            flit_i_first_port_valid[p], flit_i_more[p], flit_i_header[p],
            flit_i_entry_control[p*ENTRIES*2 +: ENTRIES*2],
            flit_i_entry_address[p*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH],
            flit_i_entry_valid[p*ENTRIES +: ENTRIES], 1'b0};
    end
  endgenerate

  wire unused = &{1'b0, flit_i_length, flit_i_source, flit_i_salt, flit_i_hop, flit_i_detour, flit_i_ahead_port, flit_i_age, flit_i_index, flit_i_message, flit_i_data,
                  flit_i_header, flit_i_more, flit_i_routing, flit_i_first_port_valid, flit_i_first_port,
                  flit_i_entry_valid, flit_i_entry_address, flit_i_entry_control, flit_i_error};
endmodule
