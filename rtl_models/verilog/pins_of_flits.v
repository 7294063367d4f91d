/// N flits field by field, as on the pins of the router: the inverse of flits_of_pins.v.
module pins_of_flits #(
  parameter int N = 7,
  parameter int FLIT_WIDTH = 188,
  parameter int HEAD_WIDTH = 73,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]), localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int SALT_WIDTH = 32'(FLIT[32 +: 8]), localparam int INDEX_WIDTH = 32'(FLIT[40 +: 8]),
  localparam int MESSAGE_WIDTH = 32'(FLIT[48 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]), localparam int HEADER_ENTRIES = 32'(FLIT[72 +: 8]),
  localparam int FLIT_BYTES = 32'(FLIT[80 +: 7]), localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic [N*FLIT_WIDTH-1:0]         flit_i,
  output logic [N*3-1:0]                  flit_o_kind,
  output logic [N*CLASS_WIDTH-1:0]        flit_o_class,
  output logic [N*LENGTH_WIDTH-1:0]       flit_o_length,
  output logic [N*NODE_WIDTH-1:0]         flit_o_destination,
  output logic [N*NODE_WIDTH-1:0]         flit_o_source,
  output logic [N*SALT_WIDTH-1:0]         flit_o_salt,
  output logic [N*HOP_WIDTH-1:0]          flit_o_hop,
  output logic [N-1:0]                    flit_o_detour,
  output logic [N*PORT_WIDTH-1:0]         flit_o_ahead_port,
  output logic [N*16-1:0]                 flit_o_age,
  output logic [N*INDEX_WIDTH-1:0]        flit_o_index,
  output logic [N*MESSAGE_WIDTH-1:0]      flit_o_message,
  output logic [N*DATA_WIDTH-1:0]         flit_o_data,
  output logic [N-1:0]                    flit_o_header,
  output logic [N-1:0]                    flit_o_more,
  output logic [N*ROUTING_WIDTH-1:0]      flit_o_routing,
  output logic [N-1:0]                    flit_o_first_port_valid,
  output logic [N*PORT_WIDTH-1:0]         flit_o_first_port,
  output logic [N*ENTRIES-1:0]            flit_o_entry_valid,
  output logic [N*ENTRIES*NODE_WIDTH-1:0] flit_o_entry_address,
  output logic [N*ENTRIES*2-1:0]          flit_o_entry_control,
  output logic [N-1:0]                    flit_o_error
);
  localparam logic [5:0] ABSENT = FLIT[88 +: 6];
  localparam int INDEX_AT = 3 + HEAD_WIDTH + (FLIT[87] ? 16 : 0);
  localparam int MESSAGE_AT = INDEX_AT + (ABSENT[4] ? 0 : INDEX_WIDTH);
  localparam int DATA_AT = MESSAGE_AT + (ABSENT[5] ? 0 : MESSAGE_WIDTH);
  localparam int HEADER_AT = DATA_AT + 8*FLIT_BYTES;
  logic [N*HEAD_WIDTH-1:0] heads;
  field #(N, FLIT_WIDTH, 0, 3, 1'b0) kind (flit_i, flit_o_kind);
  field #(N, FLIT_WIDTH, 3, HEAD_WIDTH, 1'b0) head (flit_i, heads);
  field #(N, FLIT_WIDTH, 3 + HEAD_WIDTH, 16, !FLIT[87]) age (flit_i, flit_o_age);
  field #(N, FLIT_WIDTH, INDEX_AT, INDEX_WIDTH, ABSENT[4]) index (flit_i, flit_o_index);
  field #(N, FLIT_WIDTH, MESSAGE_AT, MESSAGE_WIDTH, ABSENT[5]) message (flit_i, flit_o_message);
  field #(N, FLIT_WIDTH, DATA_AT, DATA_WIDTH, FLIT_BYTES == 0) data (flit_i, flit_o_data);
  head_fields #(N, HEAD_WIDTH, FLIT) head_fields (
    .head_i(heads), .hop_o(flit_o_hop), .class_o(flit_o_class), .length_o(flit_o_length),
    .destination_o(flit_o_destination), .source_o(flit_o_source), .salt_o(flit_o_salt), .detour_o(flit_o_detour),
    .ahead_port_o(flit_o_ahead_port));
  generate
    if (HEADER_ENTRIES > 0) begin : g_headers
      localparam int HEADER_WIDTH = FLIT_WIDTH - HEADER_AT;
      logic [N*HEADER_WIDTH-1:0] headers;
      field #(N, FLIT_WIDTH, HEADER_AT, HEADER_WIDTH, 1'b0) header (flit_i, headers);
      header_fields #(.N(N), .FLIT(FLIT)) header_fields (
        .header_i(headers), .header_o(flit_o_header), .more_o(flit_o_more), .routing_o(flit_o_routing),
        .first_port_valid_o(flit_o_first_port_valid), .first_port_o(flit_o_first_port),
        .entry_valid_o(flit_o_entry_valid), .entry_address_o(flit_o_entry_address),
        .entry_control_o(flit_o_entry_control), .error_o(flit_o_error));
    end else begin : g_no_headers
      assign {flit_o_header, flit_o_more, flit_o_routing, flit_o_first_port_valid, flit_o_first_port,
              flit_o_entry_valid, flit_o_entry_address, flit_o_entry_control, flit_o_error} = '0;
      wire unused = &{1'b0, HEADER_AT};
    end
  endgenerate
endmodule
