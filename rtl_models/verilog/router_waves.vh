// The fields of what the wires of router_core.v carry, for waves.
  localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]), SALT_WIDTH = 32'(FLIT[32 +: 8]), INDEX_WIDTH = 32'(FLIT[40 +: 8]);
  localparam int MESSAGE_WIDTH = 32'(FLIT[48 +: 8]), DATA_WIDTH = (FLIT[80 +: 8] > 0) ? 8*32'(FLIT[80 +: 8]) : 1;
`define FLITSCOPE_HEADS(of) \
  wire [N*HOP_WIDTH-1:0] of``_hop; wire [N*CLASS_WIDTH-1:0] of``_class; wire [N*LENGTH_WIDTH-1:0] of``_length; \
  wire [N*NODE_WIDTH-1:0] of``_destination, of``_source; wire [N*SALT_WIDTH-1:0] of``_salt; \
  head_fields #(N, HEAD_WIDTH, FLIT) of``_fields (of, of``_hop, of``_class, of``_length, of``_destination, of``_source, of``_salt);
`define FLITSCOPE_FLITS(n, of) \
  wire [n*3-1:0] of``_kind; wire [n*CLASS_WIDTH-1:0] of``_class; wire [n*LENGTH_WIDTH-1:0] of``_length; \
  wire [n*NODE_WIDTH-1:0] of``_destination, of``_source; wire [n*SALT_WIDTH-1:0] of``_salt; \
  wire [n*HOP_WIDTH-1:0] of``_hop; wire [n*INDEX_WIDTH-1:0] of``_index; wire [n*MESSAGE_WIDTH-1:0] of``_message; \
  wire [n*DATA_WIDTH-1:0] of``_data; wire [n-1:0] of``_header, of``_more, of``_first_port_valid, of``_error; \
  wire [n*ROUTING_WIDTH-1:0] of``_routing; wire [n*PORT_WIDTH-1:0] of``_first_port; \
  wire [n*ENTRIES-1:0] of``_entry_valid; wire [n*ENTRIES*NODE_WIDTH-1:0] of``_entry_address; \
  wire [n*ENTRIES*2-1:0] of``_entry_control; \
  pins_of_flits #(n, FLIT_WIDTH, FLIT) of``_fields ( \
    of, of``_kind, of``_class, of``_length, of``_destination, of``_source, of``_salt, of``_hop, of``_index, \
    of``_message, of``_data, of``_header, of``_more, of``_routing, of``_first_port_valid, of``_first_port, \
    of``_entry_valid, of``_entry_address, of``_entry_control, of``_error);
  `FLITSCOPE_FLITS(N, front)
  `FLITSCOPE_FLITS(OUTPUTS, crossing)
  `FLITSCOPE_HEADS(head)
  `FLITSCOPE_HEADS(header_head)
  wire [N-1:0] header_action_valid, header_action_forward, header_action_receive, header_action_drop;
  wire [N-1:0] header_action_error, header_action_first_port_valid;
  wire [N*ROUTING_WIDTH-1:0] header_action_routing;
  wire [N*PORT_WIDTH-1:0] header_action_first_port;
  action_fields #(N, ROUTING_WIDTH, PORT_WIDTH) header_action_fields (
    header_action, header_action_valid, header_action_forward, header_action_receive, header_action_drop,
    header_action_error, header_action_first_port_valid, header_action_routing, header_action_first_port);
