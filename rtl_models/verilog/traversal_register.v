/// The register between switch allocation and the crossbar in routers whose SA and ST are separate cycles
/// (docs/router.md, section 4): for each crossbar input a flit, and the outputs that it goes to. With bypass some
/// flits go past it.
module traversal_register #(
  parameter int REGISTER = 1,         ///< 0: there is none, and the unit consists of wires
  parameter int BYPASS = 0,           ///< 1: flits may go past it
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,    ///< outputs from here on are ejection outputs
  parameter int VCS = 4,
  parameter int FLIT_WIDTH = 188,
  parameter int HEADER_ENTRIES = 0,   ///< of a header flit; 0: no multicasts, and nothing of absorb is read
  parameter int PORT_WIDTH = 3,
  parameter int INPUT_SPEEDUP = 1,    ///< crossbar inputs of each input port: speedup_switch_allocator.v
  parameter int COUNT_WIDTH = 4,      ///< of what purge_i says of a VC
  parameter logic [OUTPUTS*8-1:0] CYCLES_PER_FLIT = {OUTPUTS{8'd1}},  ///< of each output, 1..255
  localparam int N = INPUTS * VCS, localparam int ROWS = INPUTS * INPUT_SPEEDUP,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1,
  localparam int ENTRIES = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,              ///< synchronous, active low
  input  logic [N*FLIT_WIDTH-1:0] front_i,             ///< in the cycle of the grant: of multicast_crossbar.v
  input  logic [N*VC_WIDTH-1:0]   active_i_vc,
  input  logic [N-1:0]            active_i_detour,
  input  logic [N-1:0]            ahead_i_valid,
  input  logic [N*PORT_WIDTH-1:0] ahead_i_port,
  input  logic [N-1:0]            grant_i,
  input  logic [OUTPUTS*ROWS-1:0] select_i,
  input  logic [N*VC_WIDTH-1:0]   absorb_active_i_vc,
  input  logic [N-1:0]            absorb_grant_i,
  input  logic [N*ENTRIES-1:0]    served_i,
  input  logic [N-1:0]            error_i,
  input  logic [OUTPUTS-1:0]      bypass_i,            ///< the flit for this output goes past the register
`ifdef FLITSCOPE_PURGE
  input  logic [OUTPUTS*(VCS*(COUNT_WIDTH+1)+1)-1:0] purge_i,  ///< as of router.v: its flit goes no further
`endif
  output logic [N*FLIT_WIDTH-1:0] front_o,             ///< a cycle later: every VC of a crossbar input shows its flit
  output logic [N*VC_WIDTH-1:0]   active_o_vc,
  output logic [N-1:0]            active_o_detour,
  output logic [N-1:0]            ahead_o_valid,
  output logic [N*PORT_WIDTH-1:0] ahead_o_port,
  output logic [N-1:0]            grant_o,
  output logic [OUTPUTS*ROWS-1:0] select_o,
  output logic [N*VC_WIDTH-1:0]   absorb_active_o_vc,
  output logic [N-1:0]            absorb_grant_o,
  output logic [N*ENTRIES-1:0]    served_o,
  output logic [N-1:0]            error_o,
  output logic [OUTPUTS*VCS-1:0]  sent_o_vcs,          ///< to the output units, in the cycle of the grant
  output logic [OUTPUTS-1:0]      sent_o_tail,
  output logic [INPUTS-1:0]       free_o,              ///< no flit of the register crosses from this input port
  output logic [OUTPUTS-1:0]      clear_o,             ///< no flit of the register is on the link of this output
  output logic                    quiet_o              ///< nothing changes without a grant
);
  genvar c;
  genvar o;
  genvar p;
  generate
    if (REGISTER == 0) begin : g_wires
      assign front_o = front_i;
      assign active_o_vc = active_i_vc;
      assign active_o_detour = active_i_detour;
      assign ahead_o_valid = ahead_i_valid;
      assign ahead_o_port = ahead_i_port;
      assign grant_o = grant_i;
      assign select_o = select_i;
      assign absorb_active_o_vc = absorb_active_i_vc;
      assign absorb_grant_o = absorb_grant_i;
      assign served_o = served_i;
      assign error_o = error_i;
      assign {sent_o_vcs, sent_o_tail} = '0;
      assign free_o = '1;
      assign clear_o = '1;
      assign quiet_o = 1'b1;
      wire unused = &{1'b0, clk_i, rst_ni, bypass_i, BYPASS, NETWORK_PORTS, COUNT_WIDTH, CYCLES_PER_FLIT};
    end else begin : g_register
      localparam logic [2:0] TAIL = 3'd3;
      localparam logic [2:0] HEAD_TAIL = 3'd4;
      // What a crossbar input carries: the flit lowest, then its VC on the channel, its bit of UGAL, its route, and
      // with multicasts the VC of absorb, the served entries and the error.
      localparam int COPY_WIDTH = (HEADER_ENTRIES > 0) ? VC_WIDTH + ENTRIES + 1 : 0;
      localparam int AHEAD_AT = FLIT_WIDTH + VC_WIDTH + 1;
      localparam int COPY_AT = AHEAD_AT + 1 + PORT_WIDTH;
      localparam int LANE_WIDTH = COPY_AT + COPY_WIDTH;
      logic [ROWS*LANE_WIDTH-1:0] granted, lanes_q, lanes;
      logic [OUTPUTS*ROWS-1:0]    select_q;
      logic [N-1:0]               grant_q, absorb_q;
      logic [ROWS-1:0]            past;     // its flit bypasses
      logic [N-1:0]               past_vc;  // ... by VC
      logic [ROWS-1:0]            copies;   // by absorb
      // Of the grants, without a way through `granted`, because output units wait for it.
      logic [ROWS*VCS-1:0]        sent_vcs, copy_vcs;  // a bit for the VC on the channel
      logic [ROWS-1:0]            tails;
      for (c = 0; c < ROWS; c = c + 1) begin : g_input
        localparam int FIRST = c / INPUT_SPEEDUP * VCS;  // of its input port
        logic [LANE_WIDTH-1:0] lane;
        logic                  copied;
        logic [VCS-1:0]        to, copy_to;
        logic                  is_tail;
        always @* begin
          lane = '0;
          {copied, to, copy_to, is_tail} = '0;
          for (int v = FIRST + c % INPUT_SPEEDUP; v < FIRST + VCS; v = v + INPUT_SPEEDUP) begin
            if (grant_i[v] || (HEADER_ENTRIES > 0 && absorb_grant_i[v])) begin
              lane[0 +: COPY_AT] = {ahead_i_port[v*PORT_WIDTH +: PORT_WIDTH], ahead_i_valid[v], active_i_detour[v],
                                    active_i_vc[v*VC_WIDTH +: VC_WIDTH], front_i[v*FLIT_WIDTH +: FLIT_WIDTH]};
              to = to | (VCS'(1) << active_i_vc[v*VC_WIDTH +: VC_WIDTH]);
              is_tail = is_tail | front_i[v*FLIT_WIDTH +: 3] == TAIL | front_i[v*FLIT_WIDTH +: 3] == HEAD_TAIL;
              if (HEADER_ENTRIES > 0) begin
                copy_to = copy_to | (VCS'(1) << absorb_active_i_vc[v*VC_WIDTH +: VC_WIDTH]);
                lane[LANE_WIDTH-1 -: VC_WIDTH + ENTRIES + 1] =
                    {absorb_active_i_vc[v*VC_WIDTH +: VC_WIDTH], served_i[v*ENTRIES +: ENTRIES], error_i[v]};
                copied = absorb_grant_i[v];
              end
            end
          end
        end
        assign granted[c*LANE_WIDTH +: LANE_WIDTH] = lane;
        assign copies[c] = copied;
        assign tails[c] = is_tail;
        assign sent_vcs[c*VCS +: VCS] = to;
        assign copy_vcs[c*VCS +: VCS] = copy_to;
        assign lanes[c*LANE_WIDTH +: LANE_WIDTH] = past[c] ? lane : lanes_q[c*LANE_WIDTH +: LANE_WIDTH];
      end

      always @* begin
        past = '0;
        for (int i = 0; i < OUTPUTS; i++) begin
          if (BYPASS != 0 && bypass_i[i]) past = past | select_i[i*ROWS +: ROWS];
        end
      end
      always_ff @(posedge clk_i) begin
        lanes_q  <= granted;
        grant_q  <= rst_ni ? grant_i & ~past_vc : '0;
        absorb_q <= (HEADER_ENTRIES > 0 && rst_ni) ? absorb_grant_i : '0;
      end
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        logic [ROWS-1:0]     from;
        logic                stays, tail;
        logic [VCS-1:0]      vcs;
        assign from = select_i[o*ROWS +: ROWS];
`ifdef FLITSCOPE_PURGE
        assign stays = purge_i[(o + 1)*(VCS*(COUNT_WIDTH+1)+1) - 1];
`else
        assign stays = 1'b0;
`endif
        always_ff @(posedge clk_i)
          select_q[o*ROWS +: ROWS] <= (rst_ni && !stays && !(BYPASS != 0 && bypass_i[o])) ? from : '0;
        assign select_o[o*ROWS +: ROWS] = (BYPASS != 0 && bypass_i[o]) ? from : select_q[o*ROWS +: ROWS];
        always @* begin
          {vcs, tail} = '0;
          for (int i = 0; i < ROWS; i++) begin
            if (from[i]) begin
              vcs = vcs | ((HEADER_ENTRIES > 0 && o >= NETWORK_PORTS && copies[i]) ? copy_vcs[i*VCS +: VCS] :
                                                                                    sent_vcs[i*VCS +: VCS]);
              tail = tail | tails[i];
            end
          end
        end
        assign sent_o_vcs[o*VCS +: VCS] = vcs;
        assign sent_o_tail[o] = tail;
        if (BYPASS == 0) begin : g_no_bypass
          assign clear_o[o] = select_q[o*ROWS +: ROWS] == '0;
        end else begin : g_bypass
          logic [7:0] busy_q;  // cycles that a flit of the register still is on the link
          assign clear_o[o] = busy_q == 8'd0;
          always_ff @(posedge clk_i) begin
            if (!rst_ni) busy_q <= 8'd0;
            else if (from != '0 && !bypass_i[o]) busy_q <= CYCLES_PER_FLIT[o*8 +: 8];
            else if (!clear_o[o]) busy_q <= busy_q - 8'd1;
          end
        end
      end

      for (p = 0; p < INPUTS; p = p + 1) begin : g_port
        assign free_o[p] = grant_q[p*VCS +: VCS] == '0;
        for (c = 0; c < VCS; c = c + 1) begin : g_vc
          localparam int V = p*VCS + c;
          localparam int ROW = p*INPUT_SPEEDUP + c % INPUT_SPEEDUP;
          wire [LANE_WIDTH-1:0] lane = lanes[ROW*LANE_WIDTH +: LANE_WIDTH];
          assign past_vc[V] = past[ROW];
          assign grant_o[V] = past[ROW] ? grant_i[V] : grant_q[V];
          assign {ahead_o_port[V*PORT_WIDTH +: PORT_WIDTH], ahead_o_valid[V], active_o_detour[V],
                  active_o_vc[V*VC_WIDTH +: VC_WIDTH], front_o[V*FLIT_WIDTH +: FLIT_WIDTH]} = lane[0 +: COPY_AT];
          assign absorb_grant_o[V] = absorb_q[V];
          if (HEADER_ENTRIES > 0) begin : g_copy
            assign {absorb_active_o_vc[V*VC_WIDTH +: VC_WIDTH], served_o[V*ENTRIES +: ENTRIES], error_o[V]} =
                lane[LANE_WIDTH-1 -: VC_WIDTH + ENTRIES + 1];
          end else begin : g_no_copy
            assign {absorb_active_o_vc[V*VC_WIDTH +: VC_WIDTH], served_o[V*ENTRIES +: ENTRIES], error_o[V]} = '0;
          end
        end
      end
      assign quiet_o = grant_q == '0 && absorb_q == '0 && (&clear_o);
      wire unused = &{1'b0, bypass_i, COUNT_WIDTH, CYCLES_PER_FLIT, copies, copy_vcs,
                      absorb_active_i_vc, absorb_grant_i, served_i, error_i};
    end
  endgenerate

`ifdef FLITSCOPE_PURGE
  wire unused_purge = &{1'b0, purge_i};
`endif
endmodule
