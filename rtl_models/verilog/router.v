/// The Flitscope router in synthesisable form: docs/router.md, cycle by cycle.
///
/// Inputs are numbered 0..NETWORK_PORTS-1 network, then injection, node by node; outputs network, then ejection,
/// node by node. A router without nodes has network ports only.
/// Per-port vectors hold port 0 in their lowest bits. The router is a Moore machine: outputs of a
/// cycle depend on registers only. A cycle begins at a rising edge of clk_i; inputs are sampled at
/// the edge that ends it. Links and injection queues are outside.
///
/// Kind codes: 0 none, 1 head, 2 body, 3 tail, 4 head_tail. VC 0 of port p is bit p*VCS of a credit
/// vector; an input VC (p, v) has index p*VCS + v.
///
/// This file has the pins, a field each; inside, a flit is one vector (flits_of_pins.v), and router_core.v is
/// the netlist of the units, which say what the router does.

// scripts/cmake/FlitscopeVerilog.cmake takes names, defaults and codes of the parameters with a
// comment from here; "as in x.v": codes and names from the lines of kinds in that file. A test holds
// them against rtl_models/router/router_parameter_table.cpp.
module router #(
  parameter int NETWORK_PORTS = 6,     ///< P, unconnected ones counted
  parameter int VIRTUAL_CHANNELS = 4,  ///< V, per port, 1..64
  parameter int BUFFER_FLITS = 8,      ///< B, per VC
  parameter int BUFFERS = 0,           ///< 0: private, 1: shared
  parameter int RESERVED = 1,          ///< 1..BUFFER_FLITS, of shared: slots of each VC
  parameter int SWITCHING = 0,         ///< 0: wormhole, 1: virtual_cut_through, 2: store_and_forward
  parameter int PIPELINE = 3,          ///< 1..4; with LOOKAHEAD 1..3; the two deepest with at_switch
  parameter int EXTRA_STAGES = 0,      ///< 0..8, cycles of every flit behind the crossbar
  parameter int LOOKAHEAD = 0,         ///< 0: false, 1: true
  parameter int SPECULATION = 0,       ///< 0: none, 1: exact, 2: pessimistic
  parameter int BYPASS = 0,            ///< 0: false, 1: true
  parameter int VC_ALLOCATOR = 0,      ///< as in vc_allocator.v
  parameter int SWITCH_ALLOCATOR = 0,  ///< as in switch_allocator.v
  parameter int ITERATIONS = 1,        ///< 1..16, of islip
  parameter int ARBITER = 0,           ///< as in arbiter.v
  parameter int ARBITER_STATE = 0,     ///< 0: per_pair, 1: shared
  parameter int INPUT_SPEEDUP = 1,     ///< crossbar inputs of each input port, 1..VIRTUAL_CHANNELS
  parameter int PRIORITY = 0,          ///< 0: none, 1: class, 2: age
  parameter int VC_REUSE = 0,          ///< 0: tail_sent, 1: buffer_empty
  parameter int VC_CHOICE = 1,         ///< 0: most_credits, 1: round_robin, 2: lowest
  parameter int INJECTION_PORTS = 1,   ///< I, of each node
  parameter int EJECTION_PORTS = 1,    ///< E, of each node
  parameter int INJECTION_VCS = 4,     ///< 1..VIRTUAL_CHANNELS
  parameter int EJECTION_VCS = 0,      ///< 0: per_vc, 1: 1, 2: classes
  parameter int MESSAGE_CLASSES = 1,   ///< 1..8, up to VIRTUAL_CHANNELS
  /// VCs of each message class, 8 bits each, VIRTUAL_CHANNELS in all; 0: shares as equal as can be.
  parameter logic [63:0] CLASS_VCS = 64'd0,
  parameter int FLIT_BYTES = 8,        ///< in the data path of a flit, 0..64; none has no data path
  parameter int ROUTING = 0,           ///< as in route.v
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,  ///< its numbers, 16 bits each, the first lowest
  /// Nodes at this router, 0 or more. A flit's source and destination are addresses: the id of the node's router
  /// << LOCAL_BITS | the node's number there. LOCAL_BITS is the same in the whole network.
  parameter int LOCAL_NODES = 1, parameter int LOCAL_BITS = 0,
  /// 8 bits per network port, 1..255.
  parameter logic [NETWORK_PORTS*8-1:0] CYCLES_PER_FLIT = {NETWORK_PORTS{8'd1}},
  /// Input ports that exist; bit p < NETWORK_PORTS stands for output p too. Others are left out of
  /// the hardware but keep their numbers.
  parameter logic [NETWORK_PORTS+LOCAL_NODES*INJECTION_PORTS-1:0] CONNECTED =
      {(NETWORK_PORTS+LOCAL_NODES*INJECTION_PORTS){1'b1}},
  /// Multicasts (docs/multicast_units.md): entries of a header flit; 0: none, and nothing of the hardware
  /// for them is there. With them the rows of `table_i` whose address has the highest bit set are those of
  /// header_routes.v, and there are neither escapes nor faults; LOCAL_NODES is 1.
  parameter int HEADER_ENTRIES = 0,
  parameter int HEADER_ROUTINGS = 1,
  parameter int HEADER_CLASSES = 1,  // VC classes of all header routings
  /// Ejection classes of each header routing, 8 bits each.
  parameter logic [HEADER_ROUTINGS*8-1:0] HEADER_EJECTION_CLASSES = {HEADER_ROUTINGS{8'd1}},
  parameter int NODES = 64,
  parameter int NODE_WIDTH = 16, parameter int MESSAGE_WIDTH = 32, parameter int INDEX_WIDTH = 16,
  parameter int LENGTH_WIDTH = 16, parameter int SALT_WIDTH = 16, parameter int HOP_WIDTH = 8,
  parameter int LEAN = 0,  // 1: flits carry only what this router reads, and their data; other fields leave as 0
  localparam int KIND_WIDTH = 3, localparam int CLASS_WIDTH = (MESSAGE_CLASSES > 1) ? $clog2(MESSAGE_CLASSES) : 1,
  localparam int VCS = VIRTUAL_CHANNELS, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int INPUTS = NETWORK_PORTS + LOCAL_NODES*INJECTION_PORTS,
  localparam int OUTPUTS = NETWORK_PORTS + LOCAL_NODES*EJECTION_PORTS,
  localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1,
  localparam int ROUTING_WIDTH = (HEADER_ROUTINGS > 1) ? $clog2(HEADER_ROUTINGS) : 1,
  localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,  ///< synchronous, active low
  input  logic [NODE_WIDTH-1:0]           node_i,  ///< id of this router, taken while rst_ni is low
  /// VCs of the links at the network outputs, 8 bits each; 0: VIRTUAL_CHANNELS. Taken as node_i.
  input  logic [NETWORK_PORTS*8-1:0]      link_vcs_i,
  /// With LOOKAHEAD: ids of the routers behind the network outputs, and by which input a flit enters them, 8 bits
  /// each. Taken as node_i.
  input  logic [NETWORK_PORTS*NODE_WIDTH-1:0] neighbour_i,
  input  logic [NETWORK_PORTS*8-1:0]      neighbour_i_input,
  output logic                            idle_o,  ///< no flit inside: a clock edge with no flit and no
                                                   ///< credit on the inputs changes no register
  /// A row for the route tables of these inputs, taken at any edge of their own clock, which may stand
  /// still: ROUTING lookup (route_table.v).
  input  logic                            table_clk_i,
  input  logic [INPUTS-1:0]               table_i_valid,
  input  logic [17:0]                     table_i_address,
  input  logic [NETWORK_PORTS*8-1:0]      table_i_row,
  input  logic                            route_again_i,  ///< heads without an output VC forget their routes
  input  logic [INPUTS-1:0]               flit_i_valid,
  input  logic [INPUTS*VC_WIDTH-1:0]      flit_i_vc,
  input  logic [INPUTS*KIND_WIDTH-1:0]    flit_i_kind,
  input  logic [INPUTS*CLASS_WIDTH-1:0]   flit_i_class,
  input  logic [INPUTS*LENGTH_WIDTH-1:0]  flit_i_length,
  input  logic [INPUTS*NODE_WIDTH-1:0]    flit_i_destination,
  input  logic [INPUTS*NODE_WIDTH-1:0]    flit_i_source,
  input  logic [INPUTS*SALT_WIDTH-1:0]    flit_i_salt,
  input  logic [INPUTS*HOP_WIDTH-1:0]     flit_i_hop,
  input  logic [INPUTS-1:0]               flit_i_detour,  ///< the bit of UGAL; not read without it
  input  logic [INPUTS*PORT_WIDTH-1:0]    flit_i_ahead_port,  ///< with LOOKAHEAD: output port here
  input  logic [INPUTS*16-1:0]            flit_i_age,  ///< with PRIORITY age: low bits of the edge at which the message joined
  input  logic [INPUTS*INDEX_WIDTH-1:0]   flit_i_index,
  input  logic [INPUTS*MESSAGE_WIDTH-1:0] flit_i_message, input logic [INPUTS*DATA_WIDTH-1:0] flit_i_data,
  input  logic [INPUTS-1:0] flit_i_header, input logic [INPUTS-1:0] flit_i_more,
  input  logic [INPUTS*ROUTING_WIDTH-1:0] flit_i_routing,
  input  logic [INPUTS-1:0] flit_i_first_port_valid, input logic [INPUTS*PORT_WIDTH-1:0] flit_i_first_port,
  input  logic [INPUTS*ENTRIES-1:0] flit_i_entry_valid,
  input  logic [INPUTS*ENTRIES*NODE_WIDTH-1:0] flit_i_entry_address,
  input  logic [INPUTS*ENTRIES*2-1:0] flit_i_entry_control, input logic [INPUTS-1:0] flit_i_error,
  output logic [INPUTS*VCS-1:0]           credit_o,
`ifdef FLITSCOPE_PURGE
  /// Messages that are taken out at the next edge (docs/recovery_and_faults.md, section 1); route units may find no
  /// way then. By input VC, lowest bits first: flits of its FIFO that are taken out, from the front on, behind one that
  /// crosses; a tail is among them; the message that the VC works on is taken out.
  input  logic [INPUTS*VCS*($clog2(BUFFER_FLITS + 1)+2)-1:0] purge_i_inputs,
  /// By output, by VC: flits of it that were taken out behind it at the edge before; its message is taken out.
  /// Above the VCs: the flit that crosses is taken out (depth 4).
  input  logic [OUTPUTS*(VCS*($clog2(BUFFER_FLITS + 1)+1)+1)-1:0] purge_i_outputs,
`endif
  output logic [OUTPUTS-1:0]               flit_o_valid,
  output logic [OUTPUTS*VC_WIDTH-1:0]      flit_o_vc,
  output logic [OUTPUTS*KIND_WIDTH-1:0]    flit_o_kind,
  output logic [OUTPUTS*CLASS_WIDTH-1:0]   flit_o_class,
  output logic [OUTPUTS*LENGTH_WIDTH-1:0]  flit_o_length,
  output logic [OUTPUTS*NODE_WIDTH-1:0]    flit_o_destination,
  output logic [OUTPUTS*NODE_WIDTH-1:0]    flit_o_source,
  output logic [OUTPUTS*SALT_WIDTH-1:0]    flit_o_salt,
  output logic [OUTPUTS*HOP_WIDTH-1:0]     flit_o_hop,  ///< one more than at the input on network outputs
  output logic [OUTPUTS-1:0]               flit_o_detour,
  output logic [OUTPUTS*PORT_WIDTH-1:0]    flit_o_ahead_port,
  output logic [OUTPUTS*16-1:0]            flit_o_age,
  output logic [OUTPUTS*INDEX_WIDTH-1:0]   flit_o_index,
  output logic [OUTPUTS*MESSAGE_WIDTH-1:0] flit_o_message, output logic [OUTPUTS*DATA_WIDTH-1:0] flit_o_data,
  output logic [OUTPUTS-1:0] flit_o_header, output logic [OUTPUTS-1:0] flit_o_more,
  output logic [OUTPUTS*ROUTING_WIDTH-1:0] flit_o_routing,
  output logic [OUTPUTS-1:0] flit_o_first_port_valid, output logic [OUTPUTS*PORT_WIDTH-1:0] flit_o_first_port,
  output logic [OUTPUTS*ENTRIES-1:0] flit_o_entry_valid,
  output logic [OUTPUTS*ENTRIES*NODE_WIDTH-1:0] flit_o_entry_address,
  output logic [OUTPUTS*ENTRIES*2-1:0] flit_o_entry_control, output logic [OUTPUTS-1:0] flit_o_error,
  input  logic [NETWORK_PORTS*VCS-1:0]     credit_i
);
  // Fields that neither routing nor switching reads are left out of a lean router (flits_of_pins.v).
  localparam bit LOOKUP = ROUTING == 2;
  localparam bit LEGS = LOOKUP && ROUTE_SETTINGS[7*16 +: 16] != 16'd0;
  localparam bit DRAWS = LOOKUP && (ROUTE_SETTINGS[5*16 +: 2] == 2'd1 || ROUTE_SETTINGS[5*16 +: 2] == 2'd2);
  localparam bit UGAL = LOOKUP && ROUTE_SETTINGS[5*16 + 3];
  localparam bit READS_HOP = LEGS || DRAWS || (LOOKUP && ROUTE_SETTINGS[16 +: 16] != 16'd0);
  localparam bit READS_SOURCE = LEGS || (LOOKUP && ROUTE_SETTINGS[0 +: 16] != 16'd0);
  localparam bit READS_SALT = LEGS || DRAWS || (LOOKUP && ROUTE_SETTINGS[2*16 +: 16] > 16'd1);
  localparam bit HEADERS = HEADER_ENTRIES > 0;
  localparam logic [5:0] ABSENT = (LEAN == 0) ? 6'd0 : {
      1'b1, !HEADERS, !READS_SALT, !READS_SOURCE, SWITCHING == 0 && !HEADERS, !READS_HOP};
  localparam logic [95:0] FLIT = {
      LOOKAHEAD != 0, UGAL, ABSENT, PRIORITY == 2, 7'(FLIT_BYTES), 8'(HEADER_ENTRIES), 8'(ROUTING_WIDTH), 8'(PORT_WIDTH), 8'(MESSAGE_WIDTH),
      8'(INDEX_WIDTH), 8'(SALT_WIDTH), 8'(NODE_WIDTH), 8'(LENGTH_WIDTH), 8'(CLASS_WIDTH), 8'(HOP_WIDTH)};
  localparam int HEAD_WIDTH = (ABSENT[0] ? 0 : HOP_WIDTH) + CLASS_WIDTH + (ABSENT[1] ? 0 : LENGTH_WIDTH) + NODE_WIDTH +
                              (ABSENT[2] ? 0 : NODE_WIDTH) + (ABSENT[3] ? 0 : SALT_WIDTH) + (UGAL ? 1 : 0) +
                              (LOOKAHEAD != 0 ? PORT_WIDTH : 0);
  localparam int HEADER_WIDTH = HEADERS ? 4 + ROUTING_WIDTH + PORT_WIDTH + ENTRIES*(NODE_WIDTH + 3) : 0;
  localparam int FLIT_WIDTH = KIND_WIDTH + HEAD_WIDTH + (PRIORITY == 2 ? 16 : 0) + (ABSENT[4] ? 0 : INDEX_WIDTH) +
                              (ABSENT[5] ? 0 : MESSAGE_WIDTH) + 8*FLIT_BYTES + HEADER_WIDTH;
  logic [INPUTS*FLIT_WIDTH-1:0]  arriving;
  logic [OUTPUTS*FLIT_WIDTH-1:0] leaving;
  flits_of_pins #(INPUTS, FLIT_WIDTH, FLIT) flits_of_pins (.flit_o(arriving), .*);
  pins_of_flits #(OUTPUTS, FLIT_WIDTH, HEAD_WIDTH, FLIT) pins_of_flits (.flit_i(leaving), .*);
  router_core #(
    .NETWORK_PORTS(NETWORK_PORTS), .VIRTUAL_CHANNELS(VIRTUAL_CHANNELS), .BUFFER_FLITS(BUFFER_FLITS),
    .BUFFERS(BUFFERS), .RESERVED(RESERVED),
    .SWITCHING(SWITCHING), .PIPELINE(PIPELINE), .EXTRA_STAGES(EXTRA_STAGES), .LOOKAHEAD(LOOKAHEAD),
    .SPECULATION(SPECULATION), .BYPASS(BYPASS), .VC_ALLOCATOR(VC_ALLOCATOR),
    .SWITCH_ALLOCATOR(SWITCH_ALLOCATOR), .ITERATIONS(ITERATIONS), .ARBITER(ARBITER),
    .ARBITER_STATE(ARBITER_STATE), .INPUT_SPEEDUP(INPUT_SPEEDUP), .PRIORITY(PRIORITY), .VC_REUSE(VC_REUSE),
    .VC_CHOICE(VC_CHOICE), .INJECTION_PORTS(INJECTION_PORTS),
    .EJECTION_PORTS(EJECTION_PORTS), .INJECTION_VCS(INJECTION_VCS), .EJECTION_VCS(EJECTION_VCS),
    .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASS_VCS(CLASS_VCS), .ROUTING(ROUTING), .ROUTE_SETTINGS(ROUTE_SETTINGS), .LOCAL_NODES(LOCAL_NODES),
    .LOCAL_BITS(LOCAL_BITS),
    .CYCLES_PER_FLIT(CYCLES_PER_FLIT), .CONNECTED(CONNECTED), .HEADER_ENTRIES(HEADER_ENTRIES),
    .HEADER_ROUTINGS(HEADER_ROUTINGS), .HEADER_CLASSES(HEADER_CLASSES),
    .HEADER_EJECTION_CLASSES(HEADER_EJECTION_CLASSES), .NODES(NODES), .FLIT(FLIT), .FLIT_WIDTH(FLIT_WIDTH),
    .HEAD_WIDTH(HEAD_WIDTH), .HEADER_WIDTH(HEADER_WIDTH)
  ) core (.flit_i(arriving), .flit_o(leaving), .*);
endmodule
