/// Route computation and message state of the VCs of one input port (docs/router.md, sections 3, 4).
///
/// Holds this router's id, and per VC the stage (0 idle, 1 routed, 2 active), the output port, the VCs
/// that may be asked for there and the output VC. All VCs are routed in parallel. Where the routing has
/// an escape, heads that lose at once are routed again (section 12). Multicasts have two branches
/// (docs/multicast_units.md): the state here is that of forward, the rest is in branch_state.v; there
/// are neither escapes nor faults beside them.
module route_unit #(
  parameter int INPUT = 0,          ///< index of this input port
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int USED_VCS = 4,       ///< VCs from here on do not exist
  parameter int EJECTION_VCS = 0,   ///< 0 per_vc, 1 one, 2 classes
  parameter int MESSAGE_CLASSES = 1,
  parameter int PIPELINE = 3,
  parameter int STORE_AND_FORWARD = 0,
  parameter int ROUTING = 0,        ///< and its settings: of route
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  parameter int COUNT_WIDTH = 4,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int ADDRESS_WIDTH = 18, ///< of the route table; with multicasts the highest bit is set for rows
                                    ///< of header_routes.v
  parameter int HEADER_ENTRIES = 0, ///< of a header flit; 0: no multicasts: action_i and absorb_..._i are not
                                    ///< read, and what belongs to them is 0
  parameter int HEADER_ROUTINGS = 1,
  parameter int ROUTING_WIDTH = 1,
  parameter int NODES = 64,
  parameter int HEADER_CLASSES = 1, ///< VC classes of all header routings
  parameter logic [HEADER_ROUTINGS*8-1:0] HEADER_EJECTION_CLASSES = {HEADER_ROUTINGS{8'd1}},
  localparam int OUTPUTS = NETWORK_PORTS + EJECTION_PORTS
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,             ///< synchronous, active low
  input  logic [NODE_WIDTH-1:0]              node_i,             ///< id of this router, taken at reset
  input  logic [NETWORK_PORTS*8-1:0]         link_vcs_i,         ///< link_vcs.v, taken at reset
  input  logic                               table_clk_i,        ///< of table_i
  input  logic                               table_i_valid,      ///< a row for the route table, if ROUTING
  input  logic [ADDRESS_WIDTH-1:0]           table_i_address,    ///< is lookup: route_table.v
  input  logic [NETWORK_PORTS*8-1:0]         table_i_row,
  input  logic                               route_again_i,      ///< heads without an output VC are idle from
                                                                 ///< the next edge on (faults)
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+2)-1:0]     purge_i,            ///< as of router.v, of these VCs
`endif
  input  logic [VCS-1:0]                     head_i_valid,       ///< FIFO filled and its front is a head
  input  logic [VCS*CLASS_WIDTH-1:0]         head_i_class,       ///< of that head, while valid: what a
  input  logic [VCS*LENGTH_WIDTH-1:0]        head_i_length,      ///< routing function may read
  input  logic [VCS*NODE_WIDTH-1:0]          head_i_destination,
  input  logic [VCS*NODE_WIDTH-1:0]          head_i_source,
  input  logic [VCS*SALT_WIDTH-1:0]          head_i_salt,
  input  logic [VCS*HOP_WIDTH-1:0]           head_i_hop,
  input  logic [VCS-1:0]                     action_i_valid,     ///< from header_unit: it is a multicast's
  input  logic [VCS-1:0]                     action_i_forward,
  input  logic [VCS-1:0]                     action_i_receive,
  input  logic [VCS-1:0]                     action_i_drop,
  input  logic [VCS-1:0]                     action_i_error,
  input  logic [VCS*ROUTING_WIDTH-1:0]       action_i_routing,
  input  logic [VCS-1:0]                     action_i_first_port_valid,
  input  logic [VCS*PORT_WIDTH-1:0]          action_i_first_port,
  input  logic [VCS-1:0]                     tail_i_front,       ///< FIFO filled and its front is a tail
  input  logic [VCS-1:0]                     tail_i_held,        ///< a tail is in the FIFO
  input  logic [OUTPUTS*VCS-1:0]             state_i_held,       ///< state of the outputs, for routing by
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,       ///< load; free is not read
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,      ///< flits sent minus credits returned
  input  logic [VCS-1:0]                     vc_grant_i_valid,   ///< VC allocation won in this cycle
  input  logic [VCS*VC_WIDTH-1:0]            vc_grant_i_vc,
  input  logic [VCS-1:0]                     grant_i,            ///< switch granted: the front flit leaves
  input  logic [VCS-1:0]                     absorb_vc_grant_i_valid,  ///< as vc_grant_i, of absorb
  input  logic [VCS*VC_WIDTH-1:0]            absorb_vc_grant_i_vc,
  input  logic [VCS-1:0]                     absorb_grant_i,     ///< absorb crosses; grant_i: the other branch
  output logic [VCS-1:0]                     request_o_valid,    ///< takes part in VC allocation
  output logic [VCS*PORT_WIDTH-1:0]          request_o_port,     ///< output port
  output logic [VCS*VCS-1:0]                 request_o_allowed,  ///< output VCs of the class
  output logic [VCS*LENGTH_WIDTH-1:0]        request_o_length,   ///< flits of the message
  output logic [VCS*HOP_WIDTH-1:0]           request_o_hop,      ///< hops it has made
  output logic [VCS-1:0]                     active_o_valid,     ///< holds an output VC
  output logic [VCS*PORT_WIDTH-1:0]          active_o_port,      ///< output port; while active
  output logic [VCS*VC_WIDTH-1:0]            active_o_vc,        ///< output VC; while active
  output logic [VCS*HOP_WIDTH-1:0]           active_o_hop,       ///< hops it has made; while active
  output logic [VCS-1:0]                     route_o_valid,      ///< RC takes place in this cycle
  output logic [VCS*PORT_WIDTH-1:0]          route_o_port,       ///< its result
  output logic [VCS*VCS-1:0]                 route_o_allowed,
  output logic [VCS-1:0]                     stage_o_routed,     ///< registered stage; neither: idle
  output logic [VCS-1:0]                     stage_o_active,
  output logic [VCS-1:0]                     absorb_request_o_valid,   ///< these as those above, of absorb
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
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ROUTED = 2'd1;
  localparam logic [1:0] ACTIVE = 2'd2;
  localparam int EJECTION_OUTPUT = NETWORK_PORTS + INPUT % EJECTION_PORTS;

  localparam int LOOKUP = 2;  // number of its line in route.v
  localparam int OWN_CLASSES = (ROUTING == LOOKUP) ? 32'(ROUTE_SETTINGS[4*16 +: 16]) : 1;
  localparam int CLASSES = OWN_CLASSES + (HEADER_ENTRIES > 0 ? HEADER_CLASSES : 0);
  localparam int ALL_CLASSES = MESSAGE_CLASSES * CLASSES;
  // With an escape class 0 is for those who are routed again if they lose; the last one, with the same
  // VCs, is for those who are not.
  localparam bit ESCAPES = ROUTING == LOOKUP && ROUTE_SETTINGS[5*16 +: 16] >= 16'd4;
  localparam int ESCAPE_CLASSES = ESCAPES ? CLASSES - 2 : 0;

  // VCs of class message_class*CLASSES + class at each network output, and of a message class at
  // ejection outputs; those are constants.
  logic [NETWORK_PORTS*ALL_CLASSES*VCS-1:0] network_vcs;
  logic [MESSAGE_CLASSES*VCS-1:0]           message_vcs;
  logic [MESSAGE_CLASSES*VCS-1:0]           ejection_vcs;
  vc_classes #(.CLASSES(MESSAGE_CLASSES), .VCS(VCS)) message_classes (.vcs_o(message_vcs));

  logic [VCS*NETWORK_PORTS*8-1:0] rows;  // of the route table, by VC
  logic [VCS-1:0] again;                 // the head takes the escape
  logic [NODE_WIDTH-1:0] node;
  // Of multicasts: where forward goes, and what absorb may ask for.
  logic [VCS*PORT_WIDTH-1:0] header_port;
  logic [VCS*7-1:0]          header_class;
  logic [VCS*VCS-1:0]        absorb_allowed;
  // Rows of the table for multicasts, and of those for unicasts.
  logic header_row;
  logic unicast_row;
  logic [NETWORK_PORTS*MESSAGE_CLASSES*OWN_CLASSES*VCS-1:0] own_vcs;
  genvar k;
  genvar p;
  genvar v;
  generate
    if (HEADER_ENTRIES > 0 && USED_VCS > 0) begin : g_headers
      localparam int EJECTION_VC_COUNT =
          (EJECTION_VCS == 0) ? VCS : (EJECTION_VCS == 1) ? 1 : MESSAGE_CLASSES;
      assign header_row = table_i_valid && table_i_address[ADDRESS_WIDTH-1];
      assign unicast_row = table_i_valid && !table_i_address[ADDRESS_WIDTH-1];
      header_routes #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .ADDRESS_WIDTH(ADDRESS_WIDTH),
        .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH),
        .MESSAGE_CLASSES(MESSAGE_CLASSES), .NODES(NODES), .ROUTINGS(HEADER_ROUTINGS),
        .ROUTING_WIDTH(ROUTING_WIDTH), .EJECTION_VC_COUNT(EJECTION_VC_COUNT),
        .EJECTION_CLASSES(HEADER_EJECTION_CLASSES)
      ) header_routes (
        .table_clk_i(table_clk_i), .table_i_valid(header_row), .table_i_address(table_i_address),
        .table_i_row(table_i_row), .node_i(node), .head_i_class(head_i_class),
        .head_i_destination(head_i_destination), .action_i_routing(action_i_routing),
        .port_o(header_port), .class_o(header_class), .ejection_o(absorb_allowed));
    end else begin : g_no_headers
      assign header_row = 1'b0;
      assign unicast_row = table_i_valid;
      assign header_port = '0;
      assign header_class = '0;
      assign absorb_allowed = '0;
    end

    for (k = 0; k < MESSAGE_CLASSES; k = k + 1) begin : g_class
      for (v = 0; v < VCS; v = v + 1) begin : g_member
        assign ejection_vcs[k*VCS + v] = (EJECTION_VCS == 0) ? message_vcs[k*VCS + v]
                                                             : v == ((EJECTION_VCS == 1) ? 0 : k);
      end
    end

    if (ROUTING == LOOKUP && USED_VCS > 0) begin : g_table
      route_table #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .ADDRESS_WIDTH(ADDRESS_WIDTH),
        .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH),
        .SETTINGS(ROUTE_SETTINGS)
      ) route_table (
        .table_clk_i(table_clk_i), .table_i_valid(unicast_row), .table_i_address(table_i_address),
        .table_i_row(table_i_row), .head_i_destination(head_i_destination),
        .head_i_source(head_i_source), .head_i_salt(head_i_salt), .head_i_hop(head_i_hop),
        .again_i(again), .row_o(rows));
    end else begin : g_no_table
      assign rows = '0;
    end

    // A register, so that no pin of the router reaches an output within a cycle.
    if (USED_VCS > 0) begin : g_node
      logic [NODE_WIDTH-1:0] node_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) node_q <= node_i;
      end
      assign node = node_q;
      link_vcs #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES),
        .CLASSES(CLASSES), .ESCAPES(ESCAPE_CLASSES)
      ) link_vcs (
        .clk_i(clk_i), .rst_ni(rst_ni), .link_vcs_i(link_vcs_i), .vcs_o(network_vcs));
    end else begin : g_none
      assign node = '0;
      assign network_vcs = '0;
    end

    // Routing functions by load know the classes of unicasts only.
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_own
      for (k = 0; k < MESSAGE_CLASSES; k = k + 1) begin : g_message_class
        assign own_vcs[(p*MESSAGE_CLASSES + k)*OWN_CLASSES*VCS +: OWN_CLASSES*VCS] =
            network_vcs[(p*ALL_CLASSES + k*CLASSES)*VCS +: OWN_CLASSES*VCS];
      end
    end

    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS) begin : g_state
        logic [1:0]            stage_q;
        logic [PORT_WIDTH-1:0] port_q;
        logic [VCS-1:0]        allowed_q;
        logic [VC_WIDTH-1:0]   output_vc_q;
        logic [HOP_WIDTH-1:0]  hop_q;

        // Route computation of the head at the front.
        logic here;
        logic found;     // with faults there may be no way
        logic purged;    // the message is taken out
        logic multicast;
        logic busy;      // the head at the front has been routed
        logic route;
        logic forward;   // ... and gets the branch that unicasts have
        logic forwarded; // done-bit
        logic route_now;
        logic forget;
        logic [PORT_WIDTH-1:0] network_port;
        logic [PORT_WIDTH-1:0] route_port;
        logic [VCS-1:0]        route_allowed;
        logic [PORT_WIDTH-1:0] own_port;
        logic [6:0] vc_class;
        logic [6:0] own_class;
        logic stays;
        assign route = !busy && head_i_valid[v] && found &&
                       (STORE_AND_FORWARD == 0 || INPUT >= NETWORK_PORTS || stays || tail_i_held[v]);
`ifdef FLITSCOPE_PURGE
        assign purged = purge_i[v*(COUNT_WIDTH+2) + COUNT_WIDTH + 1];
        if (ROUTING == LOOKUP) begin : g_may_fail
          logic [NETWORK_PORTS-1:0] listed;
          for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_listed
            assign listed[p] = rows[(v*NETWORK_PORTS + p)*8 + 7];
          end
          assign found = here || listed != '0;
        end else begin : g_never_fails
          assign found = 1'b1;
        end
