/// The router inside router.v: a netlist of its units. Same parameters and ports, but a flit is one vector.
/// ROUTE_ROWS: where routes are looked up, the contents of the tables of all inputs (route_table.v), the first lowest.
module router_core #(
  parameter int NETWORK_PORTS = 6, parameter int VIRTUAL_CHANNELS = 4, parameter int BUFFER_FLITS = 8,
  parameter int BUFFERS = 0, parameter int RESERVED = 1,
  parameter int SWITCHING = 0, parameter int PIPELINE = 3, parameter int EXTRA_STAGES = 0,
  parameter int LOOKAHEAD = 0, parameter int SPECULATION = 0, parameter int BYPASS = 0,
  parameter int VC_ALLOCATOR = 0,
  parameter int SWITCH_ALLOCATOR = 0, parameter int ITERATIONS = 1, parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0, parameter int INPUT_SPEEDUP = 1, parameter int PRIORITY = 0, parameter int VC_REUSE = 0,
  parameter int VC_CHOICE = 1,
  parameter int INJECTION_PORTS = 1,
  parameter int EJECTION_PORTS = 1, parameter int INJECTION_VCS = 4, parameter int EJECTION_VCS = 0,
  parameter int MESSAGE_CLASSES = 1, parameter logic [63:0] CLASS_VCS = 64'd0, parameter int ROUTING = 0, parameter logic [255:0] ROUTE_SETTINGS = 256'd0,
  parameter ROUTE_ROWS = 1'd0,
  parameter int LOCAL_NODES = 1, parameter int LOCAL_BITS = 0,
  parameter logic [NETWORK_PORTS*8-1:0] CYCLES_PER_FLIT = {NETWORK_PORTS{8'd1}},
  parameter logic [NETWORK_PORTS+LOCAL_NODES*INJECTION_PORTS-1:0] CONNECTED =
      {(NETWORK_PORTS+LOCAL_NODES*INJECTION_PORTS){1'b1}},
  parameter int HEADER_ENTRIES = 0, parameter int HEADER_ROUTINGS = 1, parameter int HEADER_CLASSES = 1,
  parameter logic [HEADER_ROUTINGS*8-1:0] HEADER_EJECTION_CLASSES = {HEADER_ROUTINGS{8'd1}},
  parameter int NODES = 64, parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,
  parameter int FLIT_WIDTH = 188, parameter int HEAD_WIDTH = 73, parameter int HEADER_WIDTH = 0,
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]), localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]),
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1,
  localparam int VCS = VIRTUAL_CHANNELS, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int INPUTS = NETWORK_PORTS + LOCAL_NODES*INJECTION_PORTS,
  localparam int OUTPUTS = NETWORK_PORTS + LOCAL_NODES*EJECTION_PORTS
) (
  input  logic                           clk_i, rst_ni,
  input  logic [NODE_WIDTH-1:0]          node_i,
  input  logic [NETWORK_PORTS*8-1:0]     link_vcs_i,
  input  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,
  input  logic [NETWORK_PORTS*8-1:0]     neighbour_i_input,
  output logic                           idle_o,
  input  logic                           table_clk_i,
  input  logic [INPUTS-1:0]              table_i_valid,
  input  logic [17:0]                    table_i_address,
  input  logic [NETWORK_PORTS*8-1:0]     table_i_row,
  input  logic                           route_again_i,
  input  logic [INPUTS-1:0]              flit_i_valid,
  input  logic [INPUTS*VC_WIDTH-1:0]     flit_i_vc,
  input  logic [INPUTS*FLIT_WIDTH-1:0]   flit_i,
  output logic [INPUTS*VCS-1:0]          credit_o,
`ifdef FLITSCOPE_PURGE
  input  logic [INPUTS*VCS*($clog2(BUFFER_FLITS + 1)+2)-1:0] purge_i_inputs,
  input  logic [OUTPUTS*(VCS*($clog2(BUFFER_FLITS + 1)+1)+1)-1:0] purge_i_outputs,
`endif
  output logic [OUTPUTS-1:0]             flit_o_valid,
  output logic [OUTPUTS*VC_WIDTH-1:0]    flit_o_vc,
  output logic [OUTPUTS*FLIT_WIDTH-1:0]  flit_o,
  input  logic [NETWORK_PORTS*VCS-1:0]   credit_i
);
  // Flits that the VCs behind a network output share, and those that one of them may have.
  localparam int SHARED = BUFFERS != 0 ? VCS*(BUFFER_FLITS - RESERVED) : 0;
  localparam int VC_FLITS = BUFFERS != 0 ? RESERVED + SHARED : BUFFER_FLITS;
  localparam int COUNT_WIDTH = $clog2(VC_FLITS + 1);
  localparam int ACTION_WIDTH = 6 + ROUTING_WIDTH + PORT_WIDTH;
  localparam int HEADER_VC_CLASSES = (HEADER_ENTRIES > 0) ? HEADER_CLASSES : 0;
  localparam int MULTICASTS = (HEADER_ENTRIES > 0) ? 1 : 0;
  localparam int TABLE_BITS = ($bits(ROUTE_ROWS) > 1) ? $bits(ROUTE_ROWS) / INPUTS : 1;
  localparam int N = INPUTS * VCS;  // input VCs
  // The bits of a priority, and where a flit has them.
  localparam int PRIORITY_WIDTH = (PRIORITY == 2) ? 16 : (PRIORITY == 1) ? 32'(FLIT[8 +: 8]) : 0;
  localparam int PRIORITY_BITS = (PRIORITY_WIDTH > 0) ? PRIORITY_WIDTH : 1;
  localparam int PRIORITY_AT = (PRIORITY == 2) ? 3 + HEAD_WIDTH : 3 + (FLIT[88] ? 0 : HOP_WIDTH);
  localparam int ROWS = INPUTS * INPUT_SPEEDUP;  // crossbar inputs
  // VC classes of a message class with VCs of their own: those of an escape and the others have some in common.
  localparam int POINTER_CLASSES = (ROUTING != 2) ? 1 + HEADER_VC_CLASSES :
      ROUTE_SETTINGS[5*16 + 2] ? 1 : 32'(ROUTE_SETTINGS[4*16 +: 16]) + HEADER_VC_CLASSES;

  // Wires between the units, each named by what it carries: from the VC buffers ...
  logic [N-1:0]              filled, head_valid, tail_front, tail_held;
  logic [N*FLIT_WIDTH-1:0]   front;
  logic [N*HEAD_WIDTH-1:0]   head;
  logic [N*COUNT_WIDTH-1:0]  count;
  // ... what holds their priorities ...
  logic [N*PRIORITY_BITS-1:0] priorities;
  // ... the header units, and the register of the node that they see ...
  logic [NODE_WIDTH-1:0]     header_node;
  logic [N-1:0]              header_head_valid;
  logic [N*HEAD_WIDTH-1:0]   header_head;
  logic [N*ACTION_WIDTH-1:0] header_action;
  logic [N*ENTRIES-1:0]      header_served;
  // ... the route units, of the branch that unicasts have ...
  logic [N-1:0]              vc_request_valid, active_valid, vc_route_valid, vc_stage_routed, vc_stage_active, pop, drop;
  logic [N-1:0]              vc_request_detour, active_detour, vc_route_detour;
  logic [N-1:0]              ahead_valid;
  logic [N*PORT_WIDTH-1:0]   vc_request_port, active_port, vc_route_port, ahead_port;
  logic [N*VCS-1:0]          vc_request_allowed, vc_route_allowed;
  logic [N*LENGTH_WIDTH-1:0] vc_request_length;
  logic [N*HOP_WIDTH-1:0]    vc_request_hop, active_hop;
  logic [N*VC_WIDTH-1:0]     active_vc;
  // ... and of absorb ...
  logic [N-1:0]              absorb_request_valid, absorb_active_valid, absorb_route_valid, absorb_error;
  logic [N-1:0]              absorb_stage_routed, absorb_stage_active;
  logic [N*PORT_WIDTH-1:0]   absorb_request_port, absorb_active_port, absorb_route_port;
  logic [N*VCS-1:0]          absorb_request_allowed, absorb_route_allowed;
  logic [N*LENGTH_WIDTH-1:0] absorb_request_length;
  logic [N*HOP_WIDTH-1:0]    absorb_request_hop, absorb_active_hop;
  logic [N*VC_WIDTH-1:0]     absorb_active_vc;
  // ... the allocators ...
  logic [N-1:0]              vc_grant_valid, absorb_vc_grant_valid, switch_grant, absorb_grant, switch_wasted;
  logic [N-1:0]              asking_valid, asking_detour;
  logic [N*PORT_WIDTH-1:0]   asking_port;
  logic [N*VC_WIDTH-1:0]     asking_vc;
  logic [N*HOP_WIDTH-1:0]    asking_hop;
  logic [N*VC_WIDTH-1:0]     vc_grant_vc, absorb_vc_grant_vc;
  logic [OUTPUTS*VCS-1:0]    output_taken;
  logic [OUTPUTS*ROWS-1:0]   switch_select;
  // ... what they see and grant where flits may bypass them (bypass_unit.v) ...
  logic [N-1:0]              allocator_request_valid, allocator_filled, allocator_vc_grant_valid, allocator_grant;
  logic [N-1:0]              crossing_active_detour;
  logic [N*VC_WIDTH-1:0]     allocator_vc_grant_vc, crossing_active_vc;
  logic [OUTPUTS*VCS-1:0]    allocator_taken;
  logic [OUTPUTS*ROWS-1:0]   allocator_select;
  logic [INPUTS-1:0]         input_free;
  logic [OUTPUTS-1:0]        output_bypass, output_clear;
  // ... the traversal register, which has what the crossbar gets, and tells the output units of grants ...
  logic [N*FLIT_WIDTH-1:0]   crossbar_front;
  logic [N*VC_WIDTH-1:0]     crossbar_active_vc, crossbar_absorb_active_vc;
  logic [N-1:0]              crossbar_active_detour, crossbar_ahead_valid, crossbar_grant, crossbar_absorb_grant,
    crossbar_error;
  logic [N*PORT_WIDTH-1:0]   crossbar_ahead_port;
  logic [N*ENTRIES-1:0]      crossbar_served;
  logic [OUTPUTS*ROWS-1:0]   crossbar_select;
  logic [OUTPUTS-1:0]        output_sent_tail;
  logic [OUTPUTS*VCS-1:0]    output_sent_vcs;
  logic                      register_quiet;
  logic [OUTPUTS-1:0]        line_quiet;
  // ... the crossbar and the output units.
  logic [OUTPUTS-1:0]            crossing_valid, output_quiet, output_open;
  logic [OUTPUTS*VC_WIDTH-1:0]   crossing_vc;
  logic [OUTPUTS*FLIT_WIDTH-1:0] crossing;
  logic [OUTPUTS*VCS-1:0]        output_state_held, output_state_free, output_state_passed, output_ready;
  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] output_outstanding;
  // Ejection outputs get no credits.
  wire [OUTPUTS*VCS-1:0] output_credit = {{LOCAL_NODES*EJECTION_PORTS*VCS{1'b0}}, credit_i};

// The units of input port p.
`define OF(vector, width) vector[p*VCS*(width) +: VCS*(width)]
  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      localparam int USED_VCS = !CONNECTED[p] ? 0 : (p < NETWORK_PORTS) ? VCS : INJECTION_VCS;

      vc_buffer #(
        .VCS(VCS), .USED_VCS(USED_VCS), .BUFFER_FLITS(p < NETWORK_PORTS ? VC_FLITS : BUFFER_FLITS),
        .SHARED(p < NETWORK_PORTS && CONNECTED[p] ? SHARED : 0), .FLIT_WIDTH(FLIT_WIDTH), .HEAD_WIDTH(HEAD_WIDTH),
        .MULTICASTS(MULTICASTS), .COUNT_WIDTH(COUNT_WIDTH)
      ) vc_buffer (
`ifdef FLITSCOPE_PURGE
        .purge_i(`OF(purge_i_inputs, COUNT_WIDTH+2)),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .flit_i_valid(flit_i_valid[p]), .flit_i_vc(flit_i_vc[p*VC_WIDTH +: VC_WIDTH]),
        .flit_i(flit_i[p*FLIT_WIDTH +: FLIT_WIDTH]), .pop_i(`OF(pop, 1)), .drop_i(`OF(drop, 1)),
        .credit_o(`OF(credit_o, 1)), .filled_o(`OF(filled, 1)), .front_o(`OF(front, FLIT_WIDTH)),
        .head_o_valid(`OF(head_valid, 1)), .head_o(`OF(head, HEAD_WIDTH)), .tail_o_front(`OF(tail_front, 1)),
        .tail_o_held(`OF(tail_held, 1)), .count_o(`OF(count, COUNT_WIDTH)));

      held_priority #(
        .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH), .AT(PRIORITY_AT), .PRIORITY_WIDTH(PRIORITY_WIDTH)
      ) held_priority (
        .clk_i(clk_i), .rst_ni(rst_ni), .head_i_valid(`OF(head_valid, 1)), .front_i(`OF(front, FLIT_WIDTH)),
        .priority_o(`OF(priorities, PRIORITY_BITS)));

      header_unit #(
        .INJECTED(p >= NETWORK_PORTS ? 1 : 0), .VCS(VCS), .USED_VCS(USED_VCS), .FLIT_WIDTH(FLIT_WIDTH),
        .HEAD_WIDTH(HEAD_WIDTH), .NODES(NODES), .FLIT(FLIT)
      ) header_unit (
        .node_i(header_node), .head_i_valid(`OF(head_valid, 1)), .head_i(`OF(head, HEAD_WIDTH)),
        .front_i(`OF(front, FLIT_WIDTH)), .head_o_valid(`OF(header_head_valid, 1)),
        .head_o(`OF(header_head, HEAD_WIDTH)), .action_o(`OF(header_action, ACTION_WIDTH)),
        .served_o(`OF(header_served, ENTRIES)));

      multicast_route_unit #(
        .INPUT(p), .NETWORK_PORTS(NETWORK_PORTS), .LOCAL_NODES(LOCAL_NODES), .LOCAL_BITS(LOCAL_BITS),
        .EJECTION_PORTS(EJECTION_PORTS), .VCS(VCS), .USED_VCS(USED_VCS), .BUFFER_FLITS(VC_FLITS), .EJECTION_VCS(EJECTION_VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASS_VCS(CLASS_VCS),
        .PIPELINE(PIPELINE), .LOOKAHEAD(LOOKAHEAD), .SPECULATION(SPECULATION), .STORE_AND_FORWARD(SWITCHING == 2 ? 1 : 0), .ROUTING(ROUTING),
        .ROUTE_ROWS(ROUTE_ROWS[($bits(ROUTE_ROWS) > 1 ? p*TABLE_BITS : 0) +: TABLE_BITS]),
        .ROUTE_SETTINGS(ROUTE_SETTINGS), .HEADER_CLASSES(HEADER_VC_CLASSES),
        .HEADER_EJECTION_CLASSES(HEADER_EJECTION_CLASSES), .NODES(NODES), .FLIT(FLIT)
      ) route_unit (
`ifdef FLITSCOPE_PURGE
        .purge_i(`OF(purge_i_inputs, COUNT_WIDTH+2)),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .node_i(node_i), .link_vcs_i(link_vcs_i), .neighbour_i(neighbour_i), .neighbour_i_input(neighbour_i_input), .table_clk_i(table_clk_i),
        .table_i_valid(table_i_valid[p]), .table_i_address(table_i_address), .table_i_row(table_i_row),
        .route_again_i(route_again_i), .head_i_valid(`OF(header_head_valid, 1)),
        .head_i(`OF(header_head, HEAD_WIDTH)), .action_i(`OF(header_action, ACTION_WIDTH)),
        .tail_i_front(`OF(tail_front, 1)), .tail_i_held(`OF(tail_held, 1)), .state_i_held(output_state_held),
        .state_i_free(output_state_free), .outstanding_i(output_outstanding),
        .vc_grant_i_valid(`OF(vc_grant_valid, 1)), .vc_grant_i_vc(`OF(vc_grant_vc, VC_WIDTH)),
        .grant_i(`OF(switch_grant, 1)), .absorb_vc_grant_i_valid(`OF(absorb_vc_grant_valid, 1)),
        .absorb_vc_grant_i_vc(`OF(absorb_vc_grant_vc, VC_WIDTH)), .absorb_grant_i(`OF(absorb_grant, 1)),
        .request_o_valid(`OF(vc_request_valid, 1)), .request_o_port(`OF(vc_request_port, PORT_WIDTH)),
        .request_o_allowed(`OF(vc_request_allowed, VCS)), .request_o_length(`OF(vc_request_length, LENGTH_WIDTH)),
        .request_o_hop(`OF(vc_request_hop, HOP_WIDTH)), .request_o_detour(`OF(vc_request_detour, 1)),
        .ahead_o_valid(`OF(ahead_valid, 1)), .ahead_o_port(`OF(ahead_port, PORT_WIDTH)), .active_o_detour(`OF(active_detour, 1)), .route_o_detour(`OF(vc_route_detour, 1)), .active_o_valid(`OF(active_valid, 1)),
        .active_o_port(`OF(active_port, PORT_WIDTH)), .active_o_vc(`OF(active_vc, VC_WIDTH)),
        .active_o_hop(`OF(active_hop, HOP_WIDTH)), .route_o_valid(`OF(vc_route_valid, 1)),
        .route_o_port(`OF(vc_route_port, PORT_WIDTH)), .route_o_allowed(`OF(vc_route_allowed, VCS)),
        .stage_o_routed(`OF(vc_stage_routed, 1)), .stage_o_active(`OF(vc_stage_active, 1)),
        .absorb_request_o_valid(`OF(absorb_request_valid, 1)),
        .absorb_request_o_port(`OF(absorb_request_port, PORT_WIDTH)),
        .absorb_request_o_allowed(`OF(absorb_request_allowed, VCS)),
        .absorb_request_o_length(`OF(absorb_request_length, LENGTH_WIDTH)),
        .absorb_request_o_hop(`OF(absorb_request_hop, HOP_WIDTH)),
        .absorb_active_o_valid(`OF(absorb_active_valid, 1)),
        .absorb_active_o_port(`OF(absorb_active_port, PORT_WIDTH)),
        .absorb_active_o_vc(`OF(absorb_active_vc, VC_WIDTH)), .absorb_active_o_hop(`OF(absorb_active_hop, HOP_WIDTH)),
        .absorb_route_o_valid(`OF(absorb_route_valid, 1)), .absorb_route_o_port(`OF(absorb_route_port, PORT_WIDTH)),
        .absorb_route_o_allowed(`OF(absorb_route_allowed, VCS)),
        .absorb_stage_o_routed(`OF(absorb_stage_routed, 1)), .absorb_stage_o_active(`OF(absorb_stage_active, 1)),
        .pop_o(`OF(pop, 1)), .drop_o(`OF(drop, 1)), .error_o(`OF(absorb_error, 1)));
    end
  endgenerate
`undef OF

  header_node #(.NODE_WIDTH(NODE_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES)) header_node_register (
    .clk_i(clk_i), .rst_ni(rst_ni), .node_i(node_i), .node_o(header_node));

  multicast_vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(VC_FLITS),
    .ALLOCATOR(VC_ALLOCATOR), .ARBITER(ARBITER), .WHOLE_MESSAGE(SWITCHING == 0 ? 0 : 1), .LENGTH_WIDTH(LENGTH_WIDTH),
    .HOP_WIDTH(HOP_WIDTH), .MULTICASTS(MULTICASTS), .PRIORITY_WIDTH(PRIORITY_WIDTH), .SHARED(SHARED),
    .VC_CHOICE(VC_CHOICE)
  ) vc_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .priority_i(priorities), .request_i_valid(allocator_request_valid), .request_i_port(vc_request_port),
    .request_i_allowed(vc_request_allowed), .request_i_length(vc_request_length), .request_i_hop(vc_request_hop),
    .request_i_detour(vc_request_detour), .active_i_valid(active_valid), .active_i_port(active_port),
    .active_i_vc(active_vc), .active_i_hop(active_hop), .active_i_detour(active_detour), .switch_grant_i(allocator_grant),
    .asking_o_valid(asking_valid), .asking_o_port(asking_port), .asking_o_vc(asking_vc), .asking_o_hop(asking_hop),
    .asking_o_detour(asking_detour), .count_i(count), .absorb_request_i_valid(absorb_request_valid), .absorb_request_i_allowed(absorb_request_allowed),
    .state_i_held(output_state_held), .state_i_free(output_state_free), .state_i_passed(output_state_passed),
    .outstanding_i(output_outstanding), .grant_o_valid(allocator_vc_grant_valid), .grant_o_vc(allocator_vc_grant_vc),
    .absorb_grant_o_valid(absorb_vc_grant_valid),
    .absorb_grant_o_vc(absorb_vc_grant_vc), .taken_o(allocator_taken));

  multicast_switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(VC_FLITS),
    .ALLOCATOR(SWITCH_ALLOCATOR), .ITERATIONS(ITERATIONS), .ARBITER(ARBITER), .ARBITER_STATE(ARBITER_STATE),
    .INPUT_SPEEDUP(INPUT_SPEEDUP), .WHOLE_MESSAGE(SWITCHING == 0 ? 0 : 1), .LENGTH_WIDTH(LENGTH_WIDTH),
    .HOP_WIDTH(HOP_WIDTH), .SPECULATION(SPECULATION), .MULTICASTS(MULTICASTS), .PRIORITY_WIDTH(PRIORITY_WIDTH),
    .VC_CHOICE(VC_CHOICE)
  ) switch_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .priority_i(priorities), .active_i_valid(asking_valid), .active_i_port(asking_port), .active_i_vc(asking_vc),
    .active_i_hop(asking_hop), .filled_i(allocator_filled), .count_i(count), .ready_i(output_ready), .open_i(output_open),
    .request_i_valid(vc_request_valid), .request_i_port(vc_request_port), .request_i_allowed(vc_request_allowed),
    .request_i_length(vc_request_length), .vc_grant_i_valid(allocator_vc_grant_valid), .vc_grant_i_vc(allocator_vc_grant_vc),
    .state_i_free(output_state_free), .state_i_passed(output_state_passed), .wasted_o(switch_wasted),
    .outstanding_i(output_outstanding), .absorb_active_i_valid(absorb_active_valid),
    .absorb_active_i_vc(absorb_active_vc), .grant_o(allocator_grant), .absorb_grant_o(absorb_grant),
    .select_o(allocator_select));

  bypass_unit #(
    .BYPASS(BYPASS), .INPUTS(INPUTS), .ROWS(ROWS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(VC_FLITS),
    .WHOLE_MESSAGE(SWITCHING == 0 ? 0 : 1), .VC_CHOICE(VC_CHOICE), .HEAD_WIDTH(HEAD_WIDTH), .FLIT(FLIT)
  ) bypass_unit (
    .clk_i(clk_i), .rst_ni(rst_ni), .count_i(count), .head_i(head), .filled_i(filled), .route_i_valid(vc_route_valid),
    .route_i_port(vc_route_port), .route_i_allowed(vc_route_allowed), .route_i_detour(vc_route_detour),
    .request_i_valid(vc_request_valid), .request_i_port(vc_request_port), .request_i_allowed(vc_request_allowed),
    .request_i_length(vc_request_length), .active_i_valid(asking_valid), .active_i_port(asking_port),
    .active_i_vc(asking_vc), .active_i_detour(asking_detour), .vc_grant_i_valid(allocator_vc_grant_valid),
    .vc_grant_i_vc(allocator_vc_grant_vc), .grant_i(allocator_grant), .taken_i(allocator_taken),
    .select_i(allocator_select), .state_i_free(output_state_free), .state_i_passed(output_state_passed),
    .ready_i(output_ready),
    .outstanding_i(output_outstanding), .free_i(input_free), .clear_i(output_clear),
    .request_o_valid(allocator_request_valid),
    .filled_o(allocator_filled), .vc_grant_o_valid(vc_grant_valid), .vc_grant_o_vc(vc_grant_vc),
    .active_o_vc(crossing_active_vc), .active_o_detour(crossing_active_detour), .grant_o(switch_grant),
    .taken_o(output_taken), .select_o(switch_select), .bypass_o(output_bypass));

  localparam int TRAVERSAL_REGISTER = PIPELINE == (LOOKAHEAD != 0 ? 3 : 4) ? 1 : 0;
  traversal_register #(
    .REGISTER(TRAVERSAL_REGISTER), .BYPASS(BYPASS), .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS),
    .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES), .PORT_WIDTH(PORT_WIDTH),
    .INPUT_SPEEDUP(INPUT_SPEEDUP), .COUNT_WIDTH(COUNT_WIDTH),
    .CYCLES_PER_FLIT({{LOCAL_NODES*EJECTION_PORTS{8'd1}}, CYCLES_PER_FLIT})
  ) traversal_register (
`ifdef FLITSCOPE_PURGE
    .purge_i(purge_i_outputs),
`endif
    .clk_i(clk_i), .rst_ni(rst_ni), .front_i(front), .active_i_vc(crossing_active_vc),
    .active_i_detour(crossing_active_detour), .ahead_i_valid(ahead_valid), .ahead_i_port(ahead_port),
    .grant_i(switch_grant), .select_i(switch_select), .absorb_active_i_vc(absorb_active_vc),
    .absorb_grant_i(absorb_grant), .served_i(header_served), .error_i(absorb_error), .bypass_i(output_bypass),
    .front_o(crossbar_front), .active_o_vc(crossbar_active_vc), .active_o_detour(crossbar_active_detour),
    .ahead_o_valid(crossbar_ahead_valid), .ahead_o_port(crossbar_ahead_port), .grant_o(crossbar_grant),
    .select_o(crossbar_select), .absorb_active_o_vc(crossbar_absorb_active_vc),
    .absorb_grant_o(crossbar_absorb_grant), .served_o(crossbar_served), .error_o(crossbar_error),
    .sent_o_vcs(output_sent_vcs), .sent_o_tail(output_sent_tail),
    .free_o(input_free), .clear_o(output_clear), .quiet_o(register_quiet));

  multicast_crossbar #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH),
    .HEADER_WIDTH(HEADER_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES), .DETOUR_AT(FLIT[94] ? 2 + HEAD_WIDTH : 0),
    .AHEAD_AT(LOOKAHEAD != 0 ? 3 + HEAD_WIDTH - PORT_WIDTH : 0), .PORT_WIDTH(PORT_WIDTH),
    .INPUT_SPEEDUP(INPUT_SPEEDUP)
  ) crossbar (
    .front_i(crossbar_front), .active_i_vc(crossbar_active_vc), .active_i_detour(crossbar_active_detour),
    .ahead_i_valid(crossbar_ahead_valid), .ahead_i_port(crossbar_ahead_port), .grant_i(crossbar_grant),
    .select_i(crossbar_select), .absorb_active_i_vc(crossbar_absorb_active_vc),
    .absorb_grant_i(crossbar_absorb_grant), .served_i(crossbar_served), .error_i(crossbar_error),
    .flit_o_valid(crossing_valid), .flit_o_vc(crossing_vc), .flit_o(crossing));

  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      localparam int NETWORK = (o < NETWORK_PORTS) ? o : 0;
      localparam int CYCLES = o < NETWORK_PORTS ? 32'(CYCLES_PER_FLIT[NETWORK*8 +: 8]) : 1;
      localparam int CONNECTED_OUTPUT = o >= NETWORK_PORTS || CONNECTED[NETWORK] ? 1 : 0;
      logic                  leaving_valid;
      logic [VC_WIDTH-1:0]   leaving_vc;
      logic [FLIT_WIDTH-1:0] leaving;

      output_unit #(
        .VCS(VCS), .BUFFER_FLITS(VC_FLITS), .SHARED(SHARED), .CONNECTED(CONNECTED_OUTPUT),
        .EJECTION(o < NETWORK_PORTS ? 0 : 1), .TRAVERSAL_REGISTER(TRAVERSAL_REGISTER), .REUSE_EMPTY(VC_REUSE),
        .CYCLES_PER_FLIT(CYCLES), .FLIT_WIDTH(FLIT_WIDTH),
        .HOP_WIDTH(FLIT[88] ? 0 : HOP_WIDTH), .VC_CHOICE(VC_CHOICE), .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .CLASSES(o < NETWORK_PORTS ? POINTER_CLASSES : 1), .CLASS_VCS(CLASS_VCS)
      ) output_unit (
`ifdef FLITSCOPE_PURGE
        .purge_i(purge_i_outputs[o*(VCS*(COUNT_WIDTH+1)+1) +: VCS*(COUNT_WIDTH+1)]),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .link_vcs_i(o < NETWORK_PORTS ? link_vcs_i[NETWORK*8 +: 8] : 8'd0),
        .taken_i(output_taken[o*VCS +: VCS]), .sent_i_vcs(output_sent_vcs[o*VCS +: VCS]),
        .sent_i_tail(output_sent_tail[o]), .flit_i_valid(crossing_valid[o]),
        .flit_i_vc(crossing_vc[o*VC_WIDTH +: VC_WIDTH]), .flit_i(crossing[o*FLIT_WIDTH +: FLIT_WIDTH]),
        .credit_i(output_credit[o*VCS +: VCS]), .state_o_held(output_state_held[o*VCS +: VCS]),
        .state_o_free(output_state_free[o*VCS +: VCS]), .state_o_passed(output_state_passed[o*VCS +: VCS]),
        .outstanding_o(output_outstanding[o*VCS*COUNT_WIDTH +: VCS*COUNT_WIDTH]),
        .ready_o(output_ready[o*VCS +: VCS]), .open_o(output_open[o]), .quiet_o(output_quiet[o]),
        .flit_o_valid(leaving_valid),
        .flit_o_vc(leaving_vc), .flit_o(leaving));

      extra_stages #(
        .STAGES(CONNECTED_OUTPUT != 0 ? EXTRA_STAGES : 0), .VC_WIDTH(VC_WIDTH), .FLIT_WIDTH(FLIT_WIDTH)
      ) extra_stages (
        .clk_i(clk_i), .rst_ni(rst_ni), .flit_i_valid(leaving_valid), .flit_i_vc(leaving_vc), .flit_i(leaving),
        .flit_o_valid(flit_o_valid[o]), .flit_o_vc(flit_o_vc[o*VC_WIDTH +: VC_WIDTH]),
        .flit_o(flit_o[o*FLIT_WIDTH +: FLIT_WIDTH]), .quiet_o(line_quiet[o]));
    end
  endgenerate

  idle_detector #(.INPUTS(INPUTS), .UNITS(2*OUTPUTS + 1), .VCS(VCS)) idle_detector (
    .filled_i(filled), .quiet_i({output_quiet, line_quiet, register_quiet}), .idle_o(idle_o));

  // Read by waves only.
  wire unused = &{1'b0, switch_wasted, vc_route_detour, vc_route_valid, vc_route_port, vc_route_allowed, vc_stage_routed, vc_stage_active,
                  absorb_route_valid, absorb_route_port, absorb_route_allowed, absorb_stage_routed, absorb_stage_active,
                  absorb_request_port, absorb_request_length, absorb_request_hop, absorb_active_port,
                  absorb_active_hop};
`ifdef FLITSCOPE_WAVES
`include "router_waves.vh"
`endif
endmodule
