`include "checks.svh"
/// The message of a VC: it keeps its route until it is granted a VC, and its VC until its tail leaves, or until it is taken
/// out (docs/recovery_and_faults.md, section 1).
module message_state_proof #(
  parameter int PIPELINE = 3,
  parameter int SPECULATION = 0,
  parameter int VCS = 4,
  parameter int VC_WIDTH = 2,
  parameter int PORT_WIDTH = 3
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  route_i_valid,
  input logic [PORT_WIDTH-1:0] route_i_port,
  input logic [VCS-1:0]        route_i_allowed,
  input logic                  route_i_detour,
  input logic                  vc_grant_i_valid,
  input logic [VC_WIDTH-1:0]   vc_grant_i_vc,
  input logic                  sent_i,
  input logic                  forget_i,
  input logic                  end_i,
  input logic                  purge_i
);
  logic                  requests, request_detour, active, active_detour, routed, holds;
  logic [PORT_WIDTH-1:0] request_port, active_port;
  logic [VCS-1:0]        request_allowed;
  logic [VC_WIDTH-1:0]   active_vc;
  message_state #(PIPELINE, SPECULATION, VCS, VC_WIDTH, PORT_WIDTH) message_state (
    .request_o_valid(requests), .request_o_port(request_port), .request_o_allowed(request_allowed),
    .request_o_detour(request_detour), .active_o_valid(active), .active_o_port(active_port), .active_o_vc(active_vc),
    .active_o_detour(active_detour), .stage_o_routed(routed), .stage_o_active(holds), .*);
  first_reset first_reset (.*);
  `GIVEN(routes_idle_vcs, !route_i_valid || (!routed && !holds))     // route_unit.v, of a head at the front
  `GIVEN(grants_to_requests, !vc_grant_i_valid || requests)           // vc_allocator.sv: gives_free_and_allowed_vcs
  `GIVEN(tails_leave_active_vcs, !end_i || active || sent_i)          // multicast_switch_allocator.sv: crosses_when_ready
  `GIVEN(forgets_no_vc, !forget_i || (!holds && !vc_grant_i_valid))   // route_unit.v

  // The route and the output VC, as they were given.
  logic                  waits_q, holds_q, purged_q;
  logic [PORT_WIDTH-1:0] port_q;
  logic [VCS-1:0]        allowed_q;
  logic [VC_WIDTH-1:0]   vc_q;
  logic                  detour_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {waits_q, holds_q, purged_q} <= '0;
    else begin
      waits_q <= (waits_q || route_i_valid) && !vc_grant_i_valid && !forget_i && !end_i && !purge_i;
      holds_q <= (holds_q || vc_grant_i_valid) && !end_i && !purge_i;
      purged_q <= purge_i;
    end
    if (route_i_valid) {port_q, allowed_q, detour_q} <= {route_i_port, route_i_allowed, route_i_detour};
    if (vc_grant_i_valid) vc_q <= vc_grant_i_vc;
  end
  localparam bit NOW = PIPELINE <= 2;
  localparam bit SWITCH_NOW = PIPELINE == 1 || SPECULATION != 0;
  logic now, vc_now;
  assign now = NOW && route_i_valid;
  assign vc_now = SWITCH_NOW && vc_grant_i_valid;
  `PROVE(is_idle_after_a_purge, !purged_q || (!routed && !holds && requests == now && active == (vc_now && !sent_i)))
  `PROVE(asks_until_granted, purged_q || requests == (waits_q || now))
  `PROVE(asks_for_its_route, purged_q || !requests || {request_port, request_allowed, request_detour} ==
      (now ? {route_i_port, route_i_allowed, route_i_detour} : {port_q, allowed_q, detour_q}))
  `PROVE(holds_one_vc, purged_q || (!(holds && requests) && holds == holds_q))
  `PROVE(is_active_until_its_tail, purged_q || active == ((holds_q || vc_now) && !sent_i))
  `PROVE(sends_on_its_vc, purged_q || !active || active_vc == (vc_now ? vc_grant_i_vc : vc_q))
  `PROVE(sends_where_routed, purged_q || !active || {active_port, active_detour} ==
      (route_i_valid && SWITCH_NOW ? {route_i_port, route_i_detour} : {port_q, detour_q}))
endmodule
