`include "checks.svh"
/// The branches of the message in an input VC (docs/multicast_units.md): each flit leaves when each branch has sent it, and
/// no branch sends one twice. All flits of a message have its branches.
module branch_state_proof #(
  parameter int PIPELINE = 3,
  localparam int VC_WIDTH = 1
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                route_i,
  input logic                absorbs_i,
  input logic                drop_i,
  input logic                error_i,
  input logic                forward_i,
  input logic                tail_i_front,
  input logic                vc_grant_i_valid,
  input logic [VC_WIDTH-1:0] vc_grant_i_vc,
  input logic                grant_i,
  input logic                absorb_grant_i
);
  logic                busy, forwarded, routes, asks, active, routed, holds, pop, drop, error;
  logic [VC_WIDTH-1:0] active_vc;
  branch_state #(.PIPELINE(PIPELINE), .VC_WIDTH(VC_WIDTH)) branch_state (
    .busy_o(busy), .forwarded_o(forwarded), .route_o_valid(routes), .request_o_valid(asks), .active_o_valid(active),
    .active_o_vc(active_vc), .stage_o_routed(routed), .stage_o_active(holds), .pop_o(pop), .drop_o(drop), .error_o(error), .*);
  first_reset first_reset (.*);

  logic inside_q, absorbs_q, drops_q;  // a message was routed and its tail has not left; what it does here
  logic sent_q, absorbed_q;            // by the branches, of the flit at the front
  logic absorbs, drops;
  assign absorbs = inside_q ? absorbs_q : route_i && absorbs_i;
  assign drops = drops_q || (route_i && drop_i);
  `GIVEN(routes_idle_vcs, !route_i || !busy)                             // route_unit.v
  `GIVEN(crosses_by_its_branch, !grant_i || (forward_i && !forwarded))   // multicast_switch_allocator.sv: crosses_when_ready
  `GIVEN(absorbs_when_active, !absorb_grant_i || active)                 // the same: absorbs_when_ready
  `GIVEN(grants_to_requests, !vc_grant_i_valid || asks)                  // ejection_first.sv
  `GIVEN(has_a_branch, !route_i || absorbs_i || forward_i)               // header_unit.sv: goes_somewhere
  // The same: drops_used_up_flits_only. What is dropped is a header with another behind it, hence no tail, and is absorbed.
  `GIVEN(drops_received_headers, !route_i || !drop_i || (absorbs_i && !forward_i && !tail_i_front))
  `GIVEN(forwards_messages, !(inside_q || route_i) || forward_i || absorbs)
  always_ff @(posedge clk_i) begin
    if (!rst_ni) {inside_q, absorbs_q, drops_q, sent_q, absorbed_q} <= '0;
    else begin
      // Behind a header that is dropped the next one is a head, which keeps the VC for its branch absorb.
      inside_q <= (inside_q || route_i) && !(pop && tail_i_front);
      absorbs_q <= absorbs && !(pop && tail_i_front);
      drops_q <= drops && !pop;
      sent_q <= (sent_q || grant_i) && !pop;
      absorbed_q <= (absorbed_q || absorb_grant_i) && !pop;
    end
  end
  logic all_sent;
  assign all_sent = (!forward_i || sent_q || grant_i) && (!absorbs || absorbed_q || absorb_grant_i);
  `PROVE(pops_what_all_have_sent, pop == ((grant_i || absorb_grant_i) && all_sent))
  `PROVE(sends_a_flit_once, forwarded == sent_q && (!active || !absorbed_q))
  `PROVE(drops_headers_only, drop == (pop && drops))
endmodule
