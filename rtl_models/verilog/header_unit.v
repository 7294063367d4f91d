/// Decodes the headers of the heads at one input port (docs/headers_and_branches.md, section 1): coded paths
/// (CPR), whose control fields name the receivers, and destination lists, whose addresses do. Gives the
/// action of each head, the next address of its message, and the entries that are served here.
/// Combinational. VCs from USED_VCS on do not exist; their outputs are 0.
module header_unit #(
  parameter int INJECTED = 0,        ///< 1: flits come from the node
  parameter int VCS = 4,
  parameter int USED_VCS = 4,        ///< 0..VCS
  parameter int FLIT_WIDTH = 233,
  parameter int HEAD_WIDTH = 73,
  parameter int NODES = 64,          ///< addresses from here on are errors
  parameter logic [95:0] FLIT = 96'h0008_0101_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int NODE_WIDTH = 32'(FLIT[24 +: 8]), localparam int PORT_WIDTH = 32'(FLIT[56 +: 8]),
  localparam int ROUTING_WIDTH = 32'(FLIT[64 +: 8]), localparam int HEADER_ENTRIES = 32'(FLIT[72 +: 8]),
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1,
  localparam int ACTION_WIDTH = 6 + ROUTING_WIDTH + PORT_WIDTH
) (
  input  logic [NODE_WIDTH-1:0]       node_i,        ///< id of this router
  input  logic [VCS-1:0]              head_i_valid,  ///< FIFO filled and its front is a head
  input  logic [VCS*HEAD_WIDTH-1:0]   head_i,        ///< that head: head_fields.v
  input  logic [VCS*FLIT_WIDTH-1:0]   front_i,       ///< front flit of each VC
  output logic [VCS-1:0]              head_o_valid,  ///< head_i, but of multicasts
  output logic [VCS*HEAD_WIDTH-1:0]   head_o,        ///< where they go on to, and flits from this one on
  output logic [VCS*ACTION_WIDTH-1:0] action_o,      ///< action_fields.v
  output logic [VCS*ENTRIES-1:0]      served_o       ///< entries that are invalid as it leaves
);
  localparam logic [1:0] ERROR = 2'b00;
  localparam logic [1:0] STOP = 2'b01;
  localparam logic [1:0] RECEIVE = 2'b11;
  localparam int LENGTH_AT = (FLIT[88] ? 0 : 32'(FLIT[0 +: 8])) + 32'(FLIT[8 +: 8]);
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]);
  localparam int DESTINATION_AT = LENGTH_AT + LENGTH_WIDTH;
  localparam int INDEX_WIDTH = 32'(FLIT[40 +: 8]);
  localparam int INDEX_AT = 3 + HEAD_WIDTH + (FLIT[87] ? 16 : 0);  // behind the head and the age
  localparam int HEADER_WIDTH = 4 + PORT_WIDTH + ROUTING_WIDTH + ENTRIES*(NODE_WIDTH + 3);

  assign head_o_valid = head_i_valid;
  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS && HEADER_ENTRIES > 0) begin : g_used
        logic [INDEX_WIDTH-1:0]        index;
        logic                          header;
        logic                          more;
        logic [ROUTING_WIDTH-1:0]      routing;
        logic                          first_port_valid;
        logic [PORT_WIDTH-1:0]         first_port;
        logic [ENTRIES-1:0]            valid;
        logic [ENTRIES*NODE_WIDTH-1:0] addresses;
        logic [ENTRIES*2-1:0]          controls;
        logic                          wrong_before;
        assign index = front_i[v*FLIT_WIDTH + INDEX_AT +: INDEX_WIDTH];
        header_fields #(.N(1), .FLIT(FLIT)) header_fields (
          .header_i(front_i[(v + 1)*FLIT_WIDTH - HEADER_WIDTH +: HEADER_WIDTH]), .header_o(header), .more_o(more),
          .routing_o(routing), .first_port_valid_o(first_port_valid), .first_port_o(first_port), .entry_valid_o(valid),
          .entry_address_o(addresses), .entry_control_o(controls), .error_o(wrong_before));

        logic multicast;
        assign multicast = head_i_valid[v] && header;

        // The first valid entry, and the one above it: both by their bits.
        logic [ENTRIES-1:0]    first;
        logic [ENTRIES-1:0]    second;
        logic [NODE_WIDTH-1:0] address;
        logic [NODE_WIDTH-1:0] next_address;
        logic [1:0]            control;
        assign first = valid & (~valid + ENTRIES'(1));
        assign second = (first << 1) & valid;
        always @* begin
          address = '0;
          next_address = '0;
          control = '0;
          if (multicast) begin
            for (int i = 0; i < ENTRIES; i++) begin
              if (first[i]) address = addresses[i*NODE_WIDTH +: NODE_WIDTH];
              if (first[i]) control = controls[i*2 +: 2];
              if (second[i]) next_address = addresses[i*NODE_WIDTH +: NODE_WIDTH];
            end
          end
        end

        logic wrong;  // no valid entry, or the address is no node
        logic here;
        logic next_wrong;
        logic last;
        assign wrong = first == '0 || 64'(address) >= 64'(NODES);
        assign here = address == node_i;
        assign next_wrong = 64'(next_address) >= 64'(NODES) || next_address == node_i;
        assign last = second == '0;

        logic forward;
        logic receive;
        logic drop;
        logic error;
        logic serve;
        always @* begin
          forward = 1'b0;
          receive = 1'b1;
          drop = 1'b0;
          error = 1'b0;
          serve = 1'b0;
          if (wrong) begin
            error = 1'b1;
          end else if (here) begin
            serve = 1'b1;
            drop = last && more;
            forward = !last && !next_wrong;
            error = !last && next_wrong;
          end else begin
            error = control == ERROR;
            forward = control[1] || (control == STOP && INJECTED != 0);
            receive = !forward || (control == RECEIVE && INJECTED == 0);
          end
        end
        assign action_o[v*ACTION_WIDTH +: ACTION_WIDTH] = {
            first_port, routing, INJECTED != 0 && multicast && first_port_valid,
            {error, drop, receive, forward, 1'b1} & {5{multicast}}};

        // Entries below the first one that is valid from here on.
        logic [ENTRIES-1:0] onward;
        assign onward = serve ? valid & ~first : valid;
        assign served_o[v*ENTRIES +: ENTRIES] = multicast ? ~onward & (onward - ENTRIES'(1)) : '0;

        logic [HEAD_WIDTH-1:0] head;
        always @* begin
          head = head_i[v*HEAD_WIDTH +: HEAD_WIDTH];
          if (multicast) begin
            head[DESTINATION_AT +: NODE_WIDTH] = here ? next_address : address;
            head[LENGTH_AT +: LENGTH_WIDTH] = head_i[v*HEAD_WIDTH + LENGTH_AT +: LENGTH_WIDTH] - LENGTH_WIDTH'(index);
          end
        end
        assign head_o[v*HEAD_WIDTH +: HEAD_WIDTH] = head;
        wire unused = &{1'b0, wrong_before, index};
      end else begin : g_none
        assign action_o[v*ACTION_WIDTH +: ACTION_WIDTH] = '0;
        assign served_o[v*ENTRIES +: ENTRIES] = '0;
        assign head_o[v*HEAD_WIDTH +: HEAD_WIDTH] = head_i[v*HEAD_WIDTH +: HEAD_WIDTH];
      end
    end
  endgenerate

  // Unused: the rest of a flit, and VCs that do not exist.
  wire unused = &{1'b0, node_i, head_i_valid, front_i, ERROR, STOP, RECEIVE, DESTINATION_AT, INDEX_WIDTH, HEADER_WIDTH,
                  NODES, INJECTED};
endmodule
