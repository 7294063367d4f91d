/// VC allocation where heads may have two branches (docs/headers_and_branches.md, section 2): ejection VCs
/// are granted first. The branch absorb of a head asks at the ejection output of its input port.
/// Without multicasts it is vc_allocator.v.
module multicast_vc_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,   ///< outputs from here on have no back-pressure
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,    ///< per VC of the next routers
  parameter int ALLOCATOR = 0,
  parameter int ARBITER = 0,         ///< KIND of arbiter
  parameter int WHOLE_MESSAGE = 0,   ///< 1: a VC is free only with room for the whole message
  parameter int LENGTH_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int MULTICASTS = 0,      ///< 0: there are none, and nothing of absorb is read
  parameter int PRIORITY_WIDTH = 0,  ///< of priority_order.v
  parameter int SHARED = 0,          ///< of BUFFER_FLITS: in slots that all VCs share
  parameter int VC_CHOICE = 1,       ///< as of router.v
  localparam int PRIORITY_BITS = (PRIORITY_WIDTH > 0) ? PRIORITY_WIDTH : 1,
  localparam int N = INPUTS * VCS, localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,             ///< synchronous, active low
  input  logic [N-1:0]                       request_i_valid,    ///< a head takes part
  input  logic [N*PORT_WIDTH-1:0]            request_i_port,     ///< output port of the head
  input  logic [N*VCS-1:0]                   request_i_allowed,  ///< VCs that it may ask for
  input  logic [N*LENGTH_WIDTH-1:0]          request_i_length,   ///< flits of the message
  input  logic [N*HOP_WIDTH-1:0]             request_i_hop,      ///< hops it has made, for policies by hop
  input  logic [N-1:0]                       request_i_detour,   ///< its bit of UGAL
  input  logic [N*PRIORITY_BITS-1:0]         priority_i,         ///< of the messages
  input  logic [N*COUNT_WIDTH-1:0]           count_i,            ///< flits in the FIFO, for policies by occupancy
  input  logic [N-1:0]                       absorb_request_i_valid,    ///< of the branch absorb
  input  logic [N*VCS-1:0]                   absorb_request_i_allowed,
  input  logic [OUTPUTS*VCS-1:0]             state_i_held,       ///< output VC is held
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,       ///< output VC may be granted
  input  logic [OUTPUTS*VCS-1:0]             state_i_passed,     ///< its pointer has passed it
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,      ///< flits sent minus credits returned
  input  logic [N-1:0]                       active_i_valid,     ///< the VC holds an output VC
  input  logic [N*PORT_WIDTH-1:0]            active_i_port,
  input  logic [N*VC_WIDTH-1:0]              active_i_vc,
  input  logic [N*HOP_WIDTH-1:0]             active_i_hop,
  input  logic [N-1:0]                       active_i_detour,
  input  logic [N-1:0]                       switch_grant_i,     ///< the VC won the switch
  output logic [N-1:0]                       asking_o_valid,     ///< the VC asks for the switch: as active_i, and
  output logic [N*PORT_WIDTH-1:0]            asking_o_port,      ///< with at_switch heads, too
  output logic [N*VC_WIDTH-1:0]              asking_o_vc,
  output logic [N*HOP_WIDTH-1:0]             asking_o_hop,
  output logic [N-1:0]                       asking_o_detour,
  output logic [N-1:0]                       grant_o_valid,      ///< per requester
  output logic [N*VC_WIDTH-1:0]              grant_o_vc,         ///< the VC granted; with grant_o_valid
  output logic [N-1:0]                       absorb_grant_o_valid,  ///< as grant_o
  output logic [N*VC_WIDTH-1:0]              absorb_grant_o_vc,
  output logic [OUTPUTS*VCS-1:0]             taken_o             ///< output VCs that are held from now on
);
  logic [N*N-1:0] ahead_i;  // of the allocators
  priority_order #(N, PRIORITY_WIDTH) order (.ahead_o(ahead_i), .*);
  genvar r;
  generate
    if (MULTICASTS == 0) begin : g_unicasts
      logic [N-1:0]           granted;
      logic [OUTPUTS*VCS-1:0] granted_vcs;
      vc_allocator #(
        INPUTS, OUTPUTS, NETWORK_PORTS, VCS, BUFFER_FLITS, ALLOCATOR, ARBITER, WHOLE_MESSAGE, LENGTH_WIDTH, SHARED,
        VC_CHOICE
      ) vc_allocator (.grant_o_valid(granted), .taken_o(granted_vcs), .*);
      if (ALLOCATOR == 3) begin : g_at_switch
        switch_vc_selector #(N, OUTPUTS, VCS, HOP_WIDTH) switch_vc_selector (
          .offer_i_valid(granted), .offer_i_vc(grant_o_vc), .*);
        wire unused = &{1'b0, granted_vcs};
      end else begin : g_allocator
        assign {grant_o_valid, taken_o} = {granted, granted_vcs};
        assign {asking_o_valid, asking_o_port, asking_o_vc, asking_o_hop, asking_o_detour} =
            {active_i_valid, active_i_port, active_i_vc, active_i_hop, active_i_detour};
        wire unused = &{1'b0, request_i_detour, switch_grant_i};
      end
      assign {absorb_grant_o_valid, absorb_grant_o_vc} = '0;
      wire unused = &{1'b0, absorb_request_i_valid, absorb_request_i_allowed};
    end else begin : g_branches
      localparam int EJECTION_PORTS = OUTPUTS - NETWORK_PORTS;
      localparam int EJECTION_VCS = EJECTION_PORTS * VCS;
      logic [OUTPUTS*VCS*N-1:0]  request_i;
      logic [N*EJECTION_VCS-1:0] wanted;
      logic [EJECTION_VCS*N-1:0] absorb_i;  // bit w*N + r
      vc_requests #(INPUTS, OUTPUTS, NETWORK_PORTS, VCS, BUFFER_FLITS, WHOLE_MESSAGE, LENGTH_WIDTH, 0,
          VC_CHOICE) requests (
        .vc_o(grant_o_vc), .asks_o(request_i), .*);
      for (r = 0; r < N; r = r + 1) begin : g_absorb
        ejection_request #(
          .EJECTION_PORTS(EJECTION_PORTS), .PORT(r/VCS % EJECTION_PORTS), .VCS(VCS), .VC_WIDTH(VC_WIDTH),
          .VC_CHOICE(VC_CHOICE)
        ) ejection_request (
          .request_i_valid(absorb_request_i_valid[r]), .request_i_allowed(absorb_request_i_allowed[r*VCS +: VCS]),
          .state_i_free(state_i_free[NETWORK_PORTS*VCS +: EJECTION_VCS]),
          .state_i_passed(state_i_passed[NETWORK_PORTS*VCS +: EJECTION_VCS]),
          .wanted_o(wanted[r*EJECTION_VCS +: EJECTION_VCS]), .vc_o(absorb_grant_o_vc[r*VC_WIDTH +: VC_WIDTH]));
      end
      always @* begin
        for (int head = 0; head < N; head++) begin
          for (int vc = 0; vc < EJECTION_VCS; vc++) absorb_i[vc*N + head] = wanted[head*EJECTION_VCS + vc];
        end
      end
      ejection_first_vc_allocator #(N, NETWORK_PORTS*VCS, EJECTION_VCS, ALLOCATOR, ARBITER) ejection_first (
        .absorb_i_valid(absorb_request_i_valid), .absorb_o_valid(absorb_grant_o_valid), .*);
      assign {asking_o_valid, asking_o_port, asking_o_vc, asking_o_hop, asking_o_detour} =
          {active_i_valid, active_i_port, active_i_vc, active_i_hop, active_i_detour};
      wire unused = &{1'b0, request_i_detour, switch_grant_i};
    end
  endgenerate

  wire unused = &{1'b0, request_i_hop, count_i, state_i_held};
endmodule
