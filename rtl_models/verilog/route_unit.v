/// Route computation and message state of the VCs of one input port (docs/router.md, sections 3, 4).
///
/// Holds this router's id, and per VC message_state.v. All VCs are routed in parallel. Where the routing
/// has an escape, heads that lose at once are routed again (section 12). Of multicasts
/// (docs/multicast_units.md) it has the branch forward, as multicast_route_unit.v says; there are neither
/// escapes nor faults.
module route_unit #(
  parameter int INPUT = 0,          ///< index of this input port
  parameter int NETWORK_PORTS = 6,
  parameter int LOCAL_NODES = 1,    ///< nodes at this router
  parameter int LOCAL_BITS = 0,     ///< of an address: the node's number at its router
  parameter int EJECTION_PORTS = 1, ///< of each node
  parameter int VCS = 4,
  parameter int USED_VCS = 4,       ///< VCs from here on do not exist
  parameter int BUFFER_FLITS = 8,
  parameter int EJECTION_VC_COUNT = 4,  ///< VCs of an ejection output
  parameter int MESSAGE_CLASSES = 1,
  parameter logic [63:0] CLASS_VCS = 64'd0,  ///< as of router.v
  parameter int PIPELINE = 3,
  parameter int LOOKAHEAD = 0,      ///< 1: heads come with their output ports
  parameter int SPECULATION = 0,    ///< as of router.v
  parameter int STORE_AND_FORWARD = 0,
  parameter int ROUTING = 0,        ///< and its settings: of route
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,
  parameter ROUTE_ROWS = 1'd0,      ///< ROWS of route_table.v
  parameter int HEADER_CLASSES = 0, ///< VC classes of all header routings; 0: no multicasts, and nothing of branch_i
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int HOP_WIDTH = 32'(FLIT[0 +: 8]), localparam int CLASS_WIDTH = 32'(FLIT[8 +: 8]),
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]), localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]),
  localparam int SALT_WIDTH = 32'(FLIT[32 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int OUTPUTS = NETWORK_PORTS + LOCAL_NODES*EJECTION_PORTS, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,             ///< synchronous, active low
  input  logic [NODE_WIDTH-1:0]              node_i,             ///< id of this router, taken at reset
  input  logic [NETWORK_PORTS*8-1:0]         link_vcs_i,         ///< link_vcs.v, taken at reset
  input  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,       ///< as of router.v, taken at reset
  input  logic [NETWORK_PORTS*8-1:0]         neighbour_i_input,
  input  logic                               table_clk_i,        ///< of table_i
  input  logic                               table_i_valid,      ///< a row for the route table, if ROUTING
  input  logic [17:0]                        table_i_address,    ///< is lookup: route_table.v
  input  logic [NETWORK_PORTS*8-1:0]         table_i_row,
  input  logic                               route_again_i,      ///< heads without an output VC are idle from
                                                                 ///< the next edge on (faults)
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+2)-1:0]     purge_i,            ///< as of router.v, of these VCs
`endif
  input  logic [VCS-1:0]                     head_i_valid,       ///< FIFO filled and its front is a head
  input  logic [VCS*HOP_WIDTH-1:0]           head_i_hop,         ///< that head, while valid
  input  logic [VCS*CLASS_WIDTH-1:0]         head_i_class,
  input  logic [VCS*LENGTH_WIDTH-1:0]        head_i_length,
  input  logic [VCS*NODE_WIDTH-1:0]          head_i_destination, ///< an address, as the source
  input  logic [VCS*NODE_WIDTH-1:0]          head_i_source,
  input  logic [VCS*SALT_WIDTH-1:0]          head_i_salt,
  input  logic [VCS-1:0]                     head_i_detour,      ///< UGAL has chosen the detour
  input  logic [VCS*PORT_WIDTH-1:0]          head_i_ahead_port,  ///< with LOOKAHEAD: its output port
  input  logic [VCS-1:0]                     tail_i_front,       ///< FIFO filled and its front is a tail
  input  logic [VCS-1:0]                     tail_i_held,        ///< a tail is in the FIFO
  input  logic [OUTPUTS*VCS-1:0]             state_i_held,       ///< state of the outputs, for routing by
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,      ///< load: flits sent minus credits returned
  input  logic [VCS-1:0]                     vc_grant_i_valid,   ///< VC allocation won in this cycle
  input  logic [VCS*VC_WIDTH-1:0]            vc_grant_i_vc,
  input  logic [VCS-1:0]                     pop_i,              ///< the front flit leaves its FIFO
  input  logic [VCS-1:0]                     branch_i_valid,     ///< the head is a multicast's,
  input  logic [VCS-1:0]                     branch_i_forward,   ///< ... with a branch forward,
  input  logic [VCS-1:0]                     branch_i_stays,     ///< ... which goes to this node only
  input  logic [VCS*PORT_WIDTH-1:0]          branch_i_port,      ///< network port of forward
  input  logic [VCS*7-1:0]                   branch_i_class,     ///< its VC class
  input  logic [VCS-1:0]                     branch_i_busy,      ///< the head at the front has been routed
  input  logic [VCS-1:0]                     branch_i_sent,      ///< done-bit of forward
  output logic [NODE_WIDTH-1:0]              node_o,             ///< node_i, as it was taken
  output logic [VCS-1:0]                     computes_o,         ///< RC takes place in this cycle, of any branch
  output logic [VCS-1:0]                     request_o_valid,    ///< takes part in VC allocation
  output logic [VCS*PORT_WIDTH-1:0]          request_o_port,     ///< output port
  output logic [VCS*VCS-1:0]                 request_o_allowed,  ///< output VCs of the class
  output logic [VCS-1:0]                     request_o_detour,   ///< bit of UGAL, as the message leaves
  output logic [VCS-1:0]                     active_o_valid,     ///< holds an output VC
  output logic [VCS*PORT_WIDTH-1:0]          active_o_port,      ///< output port; while active
  output logic [VCS*VC_WIDTH-1:0]            active_o_vc,        ///< output VC; while active
  output logic [VCS-1:0]                     active_o_detour,
  output logic [VCS-1:0]                     route_o_valid,      ///< RC takes place in this cycle
  output logic [VCS*PORT_WIDTH-1:0]          route_o_port,       ///< its result
  output logic [VCS*VCS-1:0]                 route_o_allowed,
  output logic [VCS-1:0]                     route_o_detour,
  output logic [VCS-1:0]                     ahead_o_valid,      ///< with LOOKAHEAD: the head goes to another
  output logic [VCS*PORT_WIDTH-1:0]          ahead_o_port,       ///< router, and its output port there
  output logic [VCS-1:0]                     stage_o_routed,     ///< registered stage; neither: idle
  output logic [VCS-1:0]                     stage_o_active
);
  // Without a stage RC, heads ask for a VC as soon as they are at the front.
  localparam int STAGES = (LOOKAHEAD != 0 && PIPELINE > 2) ? 2 : PIPELINE;
  localparam int EJECTION_OUTPUT = NETWORK_PORTS + INPUT % EJECTION_PORTS;
  localparam int LOOKUP = 2;  // number of its line in route.v
  localparam int OWN_CLASSES = (ROUTING == LOOKUP) ? 32'(ROUTE_SETTINGS[4*16 +: 16]) : 1;
  localparam int CLASSES = OWN_CLASSES + HEADER_CLASSES;
  // With an escape class 0 is for those who are routed again if they lose; the last one, with the same
  // VCs, is for those who are not.
  localparam bit ESCAPES = ROUTING == LOOKUP && ROUTE_SETTINGS[5*16 + 2];
  localparam bit UGAL = ROUTING == LOOKUP && ROUTE_SETTINGS[5*16 + 3];
  localparam bit DECIDES = UGAL && INPUT >= NETWORK_PORTS;  // other routers follow the bit of the head
  localparam int WAYS = DECIDES ? 2 : 1;

  logic [WAYS*VCS*NETWORK_PORTS*8-1:0] ways;  // of the route table
  logic [VCS*NETWORK_PORTS*8-1:0] rows;  // ... by VC, as UGAL has chosen
  logic [VCS-1:0]                 detour;
  logic [VCS-1:0]                 again; // the head takes the escape
  logic [VCS*7-1:0]               vc_class;
  logic [VCS*PORT_WIDTH-1:0]      network_port;
  logic [VCS-1:0]                 here;
  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour;  // registers, as that of node_i below
  logic [NETWORK_PORTS*8-1:0]     neighbour_input;
  logic [VCS*NODE_WIDTH-1:0]      to, from;  // routers of the destination and the source
  logic [NETWORK_PORTS*MESSAGE_CLASSES*OWN_CLASSES*VCS-1:0] own_vcs;
`ifdef FLITSCOPE_PURGE
  genvar p;
