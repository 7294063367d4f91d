`include "checks.svh"
/// VC allocation where heads have branches (docs/headers_and_branches.md, section 2): ejection outputs first; a head that
/// gets no VC there is left out of the second part. multicast_vc_allocator.v with multicasts.
module ejection_first_proof #(
  parameter int INPUTS = 2,
  parameter int OUTPUTS = 3,
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  parameter int ALLOCATOR = 0,
  localparam int N = INPUTS * VCS, localparam int ALL = OUTPUTS * VCS, localparam int COUNT_WIDTH = 2,
  localparam int PORT_WIDTH = $clog2(OUTPUTS), localparam int VC_WIDTH = $clog2(VCS)
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [N-1:0]            request_i_valid,
  input logic [N*PORT_WIDTH-1:0] request_i_port,
  input logic [N*VCS-1:0]        request_i_allowed,
  input logic [N-1:0]            absorb_request_i_valid,
  input logic [N*VCS-1:0]        absorb_request_i_allowed,
  input logic [ALL-1:0]          state_i_free,
  input logic [ALL-1:0]          state_i_passed
);
  logic [N-1:0]          granted, absorbs;
  logic [N*VC_WIDTH-1:0] granted_vc, absorb_vc;
  logic [ALL-1:0]        taken;
  multicast_vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(3), .ALLOCATOR(ALLOCATOR),
    .LENGTH_WIDTH(1), .HOP_WIDTH(1), .MULTICASTS(1)
  ) vc_allocator (
    .priority_i({N{1'b0}}), .request_i_length({N{1'b0}}), .request_i_hop({N{1'b0}}), .request_i_detour({N{1'b0}}),
    .count_i({N*COUNT_WIDTH{1'b0}}), .state_i_held({ALL{1'b0}}), .outstanding_i({ALL*COUNT_WIDTH{1'b0}}),
    .active_i_valid({N{1'b0}}), .active_i_port({N*PORT_WIDTH{1'b0}}), .active_i_vc({N*VC_WIDTH{1'b0}}), .active_i_hop({N{1'b0}}),
    .active_i_detour({N{1'b0}}), .switch_grant_i({N{1'b0}}), .asking_o_valid(), .asking_o_port(), .asking_o_vc(),
    .asking_o_hop(), .asking_o_detour(), .grant_o_valid(granted), .grant_o_vc(granted_vc), .absorb_grant_o_valid(absorbs),
    .absorb_grant_o_vc(absorb_vc), .taken_o(taken), .*);
  first_reset first_reset (.*);

  logic [N-1:0]     right, absorbs_right, in_turn;
  logic [ALL*N-1:0] has;  // bit w*N + r: r is given w, for one of its branches
  logic [ALL-1:0]   once, taken_as_given;
  genvar r;
  genvar w;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_head
      localparam int ABSORBS_AT = NETWORK_PORTS + r / VCS % (OUTPUTS - NETWORK_PORTS);
      logic [PORT_WIDTH-1:0] port;
      logic [VCS-1:0]        may, may_absorb;
      assign port = request_i_port[r*PORT_WIDTH +: PORT_WIDTH];
      assign may = state_i_free[port*VCS +: VCS] & request_i_allowed[r*VCS +: VCS];
      assign may_absorb = state_i_free[ABSORBS_AT*VCS +: VCS] & absorb_request_i_allowed[r*VCS +: VCS];
      `GIVEN_EACH(32'(port) < OUTPUTS)
      // header_unit.sv, forwards_to_other_nodes: the branch forward of a head that is received goes to the network.
      `GIVEN_EACH(!request_i_valid[r] || !absorb_request_i_valid[r] || 32'(port) < NETWORK_PORTS)
      assign right[r] = !granted[r] || (request_i_valid[r] && may[granted_vc[r*VC_WIDTH +: VC_WIDTH]]);
      assign absorbs_right[r] = !absorbs[r] || (absorb_request_i_valid[r] && may_absorb[absorb_vc[r*VC_WIDTH +: VC_WIDTH]]);
      assign in_turn[r] = !granted[r] || !absorb_request_i_valid[r] || absorbs[r];
      for (w = 0; w < ALL; w = w + 1) begin : g_output_vc
        assign has[w*N + r] =
            (granted[r] && 32'(port) == w / VCS && 32'(granted_vc[r*VC_WIDTH +: VC_WIDTH]) == w % VCS) ||
            (absorbs[r] && w / VCS == ABSORBS_AT && 32'(absorb_vc[r*VC_WIDTH +: VC_WIDTH]) == w % VCS);
      end
    end
    for (w = 0; w < ALL; w = w + 1) begin : g_once
      assign once[w] = `ONE_AT_MOST(has[w*N +: N], N);
      assign taken_as_given[w] = taken[w] == (has[w*N +: N] != '0);
    end
  endgenerate
  `PROVE(gives_a_vc_once, &once)
  `PROVE(gives_free_and_allowed_vcs, &right)
  `PROVE(absorbs_on_free_and_allowed_vcs, &absorbs_right)
  `PROVE(forwards_what_it_absorbs, &in_turn)
  `PROVE(takes_what_it_gives, &taken_as_given)
endmodule
