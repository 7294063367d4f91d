/// The VC FIFOs of one input port (docs/router.md, section 3).
///
/// A flit on `flit_i` in a cycle is at the end of its FIFO from the next edge on; `pop_i` takes the
/// front flit at the edge that ends the cycle. A write to a full FIFO is a fault of the upstream side.
/// VCs from USED_VCS on do not exist; their outputs are 0. Where a flit went no further than this router
/// the one behind it leads its message: it is a head from there on (docs/multicast_units.md).
module vc_buffer #(
  parameter int VCS = 4,
  parameter int USED_VCS = 4,      ///< 0..VCS
  parameter int BUFFER_FLITS = 8,  ///< per VC
  parameter int VC_WIDTH = 2,
  parameter int COUNT_WIDTH = 4,   ///< holds 0..BUFFER_FLITS
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  parameter int FLIT_BYTES = 8,      ///< in the data path of a flit, 0..64; 0: none, and nothing of its pins
  parameter int HEADER_ENTRIES = 0,  ///< of a header flit; 0: no multicasts, and nothing of their pins
  parameter int ROUTING_WIDTH = 1,
  parameter int PORT_WIDTH = 3,
  localparam int KIND_WIDTH = 3,
  localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,        ///< synchronous, active low
  input  logic                         flit_i_valid,
  input  logic [VC_WIDTH-1:0]          flit_i_vc,
  input  logic [KIND_WIDTH-1:0]        flit_i_kind,
  input  logic [CLASS_WIDTH-1:0]       flit_i_class,
  input  logic [LENGTH_WIDTH-1:0]      flit_i_length,
  input  logic [NODE_WIDTH-1:0]        flit_i_destination,
  input  logic [NODE_WIDTH-1:0]        flit_i_source,
  input  logic [SALT_WIDTH-1:0]        flit_i_salt,
  input  logic [HOP_WIDTH-1:0]         flit_i_hop,
  input  logic [INDEX_WIDTH-1:0]       flit_i_index,
  input  logic [MESSAGE_WIDTH-1:0]     flit_i_message,
  input  logic [DATA_WIDTH-1:0]        flit_i_data,
  input  logic                         flit_i_header,
  input  logic                         flit_i_more,
  input  logic [ROUTING_WIDTH-1:0]     flit_i_routing,
  input  logic                         flit_i_first_port_valid,
  input  logic [PORT_WIDTH-1:0]        flit_i_first_port,
  input  logic [ENTRIES-1:0]           flit_i_entry_valid,
  input  logic [ENTRIES*NODE_WIDTH-1:0] flit_i_entry_address,
  input  logic [ENTRIES*2-1:0]         flit_i_entry_control,
  input  logic                         flit_i_error,  ///< 0: of ejection outputs only
  input  logic [VCS-1:0]               pop_i,         ///< only of a filled FIFO
  input  logic [VCS-1:0]               drop_i,        ///< what is taken goes no further: the next one leads
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+2)-1:0] purge_i,     ///< as of router.v, of these VCs
`endif
  output logic [VCS-1:0]               credit_o,      ///< pop_i: the slot is free from the next edge on
  output logic [VCS-1:0]               filled_o,
  output logic [VCS*KIND_WIDTH-1:0]    front_o_kind,  ///< per VC; all of front_o: while filled
  output logic [VCS*CLASS_WIDTH-1:0]   front_o_class,
  output logic [VCS*LENGTH_WIDTH-1:0]  front_o_length,
  output logic [VCS*NODE_WIDTH-1:0]    front_o_destination,
  output logic [VCS*NODE_WIDTH-1:0]    front_o_source,
  output logic [VCS*SALT_WIDTH-1:0]    front_o_salt,
  output logic [VCS*HOP_WIDTH-1:0]     front_o_hop,
  output logic [VCS*INDEX_WIDTH-1:0]   front_o_index,
  output logic [VCS*MESSAGE_WIDTH-1:0] front_o_message,
  output logic [VCS*DATA_WIDTH-1:0]    front_o_data,
  output logic [VCS-1:0]               front_o_header,
  output logic [VCS-1:0]               front_o_more,
  output logic [VCS*ROUTING_WIDTH-1:0] front_o_routing,
  output logic [VCS-1:0]               front_o_first_port_valid,
  output logic [VCS*PORT_WIDTH-1:0]    front_o_first_port,
  output logic [VCS*ENTRIES-1:0]       front_o_entry_valid,
  output logic [VCS*ENTRIES*NODE_WIDTH-1:0] front_o_entry_address,
  output logic [VCS*ENTRIES*2-1:0]     front_o_entry_control,
  output logic [VCS-1:0]               front_o_error,
  output logic [VCS-1:0]               head_o_valid,  ///< filled, and the front flit is a head
  output logic [VCS*CLASS_WIDTH-1:0]   head_o_class,  ///< what route computation may read of it
  output logic [VCS*LENGTH_WIDTH-1:0]  head_o_length,
  output logic [VCS*NODE_WIDTH-1:0]    head_o_destination,
  output logic [VCS*NODE_WIDTH-1:0]    head_o_source,
  output logic [VCS*SALT_WIDTH-1:0]    head_o_salt,
  output logic [VCS*HOP_WIDTH-1:0]     head_o_hop,
  output logic [VCS-1:0]               tail_o_front,  ///< filled, and the front flit is a tail
  output logic [VCS-1:0]               tail_o_held,   ///< a tail is in the FIFO
  output logic [VCS*COUNT_WIDTH-1:0]   count_o        ///< flits per VC
);
  localparam int POINTER_WIDTH = (BUFFER_FLITS > 1) ? $clog2(BUFFER_FLITS) : 1;
  localparam int FLIT_WIDTH = KIND_WIDTH + CLASS_WIDTH + LENGTH_WIDTH + 2*NODE_WIDTH + SALT_WIDTH +
                              HOP_WIDTH + INDEX_WIDTH + MESSAGE_WIDTH;
  localparam logic [POINTER_WIDTH-1:0] LAST = POINTER_WIDTH'(BUFFER_FLITS - 1);
  localparam int HEADER_WIDTH = 3 + ROUTING_WIDTH + PORT_WIDTH + ENTRIES*(NODE_WIDTH + 3);
  localparam logic [KIND_WIDTH-1:0] HEAD = 3'd1;
  localparam logic [KIND_WIDTH-1:0] TAIL = 3'd3;
  localparam logic [KIND_WIDTH-1:0] HEAD_TAIL = 3'd4;

  logic [FLIT_WIDTH-1:0] flit;
  logic arriving_tail;
  assign flit = {flit_i_kind, flit_i_class, flit_i_length, flit_i_destination, flit_i_source,
                 flit_i_salt, flit_i_hop, flit_i_index, flit_i_message};
  assign arriving_tail = flit_i_kind == TAIL || flit_i_kind == HEAD_TAIL;
  assign credit_o = pop_i;
  assign front_o_error = '0;
  assign head_o_class = front_o_class;
  assign head_o_length = front_o_length;
  assign head_o_destination = front_o_destination;
  assign head_o_source = front_o_source;
  assign head_o_salt = front_o_salt;
  assign head_o_hop = front_o_hop;

  genvar v;
  generate
    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS) begin : g_fifo
        logic [FLIT_WIDTH-1:0]    slots [0:BUFFER_FLITS-1];
        logic [POINTER_WIDTH-1:0] read_q;
        logic [POINTER_WIDTH-1:0] write_q;
        logic [COUNT_WIDTH-1:0]   count_q;
        logic [COUNT_WIDTH-1:0]   tails_q;

        logic push;
        logic pop_tail;
        logic [KIND_WIDTH-1:0] stored_kind;
        logic [KIND_WIDTH-1:0] kind;
        assign push = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
        assign pop_tail = pop_i[v] && tail_o_front[v];
        assign filled_o[v] = count_q != '0;
        assign head_o_valid[v] = filled_o[v] && (kind == HEAD || kind == HEAD_TAIL);
        assign tail_o_front[v] = filled_o[v] && (stored_kind == TAIL || stored_kind == HEAD_TAIL);
        assign tail_o_held[v] = tails_q != '0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = count_q;
        assign front_o_kind[v*KIND_WIDTH +: KIND_WIDTH] = kind;
        assign {stored_kind,
                front_o_class[v*CLASS_WIDTH +: CLASS_WIDTH],
                front_o_length[v*LENGTH_WIDTH +: LENGTH_WIDTH],
                front_o_destination[v*NODE_WIDTH +: NODE_WIDTH],
                front_o_source[v*NODE_WIDTH +: NODE_WIDTH],
                front_o_salt[v*SALT_WIDTH +: SALT_WIDTH],
                front_o_hop[v*HOP_WIDTH +: HOP_WIDTH],
                front_o_index[v*INDEX_WIDTH +: INDEX_WIDTH],
                front_o_message[v*MESSAGE_WIDTH +: MESSAGE_WIDTH]} = slots[read_q];

        if (FLIT_BYTES > 0) begin : g_data
          logic [DATA_WIDTH-1:0] data [0:BUFFER_FLITS-1];
          assign front_o_data[v*DATA_WIDTH +: DATA_WIDTH] = data[read_q];
          always_ff @(posedge clk_i) begin
            if (push) data[write_q] <= flit_i_data;
          end
        end else begin : g_no_data
          assign front_o_data[v*DATA_WIDTH +: DATA_WIDTH] = '0;
        end

        if (HEADER_ENTRIES > 0) begin : g_header
          logic [HEADER_WIDTH-1:0] headers [0:BUFFER_FLITS-1];
          logic                    leads_q;
          assign kind = !leads_q ? stored_kind : tail_o_front[v] ? HEAD_TAIL : HEAD;
          assign {front_o_header[v], front_o_more[v], front_o_first_port_valid[v],
                  front_o_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH],
                  front_o_first_port[v*PORT_WIDTH +: PORT_WIDTH],
                  front_o_entry_valid[v*ENTRIES +: ENTRIES],
                  front_o_entry_address[v*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH],
                  front_o_entry_control[v*ENTRIES*2 +: ENTRIES*2]} = headers[read_q];
          always_ff @(posedge clk_i) begin
            if (push)
              headers[write_q] <= {flit_i_header, flit_i_more, flit_i_first_port_valid, flit_i_routing,
                                   flit_i_first_port, flit_i_entry_valid, flit_i_entry_address,
                                   flit_i_entry_control};
          end
          always_ff @(posedge clk_i) begin
            if (!rst_ni) leads_q <= 1'b0;
            else if (pop_i[v]) leads_q <= drop_i[v];
          end
        end else begin : g_no_header
          assign kind = stored_kind;
          assign {front_o_header[v], front_o_more[v], front_o_first_port_valid[v]} = '0;
          assign front_o_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH] = '0;
          assign front_o_first_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
          assign front_o_entry_valid[v*ENTRIES +: ENTRIES] = '0;
          assign front_o_entry_address[v*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH] = '0;
          assign front_o_entry_control[v*ENTRIES*2 +: ENTRIES*2] = '0;
        end
`ifdef FLITSCOPE_PURGE
        logic [COUNT_WIDTH-1:0]   purged;  // flits, from the front on
        logic [POINTER_WIDTH-1:0] behind;  // the slot behind them
        logic purged_tail;
        assign purged = purge_i[v*(COUNT_WIDTH+2) +: COUNT_WIDTH];
        assign purged_tail = purge_i[v*(COUNT_WIDTH+2) + COUNT_WIDTH];
        assign behind = POINTER_WIDTH'((32'(read_q) + 32'(pop_i[v]) + 32'(purged)) % 32'(BUFFER_FLITS));
