`include "checks.svh"
/// VC selection at the switch (docs/router.md, section 5): heads ask for the switch with the VC that is open to them, and
/// have it if they win. multicast_vc_allocator.v with at_switch.v, and the switch allocator behind it.
module at_switch_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  localparam int N = INPUTS * VCS, localparam int ALL = OUTPUTS * VCS, localparam int COUNT_WIDTH = 2,
  localparam int PORT_WIDTH = $clog2(OUTPUTS), localparam int VC_WIDTH = $clog2(VCS)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [N-1:0]               request_i_valid,
  input logic [N*PORT_WIDTH-1:0]    port_i,           // of requests, and of the VCs that hold one
  input logic [N*VCS-1:0]           request_i_allowed,
  input logic [N-1:0]               active_i_valid,
  input logic [N*VC_WIDTH-1:0]      active_i_vc,
  input logic [N-1:0]               filled_i,
  input logic [ALL-1:0]             state_i_free,
  input logic [ALL-1:0]             state_i_passed,
  input logic [ALL*COUNT_WIDTH-1:0] outstanding_i,
  input logic [OUTPUTS-1:0]         open_i
);
  localparam int BUFFER_FLITS = 3;
  logic [N-1:0]            asking, won, granted;
  logic [N*PORT_WIDTH-1:0] asking_port;
  logic [N*VC_WIDTH-1:0]   asking_vc, granted_vc;
  logic [ALL-1:0]          taken, credited, ready;
  multicast_vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .ALLOCATOR(3),
    .LENGTH_WIDTH(1), .HOP_WIDTH(1)
  ) vc_allocator (
    .priority_i({N{1'b0}}), .request_i_port(port_i), .request_i_length({N{1'b0}}), .request_i_hop({N{1'b0}}),
    .request_i_detour({N{1'b0}}), .count_i({N*COUNT_WIDTH{1'b0}}), .absorb_request_i_valid({N{1'b0}}),
    .absorb_request_i_allowed({N*VCS{1'b0}}), .state_i_held({ALL{1'b0}}), .active_i_port(port_i), .active_i_hop({N{1'b0}}),
    .active_i_detour({N{1'b0}}), .switch_grant_i(won), .asking_o_valid(asking), .asking_o_port(asking_port),
    .asking_o_vc(asking_vc), .asking_o_hop(), .asking_o_detour(), .grant_o_valid(granted), .grant_o_vc(granted_vc),
    .absorb_grant_o_valid(), .absorb_grant_o_vc(), .taken_o(taken), .*);
  multicast_switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS), .LENGTH_WIDTH(1),
    .HOP_WIDTH(1)
  ) switch_allocator (
    .priority_i({N{1'b0}}), .active_i_valid(asking), .active_i_port(asking_port), .active_i_vc(asking_vc),
    .active_i_hop({N{1'b0}}), .count_i({N*COUNT_WIDTH{1'b0}}), .ready_i(ready), .request_i_port(port_i),
    .request_i_length({N{1'b0}}), .vc_grant_i_valid(granted), .vc_grant_i_vc(granted_vc), .absorb_active_i_valid({N{1'b0}}),
    .absorb_active_i_vc({N*VC_WIDTH{1'b0}}), .grant_o(won), .absorb_grant_o(), .select_o(), .wasted_o(), .*);
  first_reset first_reset (.*);

  logic [N-1:0]     held_crosses, right;
  logic [ALL*N-1:0] has;  // bit w*N + r: r is given w
  logic [ALL-1:0]   once, taken_as_given;
  genvar r;
  genvar w;
  generate
    for (w = 0; w < ALL; w = w + 1) begin : g_output_vc
      assign credited[w] = w / VCS >= NETWORK_PORTS || outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH] != COUNT_WIDTH'(BUFFER_FLITS);
      assign ready[w] = open_i[w/VCS] && credited[w];
      for (r = 0; r < N; r = r + 1) begin : g_head
        assign has[w*N + r] = granted[r] && 32'(port_i[r*PORT_WIDTH +: PORT_WIDTH]) == w / VCS &&
                              32'(granted_vc[r*VC_WIDTH +: VC_WIDTH]) == w % VCS;
      end
      assign once[w] = `ONE_AT_MOST(has[w*N +: N], N);
      assign taken_as_given[w] = taken[w] == (has[w*N +: N] != '0);
    end
    for (r = 0; r < N; r = r + 1) begin : g_vc
      logic [PORT_WIDTH-1:0] port;
      logic [VCS-1:0]        may;
      assign port = port_i[r*PORT_WIDTH +: PORT_WIDTH];
      assign may = state_i_free[port*VCS +: VCS] & ready[port*VCS +: VCS] & request_i_allowed[r*VCS +: VCS];
      // Of message_state.v: a VC asks for an output VC or holds one, and heads that ask are at the front.
      `GIVEN_EACH(32'(port) < OUTPUTS && 32'(active_i_vc[r*VC_WIDTH +: VC_WIDTH]) < VCS)
      `GIVEN_EACH(!request_i_valid[r] || (filled_i[r] && !active_i_valid[r]))
      assign right[r] = !granted[r] || (request_i_valid[r] && may[granted_vc[r*VC_WIDTH +: VC_WIDTH]]);
      assign held_crosses[r] = granted[r] == (won[r] && !active_i_valid[r]);
    end
  endgenerate
  `PROVE(gives_a_vc_once, &once)
  `PROVE(gives_free_and_allowed_vcs, &right)
  `PROVE(gives_to_winners_only, &held_crosses)
  `PROVE(takes_what_it_gives, &taken_as_given)
endmodule
