/// Switch allocation where flits may have two branches (docs/headers_and_branches.md, section 2): both ask
/// together, absorb at the ejection output of its input port. A granted flit crosses to the outputs that
/// took it. Without multicasts it is switch_allocator.v.
module multicast_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,   ///< per VC of the next routers
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,     ///< of islip
  parameter int ARBITER = 0,        ///< KIND of arbiter
  parameter int ARBITER_STATE = 0,  ///< of separable_output and wavefront
  parameter int INPUT_SPEEDUP = 1,  ///< crossbar inputs of each input port: speedup_switch_allocator.v
  parameter int WHOLE_MESSAGE = 0,  ///< as of vc_allocator
  parameter int LENGTH_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int SPECULATION = 0,    ///< as of router.v; 0: nothing of VC allocation is read
  parameter int MULTICASTS = 0,     ///< 0: there are none, and nothing of absorb is read
  parameter int PRIORITY_WIDTH = 0, ///< of priority_order.v
  parameter int VC_CHOICE = 1,      ///< as of router.v
  localparam int PRIORITY_BITS = (PRIORITY_WIDTH > 0) ? PRIORITY_WIDTH : 1,
  localparam int N = INPUTS * VCS, localparam int ROWS = INPUTS * INPUT_SPEEDUP, localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,          ///< synchronous, active low
  input  logic [N-1:0]                       active_i_valid,  ///< VC holds an output VC; bit p*VCS + v
  input  logic [N*PORT_WIDTH-1:0]            active_i_port,   ///< its output port
  input  logic [N*VC_WIDTH-1:0]              active_i_vc,     ///< its output VC
  input  logic [N*HOP_WIDTH-1:0]             active_i_hop,    ///< hops made, for policies by hop
  input  logic [N-1:0]                       filled_i,        ///< VC has a flit
  input  logic [N*PRIORITY_BITS-1:0]         priority_i,      ///< of the messages
  input  logic [N*COUNT_WIDTH-1:0]           count_i,         ///< flits in its FIFO, for policies by occupancy
  input  logic [OUTPUTS*VCS-1:0]             ready_i,         ///< output VC: a credit, a free link
  input  logic [OUTPUTS-1:0]                 open_i,          ///< output: a free link
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,   ///< flits sent minus credits returned; as count_i
  input  logic [N-1:0]                       request_i_valid, ///< heads in VC allocation: as of vc_allocator
  input  logic [N*PORT_WIDTH-1:0]            request_i_port,
  input  logic [N*VCS-1:0]                   request_i_allowed,
  input  logic [N*LENGTH_WIDTH-1:0]          request_i_length,
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,
  input  logic [OUTPUTS*VCS-1:0]             state_i_passed,
  input  logic [N-1:0]                       vc_grant_i_valid,  ///< those that win in this cycle
  input  logic [N*VC_WIDTH-1:0]              vc_grant_i_vc,
  input  logic [N-1:0]                       absorb_active_i_valid,  ///< absorb may be sent
  input  logic [N*VC_WIDTH-1:0]              absorb_active_i_vc,
  output logic [N-1:0]                       grant_o,         ///< the VC crosses, at most one per crossbar input
  output logic [N-1:0]                       absorb_grant_o,  ///< ... by its branch absorb
  output logic [OUTPUTS*ROWS-1:0]            select_o,        ///< bit o*ROWS + c, one per output at most
  output logic [N-1:0]                       wasted_o         ///< speculative grants, neither masked nor used
);
  logic [N*N-1:0]                ahead_i;    // of the allocators
  priority_order #(N, PRIORITY_WIDTH) order (.ahead_o(ahead_i), .*);
  logic [INPUTS*OUTPUTS*VCS-1:0] forward;    // requests: bit (p*OUTPUTS + o)*VCS + v
  logic [INPUTS*OUTPUTS*VCS-1:0] request_i;  // ... of both branches, for the allocator
  logic [N-1:0]                  granted_o;  // by it
  logic [N-1:0]                  asking;     // VCs that hold an output VC, those that win one in this cycle aside
  assign asking = (SPECULATION == 0) ? active_i_valid : active_i_valid & ~vc_grant_i_valid;
  always @* begin
    forward = '0;
    for (int i = 0; i < N; i++) begin
      if (asking[i] && filled_i[i]) begin
        for (int o = 0; o < OUTPUTS; o++) begin
          for (int w = 0; w < VCS; w++) begin
            if (active_i_port[i*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
                active_i_vc[i*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
              forward[(i/VCS*OUTPUTS + o)*VCS + i%VCS] = ready_i[o*VCS + w];
          end
        end
      end
    end
  end
  generate
    if (SPECULATION == 0) begin : g_sure
      speedup_switch_allocator #(
        INPUTS, OUTPUTS, VCS, INPUT_SPEEDUP, ALLOCATOR, ITERATIONS, ARBITER, ARBITER_STATE, MULTICASTS + 1
      ) matching (.*);
      assign wasted_o = '0;
      wire unused = &{1'b0, open_i, request_i_valid, request_i_port, request_i_allowed, request_i_length, state_i_free,
                      state_i_passed, vc_grant_i_valid, vc_grant_i_vc};
    end else begin : g_speculative
      speculative_switch_allocator #(
        INPUTS, OUTPUTS, NETWORK_PORTS, VCS, BUFFER_FLITS, ALLOCATOR, ITERATIONS, ARBITER, ARBITER_STATE,
        SPECULATION - 1, WHOLE_MESSAGE, LENGTH_WIDTH, VC_CHOICE
      ) matching (.asks_i(request_i), .*);
    end
    if (MULTICASTS == 0) begin : g_unicasts
      assign request_i = forward;
      assign grant_o = granted_o;
      assign absorb_grant_o = '0;
      wire unused = &{1'b0, absorb_active_i_valid, absorb_active_i_vc, NETWORK_PORTS};
    end else begin : g_branches
      logic [INPUTS*OUTPUTS*VCS-1:0] absorb;
      always @* begin
        absorb = '0;
        for (int i = 0; i < N; i++) begin
          for (int w = 0; w < VCS; w++) begin
            if (absorb_active_i_valid[i] && filled_i[i] && absorb_active_i_vc[i*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
              absorb[(i/VCS*OUTPUTS + NETWORK_PORTS + i/VCS % (OUTPUTS - NETWORK_PORTS))*VCS + i%VCS] =
                  ready_i[(NETWORK_PORTS + i/VCS % (OUTPUTS - NETWORK_PORTS))*VCS + w];
          end
        end
      end
      assign request_i = forward | absorb;

      always @* begin
        grant_o = '0;
        absorb_grant_o = '0;
        for (int i = 0; i < N; i++) begin
          for (int o = 0; o < OUTPUTS; o++) begin
            if (select_o[o*ROWS + i/VCS*INPUT_SPEEDUP + i%VCS%INPUT_SPEEDUP] && granted_o[i]) begin
              grant_o[i] = grant_o[i] | forward[(i/VCS*OUTPUTS + o)*VCS + i%VCS];
              absorb_grant_o[i] = absorb_grant_o[i] | absorb[(i/VCS*OUTPUTS + o)*VCS + i%VCS];
            end
          end
        end
      end
    end
  endgenerate

  wire unused = &{1'b0, active_i_hop, count_i, outstanding_i};
endmodule
