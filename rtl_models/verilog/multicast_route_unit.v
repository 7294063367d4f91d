/// Route computation and message state where heads may have two branches (docs/multicast_units.md): forward,
/// which is the route of a unicast in route_unit.v, and absorb, at the ejection output of this input port.
/// Also says when a flit that goes to both leaves. Without multicasts it is route_unit.v: a granted flit
/// leaves, and all of absorb is 0.
module multicast_route_unit #(
  parameter int INPUT = 0,          ///< these as of route_unit.v
  parameter int NETWORK_PORTS = 6,
  parameter int LOCAL_NODES = 1,    ///< with multicasts 1
  parameter int LOCAL_BITS = 0,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int USED_VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int EJECTION_VCS = 0,   ///< 0 per_vc, 1 one, 2 classes
  parameter int MESSAGE_CLASSES = 1,
  parameter logic [63:0] CLASS_VCS = 64'd0,
  parameter int PIPELINE = 3,
  parameter int SPECULATION = 0,
  parameter int LOOKAHEAD = 0,
  parameter int STORE_AND_FORWARD = 0,
  parameter int ROUTING = 0,
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,
  parameter ROUTE_ROWS = 1'd0,
  parameter int HEADER_CLASSES = 0, ///< VC classes of all header routings; 0: no multicasts
  parameter HEADER_EJECTION_CLASSES = 8'd1,  ///< of each header routing, 8 bits each
  parameter int NODES = 64,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]), localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int SALT_WIDTH = 32'(FLIT[32 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]), localparam int ACTION_WIDTH = 6 + ROUTING_WIDTH + PORT_WIDTH,
  localparam int OUTPUTS = NETWORK_PORTS + LOCAL_NODES*EJECTION_PORTS, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1),
  localparam int HEAD_WIDTH = (FLIT[88] ? 0 : HOP_WIDTH) + CLASS_WIDTH + (FLIT[89] ? 0 : LENGTH_WIDTH) + NODE_WIDTH +
                              (FLIT[90] ? 0 : NODE_WIDTH) + (FLIT[91] ? 0 : SALT_WIDTH) + (FLIT[94] ? 1 : 0) +
                              (FLIT[95] ? PORT_WIDTH : 0)
) (
  input  logic                               clk_i,              ///< these as of route_unit.v
  input  logic                               rst_ni,
  input  logic [NODE_WIDTH-1:0]              node_i,
  input  logic [NETWORK_PORTS*8-1:0]         link_vcs_i,
  input  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,
  input  logic [NETWORK_PORTS*8-1:0]         neighbour_i_input,
  input  logic                               table_clk_i,
  input  logic                               table_i_valid,
  input  logic [17:0]                        table_i_address,    ///< of header_routes.v if the highest bit is set
  input  logic [NETWORK_PORTS*8-1:0]         table_i_row,
  input  logic                               route_again_i,
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+2)-1:0]     purge_i,
`endif
  input  logic [VCS-1:0]                     head_i_valid,
  input  logic [VCS*HEAD_WIDTH-1:0]          head_i,             ///< that head, while valid: head_fields.v
  input  logic [VCS*ACTION_WIDTH-1:0]        action_i,           ///< of header_unit: action_fields.v
  input  logic [VCS-1:0]                     tail_i_front,
  input  logic [VCS-1:0]                     tail_i_held,
  input  logic [OUTPUTS*VCS-1:0]             state_i_held,
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,       ///< not read
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,
  input  logic [VCS-1:0]                     vc_grant_i_valid,
  input  logic [VCS*VC_WIDTH-1:0]            vc_grant_i_vc,
  input  logic [VCS-1:0]                     grant_i,            ///< the switch for forward, or for a unicast
  input  logic [VCS-1:0]                     absorb_vc_grant_i_valid,  ///< VC and switch for absorb
  input  logic [VCS*VC_WIDTH-1:0]            absorb_vc_grant_i_vc,
  input  logic [VCS-1:0]                     absorb_grant_i,
  output logic [VCS-1:0]                     request_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          request_o_port,
  output logic [VCS*VCS-1:0]                 request_o_allowed,
  output logic [VCS*LENGTH_WIDTH-1:0]        request_o_length,   ///< flits of the message
  output logic [VCS*HOP_WIDTH-1:0]           request_o_hop,      ///< hops it has made
  output logic [VCS-1:0]                     request_o_detour,   ///< its bit of UGAL, as it leaves
  output logic [VCS-1:0]                     active_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          active_o_port,
  output logic [VCS*VC_WIDTH-1:0]            active_o_vc,
  output logic [VCS*HOP_WIDTH-1:0]           active_o_hop,       ///< hops it has made; while active
  output logic [VCS-1:0]                     active_o_detour,
  output logic [VCS-1:0]                     route_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          route_o_port,
  output logic [VCS*VCS-1:0]                 route_o_allowed,
  output logic [VCS-1:0]                     route_o_detour,
  output logic [VCS-1:0]                     stage_o_routed,
  output logic [VCS-1:0]                     stage_o_active,
  output logic [VCS-1:0]                     ahead_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          ahead_o_port,
  output logic [VCS-1:0]                     absorb_request_o_valid,  ///< these as those above, of absorb
  output logic [VCS*PORT_WIDTH-1:0]          absorb_request_o_port,
  output logic [VCS*VCS-1:0]                 absorb_request_o_allowed,
  output logic [VCS*LENGTH_WIDTH-1:0]        absorb_request_o_length,
  output logic [VCS*HOP_WIDTH-1:0]           absorb_request_o_hop,
  output logic [VCS-1:0]                     absorb_active_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          absorb_active_o_port,
  output logic [VCS*VC_WIDTH-1:0]            absorb_active_o_vc,
  output logic [VCS*HOP_WIDTH-1:0]           absorb_active_o_hop,
  output logic [VCS-1:0]                     absorb_route_o_valid,
  output logic [VCS*PORT_WIDTH-1:0]          absorb_route_o_port,
  output logic [VCS*VCS-1:0]                 absorb_route_o_allowed,
  output logic [VCS-1:0]                     absorb_stage_o_routed,
  output logic [VCS-1:0]                     absorb_stage_o_active,
  output logic [VCS-1:0]                     pop_o,              ///< the front flit leaves its FIFO
  output logic [VCS-1:0]                     drop_o,             ///< ... and goes no further
  output logic [VCS-1:0]                     error_o             ///< the copy of it is a protocol error
);
  localparam int EJECTION_OUTPUT = NETWORK_PORTS + INPUT % EJECTION_PORTS;
  localparam int EJECTION_VC_COUNT = (EJECTION_VCS == 0) ? VCS : (EJECTION_VCS == 1) ? 1 : MESSAGE_CLASSES;

  logic [VCS*HOP_WIDTH-1:0]    head_i_hop;
  logic [VCS*CLASS_WIDTH-1:0]  head_i_class;
  logic [VCS*LENGTH_WIDTH-1:0] head_i_length;
  logic [VCS*NODE_WIDTH-1:0]   head_i_destination, head_i_source;
  logic [VCS*SALT_WIDTH-1:0]   head_i_salt;
  logic [VCS-1:0]              head_i_detour;
  logic [VCS*PORT_WIDTH-1:0]   head_i_ahead_port;
  head_fields #(VCS, HEAD_WIDTH, FLIT) head_fields (
    .hop_o(head_i_hop), .class_o(head_i_class), .length_o(head_i_length), .destination_o(head_i_destination),
    .source_o(head_i_source), .salt_o(head_i_salt), .detour_o(head_i_detour), .ahead_port_o(head_i_ahead_port), .*);
  // A request is valid only while its head is at the front.
  assign request_o_length = head_i_length;
  assign request_o_hop = head_i_hop;
  held_hop #(VCS, HOP_WIDTH, PIPELINE == 1 || SPECULATION != 0) held_hop (clk_i, vc_grant_i_valid, head_i_hop, active_o_hop);

  logic [VCS-1:0]            computes, branch_i_valid, branch_i_forward, branch_i_stays, branch_i_busy, branch_i_sent;
  logic [VCS*PORT_WIDTH-1:0] branch_i_port;
  logic [VCS*7-1:0]          branch_i_class;
  logic [NODE_WIDTH-1:0]     node;
  route_unit #(
    .INPUT(INPUT), .NETWORK_PORTS(NETWORK_PORTS), .LOCAL_NODES(LOCAL_NODES), .LOCAL_BITS(LOCAL_BITS),
    .EJECTION_PORTS(EJECTION_PORTS), .VCS(VCS), .USED_VCS(USED_VCS), .BUFFER_FLITS(BUFFER_FLITS), .EJECTION_VC_COUNT(EJECTION_VC_COUNT), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASS_VCS(CLASS_VCS),
    .PIPELINE(PIPELINE), .LOOKAHEAD(LOOKAHEAD), .SPECULATION(SPECULATION), .STORE_AND_FORWARD(STORE_AND_FORWARD), .ROUTING(ROUTING), .ROUTE_SETTINGS(ROUTE_SETTINGS), .ROUTE_ROWS(ROUTE_ROWS),
    .HEADER_CLASSES(HEADER_CLASSES), .FLIT(FLIT)
  ) route_unit (.pop_i(pop_o), .computes_o(computes), .node_o(node), .*);

  genvar v;
  generate
    if (HEADER_CLASSES > 0 && USED_VCS > 0) begin : g_branches
      logic [VCS-1:0]               receive, drop, error, first_port_valid;
      logic [VCS*ROUTING_WIDTH-1:0] routing;
      logic [VCS*PORT_WIDTH-1:0]    first_port, port;
      action_fields #(.N(VCS), .ROUTING_WIDTH(ROUTING_WIDTH), .PORT_WIDTH(PORT_WIDTH)) action_fields (
        .action_i(action_i), .valid_o(branch_i_valid), .forward_o(branch_i_forward), .receive_o(receive),
        .drop_o(drop), .error_o(error), .first_port_valid_o(first_port_valid), .routing_o(routing),
        .first_port_o(first_port));
      assign branch_i_stays = ~branch_i_forward & ~drop;
      logic row;
      assign row = table_i_valid && table_i_address[17];
      header_routes #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .NODES(NODES),
        .CLASS_VCS(EJECTION_VCS == 0 ? CLASS_VCS : 64'd0),
        .EJECTION_VC_COUNT(EJECTION_VC_COUNT), .EJECTION_CLASSES(HEADER_EJECTION_CLASSES), .FLIT(FLIT)
      ) header_routes (
        .table_i_valid(row), .node_i(node), .action_i_routing(routing), .port_o(port), .class_o(branch_i_class),
        .ejection_o(absorb_route_o_allowed), .*);
      assign absorb_request_o_allowed = absorb_route_o_allowed;
      assign absorb_route_o_port = {VCS{PORT_WIDTH'(EJECTION_OUTPUT)}};
      assign absorb_request_o_port = absorb_route_o_port;
      assign absorb_active_o_port = absorb_route_o_port;
      assign absorb_request_o_length = head_i_length;
      assign absorb_request_o_hop = head_i_hop;
      held_hop #(VCS, HOP_WIDTH, PIPELINE == 1) absorb_hop (clk_i, absorb_vc_grant_i_valid, head_i_hop, absorb_active_o_hop);
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        assign branch_i_port[v*PORT_WIDTH +: PORT_WIDTH] =
            first_port_valid[v] ? first_port[v*PORT_WIDTH +: PORT_WIDTH] : port[v*PORT_WIDTH +: PORT_WIDTH];
        if (v < USED_VCS) begin : g_state
          branch_state #(.PIPELINE(PIPELINE), .VC_WIDTH(VC_WIDTH)) branch_state (
            .clk_i(clk_i), .rst_ni(rst_ni), .route_i(computes[v]), .absorbs_i(receive[v]), .drop_i(drop[v]),
            .error_i(error[v]), .forward_i(stage_o_routed[v] || stage_o_active[v] || route_o_valid[v]),
            .tail_i_front(tail_i_front[v]), .vc_grant_i_valid(absorb_vc_grant_i_valid[v]),
            .vc_grant_i_vc(absorb_vc_grant_i_vc[v*VC_WIDTH +: VC_WIDTH]), .grant_i(grant_i[v]),
            .absorb_grant_i(absorb_grant_i[v]), .busy_o(branch_i_busy[v]), .forwarded_o(branch_i_sent[v]),
            .route_o_valid(absorb_route_o_valid[v]), .request_o_valid(absorb_request_o_valid[v]),
            .active_o_valid(absorb_active_o_valid[v]), .active_o_vc(absorb_active_o_vc[v*VC_WIDTH +: VC_WIDTH]),
            .stage_o_routed(absorb_stage_o_routed[v]), .stage_o_active(absorb_stage_o_active[v]), .pop_o(pop_o[v]),
            .drop_o(drop_o[v]), .error_o(error_o[v]));
        end else begin : g_none
          assign {branch_i_busy[v], branch_i_sent[v], absorb_route_o_valid[v], absorb_request_o_valid[v],
                  absorb_active_o_valid[v], absorb_stage_o_routed[v], absorb_stage_o_active[v], pop_o[v], drop_o[v],
                  error_o[v]} = '0;
          assign absorb_active_o_vc[v*VC_WIDTH +: VC_WIDTH] = '0;
        end
      end
      wire unused = &{1'b0, receive, error};
    end else begin : g_unicasts
      assign pop_o = grant_i;
      assign {branch_i_valid, branch_i_forward, branch_i_stays, branch_i_port, branch_i_class, branch_i_busy,
              branch_i_sent, absorb_request_o_valid, absorb_request_o_port, absorb_request_o_allowed,
              absorb_request_o_length, absorb_request_o_hop, absorb_active_o_valid, absorb_active_o_port,
              absorb_active_o_vc, absorb_active_o_hop, absorb_route_o_valid, absorb_route_o_port,
              absorb_route_o_allowed, absorb_stage_o_routed, absorb_stage_o_active, drop_o, error_o} = '0;
    end
  endgenerate

  wire unused = &{1'b0, grant_i, action_i, state_i_free, absorb_vc_grant_i_valid, absorb_vc_grant_i_vc, absorb_grant_i,
                  computes, node, EJECTION_OUTPUT, NODES, HEADER_EJECTION_CLASSES};
endmodule