`endif
  genvar v;
  generate
    if (ROUTING == LOOKUP && USED_VCS > 0) begin : g_table
      // With multicasts the rows whose address has the highest bit set are theirs.
      logic row;
      assign row = table_i_valid && !(HEADER_CLASSES > 0 && table_i_address[17]);
      route_table #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH),
        .HOP_WIDTH(HOP_WIDTH), .SETTINGS(ROUTE_SETTINGS), .ROWS(ROUTE_ROWS), .WAYS(WAYS)
      ) route_table (
        .table_i_valid(row), .head_i_destination(to), .head_i_source(from), .again_i(again), .row_o(ways), .*);
    end else begin : g_no_table
      assign ways = '0;
    end

    // A register, so that no pin of the router reaches an output within a cycle.
    if (USED_VCS > 0) begin : g_node
      logic [NODE_WIDTH-1:0] node_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) node_q <= node_i;
      end
      assign node_o = node_q;
      allowed_vcs #(
        .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .EJECTION_VC_COUNT(EJECTION_VC_COUNT),
        .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASS_VCS(CLASS_VCS), .CLASSES(CLASSES), .OWN_CLASSES(OWN_CLASSES),
        .ESCAPES(ESCAPES ? CLASSES - 2 : 0), .PORT_WIDTH(PORT_WIDTH)
      ) allowed_vcs (
        .message_class_i(head_i_class), .vc_class_i(vc_class), .network_port_i(network_port), .here_i(here),
        .allowed_o(route_o_allowed), .own_vcs_o(own_vcs), .*);
    end else begin : g_none
      assign {node_o, route_o_allowed, own_vcs} = '0;
    end

    if (USED_VCS > 0 && LOOKAHEAD != 0) begin : g_neighbours
      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          neighbour       <= neighbour_i;
          neighbour_input <= neighbour_i_input;
        end
      end
    end else begin : g_no_neighbours
      assign {neighbour, neighbour_input} = '0;
    end

    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      assign to[v*NODE_WIDTH +: NODE_WIDTH] = head_i_destination[v*NODE_WIDTH +: NODE_WIDTH] >> LOCAL_BITS;
      assign from[v*NODE_WIDTH +: NODE_WIDTH] = head_i_source[v*NODE_WIDTH +: NODE_WIDTH] >> LOCAL_BITS;
      if (DECIDES && v < USED_VCS) begin : g_source
        route_ugal #(
          .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(LOCAL_NODES*EJECTION_PORTS), .VCS(VCS),
          .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(OWN_CLASSES), .COUNT_WIDTH(COUNT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH)
        ) route_ugal (
          .minimal_i(ways[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8]),
          .detour_i(ways[(VCS + v)*NETWORK_PORTS*8 +: NETWORK_PORTS*8]),
          .class_i(head_i_class[v*CLASS_WIDTH +: CLASS_WIDTH]), .network_vcs_i(own_vcs), .held_i(state_i_held),
          .outstanding_i(outstanding_i), .detour_o(detour[v]), .row_o(rows[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8]));
      end else begin : g_follows
        assign rows[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8] = ways[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8];
        assign detour[v] = UGAL && head_i_detour[v];
      end
      if (v < USED_VCS) begin : g_state
        // Route computation of the head at the front.
        logic found;     // with faults there may be no way
        logic purged;    // the message is taken out
        logic multicast;
        logic busy;      // the head at the front has been routed
        logic stays;
        logic [PORT_WIDTH-1:0] ejection_port;
        logic [PORT_WIDTH-1:0] own_port;
        logic [6:0] own_class;
        assign computes_o[v] = !busy && head_i_valid[v] && found &&
                               (STORE_AND_FORWARD == 0 || INPUT >= NETWORK_PORTS || stays || tail_i_held[v]);
        assign route_o_port[v*PORT_WIDTH +: PORT_WIDTH] =
            here[v] ? ejection_port : network_port[v*PORT_WIDTH +: PORT_WIDTH];
        assign route_o_detour[v] = detour[v] && !here[v] && !multicast;
        assign here[v] = LOCAL_NODES > 0 && !multicast &&
                         (LOOKAHEAD != 0 ? 32'(head_i_ahead_port[v*PORT_WIDTH +: PORT_WIDTH]) >= NETWORK_PORTS
                                         : to[v*NODE_WIDTH +: NODE_WIDTH] == node_o);
        if (LOOKAHEAD != 0) begin : g_carried
          assign ejection_port = head_i_ahead_port[v*PORT_WIDTH +: PORT_WIDTH];
        end else if (LOCAL_BITS > 0) begin : g_local
          assign ejection_port = PORT_WIDTH'(
              EJECTION_OUTPUT + 32'(head_i_destination[v*NODE_WIDTH +: LOCAL_BITS]) * EJECTION_PORTS);
        end else begin : g_one_node
          assign ejection_port = PORT_WIDTH'(EJECTION_OUTPUT);
        end
        assign own_class =
            rows[(v*NETWORK_PORTS + 32'(network_port[v*PORT_WIDTH +: PORT_WIDTH]))*8 +: 7];
        if (HEADER_CLASSES > 0) begin : g_branches
          assign multicast = branch_i_valid[v];
          assign busy = branch_i_busy[v];
          assign stays = multicast ? branch_i_stays[v] : here[v];
          assign route_o_valid[v] = computes_o[v] && (!multicast || branch_i_forward[v]);
          assign network_port[v*PORT_WIDTH +: PORT_WIDTH] =
              multicast ? branch_i_port[v*PORT_WIDTH +: PORT_WIDTH] : own_port;
          assign vc_class[v*7 +: 7] = multicast ? branch_i_class[v*7 +: 7] : own_class;
        end else begin : g_no_branches
          assign multicast = 1'b0;
          assign busy = stage_o_routed[v] || stage_o_active[v];
          assign stays = here[v];
          assign route_o_valid[v] = computes_o[v];
          assign network_port[v*PORT_WIDTH +: PORT_WIDTH] = own_port;
          assign vc_class[v*7 +: 7] = own_class;
        end
`ifdef FLITSCOPE_PURGE
        assign purged = purge_i[v*(COUNT_WIDTH+2) + COUNT_WIDTH + 1];
        if (ROUTING == LOOKUP) begin : g_may_fail
          logic [NETWORK_PORTS-1:0] listed;
          for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_listed
            assign listed[p] = rows[(v*NETWORK_PORTS + p)*8 + 7];
          end
          assign found = here[v] || listed != '0;
        end else begin : g_never_fails
          assign found = 1'b1;
        end
