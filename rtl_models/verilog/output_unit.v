/// Output side of one port (docs/router.md, sections 3 to 6): which VCs are held, flits sent and not
/// yet credited, when the link is free again, and at depth 4 the traversal register. A flit that goes
/// on to another router has made one hop more.
module output_unit #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,     ///< per VC of the next router
  parameter int CONNECTED = 1,        ///< 0: all outputs are 0, but quiet_o is 1
  parameter int EJECTION = 0,         ///< 1: no back-pressure; credit_i is not used
  parameter int PIPELINE = 3,
  parameter int REUSE_EMPTY = 0,      ///< 1: a VC is free only when all its credits are back
  parameter int CYCLES_PER_FLIT = 1,  ///< 1..255
  parameter int VC_WIDTH = 2,
  parameter int COUNT_WIDTH = 4,      ///< holds 0..BUFFER_FLITS
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  parameter int FLIT_BYTES = 8,       ///< in the data path of a flit, 0..64; 0: none, and nothing of its pins
  parameter int HEADER_ENTRIES = 0,   ///< of a header flit; 0: no multicasts, and nothing of their pins
  parameter int ROUTING_WIDTH = 1,
  parameter int PORT_WIDTH = 3,
  localparam int KIND_WIDTH = 3,
  localparam int DATA_WIDTH = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         ///< synchronous, active low
  input  logic [VCS-1:0]             taken_i,        ///< granted to a head in this cycle
  input  logic                       flit_i_valid,   ///< a flit was granted the switch in this cycle
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [KIND_WIDTH-1:0]      flit_i_kind,
  input  logic [CLASS_WIDTH-1:0]     flit_i_class,
  input  logic [LENGTH_WIDTH-1:0]    flit_i_length,
  input  logic [NODE_WIDTH-1:0]      flit_i_destination,
  input  logic [NODE_WIDTH-1:0]      flit_i_source,
  input  logic [SALT_WIDTH-1:0]      flit_i_salt,
  input  logic [HOP_WIDTH-1:0]       flit_i_hop,
  input  logic [INDEX_WIDTH-1:0]     flit_i_index,
  input  logic [MESSAGE_WIDTH-1:0]   flit_i_message,
  input  logic [DATA_WIDTH-1:0]      flit_i_data,
  input  logic                       flit_i_header,
  input  logic                       flit_i_more,
  input  logic [ROUTING_WIDTH-1:0]    flit_i_routing,
  input  logic                       flit_i_first_port_valid,
  input  logic [PORT_WIDTH-1:0]       flit_i_first_port,
  input  logic [ENTRIES-1:0]          flit_i_entry_valid,
  input  logic [ENTRIES*NODE_WIDTH-1:0] flit_i_entry_address,
  input  logic [ENTRIES*2-1:0]        flit_i_entry_control,
  input  logic                       flit_i_error,
  input  logic [VCS-1:0]             credit_i,       ///< bit v: a slot of VC v was freed downstream
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+1):0] purge_i,      ///< as of router.v, of this output
`endif
  output logic [VCS-1:0]             state_o_held,
  output logic [VCS-1:0]             state_o_free,   ///< may be granted to a head
  output logic [VCS*COUNT_WIDTH-1:0] outstanding_o,  ///< flits sent minus credits returned
  output logic [VCS-1:0]             ready_o,        ///< has a credit, and the link is free
  output logic                       quiet_o,        ///< nothing changes without a grant or a credit
  output logic                       flit_o_valid,
  output logic [VC_WIDTH-1:0]        flit_o_vc,
  output logic [KIND_WIDTH-1:0]      flit_o_kind,
  output logic [CLASS_WIDTH-1:0]     flit_o_class,
  output logic [LENGTH_WIDTH-1:0]    flit_o_length,
  output logic [NODE_WIDTH-1:0]      flit_o_destination,
  output logic [NODE_WIDTH-1:0]      flit_o_source,
  output logic [SALT_WIDTH-1:0]      flit_o_salt,
  output logic [HOP_WIDTH-1:0]       flit_o_hop,     ///< one more than flit_i_hop, not at ejection
  output logic [INDEX_WIDTH-1:0]     flit_o_index,
  output logic [MESSAGE_WIDTH-1:0]   flit_o_message,
  output logic [DATA_WIDTH-1:0]      flit_o_data,
  output logic                       flit_o_header,
  output logic                       flit_o_more,
  output logic [ROUTING_WIDTH-1:0]    flit_o_routing,
  output logic                       flit_o_first_port_valid,
  output logic [PORT_WIDTH-1:0]       flit_o_first_port,
  output logic [ENTRIES-1:0]          flit_o_entry_valid,
  output logic [ENTRIES*NODE_WIDTH-1:0] flit_o_entry_address,
  output logic [ENTRIES*2-1:0]        flit_o_entry_control,
  output logic                       flit_o_error
);
  localparam int FLIT_WIDTH = VC_WIDTH + KIND_WIDTH + CLASS_WIDTH + LENGTH_WIDTH + 2*NODE_WIDTH +
                              SALT_WIDTH + HOP_WIDTH + INDEX_WIDTH + MESSAGE_WIDTH;
  localparam logic [KIND_WIDTH-1:0] TAIL = 3'd3;
  localparam logic [KIND_WIDTH-1:0] HEAD_TAIL = 3'd4;

  genvar v;
  generate
    if (CONNECTED == 0) begin : g_none
      assign {state_o_held, state_o_free, outstanding_o, ready_o, flit_o_valid} = '0;
      assign {flit_o_vc, flit_o_kind, flit_o_class, flit_o_length, flit_o_destination, flit_o_source,
              flit_o_salt, flit_o_hop, flit_o_index, flit_o_message, flit_o_data} = '0;
      assign {flit_o_header, flit_o_more, flit_o_routing, flit_o_first_port_valid, flit_o_first_port,
              flit_o_entry_valid, flit_o_entry_address, flit_o_entry_control, flit_o_error} = '0;
      assign quiet_o = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni, taken_i, flit_i_valid, flit_i_vc, flit_i_kind,
                      flit_i_class, flit_i_length, flit_i_destination, flit_i_source, flit_i_salt,
                      flit_i_hop, flit_i_index, flit_i_message, credit_i, TAIL, HEAD_TAIL};
    end else begin : g_port
      // What leaves, its VC included.
      logic [FLIT_WIDTH-1:0] crossing;
      logic [FLIT_WIDTH-1:0] leaving;
      logic [HOP_WIDTH-1:0]  hop;
      assign hop = flit_i_hop + HOP_WIDTH'(EJECTION == 0 && flit_i_valid ? 1 : 0);
      assign crossing = {flit_i_vc, flit_i_kind, flit_i_class, flit_i_length, flit_i_destination,
                         flit_i_source, flit_i_salt, hop, flit_i_index, flit_i_message};
      assign {flit_o_vc, flit_o_kind, flit_o_class, flit_o_length, flit_o_destination, flit_o_source,
              flit_o_salt, flit_o_hop, flit_o_index, flit_o_message} = leaving;

      logic           tail;
      logic [VCS-1:0] sent;
      logic [VCS-1:0] held_q;
      logic [VCS-1:0] released;  // of messages that are taken out
      logic           stays;     // the flit that crosses goes no further
      assign tail = flit_i_kind == TAIL || flit_i_kind == HEAD_TAIL;
      always @* begin
        sent = '0;
        for (int i = 0; i < VCS; i++) sent[i] = flit_i_valid && flit_i_vc == VC_WIDTH'(i);
      end
      assign state_o_held = held_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) held_q <= '0;
        else held_q <= (held_q | taken_i) & ~(tail ? sent : {VCS{1'b0}}) & ~released;
      end
`ifdef FLITSCOPE_PURGE
      for (v = 0; v < VCS; v = v + 1) begin : g_released
        assign released[v] = purge_i[v*(COUNT_WIDTH+1) + COUNT_WIDTH];
      end
      assign stays = purge_i[VCS*(COUNT_WIDTH+1)];