`endif
        always_ff @(posedge clk_i) begin
          if (push) slots[write_q] <= flit;
        end
        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            read_q  <= '0;
            write_q <= '0;
            count_q <= '0;
            tails_q <= '0;
          end else begin
            if (push) write_q <= (write_q == LAST) ? '0 : write_q + POINTER_WIDTH'(1);
            if (pop_i[v]) read_q <= (read_q == LAST) ? '0 : read_q + POINTER_WIDTH'(1);
            if (push != pop_i[v])
              count_q <= push ? count_q + COUNT_WIDTH'(1) : count_q - COUNT_WIDTH'(1);
            if ((push && arriving_tail) != pop_tail)
              tails_q <= pop_tail ? tails_q - COUNT_WIDTH'(1) : tails_q + COUNT_WIDTH'(1);
`ifdef FLITSCOPE_PURGE
            if (purged != '0) begin
              read_q  <= behind;
              count_q <= count_q + COUNT_WIDTH'(push) - COUNT_WIDTH'(pop_i[v]) - purged;
              tails_q <= tails_q + COUNT_WIDTH'(push && arriving_tail) - COUNT_WIDTH'(pop_tail) -
                         COUNT_WIDTH'(purged_tail);
            end
`endif
          end
        end
      end else begin : g_none
        assign filled_o[v] = 1'b0;
        assign head_o_valid[v] = 1'b0;
        assign tail_o_front[v] = 1'b0;
        assign tail_o_held[v] = 1'b0;
        assign count_o[v*COUNT_WIDTH +: COUNT_WIDTH] = '0;
        assign front_o_kind[v*KIND_WIDTH +: KIND_WIDTH] = '0;
        assign front_o_class[v*CLASS_WIDTH +: CLASS_WIDTH] = '0;
        assign front_o_length[v*LENGTH_WIDTH +: LENGTH_WIDTH] = '0;
        assign front_o_destination[v*NODE_WIDTH +: NODE_WIDTH] = '0;
        assign front_o_source[v*NODE_WIDTH +: NODE_WIDTH] = '0;
        assign front_o_salt[v*SALT_WIDTH +: SALT_WIDTH] = '0;
        assign front_o_hop[v*HOP_WIDTH +: HOP_WIDTH] = '0;
        assign front_o_index[v*INDEX_WIDTH +: INDEX_WIDTH] = '0;
        assign front_o_message[v*MESSAGE_WIDTH +: MESSAGE_WIDTH] = '0;
        assign front_o_data[v*DATA_WIDTH +: DATA_WIDTH] = '0;
        assign {front_o_header[v], front_o_more[v], front_o_first_port_valid[v]} = '0;
        assign front_o_routing[v*ROUTING_WIDTH +: ROUTING_WIDTH] = '0;
        assign front_o_first_port[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign front_o_entry_valid[v*ENTRIES +: ENTRIES] = '0;
        assign front_o_entry_address[v*ENTRIES*NODE_WIDTH +: ENTRIES*NODE_WIDTH] = '0;
        assign front_o_entry_control[v*ENTRIES*2 +: ENTRIES*2] = '0;
      end
    end
    if (USED_VCS == 0) begin : g_unconnected
      wire unused = &{1'b0, clk_i, rst_ni, flit_i_valid, flit_i_vc, flit, arriving_tail, LAST, HEAD};
    end
  endgenerate

  // What is there for multicasts, and for flits with a data path, only.
  wire unused_data = &{1'b0, flit_i_data};
  wire unused_header = &{1'b0, flit_i_header, flit_i_more, flit_i_routing, flit_i_first_port_valid,
                         flit_i_first_port, flit_i_entry_valid, flit_i_entry_address,
                         flit_i_entry_control, flit_i_error, drop_i, HEADER_WIDTH, HEAD};
`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
