/// What the heads of one input port ask for by their headers (docs/headers_and_branches.md, section 1),
/// coded paths (CPR), whose control fields say who receives, and destination lists, whose addresses do:
/// the action of each, where its message goes on to, and which of its entries are served here.
/// Combinational. VCs from USED_VCS on do not exist; of them all outputs are 0.
module header_unit #(
  parameter int INPUT = 0,           ///< index of this input port; from NETWORK_PORTS on: injection
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int USED_VCS = 4,        ///< 0..VCS
  parameter int HEADER_ENTRIES = 1,  ///< of a header flit; 0: no multicasts, heads pass as they are
  parameter int ROUTING_WIDTH = 1,
  parameter int NODES = 64,          ///< addresses from here on are errors
  parameter int PORT_WIDTH = 3,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  parameter int FLIT_BYTES = 8,     ///< in the data path of a flit, 0..64; 0: none, and nothing of its pins
  localparam int KIND_WIDTH = 3,
  localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic [NODE_WIDTH-1:0]             node_i,              ///< id of this router
  input  logic [VCS-1:0]                    head_i_valid,        ///< FIFO filled and its front is a head
  input  logic [VCS*CLASS_WIDTH-1:0]        head_i_class,        ///< of that head, while valid
  input  logic [VCS*LENGTH_WIDTH-1:0]       head_i_length,
  input  logic [VCS*NODE_WIDTH-1:0]         head_i_destination,
  input  logic [VCS*NODE_WIDTH-1:0]         head_i_source,
  input  logic [VCS*SALT_WIDTH-1:0]         head_i_salt,
  input  logic [VCS*HOP_WIDTH-1:0]          head_i_hop,
  input  logic [VCS*KIND_WIDTH-1:0]         front_i_kind,        ///< front flit of each VC
  input  logic [VCS*CLASS_WIDTH-1:0]        front_i_class,
  input  logic [VCS*LENGTH_WIDTH-1:0]       front_i_length,
  input  logic [VCS*NODE_WIDTH-1:0]         front_i_destination,
  input  logic [VCS*NODE_WIDTH-1:0]         front_i_source,
  input  logic [VCS*SALT_WIDTH-1:0]         front_i_salt,
  input  logic [VCS*HOP_WIDTH-1:0]          front_i_hop,
  input  logic [VCS*INDEX_WIDTH-1:0]        front_i_index,
  input  logic [VCS*MESSAGE_WIDTH-1:0]      front_i_message,
  input  logic [VCS*DATA_WIDTH-1:0]         front_i_data,
  input  logic [VCS-1:0]                    front_i_header,      ///< it is a header flit; if not, what
  input  logic [VCS-1:0]                    front_i_more,        ///< follows means nothing
  input  logic [VCS*ROUTING_WIDTH-1:0]      front_i_routing,
  input  logic [VCS-1:0]                    front_i_first_port_valid,
  input  logic [VCS*PORT_WIDTH-1:0]         front_i_first_port,
  input  logic [VCS*ENTRIES-1:0]            front_i_entry_valid,
  input  logic [VCS*ENTRIES*NODE_WIDTH-1:0] front_i_entry_address,
  input  logic [VCS*ENTRIES*2-1:0]          front_i_entry_control,
  input  logic [VCS-1:0]                    front_i_error,
  output logic [VCS-1:0]                    head_o_valid,
  output logic [VCS*CLASS_WIDTH-1:0]        head_o_class,
  output logic [VCS*LENGTH_WIDTH-1:0]       head_o_length,       ///< from this flit to the tail
  output logic [VCS*NODE_WIDTH-1:0]         head_o_destination,  ///< where the message goes on to
  output logic [VCS*NODE_WIDTH-1:0]         head_o_source,
  output logic [VCS*SALT_WIDTH-1:0]         head_o_salt,
  output logic [VCS*HOP_WIDTH-1:0]          head_o_hop,
  output logic [VCS-1:0]                    action_o_valid,      ///< the head has a header
  output logic [VCS-1:0]                    action_o_forward,    ///< it gets the branch forward
  output logic [VCS-1:0]                    action_o_receive,    ///< it gets the branch absorb
  output logic [VCS-1:0]                    action_o_drop,       ///< it is dropped here
  output logic [VCS-1:0]                    action_o_error,      ///< protocol error
  output logic [VCS*ROUTING_WIDTH-1:0]      action_o_routing,
  output logic [VCS-1:0]                    action_o_first_port_valid,  ///< at the source: forward
  output logic [VCS*PORT_WIDTH-1:0]         action_o_first_port,        ///< goes to this output
  output logic [VCS*ENTRIES-1:0]            served_o             ///< entries that are invalid as it leaves
);
  localparam logic INJECTED = (INPUT >= NETWORK_PORTS) ? 1'b1 : 1'b0;
  localparam logic [1:0] ERROR = 2'b00;
  localparam logic [1:0] STOP = 2'b01;
  localparam logic [1:0] RECEIVE = 2'b11;

  assign head_o_valid = head_i_valid;
  assign head_o_class = head_i_class;
  assign head_o_source = head_i_source;
  assign head_o_salt = head_i_salt;
  assign head_o_hop = head_i_hop;

  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS && HEADER_ENTRIES > 0) begin : g_used
        logic multicast;
        assign multicast = head_i_valid[v] && front_i_header[v];

        // The first valid entry, and the one above it: both by their bits.
        logic [ENTRIES-1:0]            valid;
        logic [ENTRIES*NODE_WIDTH-1:0] addresses;
        logic [ENTRIES*2-1:0]          controls;
        logic [ENTRIES-1:0]            first;
        logic [ENTRIES-1:0]            second;
        logic [NODE_WIDTH-1:0]         address;
        logic [NODE_WIDTH-1:0]         next_address;
        logic [1:0]                    control;
        assign valid = front_i_entry_valid[v*ENTRIES +: ENTRIES];
        assign addresses = front_i_entry_address[v*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH];
        assign controls = front_i_entry_control[v*ENTRIES*2 +: ENTRIES*2];
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
            drop = last && front_i_more[v];
            forward = !last && !next_wrong;
            error = !last && next_wrong;
          end else begin
            error = control == ERROR;
            forward = control[1] || (control == STOP && INJECTED);
            receive = !forward || (control == RECEIVE && !INJECTED);
          end
        end

        assign action_o_valid[v] = multicast;
        assign action_o_forward[v] = multicast && forward;
        assign action_o_receive[v] = multicast && receive;
        assign action_o_drop[v] = multicast && drop;
        assign action_o_error[v] = multicast && error;
        assign action_o_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH] =
            front_i_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH];
        assign action_o_first_port_valid[v] =
            INJECTED && multicast && front_i_first_port_valid[v];
        assign action_o_first_port[v*PORT_WIDTH +: PORT_WIDTH] =
            front_i_first_port[v*PORT_WIDTH +: PORT_WIDTH];

        // Entries below the first one that is valid from here on.
        logic [ENTRIES-1:0] onward;
        assign onward = serve ? valid & ~first : valid;
        assign served_o[v*ENTRIES +: ENTRIES] = multicast ? ~onward & (onward - ENTRIES'(1)) : '0;

        assign head_o_destination[v*NODE_WIDTH +: NODE_WIDTH] =
            !multicast ? head_i_destination[v*NODE_WIDTH +: NODE_WIDTH]
                       : here ? next_address : address;
        assign head_o_length[v*LENGTH_WIDTH +: LENGTH_WIDTH] =
            head_i_length[v*LENGTH_WIDTH +: LENGTH_WIDTH] -
            (multicast ? LENGTH_WIDTH'(front_i_index[v*INDEX_WIDTH +: INDEX_WIDTH]) : '0);
      end else begin : g_none
        assign action_o_valid[v] = 1'b0;
        assign action_o_forward[v] = 1'b0;
        assign action_o_receive[v] = 1'b0;
        assign action_o_drop[v] = 1'b0;
        assign action_o_error[v] = 1'b0;
        assign action_o_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH] = '0;
        assign action_o_first_port_valid[v] = 1'b0;
        assign action_o_first_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign served_o[v*ENTRIES +: ENTRIES] = '0;
        assign head_o_destination[v*NODE_WIDTH +: NODE_WIDTH] =
            head_i_destination[v*NODE_WIDTH +: NODE_WIDTH];
        assign head_o_length[v*LENGTH_WIDTH +: LENGTH_WIDTH] =
            head_i_length[v*LENGTH_WIDTH +: LENGTH_WIDTH];
      end
    end
  endgenerate

  // The pins of a flit, and VCs that do not exist.
  wire unused = &{1'b0, node_i, front_i_kind, front_i_class, front_i_length, front_i_destination,
                  front_i_source, front_i_salt, front_i_hop, front_i_index, front_i_message,
                  front_i_data, front_i_header, front_i_more, front_i_routing, front_i_first_port_valid,
                  front_i_first_port, front_i_entry_valid, front_i_entry_address,
                  front_i_entry_control, front_i_error, ERROR, STOP, RECEIVE, INJECTED};
endmodule
