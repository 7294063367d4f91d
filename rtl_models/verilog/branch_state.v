/// The branches of one input VC (docs/multicast_units.md, "route_unit"): the stage of absorb, what the flit
/// at the front has been sent on, and when it leaves. The route, stage and output VC of forward are
/// the route unit's own, as those of unicasts.
module branch_state #(
  parameter int PIPELINE = 3,
  parameter int VC_WIDTH = 2,
  parameter int HOP_WIDTH = 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,              ///< synchronous, active low
  input  logic                 route_i,             ///< RC takes place in this cycle
  input  logic                 absorbs_i,           ///< ... of a head that is received
  input  logic                 drop_i,              ///< ... that is dropped here
  input  logic                 error_i,             ///< ... that is a protocol error
  input  logic                 forward_i,           ///< there is a branch forward, or a unicast's
  input  logic                 tail_i_front,
  input  logic [HOP_WIDTH-1:0] hop_i,               ///< of the head
  input  logic                 vc_grant_i_valid,    ///< of absorb
  input  logic [VC_WIDTH-1:0]  vc_grant_i_vc,
  input  logic                 grant_i,             ///< forward crosses
  input  logic                 absorb_grant_i,
  output logic                 busy_o,              ///< the head at the front has been routed
  output logic                 forwarded_o,         ///< done-bit of forward
  output logic                 route_o_valid,       ///< RC makes absorb in this cycle
  output logic                 request_o_valid,     ///< absorb takes part in VC allocation
  output logic                 active_o_valid,      ///< absorb may be sent
  output logic [VC_WIDTH-1:0]  active_o_vc,
  output logic [HOP_WIDTH-1:0] active_o_hop,
  output logic                 stage_o_routed,      ///< registered stage of absorb
  output logic                 stage_o_active,
  output logic                 pop_o,               ///< the flit at the front leaves
  output logic                 drop_o,              ///< ... and goes no further
  output logic                 error_o              ///< the copy of it is a protocol error
);
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ROUTED = 2'd1;
  localparam logic [1:0] ACTIVE = 2'd2;

  logic [1:0]           stage_q;
  logic [VC_WIDTH-1:0]  output_vc_q;
  logic [HOP_WIDTH-1:0] hop_q;
  logic busy_q;
  logic forwarded_q;
  logic absorbed_q;
  logic drops_q;
  logic error_q;

  logic absorb;  // there is a branch absorb
  assign route_o_valid = route_i && absorbs_i && stage_q != ACTIVE;
  assign absorb = stage_q != IDLE || route_o_valid;
  assign request_o_valid = stage_q == ROUTED || (PIPELINE <= 2 && route_o_valid);
  assign active_o_valid =
      (stage_q == ACTIVE || (PIPELINE == 1 && vc_grant_i_valid)) && !absorbed_q;
  assign active_o_vc = (PIPELINE == 1 && vc_grant_i_valid) ? vc_grant_i_vc : output_vc_q;
  assign active_o_hop = (PIPELINE == 1 && vc_grant_i_valid) ? hop_i : hop_q;
  assign stage_o_routed = stage_q == ROUTED;
  assign stage_o_active = stage_q == ACTIVE;
  assign busy_o = busy_q;
  assign forwarded_o = forwarded_q;

  assign pop_o = (grant_i || absorb_grant_i) && (!forward_i || forwarded_q || grant_i) &&
                 (!absorb || absorbed_q || absorb_grant_i);
  assign drop_o = pop_o && (drops_q || (route_i && drop_i));
  assign error_o = error_q || (route_i && error_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stage_q     <= IDLE;
      output_vc_q <= '0;
      hop_q       <= '0;
      busy_q      <= 1'b0;
      forwarded_q <= 1'b0;
      absorbed_q  <= 1'b0;
      drops_q     <= 1'b0;
      error_q     <= 1'b0;
    end else begin
      if (vc_grant_i_valid) output_vc_q <= vc_grant_i_vc;
      if (vc_grant_i_valid) hop_q <= hop_i;
      if (pop_o && tail_i_front) stage_q <= IDLE;
      else if (vc_grant_i_valid) stage_q <= ACTIVE;
      else if (route_o_valid) stage_q <= ROUTED;
      busy_q      <= (busy_q || route_i) && !(pop_o && tail_i_front) && !drop_o;
      forwarded_q <= (forwarded_q || grant_i) && !pop_o;
      absorbed_q  <= (absorbed_q || absorb_grant_i) && !pop_o;
      drops_q     <= (drops_q || (route_i && drop_i)) && !drop_o;
      error_q     <= error_o && !(pop_o && tail_i_front);
    end
  end
endmodule
