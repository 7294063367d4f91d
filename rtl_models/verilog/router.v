/// The Flitscope router in synthesisable form: docs/router.md, cycle by cycle.
///
/// Inputs are numbered 0..NETWORK_PORTS-1 network, then injection; outputs network, then ejection.
/// Per-port vectors hold port 0 in their lowest bits. The router is a Moore machine: outputs of a
/// cycle depend on registers only. A cycle begins at a rising edge of clk_i; inputs are sampled at
/// the edge that ends it. Links and injection queues are outside.
///
/// Kind codes: 0 none, 1 head, 2 body, 3 tail, 4 head_tail. VC 0 of port p is bit p*VCS of a credit
/// vector; an input VC (p, v) has index p*VCS + v.
///
/// This file is a netlist, declarations and instances only: what the router does is in its units.

// Defining FLITSCOPE_PUBLIC lets a Verilated model read the checkpoints below by name.
`ifdef FLITSCOPE_PUBLIC
`define FLITSCOPE_CHECKPOINT /*verilator public_flat_rd*/
`else
`define FLITSCOPE_CHECKPOINT
`endif

// scripts/cmake/FlitscopeVerilog.cmake takes names, defaults and codes of the parameters with a
// comment from here; "as in x.v": codes and names from the lines of kinds in that file. A test holds
// them against rtl_models/router/router_parameter_table.cpp.
module router #(
  parameter int NETWORK_PORTS = 6,     ///< P, unconnected ones counted
  parameter int VIRTUAL_CHANNELS = 4,  ///< V, per port, 1..64
  parameter int BUFFER_FLITS = 8,      ///< B, per VC
  parameter int SWITCHING = 0,         ///< 0: wormhole, 1: virtual_cut_through, 2: store_and_forward
  parameter int PIPELINE = 3,          ///< 1..4
  parameter int VC_ALLOCATOR = 0,      ///< as in vc_allocator.v
  parameter int SWITCH_ALLOCATOR = 0,  ///< as in switch_allocator.v
  parameter int ITERATIONS = 1,        ///< 1..16, of islip
  parameter int ARBITER = 0,           ///< as in arbiter.v
  parameter int ARBITER_STATE = 0,     ///< 0: per_pair, 1: shared
  parameter int VC_REUSE = 0,          ///< 0: tail_sent, 1: buffer_empty
  parameter int INJECTION_PORTS = 1,   ///< I
  parameter int EJECTION_PORTS = 1,    ///< E
  parameter int INJECTION_VCS = 4,     ///< 1..VIRTUAL_CHANNELS
  parameter int EJECTION_VCS = 0,      ///< 0: per_vc, 1: 1, 2: classes
  parameter int MESSAGE_CLASSES = 1,   ///< 1..VIRTUAL_CHANNELS
  parameter int FLIT_BYTES = 8,        ///< in the data path of a flit, 0..64; none has no data path
  parameter int ROUTING = 0,           ///< as in route.v
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,  ///< its numbers, 16 bits each, the first lowest
  /// 8 bits per network port, 1..255.
  parameter logic [NETWORK_PORTS*8-1:0] CYCLES_PER_FLIT = {NETWORK_PORTS{8'd1}},
  /// Input ports that exist; bit p < NETWORK_PORTS stands for output p too. Others are left out of
  /// the hardware but keep their numbers.
  parameter logic [NETWORK_PORTS+INJECTION_PORTS-1:0] CONNECTED =
      {(NETWORK_PORTS+INJECTION_PORTS){1'b1}},
  /// Multicasts (docs/multicast_units.md): entries of a header flit; 0: none, and nothing of the hardware
  /// for them is there. With them the rows of `table_i` whose address has the highest bit set are those of
  /// header_routes.v, and there are neither escapes nor faults.
  parameter int HEADER_ENTRIES = 0,
  parameter int HEADER_ROUTINGS = 1,
  parameter int HEADER_CLASSES = 1,  // VC classes of all header routings
  /// Ejection classes of each header routing, 8 bits each.
  parameter logic [HEADER_ROUTINGS*8-1:0] HEADER_EJECTION_CLASSES = {HEADER_ROUTINGS{8'd1}},
  parameter int NODES = 64,
  parameter int NODE_WIDTH = 16, parameter int MESSAGE_WIDTH = 32, parameter int INDEX_WIDTH = 16,
  parameter int LENGTH_WIDTH = 16, parameter int SALT_WIDTH = 16, parameter int HOP_WIDTH = 8,
  parameter int ADDRESS_WIDTH = 18,
  localparam int KIND_WIDTH = 3, localparam int CLASS_WIDTH = (MESSAGE_CLASSES > 1) ? $clog2(MESSAGE_CLASSES) : 1,
  localparam int VCS = VIRTUAL_CHANNELS, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int INPUTS = NETWORK_PORTS + INJECTION_PORTS, localparam int OUTPUTS = NETWORK_PORTS + EJECTION_PORTS,
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
  output logic                            idle_o,  ///< no flit inside: a clock edge with no flit and no
                                                   ///< credit on the inputs changes no register
  /// A row for the route tables of these inputs, taken at any edge of their own clock, which may stand
  /// still: ROUTING lookup (route_table.v).
  input  logic                            table_clk_i,
  input  logic [INPUTS-1:0]               table_i_valid,
  input  logic [ADDRESS_WIDTH-1:0]        table_i_address,
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
  localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1);

  // Wires between the units, each named by what it carries; of a bundle, a wire per field.
  // Checkpoints are compared between the levels.
  // From the VC buffers ...
  logic [INPUTS*VCS-1:0]               filled;
  logic [INPUTS*VCS*KIND_WIDTH-1:0]    front_kind `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*CLASS_WIDTH-1:0]   front_class `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*LENGTH_WIDTH-1:0]  front_length `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*NODE_WIDTH-1:0]    front_destination `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*NODE_WIDTH-1:0]    front_source `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*SALT_WIDTH-1:0]    front_salt `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*HOP_WIDTH-1:0]     front_hop `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*INDEX_WIDTH-1:0]   front_index `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*MESSAGE_WIDTH-1:0] front_message `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*DATA_WIDTH-1:0]    front_data `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0] front_header, front_more, front_first_port_valid, front_error;
  logic [INPUTS*VCS*ROUTING_WIDTH-1:0] front_routing; logic [INPUTS*VCS*PORT_WIDTH-1:0] front_first_port;
  logic [INPUTS*VCS*ENTRIES-1:0] front_entry_valid; logic [INPUTS*VCS*ENTRIES*NODE_WIDTH-1:0] front_entry_address;
  logic [INPUTS*VCS*ENTRIES*2-1:0] front_entry_control;
  logic [INPUTS*VCS-1:0]               head_valid `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*CLASS_WIDTH-1:0]   head_class;
  logic [INPUTS*VCS*LENGTH_WIDTH-1:0]  head_length;
  logic [INPUTS*VCS*NODE_WIDTH-1:0]    head_destination;
  logic [INPUTS*VCS*NODE_WIDTH-1:0]    head_source;
  logic [INPUTS*VCS*SALT_WIDTH-1:0]    head_salt;
  logic [INPUTS*VCS*HOP_WIDTH-1:0]     head_hop;
  logic [INPUTS*VCS-1:0]               tail_front `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0]               tail_held;
  logic [INPUTS*VCS*COUNT_WIDTH-1:0]   count `FLITSCOPE_CHECKPOINT;
  // ... the header units, and the register of the node that they see ...
  logic [NODE_WIDTH-1:0] header_node;
  logic [INPUTS*VCS-1:0] header_head_valid, header_action_valid, header_action_forward, header_action_receive;
  logic [INPUTS*VCS-1:0] header_action_drop, header_action_error, header_action_first_port_valid;
  logic [INPUTS*VCS*CLASS_WIDTH-1:0] header_head_class; logic [INPUTS*VCS*LENGTH_WIDTH-1:0] header_head_length;
  logic [INPUTS*VCS*NODE_WIDTH-1:0] header_head_destination, header_head_source;
  logic [INPUTS*VCS*SALT_WIDTH-1:0] header_head_salt; logic [INPUTS*VCS*HOP_WIDTH-1:0] header_head_hop;
  logic [INPUTS*VCS*ROUTING_WIDTH-1:0] header_action_routing;
  logic [INPUTS*VCS*PORT_WIDTH-1:0] header_action_first_port; logic [INPUTS*VCS*ENTRIES-1:0] header_served;
  // ... the route units ...
  logic [INPUTS*VCS-1:0]               vc_request_valid `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*PORT_WIDTH-1:0]    vc_request_port `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*VCS-1:0]           vc_request_allowed;
  logic [INPUTS*VCS*LENGTH_WIDTH-1:0]  vc_request_length;
  logic [INPUTS*VCS*HOP_WIDTH-1:0]     vc_request_hop;
  logic [INPUTS*VCS-1:0]               active_valid `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*PORT_WIDTH-1:0]    active_port `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*VC_WIDTH-1:0]      active_vc `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*HOP_WIDTH-1:0]     active_hop;
  logic [INPUTS*VCS-1:0]               vc_route_valid `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*PORT_WIDTH-1:0]    vc_route_port `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*VCS-1:0]           vc_route_allowed `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0]               vc_stage_routed `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0]               vc_stage_active `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0] absorb_request_valid, absorb_active_valid, absorb_route_valid, absorb_stage_routed;
  logic [INPUTS*VCS-1:0] absorb_stage_active, absorb_error, pop, drop;
  logic [INPUTS*VCS*PORT_WIDTH-1:0] absorb_request_port, absorb_active_port, absorb_route_port;
  logic [INPUTS*VCS*VCS-1:0] absorb_request_allowed, absorb_route_allowed;
  logic [INPUTS*VCS*LENGTH_WIDTH-1:0] absorb_request_length;
  logic [INPUTS*VCS*HOP_WIDTH-1:0] absorb_request_hop, absorb_active_hop;
  logic [INPUTS*VCS*VC_WIDTH-1:0] absorb_active_vc;
  // ... the allocators ...
  logic [INPUTS*VCS-1:0]               vc_grant_valid `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS*VC_WIDTH-1:0]      vc_grant_vc `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0] absorb_vc_grant_valid; logic [INPUTS*VCS*VC_WIDTH-1:0] absorb_vc_grant_vc;
  logic [OUTPUTS*VCS-1:0]              output_taken;
  logic [INPUTS*VCS-1:0]               switch_grant `FLITSCOPE_CHECKPOINT;
  logic [INPUTS*VCS-1:0] absorb_grant;
  logic [OUTPUTS*INPUTS-1:0]           switch_select;
  // ... the crossbar ...
  logic [OUTPUTS-1:0]                  crossing_valid;
  logic [OUTPUTS*VC_WIDTH-1:0]         crossing_vc;
  logic [OUTPUTS*KIND_WIDTH-1:0]       crossing_kind;
  logic [OUTPUTS*CLASS_WIDTH-1:0]      crossing_class;
  logic [OUTPUTS*LENGTH_WIDTH-1:0]     crossing_length;
  logic [OUTPUTS*NODE_WIDTH-1:0]       crossing_destination;
  logic [OUTPUTS*NODE_WIDTH-1:0]       crossing_source;
  logic [OUTPUTS*SALT_WIDTH-1:0]       crossing_salt;
  logic [OUTPUTS*HOP_WIDTH-1:0]        crossing_hop;
  logic [OUTPUTS*INDEX_WIDTH-1:0]      crossing_index;
  logic [OUTPUTS*MESSAGE_WIDTH-1:0]    crossing_message;
  logic [OUTPUTS*DATA_WIDTH-1:0]       crossing_data;
  logic [OUTPUTS-1:0] crossing_header, crossing_more, crossing_first_port_valid, crossing_error;
  logic [OUTPUTS*ROUTING_WIDTH-1:0] crossing_routing; logic [OUTPUTS*PORT_WIDTH-1:0] crossing_first_port;
  logic [OUTPUTS*ENTRIES-1:0] crossing_entry_valid; logic [OUTPUTS*ENTRIES*NODE_WIDTH-1:0] crossing_entry_address;
  logic [OUTPUTS*ENTRIES*2-1:0] crossing_entry_control;
  // ... the output units.
  logic [OUTPUTS*VCS-1:0]              output_state_held `FLITSCOPE_CHECKPOINT;
  logic [OUTPUTS*VCS-1:0]              output_state_free `FLITSCOPE_CHECKPOINT;
  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0]  output_outstanding `FLITSCOPE_CHECKPOINT;
  logic [OUTPUTS*VCS-1:0]              output_ready `FLITSCOPE_CHECKPOINT;
  logic [OUTPUTS-1:0]                  output_quiet;
  // Ejection outputs get no credits.
  wire [OUTPUTS*VCS-1:0] output_credit = {{EJECTION_PORTS*VCS{1'b0}}, credit_i};

  genvar p;
  genvar o;
  generate
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      localparam int USED_VCS = !CONNECTED[p] ? 0 : (p < NETWORK_PORTS) ? VCS : INJECTION_VCS;

      vc_buffer #(
        .VCS(VCS), .USED_VCS(USED_VCS), .BUFFER_FLITS(BUFFER_FLITS), .VC_WIDTH(VC_WIDTH), .COUNT_WIDTH(COUNT_WIDTH),
        .CLASS_WIDTH(CLASS_WIDTH), .LENGTH_WIDTH(LENGTH_WIDTH), .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH),
        .HOP_WIDTH(HOP_WIDTH), .INDEX_WIDTH(INDEX_WIDTH), .MESSAGE_WIDTH(MESSAGE_WIDTH), .FLIT_BYTES(FLIT_BYTES),
        .HEADER_ENTRIES(HEADER_ENTRIES), .ROUTING_WIDTH(ROUTING_WIDTH), .PORT_WIDTH(PORT_WIDTH)
      ) vc_buffer (
`ifdef FLITSCOPE_PURGE
        .purge_i(purge_i_inputs[p*VCS*(COUNT_WIDTH+2) +: VCS*(COUNT_WIDTH+2)]),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .flit_i_valid(flit_i_valid[p]), .flit_i_vc(flit_i_vc[p*VC_WIDTH +: VC_WIDTH]),
        .flit_i_kind(flit_i_kind[p*KIND_WIDTH +: KIND_WIDTH]),
        .flit_i_class(flit_i_class[p*CLASS_WIDTH +: CLASS_WIDTH]),
        .flit_i_length(flit_i_length[p*LENGTH_WIDTH +: LENGTH_WIDTH]),
        .flit_i_destination(flit_i_destination[p*NODE_WIDTH +: NODE_WIDTH]),
        .flit_i_source(flit_i_source[p*NODE_WIDTH +: NODE_WIDTH]),
        .flit_i_salt(flit_i_salt[p*SALT_WIDTH +: SALT_WIDTH]), .flit_i_hop(flit_i_hop[p*HOP_WIDTH +: HOP_WIDTH]),
        .flit_i_index(flit_i_index[p*INDEX_WIDTH +: INDEX_WIDTH]),
        .flit_i_message(flit_i_message[p*MESSAGE_WIDTH +: MESSAGE_WIDTH]),
        .flit_i_data(flit_i_data[p*DATA_WIDTH +: DATA_WIDTH]), .flit_i_header(flit_i_header[p]),
        .flit_i_more(flit_i_more[p]), .flit_i_routing(flit_i_routing[p*ROUTING_WIDTH +: ROUTING_WIDTH]),
        .flit_i_first_port_valid(flit_i_first_port_valid[p]),
        .flit_i_first_port(flit_i_first_port[p*PORT_WIDTH +: PORT_WIDTH]),
        .flit_i_entry_valid(flit_i_entry_valid[p*ENTRIES +: ENTRIES]),
        .flit_i_entry_address(flit_i_entry_address[p*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH]),
        .flit_i_entry_control(flit_i_entry_control[p*ENTRIES*2 +: ENTRIES*2]), .flit_i_error(flit_i_error[p]),
        .pop_i(pop[p*VCS +: VCS]), .drop_i(drop[p*VCS +: VCS]), .credit_o(credit_o[p*VCS +: VCS]),
        .filled_o(filled[p*VCS +: VCS]), .front_o_kind(front_kind[p*VCS*KIND_WIDTH +: VCS*KIND_WIDTH]),
        .front_o_class(front_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .front_o_length(front_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .front_o_destination(front_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .front_o_source(front_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .front_o_salt(front_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .front_o_hop(front_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .front_o_index(front_index[p*VCS*INDEX_WIDTH +: VCS*INDEX_WIDTH]),
        .front_o_message(front_message[p*VCS*MESSAGE_WIDTH +: VCS*MESSAGE_WIDTH]),
        .front_o_data(front_data[p*VCS*DATA_WIDTH +: VCS*DATA_WIDTH]), .front_o_header(front_header[p*VCS +: VCS]),
        .front_o_more(front_more[p*VCS +: VCS]),
        .front_o_routing(front_routing[p*VCS*ROUTING_WIDTH +: VCS*ROUTING_WIDTH]),
        .front_o_first_port_valid(front_first_port_valid[p*VCS +: VCS]),
        .front_o_first_port(front_first_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .front_o_entry_valid(front_entry_valid[p*VCS*ENTRIES +: VCS*ENTRIES]),
        .front_o_entry_address(front_entry_address[p*VCS*ENTRIES*NODE_WIDTH +: VCS*ENTRIES*NODE_WIDTH]),
        .front_o_entry_control(front_entry_control[p*VCS*ENTRIES*2 +: VCS*ENTRIES*2]),
        .front_o_error(front_error[p*VCS +: VCS]), .head_o_valid(head_valid[p*VCS +: VCS]),
        .head_o_class(head_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .head_o_length(head_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .head_o_destination(head_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_o_source(head_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_o_salt(head_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .head_o_hop(head_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]), .tail_o_front(tail_front[p*VCS +: VCS]),
        .tail_o_held(tail_held[p*VCS +: VCS]), .count_o(count[p*VCS*COUNT_WIDTH +: VCS*COUNT_WIDTH]));

      header_unit #(
        .INPUT(p), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .USED_VCS(USED_VCS), .NODES(NODES),
        .CLASS_WIDTH(CLASS_WIDTH), .LENGTH_WIDTH(LENGTH_WIDTH), .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH),
        .HOP_WIDTH(HOP_WIDTH), .INDEX_WIDTH(INDEX_WIDTH), .MESSAGE_WIDTH(MESSAGE_WIDTH), .FLIT_BYTES(FLIT_BYTES),
        .HEADER_ENTRIES(HEADER_ENTRIES), .ROUTING_WIDTH(ROUTING_WIDTH), .PORT_WIDTH(PORT_WIDTH)
      ) header_unit (
        .node_i(header_node), .head_i_valid(head_valid[p*VCS +: VCS]),
        .head_i_class(head_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .head_i_length(head_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .head_i_destination(head_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_i_source(head_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_i_salt(head_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .head_i_hop(head_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .front_i_kind(front_kind[p*VCS*KIND_WIDTH +: VCS*KIND_WIDTH]),
        .front_i_class(front_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .front_i_length(front_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .front_i_destination(front_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .front_i_source(front_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .front_i_salt(front_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .front_i_hop(front_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .front_i_index(front_index[p*VCS*INDEX_WIDTH +: VCS*INDEX_WIDTH]),
        .front_i_message(front_message[p*VCS*MESSAGE_WIDTH +: VCS*MESSAGE_WIDTH]),
        .front_i_data(front_data[p*VCS*DATA_WIDTH +: VCS*DATA_WIDTH]), .front_i_header(front_header[p*VCS +: VCS]),
        .front_i_more(front_more[p*VCS +: VCS]),
        .front_i_routing(front_routing[p*VCS*ROUTING_WIDTH +: VCS*ROUTING_WIDTH]),
        .front_i_first_port_valid(front_first_port_valid[p*VCS +: VCS]),
        .front_i_first_port(front_first_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .front_i_entry_valid(front_entry_valid[p*VCS*ENTRIES +: VCS*ENTRIES]),
        .front_i_entry_address(front_entry_address[p*VCS*ENTRIES*NODE_WIDTH +: VCS*ENTRIES*NODE_WIDTH]),
        .front_i_entry_control(front_entry_control[p*VCS*ENTRIES*2 +: VCS*ENTRIES*2]),
        .front_i_error(front_error[p*VCS +: VCS]), .head_o_valid(header_head_valid[p*VCS +: VCS]),
        .head_o_class(header_head_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .head_o_length(header_head_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .head_o_destination(header_head_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_o_source(header_head_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_o_salt(header_head_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .head_o_hop(header_head_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .action_o_valid(header_action_valid[p*VCS +: VCS]), .action_o_forward(header_action_forward[p*VCS +: VCS]),
        .action_o_receive(header_action_receive[p*VCS +: VCS]), .action_o_drop(header_action_drop[p*VCS +: VCS]),
        .action_o_error(header_action_error[p*VCS +: VCS]),
        .action_o_routing(header_action_routing[p*VCS*ROUTING_WIDTH +: VCS*ROUTING_WIDTH]),
        .action_o_first_port_valid(header_action_first_port_valid[p*VCS +: VCS]),
        .action_o_first_port(header_action_first_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .served_o(header_served[p*VCS*ENTRIES +: VCS*ENTRIES]));

      route_unit #(
        .INPUT(p), .NETWORK_PORTS(NETWORK_PORTS), .EJECTION_PORTS(EJECTION_PORTS), .VCS(VCS), .USED_VCS(USED_VCS),
        .EJECTION_VCS(EJECTION_VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .PIPELINE(PIPELINE),
        .STORE_AND_FORWARD(SWITCHING == 2 ? 1 : 0), .ROUTING(ROUTING), .ROUTE_SETTINGS(ROUTE_SETTINGS),
        .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH), .COUNT_WIDTH(COUNT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH),
        .LENGTH_WIDTH(LENGTH_WIDTH), .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH),
        .ADDRESS_WIDTH(ADDRESS_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES), .HEADER_ROUTINGS(HEADER_ROUTINGS),
        .ROUTING_WIDTH(ROUTING_WIDTH), .NODES(NODES), .HEADER_CLASSES(HEADER_CLASSES),
        .HEADER_EJECTION_CLASSES(HEADER_EJECTION_CLASSES)
      ) route_unit (
`ifdef FLITSCOPE_PURGE
        .purge_i(purge_i_inputs[p*VCS*(COUNT_WIDTH+2) +: VCS*(COUNT_WIDTH+2)]),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .node_i(node_i), .link_vcs_i(link_vcs_i), .table_clk_i(table_clk_i),
        .table_i_valid(table_i_valid[p]), .table_i_address(table_i_address), .table_i_row(table_i_row),
        .route_again_i(route_again_i), .head_i_valid(header_head_valid[p*VCS +: VCS]),
        .head_i_class(header_head_class[p*VCS*CLASS_WIDTH +: VCS*CLASS_WIDTH]),
        .head_i_length(header_head_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .head_i_destination(header_head_destination[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_i_source(header_head_source[p*VCS*NODE_WIDTH +: VCS*NODE_WIDTH]),
        .head_i_salt(header_head_salt[p*VCS*SALT_WIDTH +: VCS*SALT_WIDTH]),
        .head_i_hop(header_head_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .action_i_valid(header_action_valid[p*VCS +: VCS]), .action_i_forward(header_action_forward[p*VCS +: VCS]),
        .action_i_receive(header_action_receive[p*VCS +: VCS]), .action_i_drop(header_action_drop[p*VCS +: VCS]),
        .action_i_error(header_action_error[p*VCS +: VCS]),
        .action_i_routing(header_action_routing[p*VCS*ROUTING_WIDTH +: VCS*ROUTING_WIDTH]),
        .action_i_first_port_valid(header_action_first_port_valid[p*VCS +: VCS]),
        .action_i_first_port(header_action_first_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .tail_i_front(tail_front[p*VCS +: VCS]), .tail_i_held(tail_held[p*VCS +: VCS]),
        .state_i_held(output_state_held), .state_i_free(output_state_free), .outstanding_i(output_outstanding),
        .vc_grant_i_valid(vc_grant_valid[p*VCS +: VCS]), .vc_grant_i_vc(vc_grant_vc[p*VCS*VC_WIDTH +: VCS*VC_WIDTH]),
        .grant_i(switch_grant[p*VCS +: VCS]), .request_o_valid(vc_request_valid[p*VCS +: VCS]),
        .request_o_port(vc_request_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .request_o_allowed(vc_request_allowed[p*VCS*VCS +: VCS*VCS]),
        .request_o_length(vc_request_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .request_o_hop(vc_request_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]), .active_o_valid(active_valid[p*VCS +: VCS]),
        .active_o_port(active_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .active_o_vc(active_vc[p*VCS*VC_WIDTH +: VCS*VC_WIDTH]),
        .active_o_hop(active_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]), .route_o_valid(vc_route_valid[p*VCS +: VCS]),
        .route_o_port(vc_route_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .route_o_allowed(vc_route_allowed[p*VCS*VCS +: VCS*VCS]), .stage_o_routed(vc_stage_routed[p*VCS +: VCS]),
        .stage_o_active(vc_stage_active[p*VCS +: VCS]), .absorb_vc_grant_i_valid(absorb_vc_grant_valid[p*VCS +: VCS]),
        .absorb_vc_grant_i_vc(absorb_vc_grant_vc[p*VCS*VC_WIDTH +: VCS*VC_WIDTH]),
        .absorb_grant_i(absorb_grant[p*VCS +: VCS]), .absorb_request_o_valid(absorb_request_valid[p*VCS +: VCS]),
        .absorb_request_o_port(absorb_request_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .absorb_request_o_allowed(absorb_request_allowed[p*VCS*VCS +: VCS*VCS]),
        .absorb_request_o_length(absorb_request_length[p*VCS*LENGTH_WIDTH +: VCS*LENGTH_WIDTH]),
        .absorb_request_o_hop(absorb_request_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .absorb_active_o_valid(absorb_active_valid[p*VCS +: VCS]),
        .absorb_active_o_port(absorb_active_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .absorb_active_o_vc(absorb_active_vc[p*VCS*VC_WIDTH +: VCS*VC_WIDTH]),
        .absorb_active_o_hop(absorb_active_hop[p*VCS*HOP_WIDTH +: VCS*HOP_WIDTH]),
        .absorb_route_o_valid(absorb_route_valid[p*VCS +: VCS]),
        .absorb_route_o_port(absorb_route_port[p*VCS*PORT_WIDTH +: VCS*PORT_WIDTH]),
        .absorb_route_o_allowed(absorb_route_allowed[p*VCS*VCS +: VCS*VCS]),
        .absorb_stage_o_routed(absorb_stage_routed[p*VCS +: VCS]),
        .absorb_stage_o_active(absorb_stage_active[p*VCS +: VCS]), .pop_o(pop[p*VCS +: VCS]),
        .drop_o(drop[p*VCS +: VCS]), .error_o(absorb_error[p*VCS +: VCS]));
    end
  endgenerate

  vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS),
    .ALLOCATOR(VC_ALLOCATOR), .ARBITER(ARBITER), .WHOLE_MESSAGE(SWITCHING == 0 ? 0 : 1), .LENGTH_WIDTH(LENGTH_WIDTH),
    .COUNT_WIDTH(COUNT_WIDTH), .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH), .HOP_WIDTH(HOP_WIDTH),
    .HEADER_ENTRIES(HEADER_ENTRIES)
  ) vc_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .request_i_valid(vc_request_valid), .request_i_port(vc_request_port),
    .request_i_allowed(vc_request_allowed), .request_i_length(vc_request_length), .request_i_hop(vc_request_hop),
    .count_i(count), .state_i_held(output_state_held), .state_i_free(output_state_free),
    .outstanding_i(output_outstanding), .absorb_request_i_valid(absorb_request_valid),
    .absorb_request_i_port(absorb_request_port), .absorb_request_i_allowed(absorb_request_allowed),
    .absorb_request_i_length(absorb_request_length), .absorb_request_i_hop(absorb_request_hop),
    .absorb_grant_o_valid(absorb_vc_grant_valid), .absorb_grant_o_vc(absorb_vc_grant_vc),
    .grant_o_valid(vc_grant_valid), .grant_o_vc(vc_grant_vc), .taken_o(output_taken));

  switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .ALLOCATOR(SWITCH_ALLOCATOR),
    .ITERATIONS(ITERATIONS), .ARBITER(ARBITER), .ARBITER_STATE(ARBITER_STATE), .COUNT_WIDTH(COUNT_WIDTH),
    .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH), .HOP_WIDTH(HOP_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES)
  ) switch_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .active_i_valid(active_valid), .active_i_port(active_port), .active_i_vc(active_vc),
    .active_i_hop(active_hop), .filled_i(filled), .count_i(count), .ready_i(output_ready),
    .outstanding_i(output_outstanding), .absorb_active_i_valid(absorb_active_valid),
    .absorb_active_i_port(absorb_active_port), .absorb_active_i_vc(absorb_active_vc),
    .absorb_active_i_hop(absorb_active_hop), .absorb_grant_o(absorb_grant), .grant_o(switch_grant),
    .select_o(switch_select));

  crossbar #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .VC_WIDTH(VC_WIDTH), .CLASS_WIDTH(CLASS_WIDTH),
    .LENGTH_WIDTH(LENGTH_WIDTH), .NODE_WIDTH(NODE_WIDTH), .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH),
    .INDEX_WIDTH(INDEX_WIDTH), .MESSAGE_WIDTH(MESSAGE_WIDTH), .FLIT_BYTES(FLIT_BYTES), .NETWORK_PORTS(NETWORK_PORTS),
    .HEADER_ENTRIES(HEADER_ENTRIES), .ROUTING_WIDTH(ROUTING_WIDTH), .PORT_WIDTH(PORT_WIDTH)
  ) crossbar (
    .front_i_kind(front_kind), .front_i_class(front_class), .front_i_length(front_length),
    .front_i_destination(front_destination), .front_i_source(front_source), .front_i_salt(front_salt),
    .front_i_hop(front_hop), .front_i_index(front_index), .front_i_message(front_message), .front_i_data(front_data),
    .front_i_header(front_header), .front_i_more(front_more), .front_i_routing(front_routing),
    .front_i_first_port_valid(front_first_port_valid), .front_i_first_port(front_first_port),
    .front_i_entry_valid(front_entry_valid), .front_i_entry_address(front_entry_address),
    .front_i_entry_control(front_entry_control), .front_i_error(front_error), .absorb_active_i_vc(absorb_active_vc),
    .absorb_grant_i(absorb_grant), .served_i(header_served), .error_i(absorb_error), .active_i_vc(active_vc),
    .grant_i(switch_grant), .select_i(switch_select), .flit_o_valid(crossing_valid), .flit_o_vc(crossing_vc),
    .flit_o_kind(crossing_kind), .flit_o_class(crossing_class), .flit_o_length(crossing_length),
    .flit_o_destination(crossing_destination), .flit_o_source(crossing_source), .flit_o_salt(crossing_salt),
    .flit_o_hop(crossing_hop), .flit_o_index(crossing_index), .flit_o_header(crossing_header),
    .flit_o_more(crossing_more), .flit_o_routing(crossing_routing), .flit_o_first_port_valid(crossing_first_port_valid),
    .flit_o_first_port(crossing_first_port), .flit_o_entry_valid(crossing_entry_valid),
    .flit_o_entry_address(crossing_entry_address), .flit_o_entry_control(crossing_entry_control),
    .flit_o_error(crossing_error), .flit_o_message(crossing_message), .flit_o_data(crossing_data));

  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      localparam int NETWORK = (o < NETWORK_PORTS) ? o : 0;

      output_unit #(
        .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .CONNECTED(o >= NETWORK_PORTS || CONNECTED[NETWORK] ? 1 : 0),
        .EJECTION(o < NETWORK_PORTS ? 0 : 1), .PIPELINE(PIPELINE), .REUSE_EMPTY(VC_REUSE),
        .CYCLES_PER_FLIT(o < NETWORK_PORTS ? 32'(CYCLES_PER_FLIT[NETWORK*8 +: 8]) : 1), .VC_WIDTH(VC_WIDTH),
        .COUNT_WIDTH(COUNT_WIDTH), .CLASS_WIDTH(CLASS_WIDTH), .LENGTH_WIDTH(LENGTH_WIDTH), .NODE_WIDTH(NODE_WIDTH),
        .SALT_WIDTH(SALT_WIDTH), .HOP_WIDTH(HOP_WIDTH), .INDEX_WIDTH(INDEX_WIDTH), .MESSAGE_WIDTH(MESSAGE_WIDTH),
        .FLIT_BYTES(FLIT_BYTES), .HEADER_ENTRIES(HEADER_ENTRIES), .ROUTING_WIDTH(ROUTING_WIDTH), .PORT_WIDTH(PORT_WIDTH)
      ) output_unit (
`ifdef FLITSCOPE_PURGE
        .purge_i(purge_i_outputs[o*(VCS*(COUNT_WIDTH+1)+1) +: VCS*(COUNT_WIDTH+1)+1]),
`endif
        .clk_i(clk_i), .rst_ni(rst_ni), .taken_i(output_taken[o*VCS +: VCS]), .flit_i_valid(crossing_valid[o]),
        .flit_i_vc(crossing_vc[o*VC_WIDTH +: VC_WIDTH]), .flit_i_kind(crossing_kind[o*KIND_WIDTH +: KIND_WIDTH]),
        .flit_i_class(crossing_class[o*CLASS_WIDTH +: CLASS_WIDTH]),
        .flit_i_length(crossing_length[o*LENGTH_WIDTH +: LENGTH_WIDTH]),
        .flit_i_destination(crossing_destination[o*NODE_WIDTH +: NODE_WIDTH]),
        .flit_i_source(crossing_source[o*NODE_WIDTH +: NODE_WIDTH]),
        .flit_i_salt(crossing_salt[o*SALT_WIDTH +: SALT_WIDTH]), .flit_i_hop(crossing_hop[o*HOP_WIDTH +: HOP_WIDTH]),
        .flit_i_index(crossing_index[o*INDEX_WIDTH +: INDEX_WIDTH]),
        .flit_i_message(crossing_message[o*MESSAGE_WIDTH +: MESSAGE_WIDTH]),
        .flit_i_data(crossing_data[o*DATA_WIDTH +: DATA_WIDTH]), .flit_i_header(crossing_header[o]),
        .flit_i_more(crossing_more[o]), .flit_i_routing(crossing_routing[o*ROUTING_WIDTH +: ROUTING_WIDTH]),
        .flit_i_first_port_valid(crossing_first_port_valid[o]),
        .flit_i_first_port(crossing_first_port[o*PORT_WIDTH +: PORT_WIDTH]),
        .flit_i_entry_valid(crossing_entry_valid[o*ENTRIES +: ENTRIES]),
        .flit_i_entry_address(crossing_entry_address[o*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH]),
        .flit_i_entry_control(crossing_entry_control[o*ENTRIES*2 +: ENTRIES*2]), .flit_i_error(crossing_error[o]),
        .credit_i(output_credit[o*VCS +: VCS]), .state_o_held(output_state_held[o*VCS +: VCS]),
        .state_o_free(output_state_free[o*VCS +: VCS]),
        .outstanding_o(output_outstanding[o*VCS*COUNT_WIDTH +: VCS*COUNT_WIDTH]), .ready_o(output_ready[o*VCS +: VCS]),
        .quiet_o(output_quiet[o]), .flit_o_valid(flit_o_valid[o]), .flit_o_vc(flit_o_vc[o*VC_WIDTH +: VC_WIDTH]),
        .flit_o_kind(flit_o_kind[o*KIND_WIDTH +: KIND_WIDTH]),
        .flit_o_class(flit_o_class[o*CLASS_WIDTH +: CLASS_WIDTH]),
        .flit_o_length(flit_o_length[o*LENGTH_WIDTH +: LENGTH_WIDTH]),
        .flit_o_destination(flit_o_destination[o*NODE_WIDTH +: NODE_WIDTH]),
        .flit_o_source(flit_o_source[o*NODE_WIDTH +: NODE_WIDTH]),
        .flit_o_salt(flit_o_salt[o*SALT_WIDTH +: SALT_WIDTH]), .flit_o_hop(flit_o_hop[o*HOP_WIDTH +: HOP_WIDTH]),
        .flit_o_index(flit_o_index[o*INDEX_WIDTH +: INDEX_WIDTH]), .flit_o_header(flit_o_header[o]),
        .flit_o_more(flit_o_more[o]), .flit_o_routing(flit_o_routing[o*ROUTING_WIDTH +: ROUTING_WIDTH]),
        .flit_o_first_port_valid(flit_o_first_port_valid[o]),
        .flit_o_first_port(flit_o_first_port[o*PORT_WIDTH +: PORT_WIDTH]),
        .flit_o_entry_valid(flit_o_entry_valid[o*ENTRIES +: ENTRIES]),
        .flit_o_entry_address(flit_o_entry_address[o*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH]),
        .flit_o_entry_control(flit_o_entry_control[o*ENTRIES*2 +: ENTRIES*2]), .flit_o_error(flit_o_error[o]),
        .flit_o_message(flit_o_message[o*MESSAGE_WIDTH +: MESSAGE_WIDTH]),
        .flit_o_data(flit_o_data[o*DATA_WIDTH +: DATA_WIDTH]));
    end
  endgenerate

  header_node #(.NODE_WIDTH(NODE_WIDTH), .HEADER_ENTRIES(HEADER_ENTRIES)) header_node_register (
    .clk_i(clk_i), .rst_ni(rst_ni), .node_i(node_i), .node_o(header_node));

  idle_detector #(.INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS)) idle_detector (
    .filled_i(filled), .quiet_i(output_quiet), .idle_o(idle_o));

  // Checkpoints that no unit reads.
  wire unused = &{1'b0, vc_route_valid, vc_route_port, vc_route_allowed, vc_stage_routed, vc_stage_active,
                  absorb_route_valid, absorb_route_port, absorb_route_allowed, absorb_stage_routed, absorb_stage_active};
endmodule
