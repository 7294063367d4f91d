`include "checks.svh"
/// Bypass (docs/router.md, section 6): the unit and the allocators beside it. A flit bypasses exactly if the rule says so,
/// the allocators do not see it, and together they give each output, input port and VC once. `r` is any input VC.
module bypass_unit_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  localparam int N = INPUTS * VCS, localparam int ALL = OUTPUTS * VCS, localparam int COUNT_WIDTH = 2,
  localparam int PORT_WIDTH = $clog2(OUTPUTS), localparam int VC_WIDTH = $clog2(VCS)
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic [N*COUNT_WIDTH-1:0] count_i,            // flits in the FIFOs
  input logic [N-1:0]             route_i_valid,      // heads that are routed in this cycle
  input logic [N-1:0]             request_i_valid,    // heads that ask for a VC
  input logic [N*PORT_WIDTH-1:0]  port_i,             // of the route
  input logic [N*VCS-1:0]         allowed_i,
  input logic [N-1:0]             active_i_valid,     // VCs that hold an output VC
  input logic [N*VC_WIDTH-1:0]    active_i_vc,
  input logic [ALL-1:0]           state_i_free,       // of the outputs
  input logic [ALL-1:0]           state_i_passed,
  input logic [ALL-1:0]           credited_i,
  input logic [OUTPUTS-1:0]       open_i,
  input logic [INPUTS-1:0]        free_i,             // no flit of the register crosses from there
  input logic [OUTPUTS-1:0]       clear_i
);
  // Flits of a kind, a class, a destination: as in router.sv.
  localparam logic [95:0] FLIT = {2'd0, 6'b111111, 8'd1, 8'd0, 8'd1, 8'(PORT_WIDTH), 8'd1, 8'd1, 8'd1, 8'd1, 8'd1, 8'd1, 8'd1};
  logic [N-1:0]          filled, asking, seen, vc_granted, vc_given, granted, crosses, detours;
  logic [N*VC_WIDTH-1:0] vc_granted_vc, vc_given_vc, crossing_vc;
  logic [ALL-1:0]        ready, vcs_granted, taken;
  logic [OUTPUTS*INPUTS-1:0] matched, select;
  logic [OUTPUTS-1:0]    bypassed;
  multicast_vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(3), .LENGTH_WIDTH(1), .HOP_WIDTH(1)
  ) vc_allocator (
    .priority_i({N{1'b0}}), .request_i_valid(asking), .request_i_port(port_i), .request_i_allowed(allowed_i),
    .request_i_length({N{1'b0}}), .request_i_hop({N{1'b0}}), .request_i_detour({N{1'b0}}), .active_i_port(port_i),
    .active_i_hop({N{1'b0}}), .active_i_detour({N{1'b0}}), .switch_grant_i(granted), .asking_o_valid(), .asking_o_port(),
    .asking_o_vc(), .asking_o_hop(), .asking_o_detour(), .absorb_request_i_valid({N{1'b0}}),
    .absorb_request_i_allowed({N*VCS{1'b0}}), .state_i_held({ALL{1'b0}}), .outstanding_i({ALL*COUNT_WIDTH{1'b0}}),
    .grant_o_valid(vc_granted), .grant_o_vc(vc_granted_vc), .absorb_grant_o_valid(), .absorb_grant_o_vc(),
    .taken_o(vcs_granted), .*);
  multicast_switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(3), .LENGTH_WIDTH(1), .HOP_WIDTH(1)
  ) switch_allocator (
    .priority_i({N{1'b0}}), .active_i_port(port_i), .active_i_hop({N{1'b0}}), .filled_i(seen), .ready_i(ready),
    .request_i_valid({N{1'b0}}), .request_i_port({N*PORT_WIDTH{1'b0}}), .request_i_allowed({N*VCS{1'b0}}),
    .request_i_length({N{1'b0}}), .state_i_free({ALL{1'b0}}), .outstanding_i({ALL*COUNT_WIDTH{1'b0}}),
    .vc_grant_i_valid({N{1'b0}}), .vc_grant_i_vc({N*VC_WIDTH{1'b0}}), .absorb_active_i_valid({N{1'b0}}),
    .absorb_active_i_vc({N*VC_WIDTH{1'b0}}), .grant_o(granted), .absorb_grant_o(), .select_o(matched), .wasted_o(), .*);
  bypass_unit #(
    .BYPASS(1), .INPUTS(INPUTS), .ROWS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(3),
    .HEAD_WIDTH(2), .FLIT(FLIT)
  ) bypass_unit (
    .head_i({N*2{1'b0}}), .filled_i(filled), .route_i_port(port_i), .route_i_allowed(allowed_i), .route_i_detour({N{1'b0}}),
    .request_i_port(port_i), .request_i_allowed(allowed_i), .request_i_length({N{1'b0}}), .active_i_port(port_i),
    .active_i_detour({N{1'b0}}), .vc_grant_i_valid(vc_granted), .vc_grant_i_vc(vc_granted_vc), .grant_i(granted),
    .taken_i(vcs_granted), .select_i(matched), .ready_i(ready), .outstanding_i({ALL*COUNT_WIDTH{1'b0}}),
    .request_o_valid(asking), .filled_o(seen), .vc_grant_o_valid(vc_given), .vc_grant_o_vc(vc_given_vc),
    .active_o_vc(crossing_vc), .active_o_detour(detours), .grant_o(crosses), .taken_o(taken), .select_o(select),
    .bypass_o(bypassed), .*);
  first_reset first_reset (.*);

  // Each input VC: what it would ask for, and whether its flit has just come and is alone.
  logic [N-1:0]            came, alone, candidate, wants_switch, exists;
  logic [N*PORT_WIDTH-1:0] ports;
  logic [N*VCS-1:0]        wanted;  // its output VC, or the one that it asks for
  logic [N-1:0]            stayed_q;
  genvar i;
  genvar o;
  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_ready
      assign ready[o*VCS +: VCS] = open_i[o] ? credited_i[o*VCS +: VCS] : '0;
    end
    for (i = 0; i < N; i = i + 1) begin : g_vc
      logic [PORT_WIDTH-1:0] port;
      logic [VCS-1:0]        open, ahead;
      assign filled[i] = count_i[i*COUNT_WIDTH +: COUNT_WIDTH] != '0;
      assign alone[i] = count_i[i*COUNT_WIDTH +: COUNT_WIDTH] == COUNT_WIDTH'(1);
      assign came[i] = alone[i] && !stayed_q[i];
      assign port = port_i[i*PORT_WIDTH +: PORT_WIDTH];
      assign open = state_i_free[port*VCS +: VCS] & allowed_i[i*VCS +: VCS];
      assign ahead = (open & ~state_i_passed[port*VCS +: VCS]) != '0 ? open & ~state_i_passed[port*VCS +: VCS] : open;
      assign wanted[i*VCS +: VCS] = active_i_valid[i] ? VCS'(1) << active_i_vc[i*VC_WIDTH +: VC_WIDTH]
                                  : route_i_valid[i] || request_i_valid[i] ? ahead & (~ahead + VCS'(1)) : '0;
      assign candidate[i] = came[i] && (active_i_valid[i] || route_i_valid[i]);
      assign wants_switch[i] = active_i_valid[i] && filled[i] && (wanted[i*VCS +: VCS] & ready[port*VCS +: VCS]) != '0;
      // Of message_state.v: a VC waits for an output VC or holds one, of a port that exists; heads are at the front.
      `GIVEN_EACH(32'(port) < OUTPUTS && 32'(active_i_vc[i*VC_WIDTH +: VC_WIDTH]) < VCS)
      `GIVEN_EACH(!active_i_valid[i] || (!route_i_valid[i] && !request_i_valid[i]))
      `GIVEN_EACH((!route_i_valid[i] && !request_i_valid[i]) || filled[i])
      // router.sv, one_message_holds_a_vc.
      `GIVEN_EACH(!active_i_valid[i] || (wanted[i*VCS +: VCS] & state_i_free[port*VCS +: VCS]) == '0)
      always_ff @(posedge clk_i) stayed_q[i] <= rst_ni && filled[i] && !(alone[i] && crosses[i]);
    end
    for (i = 0; i < INPUTS; i = i + 1) begin : g_input
      `GIVEN_EACH(`ONE_AT_MOST(came[i*VCS +: VCS], VCS))  // a port has one wire
    end
  endgenerate

  // The rule, for `r`: 1 a VC with a credit, 2 a free link, 3 no rival for the VC, 4 none for the switch, 5 nor for the output.
  (* anyconst *) logic [$clog2(N)-1:0] r;
  `GIVEN(vc_exists, 32'(r) < N)
  logic [PORT_WIDTH-1:0] port;
  logic [VCS-1:0]        vc;
  logic                  rival, bypasses, goes;  // goes: it does
  assign port = port_i[r*PORT_WIDTH +: PORT_WIDTH];
  assign vc = wanted[r*VCS +: VCS];
  always @* begin
    rival = 1'b0;
    for (int s = 0; s < N; s++) begin
      if (s != 32'(r)) begin
        if (wants_switch[s] && (s / VCS == 32'(r) / VCS || port_i[s*PORT_WIDTH +: PORT_WIDTH] == port)) rival = 1'b1;
        if (port_i[s*PORT_WIDTH +: PORT_WIDTH] == port) begin
          if (candidate[s]) rival = 1'b1;
          if (!active_i_valid[r] && request_i_valid[s] && wanted[s*VCS +: VCS] == vc) rival = 1'b1;
        end
      end
    end
  end
  assign bypasses = candidate[r] && (vc & ready[port*VCS +: VCS]) != '0 && clear_i[port] && free_i[32'(r) / VCS] &&
      !rival;
  assign goes = candidate[r] && crosses[r] && bypassed[port];
  `PROVE(bypasses_by_the_rule, goes == bypasses)
  `PROVE(hides_what_bypasses, asking[r] == (request_i_valid[r] && !goes) && seen[r] == (filled[r] && !goes))
  `PROVE(gives_it_its_vc, !goes || ((active_i_valid[r] ? !vc_given[r] : vc_given[r] && vc[vc_given_vc[r*VC_WIDTH +: VC_WIDTH]]) &&
                                        vc[crossing_vc[r*VC_WIDTH +: VC_WIDTH]]))

  // Together: one input per output, one VC per input port, one head per output VC, which is taken then.
  logic [OUTPUTS-1:0] one_input;
  logic [INPUTS-1:0]  one_vc;
  logic [ALL-1:0]     one_head, takes;
  logic [ALL*N-1:0]   has;
  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      assign one_input[o] = `ONE_AT_MOST(select[o*INPUTS +: INPUTS], INPUTS);
    end
    for (i = 0; i < INPUTS; i = i + 1) begin : g_row
      assign one_vc[i] = `ONE_AT_MOST(crosses[i*VCS +: VCS], VCS);
    end
    for (o = 0; o < ALL; o = o + 1) begin : g_output_vc
      for (i = 0; i < N; i = i + 1) begin : g_head
        assign has[o*N + i] = vc_given[i] && 32'(port_i[i*PORT_WIDTH +: PORT_WIDTH]) == o / VCS &&
                              32'(vc_given_vc[i*VC_WIDTH +: VC_WIDTH]) == o % VCS;
      end
      assign one_head[o] = `ONE_AT_MOST(has[o*N +: N], N);
      assign takes[o] = taken[o] == (has[o*N +: N] != '0);
    end
  endgenerate
  `PROVE(one_input_per_output, &one_input)
  `PROVE(one_vc_per_input, &one_vc)
  `PROVE(gives_a_vc_once, &one_head)
  `PROVE(takes_what_it_gives, &takes)
endmodule
