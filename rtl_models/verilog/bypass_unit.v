/// Bypass (docs/router.md, section 6). The unit stands between the allocators and the other units: it withdraws
/// the requests of the flits that bypass, and adds their grants to those of the allocators. Combinational but
/// for a register: which FIFOs held a flit across the last edge. A flit alone in a FIFO that did not has just
/// been written. Input VCs are numbered as in vc_allocator.v.
module bypass_unit #(
  parameter int BYPASS = 1,          ///< 0: no flit bypasses, and the unit consists of wires
  parameter int INPUTS = 7,
  parameter int ROWS = 7,            ///< crossbar inputs; with bypass as many as inputs
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,   ///< outputs from here on have no back-pressure
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,
  parameter int WHOLE_MESSAGE = 0,   ///< 1: a VC is free only with room for the whole message
  parameter int VC_CHOICE = 1,       ///< as of router.v
  parameter int HEAD_WIDTH = 73,
  parameter logic [95:0] FLIT = 96'h0008_0001_0320_1010_1010_0108,  ///< shape of a flit: flits_of_pins.v
  localparam int LENGTH_WIDTH = 32'(FLIT[16 +: 8]),
  localparam int N = INPUTS * VCS, localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,             ///< synchronous, active low
  input  logic [N*COUNT_WIDTH-1:0]  count_i,            ///< of the VC buffers
  input  logic [N*HEAD_WIDTH-1:0]   head_i,
  input  logic [N-1:0]              filled_i,
  input  logic [N-1:0]              route_i_valid,      ///< of the route units
  input  logic [N*PORT_WIDTH-1:0]   route_i_port,
  input  logic [N*VCS-1:0]          route_i_allowed,
  input  logic [N-1:0]              route_i_detour,
  input  logic [N-1:0]              request_i_valid,
  input  logic [N*PORT_WIDTH-1:0]   request_i_port,
  input  logic [N*VCS-1:0]          request_i_allowed,
  input  logic [N*LENGTH_WIDTH-1:0] request_i_length,
  input  logic [N-1:0]              active_i_valid,
  input  logic [N*PORT_WIDTH-1:0]   active_i_port,
  input  logic [N*VC_WIDTH-1:0]     active_i_vc,
  input  logic [N-1:0]              active_i_detour,
  input  logic [N-1:0]              vc_grant_i_valid,   ///< of the allocators
  input  logic [N*VC_WIDTH-1:0]     vc_grant_i_vc,
  input  logic [N-1:0]              grant_i,
  input  logic [OUTPUTS*VCS-1:0]    taken_i,
  input  logic [OUTPUTS*ROWS-1:0]   select_i,
  input  logic [OUTPUTS*VCS-1:0]    state_i_free,       ///< of the output units
  input  logic [OUTPUTS*VCS-1:0]    state_i_passed,
  input  logic [OUTPUTS*VCS-1:0]    ready_i,
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,
  input  logic [INPUTS-1:0]         free_i,             ///< no flit of the traversal register crosses from this input
  input  logic [OUTPUTS-1:0]        clear_i,            ///< ... is on the link of this output
  output logic [N-1:0]              request_o_valid,    ///< to the allocators
  output logic [N-1:0]              filled_o,
  output logic [N-1:0]              vc_grant_o_valid,   ///< to the others
  output logic [N*VC_WIDTH-1:0]     vc_grant_o_vc,
  output logic [N*VC_WIDTH-1:0]     active_o_vc,
  output logic [N-1:0]              active_o_detour,
  output logic [N-1:0]              grant_o,
  output logic [OUTPUTS*VCS-1:0]    taken_o,
  output logic [OUTPUTS*ROWS-1:0]   select_o,
  output logic [OUTPUTS-1:0]        bypass_o            ///< the flit for this output goes past the traversal register
);
  genvar p;
  genvar r;
  genvar o;
  generate
    if (BYPASS == 0) begin : g_wires
      assign request_o_valid = request_i_valid;
      assign filled_o = filled_i;
      assign vc_grant_o_valid = vc_grant_i_valid;
      assign vc_grant_o_vc = vc_grant_i_vc;
      assign active_o_vc = active_i_vc;
      assign active_o_detour = active_i_detour;
      assign grant_o = grant_i;
      assign taken_o = taken_i;
      assign select_o = select_i;
      assign bypass_o = '0;
      wire unused = &{1'b0, clk_i, rst_ni, count_i, head_i, route_i_valid, route_i_port, route_i_allowed, route_i_detour,
                      request_i_port, request_i_allowed, request_i_length, active_i_valid, active_i_port,
                      state_i_free, state_i_passed, ready_i, outstanding_i, free_i, clear_i, NETWORK_PORTS, WHOLE_MESSAGE, VC_CHOICE, HEAD_WIDTH};
    end else begin : g_bypass
      logic [N-1:0] alone;       // its VC holds one flit
      logic [N-1:0] kept_q;      // it held one before the edge, which did not leave
      logic [N-1:0] candidate;
      logic [N-1:0] head;        // a candidate without an output VC
      logic [N-1:0] going;
      assign candidate = filled_i & ~kept_q & alone & (active_i_valid | route_i_valid);
      assign head = candidate & ~active_i_valid;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) kept_q <= '0;
        else kept_q <= filled_i & ~(alone & grant_o);
      end

      // The VC that each head asks for, candidates included.
      logic [N*LENGTH_WIDTH-1:0] head_length;
      field #(N, HEAD_WIDTH, (FLIT[88] ? 0 : 32'(FLIT[0 +: 8])) + 32'(FLIT[8 +: 8]), LENGTH_WIDTH, FLIT[89]) length (
        head_i, head_length);
      logic [N-1:0]              asking;
      logic [N*PORT_WIDTH-1:0]   asked_port, port;
      logic [N*VCS-1:0]          asked_allowed;
      logic [N*LENGTH_WIDTH-1:0] asked_length;
      logic [N*VC_WIDTH-1:0]     asked_vc;
      logic [OUTPUTS*VCS*N-1:0]  asks;
      assign asking = request_i_valid | head;
      for (r = 0; r < N; r = r + 1) begin : g_asked
        assign alone[r] = count_i[r*COUNT_WIDTH +: COUNT_WIDTH] == COUNT_WIDTH'(1);
        assign asked_port[r*PORT_WIDTH +: PORT_WIDTH] =
            head[r] ? route_i_port[r*PORT_WIDTH +: PORT_WIDTH] : request_i_port[r*PORT_WIDTH +: PORT_WIDTH];
        assign asked_allowed[r*VCS +: VCS] = head[r] ? route_i_allowed[r*VCS +: VCS] : request_i_allowed[r*VCS +: VCS];
        assign asked_length[r*LENGTH_WIDTH +: LENGTH_WIDTH] =
            head[r] ? head_length[r*LENGTH_WIDTH +: LENGTH_WIDTH] : request_i_length[r*LENGTH_WIDTH +: LENGTH_WIDTH];
        assign port[r*PORT_WIDTH +: PORT_WIDTH] =
            active_i_valid[r] ? active_i_port[r*PORT_WIDTH +: PORT_WIDTH] : route_i_port[r*PORT_WIDTH +: PORT_WIDTH];
      end
      vc_requests #(INPUTS, OUTPUTS, NETWORK_PORTS, VCS, BUFFER_FLITS, WHOLE_MESSAGE, LENGTH_WIDTH, 0,
          VC_CHOICE) requests (
        .request_i_valid(asking), .request_i_port(asked_port), .request_i_allowed(asked_allowed),
        .request_i_length(asked_length), .state_i_free(state_i_free), .state_i_passed(state_i_passed),
        .outstanding_i(outstanding_i),
        .vc_o(asked_vc), .asks_o(asks));

      // Per output, bit r: requests of the switch, candidates, and those of them that go.
      logic [N-1:0]         crosses;  // requests it
      logic [OUTPUTS*N-1:0] crosses_to, candidate_for, going_to;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        for (r = 0; r < N; r = r + 1) begin : g_vc
          logic [VCS-1:0] held;      // of the output, by the VC
          logic [VCS-1:0] wanted;    // or requested
          logic [VCS-1:0] disputed;  // ... by another one, too
          logic [N-1:0]   other;
          assign other = ~(N'(1) << r);
          assign held = active_i_valid[r] && active_i_port[r*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) ?
                        VCS'(1) << active_i_vc[r*VC_WIDTH +: VC_WIDTH] : '0;
          assign crosses_to[o*N + r] = filled_i[r] && (held & ready_i[o*VCS +: VCS]) != '0;
          assign candidate_for[o*N + r] = candidate[r] && port[r*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o);
          always @* begin
            for (int w = 0; w < VCS; w++) begin
              wanted[w] = active_i_valid[r] ? held[w] : head[r] && asks[(o*VCS + w)*N + r];
              disputed[w] = !active_i_valid[r] && (asks[(o*VCS + w)*N +: N] & other) != '0;
            end
          end
          assign going_to[o*N + r] =
              candidate_for[o*N + r] && (wanted & ready_i[o*VCS +: VCS] & ~disputed) != '0 && clear_i[o] &&
              free_i[r / VCS] &&
              (candidate_for[o*N +: N] & other) == '0 && (crosses_to[o*N +: N] & other) == '0 &&
              (crosses[r/VCS*VCS +: VCS] & ~(VCS'(1) << (r % VCS))) == '0;
        end
        assign bypass_o[o] = going_to[o*N +: N] != '0;
        for (p = 0; p < INPUTS; p = p + 1) begin : g_input
          assign select_o[o*INPUTS + p] = select_i[o*INPUTS + p] || going_to[o*N + p*VCS +: VCS] != '0;
        end
        for (r = 0; r < VCS; r = r + 1) begin : g_taken
          assign taken_o[o*VCS + r] = taken_i[o*VCS + r] || (going_to[o*N +: N] & head & asks[(o*VCS + r)*N +: N]) != '0;
        end
      end
      always @* begin
        {crosses, going} = '0;
        for (int i = 0; i < OUTPUTS; i++) begin
          crosses = crosses | crosses_to[i*N +: N];
          going = going | going_to[i*N +: N];
        end
      end

      assign request_o_valid = request_i_valid & ~going;
      assign filled_o = filled_i & ~going;
      assign vc_grant_o_valid = vc_grant_i_valid | (going & head);
      assign grant_o = grant_i | going;
      assign active_o_detour = (active_i_detour & ~head) | (route_i_detour & head);
      for (r = 0; r < N; r = r + 1) begin : g_granted
        assign vc_grant_o_vc[r*VC_WIDTH +: VC_WIDTH] =
            going[r] ? asked_vc[r*VC_WIDTH +: VC_WIDTH] : vc_grant_i_vc[r*VC_WIDTH +: VC_WIDTH];
        assign active_o_vc[r*VC_WIDTH +: VC_WIDTH] =
            head[r] ? asked_vc[r*VC_WIDTH +: VC_WIDTH] : active_i_vc[r*VC_WIDTH +: VC_WIDTH];
      end
    end
  endgenerate
endmodule
