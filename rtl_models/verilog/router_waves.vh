// Shows the wires of router_core.v and the ports of its units field by field in waves: the fields of the n flits in
// `value` are called `of`_class and so on. Those of a port lie in a scope with the unit's name.
  localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]), SALT_WIDTH = 32'(FLIT[32 +: 8]), INDEX_WIDTH = 32'(FLIT[40 +: 8]);
  localparam int MESSAGE_WIDTH = 32'(FLIT[48 +: 8]), DATA_WIDTH = (FLIT[80 +: 7] > 0) ? 8*32'(FLIT[80 +: 7]) : 1;
`define FLITSCOPE_HEADS(n, of, value) \
  wire [(n)*HOP_WIDTH-1:0] of``_hop; wire [(n)*CLASS_WIDTH-1:0] of``_class; wire [(n)*LENGTH_WIDTH-1:0] of``_length; \
  wire [(n)*NODE_WIDTH-1:0] of``_destination, of``_source; wire [(n)*SALT_WIDTH-1:0] of``_salt; wire [(n)-1:0] of``_detour; \
  wire [(n)*PORT_WIDTH-1:0] of``_ahead_port; \
  head_fields #(n, HEAD_WIDTH, FLIT) of``_fields ( \
    value, of``_hop, of``_class, of``_length, of``_destination, of``_source, of``_salt, of``_detour, of``_ahead_port);
`define FLITSCOPE_FLITS(n, of, value) \
  wire [(n)*3-1:0] of``_kind; wire [(n)*CLASS_WIDTH-1:0] of``_class; wire [(n)*LENGTH_WIDTH-1:0] of``_length; \
  wire [(n)*NODE_WIDTH-1:0] of``_destination, of``_source; wire [(n)*SALT_WIDTH-1:0] of``_salt; \
  wire [(n)*HOP_WIDTH-1:0] of``_hop; wire [(n)-1:0] of``_detour; wire [(n)*PORT_WIDTH-1:0] of``_ahead_port; wire [(n)*16-1:0] of``_age; wire [(n)*INDEX_WIDTH-1:0] of``_index; wire [(n)*MESSAGE_WIDTH-1:0] of``_message; \
  wire [(n)*DATA_WIDTH-1:0] of``_data; wire [(n)-1:0] of``_header, of``_more, of``_first_port_valid, of``_error; \
  wire [(n)*ROUTING_WIDTH-1:0] of``_routing; wire [(n)*PORT_WIDTH-1:0] of``_first_port; \
  wire [(n)*ENTRIES-1:0] of``_entry_valid; wire [(n)*ENTRIES*NODE_WIDTH-1:0] of``_entry_address; \
  wire [(n)*ENTRIES*2-1:0] of``_entry_control; \
  pins_of_flits #(n, FLIT_WIDTH, HEAD_WIDTH, FLIT) of``_fields ( \
    value, of``_kind, of``_class, of``_length, of``_destination, of``_source, of``_salt, of``_hop, of``_detour, of``_ahead_port, of``_age, of``_index, \
    of``_message, of``_data, of``_header, of``_more, of``_routing, of``_first_port_valid, of``_first_port, \
    of``_entry_valid, of``_entry_address, of``_entry_control, of``_error);
`define FLITSCOPE_ACTIONS(n, of, value) \
  wire [(n)-1:0] of``_valid, of``_forward, of``_receive, of``_drop, of``_error, of``_first_port_valid; \
  wire [(n)*ROUTING_WIDTH-1:0] of``_routing; wire [(n)*PORT_WIDTH-1:0] of``_first_port; \
  action_fields #(n, ROUTING_WIDTH, PORT_WIDTH) of``_fields ( \
    value, of``_valid, of``_forward, of``_receive, of``_drop, of``_error, of``_first_port_valid, of``_routing, \
    of``_first_port);
  `FLITSCOPE_FLITS(N, front, front)
  `FLITSCOPE_FLITS(N, crossbar_front, crossbar_front)
  `FLITSCOPE_FLITS(OUTPUTS, crossing, crossing)
  `FLITSCOPE_HEADS(N, head, head)
  `FLITSCOPE_HEADS(N, header_head, header_head)
  `FLITSCOPE_ACTIONS(N, header_action, header_action)
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_fields_of_input
      if (1) begin : vc_buffer
        `FLITSCOPE_FLITS(1, flit_i, flit_i[p*FLIT_WIDTH +: FLIT_WIDTH])
        `FLITSCOPE_FLITS(VCS, front_o, front[p*VCS*FLIT_WIDTH +: VCS*FLIT_WIDTH])
        `FLITSCOPE_HEADS(VCS, head_o, head[p*VCS*HEAD_WIDTH +: VCS*HEAD_WIDTH])
      end
      if (1) begin : header_unit
        `FLITSCOPE_FLITS(VCS, front_i, front[p*VCS*FLIT_WIDTH +: VCS*FLIT_WIDTH])
        `FLITSCOPE_HEADS(VCS, head_i, head[p*VCS*HEAD_WIDTH +: VCS*HEAD_WIDTH])
        `FLITSCOPE_HEADS(VCS, head_o, header_head[p*VCS*HEAD_WIDTH +: VCS*HEAD_WIDTH])
        `FLITSCOPE_ACTIONS(VCS, action_o, header_action[p*VCS*ACTION_WIDTH +: VCS*ACTION_WIDTH])
      end
      if (1) begin : route_unit
        `FLITSCOPE_HEADS(VCS, head_i, header_head[p*VCS*HEAD_WIDTH +: VCS*HEAD_WIDTH])
        `FLITSCOPE_ACTIONS(VCS, action_i, header_action[p*VCS*ACTION_WIDTH +: VCS*ACTION_WIDTH])
      end
    end
    if (1) begin : fields
      if (1) begin : traversal_register
        `FLITSCOPE_FLITS(N, front_i, front)
        `FLITSCOPE_FLITS(N, front_o, crossbar_front)
      end
      if (1) begin : crossbar
        `FLITSCOPE_FLITS(N, front_i, crossbar_front)
        `FLITSCOPE_FLITS(OUTPUTS, flit_o, crossing)
      end
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_fields_of_output
      if (1) begin : output_unit
        `FLITSCOPE_FLITS(1, flit_i, crossing[o*FLIT_WIDTH +: FLIT_WIDTH])
        `FLITSCOPE_FLITS(1, flit_o, g_output[o].leaving)
      end
    end
  endgenerate
