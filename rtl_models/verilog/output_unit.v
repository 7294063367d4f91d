/// Output side of one port (docs/router.md, sections 3 to 6): which VCs are held, the pointers over them, flits
/// sent and not yet credited, and when the link is free again. It adds one hop to flits that go to another router. The
/// kind and the hop are the lowest bits of a flit.
module output_unit #(
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,     ///< per VC of the next router at most
  parameter int SHARED = 0,           ///< of these: in slots that all VCs share
  parameter int CONNECTED = 1,        ///< 0: all outputs are 0, but quiet_o is 1
  parameter int EJECTION = 0,         ///< 1: no back-pressure; credit_i is not used
  parameter int TRAVERSAL_REGISTER = 0,  ///< 1: flits cross in the cycle after their grant, of which sent_i tells
  parameter int REUSE_EMPTY = 0,      ///< 1: a VC is free only when all its credits are back
  parameter int CYCLES_PER_FLIT = 1,  ///< 1..255
  parameter int FLIT_WIDTH = 188,
  parameter int HOP_WIDTH = 8,        ///< 0: flits do not count hops
  parameter int VC_CHOICE = 1,        ///< as of router.v, as the next one
  parameter int MESSAGE_CLASSES = 1,
  parameter int CLASSES = 1,          ///< VC classes of each message class that have no VCs in common
  parameter logic [63:0] CLASS_VCS = 64'd0,  ///< of vc_classes.v
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         ///< synchronous, active low
  input  logic [7:0]                 link_vcs_i,     ///< of link_vcs.v, for this output
  input  logic [VCS-1:0]             taken_i,        ///< granted to a head in this cycle
  input  logic [VCS-1:0]             sent_i_vcs,     ///< a flit was granted the switch in this cycle; not read without
  input  logic                       sent_i_tail,    ///< a traversal register, where it is that of flit_i
  input  logic                       flit_i_valid,   ///< a flit crosses
  input  logic [VC_WIDTH-1:0]        flit_i_vc,
  input  logic [FLIT_WIDTH-1:0]      flit_i,
  input  logic [VCS-1:0]             credit_i,       ///< bit v: a slot of VC v was freed downstream
`ifdef FLITSCOPE_PURGE
  input  logic [VCS*(COUNT_WIDTH+1)-1:0] purge_i,    ///< as of router.v, of the VCs of this output
`endif
  output logic [VCS-1:0]             state_o_held,
  output logic [VCS-1:0]             state_o_free,   ///< may be granted to a head
  output logic [VCS-1:0]             state_o_passed, ///< its pointer has passed it
  output logic [VCS*COUNT_WIDTH-1:0] outstanding_o,  ///< flits sent minus credits returned
  output logic [VCS-1:0]             ready_o,        ///< has a credit, and the link is free
  output logic                       open_o,         ///< the link is free
  output logic                       quiet_o,        ///< nothing changes without a grant or a credit
  output logic                       flit_o_valid,
  output logic [VC_WIDTH-1:0]        flit_o_vc,
  output logic [FLIT_WIDTH-1:0]      flit_o
);
  localparam logic [2:0] TAIL = 3'd3;
  localparam logic [2:0] HEAD_TAIL = 3'd4;

  genvar v;
  generate
    if (CONNECTED == 0) begin : g_none
      assign {state_o_held, state_o_free, state_o_passed, outstanding_o, ready_o, open_o, flit_o_valid, flit_o_vc,
          flit_o} = '0;
      assign quiet_o = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni, link_vcs_i, taken_i, sent_i_vcs, sent_i_tail, flit_i_valid, flit_i_vc,
          flit_i, credit_i, TAIL, HEAD_TAIL};
    end else begin : g_port
      vc_pointers #(
        .VCS(VCS), .CHOICE(VC_CHOICE), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(CLASSES), .CLASS_VCS(CLASS_VCS)
      ) vc_pointers (.passed_o(state_o_passed), .*);

      logic [FLIT_WIDTH-1:0] crossing;
      if (HOP_WIDTH > 0) begin : g_hop
        logic [HOP_WIDTH-1:0] hop;
        assign hop = flit_i[3 +: HOP_WIDTH] + HOP_WIDTH'(EJECTION == 0 && flit_i_valid ? 1 : 0);
        always @* begin
          crossing = flit_i;
          crossing[3 +: HOP_WIDTH] = hop;
        end
      end else begin : g_no_hop
        assign crossing = flit_i;
      end

      logic           tail;
      logic [VCS-1:0] sent;
      logic [VCS-1:0] held_q;
      logic [VCS-1:0] released;  // of messages that are taken out
      if (TRAVERSAL_REGISTER != 0) begin : g_sent_before
        assign {sent, tail} = {sent_i_vcs, sent_i_tail};
        wire unused = &{1'b0, TAIL, HEAD_TAIL};
      end else begin : g_sent_now
        assign tail = flit_i[2:0] == TAIL || flit_i[2:0] == HEAD_TAIL;
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          assign sent[v] = flit_i_valid && flit_i_vc == VC_WIDTH'(v);
        end
        wire unused = &{1'b0, sent_i_vcs, sent_i_tail};
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
`else
      assign released = '0;
`endif

      logic [VCS-1:0] credited;
      logic [VCS-1:0] empty;
      logic link_free;
      assign state_o_free = ~held_q & ((REUSE_EMPTY != 0) ? empty : {VCS{1'b1}});
      assign open_o = link_free;
      assign ready_o = link_free ? credited : {VCS{1'b0}};

      if (EJECTION != 0) begin : g_endless
        assign credited = {VCS{1'b1}};
        assign empty = {VCS{1'b1}};
        assign outstanding_o = '0;
        wire unused = &{1'b0, credit_i};
      end else begin : g_credit
        vc_credits #(VCS, BUFFER_FLITS, SHARED) credits (.outstanding_i(outstanding_o), .credited_o(credited));
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          logic [COUNT_WIDTH-1:0] outstanding_q;
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
      wire unused_empty = &{1'b0, empty};

      // After a grant in cycle t the next one comes in cycle t + CYCLES_PER_FLIT.
      if (CYCLES_PER_FLIT == 1) begin : g_full_rate
        assign link_free = 1'b1;
      end else begin : g_slow_link
        logic [7:0] wait_q;
        assign link_free = wait_q == 8'd0;
        always_ff @(posedge clk_i) begin
          if (!rst_ni) wait_q <= 8'd0;
          else if (sent != '0) wait_q <= 8'(CYCLES_PER_FLIT - 1);
          else if (wait_q != 8'd0) wait_q <= wait_q - 8'd1;
        end
      end

      assign flit_o_valid = flit_i_valid;
      assign flit_o_vc = flit_i_vc;
      assign flit_o = crossing;
      assign quiet_o = link_free;
    end
  endgenerate

`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
