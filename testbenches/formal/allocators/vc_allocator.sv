`include "checks.svh"
/// VC allocators: every granted VC is free, allowed and given to one head; some VC, if any is wanted.
module vc_allocator_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  parameter int BUFFER_FLITS = 2,
  parameter int ALLOCATOR = 0,
  parameter int ARBITER = 0,
  parameter int WHOLE_MESSAGE = 0,
  parameter int LENGTH_WIDTH = 3,
  parameter int VC_CHOICE = 1,
  localparam int N = INPUTS * VCS, localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1, localparam int COUNT_WIDTH = $clog2(BUFFER_FLITS + 1)
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [N-1:0]                       request_i_valid,
  input logic [N*PORT_WIDTH-1:0]            request_i_port,
  input logic [N*VCS-1:0]                   request_i_allowed,
  input logic [N*LENGTH_WIDTH-1:0]          request_i_length,
  input logic [OUTPUTS*VCS-1:0]             state_i_free,
  input logic [OUTPUTS*VCS-1:0]             state_i_passed,
  input logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i
);
  logic [N-1:0]           granted;
  logic [N*VC_WIDTH-1:0]  granted_vc;
  logic [OUTPUTS*VCS-1:0] taken;
  vc_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(BUFFER_FLITS),
    .ALLOCATOR(ALLOCATOR), .ARBITER(ARBITER), .WHOLE_MESSAGE(WHOLE_MESSAGE), .LENGTH_WIDTH(LENGTH_WIDTH),
    .VC_CHOICE(VC_CHOICE)
  ) vc_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i({N*N{1'b0}}), .request_i_valid(request_i_valid), .request_i_port(request_i_port),
    .request_i_allowed(request_i_allowed), .request_i_length(request_i_length), .state_i_free(state_i_free),
    .state_i_passed(state_i_passed), .outstanding_i(outstanding_i), .grant_o_valid(granted), .grant_o_vc(granted_vc),
    .taken_o(taken));
  first_reset first_reset (.*);

  logic [OUTPUTS*VCS*N-1:0] may;    // r may have w: bit w*N + r
  logic [OUTPUTS*VCS*N-1:0] has;    // ... and gets it
  logic [OUTPUTS*VCS-1:0] given_once, free_and_allowed, chosen, taken_as_given;
  logic [OUTPUTS-1:0]     given_if_wanted;
  // Of two VCs of an output, whether u is named before w: by flits outstanding, by the pointer.
  function automatic fewer(input int u, input int w);
    fewer = outstanding_i[u*COUNT_WIDTH +: COUNT_WIDTH] < outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH] ||
            (outstanding_i[u*COUNT_WIDTH +: COUNT_WIDTH] == outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH] && u < w);
  endfunction
  function automatic sooner(input int u, input int w);
    sooner = (state_i_passed[u] == state_i_passed[w]) ? u < w : state_i_passed[w];
  endfunction
  genvar r;
  genvar w;
  generate
    for (w = 0; w < OUTPUTS*VCS; w = w + 1) begin : g_output_vc
      localparam int PORT = w / VCS;
      logic [31:0] credits;
      assign credits = 32'(BUFFER_FLITS) - 32'(outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH]);
      `GIVEN_EACH(32'(outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH]) <= BUFFER_FLITS)  // output_unit.sv: never_sends_without_credit
      logic [N-1:0] other_first;  // r may have a VC that VC_CHOICE names before w
      for (r = 0; r < N; r = r + 1) begin : g_head
        logic asks;
        assign asks = request_i_valid[r] && request_i_port[r*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(PORT);
        assign may[w*N + r] = asks && state_i_free[w] && request_i_allowed[r*VCS + w%VCS] &&
            (WHOLE_MESSAGE == 0 || PORT >= NETWORK_PORTS || credits >= 32'(request_i_length[r*LENGTH_WIDTH +: LENGTH_WIDTH]));
        assign has[w*N + r] = granted[r] && request_i_port[r*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(PORT) &&
            granted_vc[r*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w % VCS);
        always @* begin
          other_first[r] = 1'b0;
          for (int u = PORT*VCS; u < (PORT + 1)*VCS; u++) begin
            if (may[u*N + r] && u != w) begin
              if (VC_CHOICE == 0 ? fewer(u, w) : VC_CHOICE == 1 ? sooner(u, w) : u < w) other_first[r] = 1'b1;
            end
          end
        end
      end
      assign given_once[w] = `ONE_AT_MOST(has[w*N +: N], N);
      assign free_and_allowed[w] = (has[w*N +: N] & ~may[w*N +: N]) == '0;
      assign chosen[w] = (has[w*N +: N] & other_first) == '0;
      assign taken_as_given[w] = taken[w] == (has[w*N +: N] != '0);
      if (w % VCS == 0) begin : g_port
        assign given_if_wanted[PORT] = may[w*N +: VCS*N] == '0 || has[w*N +: VCS*N] != '0;
      end
    end
  endgenerate
  `PROVE(gives_a_vc_once, &given_once)
  `PROVE(gives_free_and_allowed_vcs, &free_and_allowed)
  `PROVE(gives_the_chosen_vc, &chosen)
  `PROVE(takes_what_it_gives, &taken_as_given)
  `PROVE(gives_some_vc_if_wanted, &given_if_wanted)

  // Heads that were granted the lowest VC that `who` may ask for, since it began to; with VC_CHOICE lowest.
  (* anyconst *) logic [$clog2(N)-1:0]           who;
  (* anyconst *) logic [$clog2(OUTPUTS*VCS)-1:0] vc;
  `GIVEN(who_exists, 32'(who) < N && 32'(vc) < OUTPUTS*VCS)
  logic [$clog2(N):0]  passed_q;
  logic                asks;
  logic [VCS-1:0]      allowed;
  assign allowed = request_i_allowed[who*VCS +: VCS];
  assign asks = request_i_valid[who] && 32'(request_i_port[who*PORT_WIDTH +: PORT_WIDTH]) == 32'(vc) / VCS &&
                allowed[vc % VCS] && (allowed & ((VCS'(1) << (vc % VCS)) - VCS'(1))) == '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !asks || granted[who]) passed_q <= '0;
    else if (taken[vc]) passed_q <= passed_q + ($clog2(N)+1)'(1);
  end
  `PROVE(waits_once_for_each_other, VC_CHOICE != 2 || 32'(passed_q) < N)
endmodule