`else
      assign released = '0;
      assign stays = 1'b0;
`endif

      logic [VCS-1:0] credited;
      logic [VCS-1:0] empty;
      logic link_free;
      assign state_o_free = ~held_q & ((REUSE_EMPTY != 0) ? empty : {VCS{1'b1}});
      assign ready_o = link_free ? credited : {VCS{1'b0}};

      if (EJECTION != 0) begin : g_endless
        assign credited = {VCS{1'b1}};
        assign empty = {VCS{1'b1}};
        assign outstanding_o = '0;
        wire unused = &{1'b0, credit_i};
      end else begin : g_credit
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          logic [COUNT_WIDTH-1:0] outstanding_q;
          assign credited[v] = outstanding_q != COUNT_WIDTH'(BUFFER_FLITS);
          assign empty[v] = outstanding_q == '0;
          assign outstanding_o[v*COUNT_WIDTH +: COUNT_WIDTH] = outstanding_q;
`ifdef FLITSCOPE_PURGE
          logic [COUNT_WIDTH-1:0] returned;
          assign returned = purge_i[v*(COUNT_WIDTH+1) +: COUNT_WIDTH];
`endif
          always_ff @(posedge clk_i) begin
            if (!rst_ni) outstanding_q <= '0;
`ifdef FLITSCOPE_PURGE
            else if (returned != '0)
              outstanding_q <= outstanding_q + COUNT_WIDTH'(sent[v]) - COUNT_WIDTH'(credit_i[v]) - returned;
`endif
            else if (sent[v] != credit_i[v])
              outstanding_q <= sent[v] ? outstanding_q + COUNT_WIDTH'(1)
                                       : outstanding_q - COUNT_WIDTH'(1);
          end
        end
      end
      wire unused_empty = &{1'b0, empty, stays};

      // After a grant in cycle t the next one comes in cycle t + CYCLES_PER_FLIT.
      if (CYCLES_PER_FLIT == 1) begin : g_full_rate
        assign link_free = 1'b1;
      end else begin : g_slow_link
        logic [7:0] wait_q;
        assign link_free = wait_q == 8'd0;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) wait_q <= 8'd0;
          else if (flit_i_valid) wait_q <= 8'(CYCLES_PER_FLIT - 1);
          else if (wait_q != 8'd0) wait_q <= wait_q - 8'd1;
        end
      end

      if (FLIT_BYTES > 0) begin : g_data
        if (PIPELINE == 4) begin : g_traversal
          logic [DATA_WIDTH-1:0] data_q;
          assign flit_o_data = data_q;
          always_ff @(posedge clk_i) begin
            data_q <= flit_i_data;
          end
        end else begin : g_direct
          assign flit_o_data = flit_i_data;
        end
      end else begin : g_no_data
        assign flit_o_data = '0;
      end

      if (HEADER_ENTRIES > 0) begin : g_header
        localparam int HEADER_WIDTH = 4 + ROUTING_WIDTH + PORT_WIDTH + ENTRIES*(NODE_WIDTH + 3);
        logic [HEADER_WIDTH-1:0] header;
        logic [HEADER_WIDTH-1:0] leaving_header;
        assign header = {flit_i_header, flit_i_more, flit_i_routing, flit_i_first_port_valid,
                         flit_i_first_port, flit_i_entry_valid, flit_i_entry_address,
                         flit_i_entry_control, flit_i_error};
        assign {flit_o_header, flit_o_more, flit_o_routing, flit_o_first_port_valid,
                flit_o_first_port, flit_o_entry_valid, flit_o_entry_address, flit_o_entry_control,
                flit_o_error} = leaving_header;
        if (PIPELINE == 4) begin : g_traversal
          logic [HEADER_WIDTH-1:0] header_q;
          assign leaving_header = header_q;
          always_ff @(posedge clk_i) begin
            header_q <= header;
          end
        end else begin : g_direct
          assign leaving_header = header;
        end
      end else begin : g_no_header
        assign {flit_o_header, flit_o_more, flit_o_routing, flit_o_first_port_valid, flit_o_first_port,
                flit_o_entry_valid, flit_o_entry_address, flit_o_entry_control, flit_o_error} = '0;
      end

      if (PIPELINE == 4) begin : g_traversal
        logic valid_q;
        logic [FLIT_WIDTH-1:0] flit_q;
        assign flit_o_valid = valid_q;
        assign leaving = flit_q;
        assign quiet_o = link_free && !valid_q;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) valid_q <= 1'b0;
          else valid_q <= flit_i_valid && !stays;
        end
        always_ff @(posedge clk_i) begin
          flit_q <= crossing;
        end
      end else begin : g_direct
        assign flit_o_valid = flit_i_valid;
        assign leaving = crossing;
        assign quiet_o = link_free;
      end
    end
  endgenerate

  // What is there for multicasts, and for flits with a data path, only.
  wire unused_data = &{1'b0, flit_i_data};
  wire unused_header = &{1'b0, flit_i_header, flit_i_more, flit_i_routing, flit_i_first_port_valid,
                         flit_i_first_port, flit_i_entry_valid, flit_i_entry_address,
                         flit_i_entry_control, flit_i_error};
`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
