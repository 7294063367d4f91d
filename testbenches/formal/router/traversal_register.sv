`include "checks.svh"
/// The register before the crossbar carries each granted flit on once, in the next cycle or, if it bypasses, at once,
/// to the outputs that selected it, and none while another is on the link. Any VC to any output.
module traversal_register_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int VCS = 2,
  parameter int INPUT_SPEEDUP = 1,
  parameter int BYPASS = 0,
  parameter int CYCLES_PER_FLIT = 1,
  localparam int FLIT_WIDTH = 5, localparam int N = INPUTS * VCS, localparam int ROWS = INPUTS * INPUT_SPEEDUP,
  localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [N*FLIT_WIDTH-1:0] front_i,
  input logic [N*VC_WIDTH-1:0]   active_i_vc,
  input logic [N-1:0]            grant_i,
  input logic [OUTPUTS*ROWS-1:0] select_i,
  input logic [OUTPUTS-1:0]      bypass_i
);
  logic [N*FLIT_WIDTH-1:0]     fronts;
  logic [N*VC_WIDTH-1:0]       vcs;
  logic [N-1:0]                grants;
  logic [OUTPUTS*ROWS-1:0]     selects;
  logic [OUTPUTS-1:0]          tails, clear;
  logic [OUTPUTS*VCS-1:0]      sent;
  logic [INPUTS-1:0]           free;
  logic                        quiet;
  traversal_register #(
    .BYPASS(BYPASS), .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(OUTPUTS), .VCS(VCS), .FLIT_WIDTH(FLIT_WIDTH),
    .INPUT_SPEEDUP(INPUT_SPEEDUP), .CYCLES_PER_FLIT({OUTPUTS{8'(CYCLES_PER_FLIT)}})
  ) traversal_register (
    .active_i_detour({N{1'b0}}), .ahead_i_valid({N{1'b0}}), .ahead_i_port({N*3{1'b0}}),
    .absorb_active_i_vc({N*VC_WIDTH{1'b0}}),
    .absorb_grant_i({N{1'b0}}), .served_i({N{1'b0}}), .error_i({N{1'b0}}), .front_o(fronts), .active_o_vc(vcs),
    .active_o_detour(), .ahead_o_valid(), .ahead_o_port(), .grant_o(grants), .select_o(selects), .absorb_active_o_vc(),
    .absorb_grant_o(), .served_o(), .error_o(), .sent_o_vcs(sent), .sent_o_tail(tails),
    .free_o(free), .clear_o(clear), .quiet_o(quiet), .*);
  first_reset first_reset (.*);

  (* anyconst *) logic [$clog2(N)-1:0]       from;
  (* anyconst *) logic [$clog2(OUTPUTS)-1:0] to;
  logic [31:0] row, port;
  assign port = 32'(from) / VCS;
  assign row = port * INPUT_SPEEDUP + 32'(from) % VCS % INPUT_SPEEDUP;
  `GIVEN(ports_exist, 32'(from) < N && 32'(to) < OUTPUTS)
  genvar i;
  generate  // multicast_switch_allocator.sv: one_vc_per_crossbar_input, one_input_per_output; bypass_unit.sv
    for (i = 0; i < N; i = i + 1) begin : g_given
      `GIVEN_EACH(i == 32'(from) || !grant_i[from] || !grant_i[i] ||
          row != i / VCS * INPUT_SPEEDUP + i % VCS % INPUT_SPEEDUP)
    end
    for (i = 0; i < OUTPUTS; i = i + 1) begin : g_alone
      `GIVEN_EACH(i == 32'(to) || !select_i[to*ROWS + row] || !select_i[i*ROWS + row])
    end
  endgenerate
  logic [ROWS-1:0] selected, crosses;
  logic            past, granted;
  assign selected = select_i[to*ROWS +: ROWS];
  assign crosses = selects[to*ROWS +: ROWS];
  assign past = BYPASS != 0 && bypass_i[to];
  assign granted = grant_i[from] && selected[row];
  `GIVEN(one_input_per_output, `ONE_AT_MOST(selected, ROWS))
  `GIVEN(selects_what_is_granted, !grant_i[from] || select_i != '0)
  `GIVEN(bypasses_by_the_rule, BYPASS == 0 ? bypass_i == '0 : !bypass_i[to] || (selected != '0 && clear[to]))
  `GIVEN(bypasses_free_inputs, !past || !selected[row] || free[port])
  logic [7:0] grant_q;
  `GIVEN(comes_when_open, selected == '0 || 32'(grant_q) >= CYCLES_PER_FLIT - 1)  // output_unit.sv: spaces_flits

  logic [ROWS-1:0]       waits_q;  // selected in the cycle before, without a bypass
  logic                  came_q;   // ... from there
  logic [FLIT_WIDTH-1:0] flit_q;
  logic [VC_WIDTH-1:0]   vc_q;
  logic [7:0]            since_q;  // cycles since the last flit began on the link
  always_ff @(posedge clk_i) begin
    waits_q <= (rst_ni && !past) ? selected : '0;
    came_q <= rst_ni && !past && granted;
    flit_q <= front_i[from*FLIT_WIDTH +: FLIT_WIDTH];
    vc_q <= active_i_vc[from*VC_WIDTH +: VC_WIDTH];
    if (!rst_ni) {since_q, grant_q} <= '1;
    else begin
      since_q <= (crosses != '0) ? '0 : since_q + 8'(since_q != '1);
      grant_q <= (selected != '0) ? '0 : grant_q + 8'(grant_q != '1);
    end
  end
  `PROVE(sends_every_flit, crosses == (past ? selected : waits_q) && !(past && waits_q != '0))
  `PROVE(sends_it_as_it_came, (!came_q || (grants[from] && {vcs[from*VC_WIDTH +: VC_WIDTH],
      fronts[from*FLIT_WIDTH +: FLIT_WIDTH]} == {vc_q, flit_q})) &&
      (!(past && granted) || (grants[from] && {vcs[from*VC_WIDTH +: VC_WIDTH], fronts[from*FLIT_WIDTH +: FLIT_WIDTH]} ==
          {active_i_vc[from*VC_WIDTH +: VC_WIDTH], front_i[from*FLIT_WIDTH +: FLIT_WIDTH]})))
  `PROVE(tells_of_every_grant, (selected != '0 || sent[to*VCS +: VCS] == '0) && (!granted || (
      sent[to*VCS +: VCS] == VCS'(1) << active_i_vc[from*VC_WIDTH +: VC_WIDTH] &&
      tails[to] == (front_i[from*FLIT_WIDTH +: 3] == 3'd3 || front_i[from*FLIT_WIDTH +: 3] == 3'd4))))
  `PROVE(spaces_flits, crosses == '0 || 32'(since_q) >= CYCLES_PER_FLIT - 1)
  `PROVE(knows_what_crosses, !(came_q && free[port]) && !(waits_q != '0 && clear[to]))
  `PROVE(is_quiet_when_empty, !quiet || (!came_q && waits_q == '0 && clear[to]))
endmodule