`else
        assign purged = 1'b0;
        assign found = 1'b1;
`endif
        // The routing function, of this router or (LOOKAHEAD) of the next one.
        logic computes;
        logic [NODE_WIDTH-1:0] at;
        logic [PORT_WIDTH-1:0] computed_port;
        if (LOOKAHEAD != 0) begin : g_ahead
          next_route #(
            .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(EJECTION_PORTS), .LOCAL_BITS(LOCAL_BITS),
            .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH)
          ) next_route (
            .neighbour_i(neighbour), .neighbour_i_input(neighbour_input),
            .head_i(head_i_valid[v] && !here[v]), .port_i(own_port),
            .destination_i(head_i_destination[v*NODE_WIDTH +: NODE_WIDTH]), .node_o(at), .routes_o(computes),
            .routed_i(computed_port), .port_o(ahead_o_port[v*PORT_WIDTH +: PORT_WIDTH]));
          assign own_port = head_i_ahead_port[v*PORT_WIDTH +: PORT_WIDTH];
          assign ahead_o_valid[v] = head_i_valid[v] && !here[v];
        end else begin : g_here
          assign at = node_o;
          assign computes = computes_o[v] && !multicast;
          assign own_port = computed_port;
          assign ahead_o_valid[v] = 1'b0;
          assign ahead_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        end
        route #(
          .ROUTING(ROUTING), .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(LOCAL_NODES*EJECTION_PORTS),
          .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(OWN_CLASSES), .COUNT_WIDTH(COUNT_WIDTH),
          .FLIT(FLIT), .SETTINGS(ROUTE_SETTINGS)
        ) route_function (
          .head_i(computes), .node_i(at),
          .destination_i(to[v*NODE_WIDTH +: NODE_WIDTH]), .source_i(from[v*NODE_WIDTH +: NODE_WIDTH]),
          .class_i(head_i_class[v*CLASS_WIDTH +: CLASS_WIDTH]),
          .length_i(head_i_length[v*LENGTH_WIDTH +: LENGTH_WIDTH]), .salt_i(head_i_salt[v*SALT_WIDTH +: SALT_WIDTH]),
          .hop_i(head_i_hop[v*HOP_WIDTH +: HOP_WIDTH]), .row_i(rows[v*NETWORK_PORTS*8 +: NETWORK_PORTS*8]),
          .network_vcs_i(own_vcs), .held_i(state_i_held), .outstanding_i(outstanding_i), .port_o(computed_port));

        // Asked for an adaptive VC for the first time in this cycle, and is not granted it.
        logic lost;
        if (ESCAPES) begin : g_escape
          logic again_q;
          logic first;
          logic asks;
          assign first = computes_o[v] && !here[v] && vc_class[v*7 +: 7] == 7'd0;
          if (STAGES <= 2) begin : g_at_once
            assign asks = first;
          end else begin : g_later
            logic first_q;
            assign asks = first_q;
            always_ff @(posedge clk_i) begin
              first_q <= rst_ni && first && !vc_grant_i_valid[v] && !route_again_i && !purged;
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

        message_state #(.PIPELINE(STAGES), .SPECULATION(SPECULATION), .VCS(VCS), .VC_WIDTH(VC_WIDTH), .PORT_WIDTH(PORT_WIDTH)) message_state (
          .clk_i(clk_i), .rst_ni(rst_ni), .route_i_valid(route_o_valid[v]),
          .route_i_port(route_o_port[v*PORT_WIDTH +: PORT_WIDTH]), .route_i_allowed(route_o_allowed[v*VCS +: VCS]),
          .route_i_detour(route_o_detour[v]), .request_o_detour(request_o_detour[v]), .active_o_detour(active_o_detour[v]),
          .vc_grant_i_valid(vc_grant_i_valid[v]), .vc_grant_i_vc(vc_grant_i_vc[v*VC_WIDTH +: VC_WIDTH]),
          .sent_i(HEADER_CLASSES > 0 && branch_i_sent[v]),
          .forget_i(lost || (HEADER_CLASSES == 0 && route_again_i && !stage_o_active[v])),
          .end_i(pop_i[v] && tail_i_front[v]), .purge_i(purged), .request_o_valid(request_o_valid[v]),
          .request_o_port(request_o_port[v*PORT_WIDTH +: PORT_WIDTH]),
          .request_o_allowed(request_o_allowed[v*VCS +: VCS]), .active_o_valid(active_o_valid[v]),
          .active_o_port(active_o_port[v*PORT_WIDTH +: PORT_WIDTH]),
          .active_o_vc(active_o_vc[v*VC_WIDTH +: VC_WIDTH]), .stage_o_routed(stage_o_routed[v]),
          .stage_o_active(stage_o_active[v]));
      end else begin : g_none
        assign {again[v], here[v], computes_o[v], route_o_valid[v], stage_o_routed[v], stage_o_active[v],
                request_o_valid[v], active_o_valid[v], route_o_detour[v], request_o_detour[v],
                active_o_detour[v], ahead_o_valid[v]} = '0;
        assign ahead_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign network_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign vc_class[v*7 +: 7] = '0;
        assign route_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign request_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign request_o_allowed[v*VCS +: VCS] = '0;
        assign active_o_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign active_o_vc[v*VC_WIDTH +: VC_WIDTH] = '0;
      end
    end
  endgenerate

  // VCs that do not exist, and what a parameter set has no use for.
  wire unused = &{1'b0, clk_i, rst_ni, node_i, node_o, link_vcs_i, table_clk_i, table_i_valid, table_i_address,
                  table_i_row, route_again_i, head_i_valid, head_i_hop, head_i_class, head_i_length,
                  head_i_destination, head_i_source, head_i_salt, tail_i_front, tail_i_held, state_i_held,
                  outstanding_i, vc_grant_i_valid, vc_grant_i_vc, pop_i, branch_i_valid, branch_i_forward,
                  branch_i_stays, branch_i_port, branch_i_class, branch_i_busy, branch_i_sent, rows, again,
                  head_i_detour, head_i_ahead_port, neighbour_i, neighbour_i_input, neighbour, neighbour_input, ways, detour, vc_class, network_port, here, to, from, own_vcs};
`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