`else
        assign purged = 1'b0;
        assign found = 1'b1;
`endif
        assign route_port = here ? PORT_WIDTH'(EJECTION_OUTPUT) : network_port;
        if (HEADER_ENTRIES > 0) begin : g_branches
          assign multicast = action_i_valid[v];
          assign here = !multicast && head_i_destination[v*NODE_WIDTH +: NODE_WIDTH] == node;
          assign stays = multicast ? !action_i_forward[v] && !action_i_drop[v] : here;
          assign forward = route && (!multicast || action_i_forward[v]);
          assign network_port = !multicast ? own_port
                                : action_i_first_port_valid[v] ? action_i_first_port[v*PORT_WIDTH +: PORT_WIDTH]
                                : header_port[v*PORT_WIDTH +: PORT_WIDTH];
          assign vc_class = multicast ? header_class[v*7 +: 7] : own_class;
          assign forget = 1'b0;
          assign absorb_request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = PORT_WIDTH'(EJECTION_OUTPUT);
          assign absorb_active_o_port[v*PORT_WIDTH +: PORT_WIDTH] = PORT_WIDTH'(EJECTION_OUTPUT);
          assign absorb_route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = PORT_WIDTH'(EJECTION_OUTPUT);
          assign absorb_route_o_allowed[v*VCS +: VCS] = absorb_allowed[v*VCS +: VCS];
          assign absorb_request_o_allowed[v*VCS +: VCS] = absorb_allowed[v*VCS +: VCS];
          branch_state #(.PIPELINE(PIPELINE), .VC_WIDTH(VC_WIDTH), .HOP_WIDTH(HOP_WIDTH)) branches (
            .clk_i(clk_i), .rst_ni(rst_ni), .route_i(route),
            .absorbs_i(multicast && action_i_receive[v]), .drop_i(multicast && action_i_drop[v]),
            .error_i(multicast && action_i_error[v]), .forward_i(stage_q != IDLE || forward),
            .tail_i_front(tail_i_front[v]), .hop_i(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]),
            .vc_grant_i_valid(absorb_vc_grant_i_valid[v]),
            .vc_grant_i_vc(absorb_vc_grant_i_vc[v*VC_WIDTH +: VC_WIDTH]), .grant_i(grant_i[v]),
            .absorb_grant_i(absorb_grant_i[v]), .busy_o(busy), .forwarded_o(forwarded),
            .route_o_valid(absorb_route_o_valid[v]), .request_o_valid(absorb_request_o_valid[v]),
            .active_o_valid(absorb_active_o_valid[v]),
            .active_o_vc(absorb_active_o_vc[v*VC_WIDTH +: VC_WIDTH]),
            .active_o_hop(absorb_active_o_hop[v*HOP_WIDTH +: HOP_WIDTH]),
            .stage_o_routed(absorb_stage_o_routed[v]), .stage_o_active(absorb_stage_o_active[v]),
            .pop_o(pop_o[v]), .drop_o(drop_o[v]), .error_o(error_o[v]));
        end else begin : g_no_branches
          assign multicast = 1'b0;
          assign busy = stage_q != IDLE;
          assign here = head_i_destination[v*NODE_WIDTH +: NODE_WIDTH] == node;
          assign stays = here;
          assign forward = route;
          assign forwarded = 1'b0;
          assign network_port = own_port;
          assign vc_class = own_class;
          assign forget = route_again_i && stage_q != ACTIVE;
          assign pop_o[v] = grant_i[v];
          assign {drop_o[v], error_o[v], absorb_request_o_valid[v], absorb_active_o_valid[v],
                  absorb_route_o_valid[v], absorb_stage_o_routed[v], absorb_stage_o_active[v]} = '0;
          assign absorb_request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
          assign absorb_active_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
          assign absorb_route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
          assign absorb_route_o_allowed[v*VCS +: VCS] = '0;
          assign absorb_request_o_allowed[v*VCS +: VCS] = '0;
          assign absorb_active_o_vc[v*VC_WIDTH +: VC_WIDTH] = '0;
          assign absorb_active_o_hop[v*HOP_WIDTH +: HOP_WIDTH] = '0;
        end
        logic [VCS-1:0] network_allowed;
        assign own_class = rows[(v*NETWORK_PORTS + 32'(network_port))*8 +: 7];
        if (ALL_CLASSES == 1) begin : g_one_class
          assign network_allowed = network_vcs[32'(network_port)*VCS +: VCS];
          assign route_allowed = here ? ejection_vcs : network_allowed;
          wire unused = &{1'b0, head_i_class[v*CLASS_WIDTH +: CLASS_WIDTH], vc_class, own_class};
        end else begin : g_classes
          logic [31:0]                    message_class;
          logic [MESSAGE_CLASSES*VCS-1:0] ejection_from_class;
          assign message_class = (MESSAGE_CLASSES == 1)
                                     ? '0 : 32'(head_i_class[v*CLASS_WIDTH +: CLASS_WIDTH]);
          assign network_allowed =
              network_vcs[(32'(network_port)*ALL_CLASSES + message_class*CLASSES + 32'(vc_class))*VCS +: VCS];
          assign ejection_from_class = ejection_vcs >> message_class*VCS;
          assign route_allowed = here ? ejection_from_class[VCS-1:0] : network_allowed;
          wire unused = &{1'b0, ejection_from_class};
        end
        route #(
          .ROUTING(ROUTING), .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(EJECTION_PORTS),
          .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(OWN_CLASSES), .PORT_WIDTH(PORT_WIDTH),
          .COUNT_WIDTH(COUNT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH), .LENGTH_WIDTH(LENGTH_WIDTH),
          .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH),
          .SETTINGS(ROUTE_SETTINGS)
        ) route_function (
          .head_i(route && !multicast), .node_i(node),
          .destination_i(head_i_destination[v*NODE_WIDTH +: NODE_WIDTH]),
          .source_i(head_i_source[v*NODE_WIDTH +: NODE_WIDTH]),
          .class_i(head_i_class[v*CLASS_WIDTH +: CLASS_WIDTH]),
          .length_i(head_i_length[v*LENGTH_WIDTH +: LENGTH_WIDTH]),
          .salt_i(head_i_salt[v*SALT_WIDTH +: SALT_WIDTH]),
          .hop_i(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]),
          .row_i(rows[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8]),
          .network_vcs_i(own_vcs), .held_i(state_i_held), .outstanding_i(outstanding_i), .port_o(own_port));

        // Asked for an adaptive VC for the first time in this cycle, and is not granted it.
        logic lost;
        if (ESCAPES) begin : g_escape
          logic again_q;
          logic first;
          logic asks;
          assign first = route && !here && vc_class == 7'd0;
          if (PIPELINE <= 2) begin : g_at_once
            assign asks = first;
          end else begin : g_later
            logic first_q;
            assign asks = first_q;
            always_ff @(posedge clk_i) begin
              first_q <= rst_ni && first && !route_again_i && !purged;
            end
          end
          assign lost = asks && !vc_grant_i_valid[v];
          assign again[v] = again_q;
          always_ff @(posedge clk_i) begin
            again_q <= rst_ni && lost && !route_again_i && !purged;
          end
        end else begin : g_final
          assign lost = 1'b0;
          assign again[v] = 1'b0;
        end

        assign route_o_valid[v] = forward;
        assign route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = route_port;
        assign route_o_allowed[v*VCS +: VCS] = route_allowed;
        assign stage_o_routed[v] = stage_q == ROUTED;
        assign stage_o_active[v] = stage_q == ACTIVE;
        // Depths 1 and 2 allocate a VC in the cycle of the route computation, depth 1 the switch too.
        assign route_now = PIPELINE <= 2 && forward;
        assign request_o_valid[v] = stage_q == ROUTED || route_now;
        assign request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = route_now ? route_port : port_q;
        assign request_o_allowed[v*VCS +: VCS] = route_now ? route_allowed : allowed_q;
        assign active_o_valid[v] =
            (stage_q == ACTIVE || (PIPELINE == 1 && vc_grant_i_valid[v])) && !forwarded;
        assign active_o_port[v*PORT_WIDTH +: PORT_WIDTH] =
            (PIPELINE == 1 && forward) ? route_port : port_q;
        assign active_o_vc[v*VC_WIDTH +: VC_WIDTH] =
            (PIPELINE == 1 && vc_grant_i_valid[v]) ? vc_grant_i_vc[v*VC_WIDTH +: VC_WIDTH]
                                                   : output_vc_q;
        assign active_o_hop[v*HOP_WIDTH +: HOP_WIDTH] =
            (PIPELINE == 1 && vc_grant_i_valid[v]) ? head_i_hop[v*HOP_WIDTH +: HOP_WIDTH] : hop_q;

        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            stage_q     <= IDLE;
            port_q      <= '0;
            allowed_q   <= '0;
            output_vc_q <= '0;
            hop_q       <= '0;
          end else begin
            if (forward) begin
              port_q    <= route_port;
              allowed_q <= route_allowed;
            end
            if (vc_grant_i_valid[v]) output_vc_q <= vc_grant_i_vc[v*VC_WIDTH +: VC_WIDTH];
            if (vc_grant_i_valid[v]) hop_q <= head_i_hop[v*HOP_WIDTH +: HOP_WIDTH];
            if (pop_o[v] && tail_i_front[v]) stage_q <= IDLE;
            else if (vc_grant_i_valid[v]) stage_q <= ACTIVE;
            else if (lost || forget) stage_q <= IDLE;
            else if (forward) stage_q <= ROUTED;
            if (purged) stage_q <= IDLE;
          end
        end
      end else begin : g_none
        assign again[v] = 1'b0;
        assign route_o_valid[v] = 1'b0;
        assign route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign route_o_allowed[v*VCS +: VCS] = '0;
        assign stage_o_routed[v] = 1'b0;
        assign stage_o_active[v] = 1'b0;
        assign request_o_valid[v] = 1'b0;
        assign request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign request_o_allowed[v*VCS +: VCS] = '0;
        assign active_o_valid[v] = 1'b0;
        assign active_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign active_o_vc[v*VC_WIDTH +: VC_WIDTH] = '0;
        assign active_o_hop[v*HOP_WIDTH +: HOP_WIDTH] = '0;
        assign {pop_o[v], drop_o[v], error_o[v], absorb_request_o_valid[v], absorb_active_o_valid[v],
                absorb_route_o_valid[v], absorb_stage_o_routed[v], absorb_stage_o_active[v]} = '0;
        assign absorb_request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign absorb_active_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign absorb_route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign absorb_route_o_allowed[v*VCS +: VCS] = '0;
        assign absorb_request_o_allowed[v*VCS +: VCS] = '0;
        assign absorb_active_o_vc[v*VC_WIDTH +: VC_WIDTH] = '0;
        assign absorb_active_o_hop[v*HOP_WIDTH +: HOP_WIDTH] = '0;
      end
    end
  endgenerate
  // A request is valid only while its head is at the front.
  assign request_o_length = head_i_length;
  assign request_o_hop = head_i_hop;
  assign absorb_request_o_length = head_i_length;
  assign absorb_request_o_hop = head_i_hop;

  // VCs that do not exist, and what a parameter set has no use for.
  wire unused = &{1'b0, clk_i, rst_ni, node_i, node, link_vcs_i, head_i_valid, head_i_class,
                  head_i_destination, head_i_source, head_i_salt, head_i_hop, tail_i_front,
                  tail_i_held, state_i_held, state_i_free, outstanding_i, table_clk_i, table_i_valid, route_again_i,
                  table_i_address, table_i_row, rows, again,
                  vc_grant_i_valid, vc_grant_i_vc, grant_i, network_vcs, message_vcs,
                  ejection_vcs, ROUTED, ACTIVE, own_vcs, header_row, unicast_row, header_port,
                  header_class, absorb_allowed, NODES, HEADER_CLASSES, HEADER_EJECTION_CLASSES,
                  action_i_valid, action_i_forward, action_i_receive, action_i_drop, action_i_error,
                  action_i_routing, action_i_first_port_valid, action_i_first_port,
                  absorb_vc_grant_i_valid, absorb_vc_grant_i_vc, absorb_grant_i};
`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
