`include "checks.svh"
/// What crosses the switch: flits of VCs that hold a ready output VC, one per output and crossbar input; with branches
/// (MULTICASTS) both copies of one flit.
module multicast_switch_allocator_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int NETWORK_PORTS = 2,
  parameter int VCS = 2,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER_STATE = 0,
  parameter int INPUT_SPEEDUP = 1,
  parameter int SPECULATION = 0,
  parameter int MULTICASTS = 0,
  localparam int N = INPUTS * VCS, localparam int ROWS = INPUTS * INPUT_SPEEDUP,
  localparam int PORT_WIDTH = (OUTPUTS > 1) ? $clog2(OUTPUTS) : 1, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic [N-1:0]            active_i_valid,
  input logic [N*PORT_WIDTH-1:0] active_i_port,
  input logic [N*VC_WIDTH-1:0]   active_i_vc,
  input logic [N-1:0]            filled_i,
  input logic [OUTPUTS*VCS-1:0]  ready_i,
  input logic [OUTPUTS-1:0]      open_i,
  input logic [N-1:0]            request_i_valid,
  input logic [N*PORT_WIDTH-1:0] request_i_port,
  input logic [N*VCS-1:0]        request_i_allowed,
  input logic [OUTPUTS*VCS-1:0]  state_i_free,
  input logic [OUTPUTS*VCS-1:0]  state_i_passed,
  input logic [N-1:0]            vc_grant_i_valid,
  input logic [N*VC_WIDTH-1:0]   vc_grant_i_vc,
  input logic [N-1:0]            absorb_active_i_valid,
  input logic [N*VC_WIDTH-1:0]   absorb_active_i_vc
);
  logic [N-1:0]            grant, absorb_grant, wasted;
  logic [OUTPUTS*ROWS-1:0] select;
  multicast_switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .BUFFER_FLITS(1), .ALLOCATOR(ALLOCATOR),
    .ITERATIONS(ITERATIONS), .ARBITER_STATE(ARBITER_STATE), .INPUT_SPEEDUP(INPUT_SPEEDUP), .LENGTH_WIDTH(1), .HOP_WIDTH(1),
    .SPECULATION(SPECULATION), .MULTICASTS(MULTICASTS)
  ) multicast_switch_allocator (
    .active_i_hop({N{1'b0}}), .count_i({N{1'b0}}), .outstanding_i({OUTPUTS*VCS{1'b0}}), .request_i_length({N{1'b0}}),
    .priority_i({N{1'b0}}), .grant_o(grant), .absorb_grant_o(absorb_grant), .select_o(select), .wasted_o(wasted), .*);
  first_reset first_reset (.*);

  logic [N-1:0] crosses;
  assign crosses = grant | absorb_grant;
  logic [N-1:0]       filled, ready, to_its_outputs, absorb_ready, one_per_row, crossing_row;
  logic [OUTPUTS-1:0] one_per_output;
  genvar i;
  genvar o;
  generate
    for (i = 0; i < N; i = i + 1) begin : g_vc
      localparam int ROW = i / VCS * INPUT_SPEEDUP + i % VCS % INPUT_SPEEDUP;
      localparam int ABSORBS_AT = NETWORK_PORTS + i / VCS % (OUTPUTS - NETWORK_PORTS);
      logic [31:0]        port, vc, absorb_vc;
      logic               wins;       // VC and switch in one cycle
      logic [OUTPUTS-1:0] selected;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        assign selected[o] = select[o*ROWS + ROW];
      end
      assign wins = SPECULATION != 0 && vc_grant_i_valid[i];
      assign port = wins ? 32'(request_i_port[i*PORT_WIDTH +: PORT_WIDTH]) : 32'(active_i_port[i*PORT_WIDTH +: PORT_WIDTH]);
      assign vc = wins ? 32'(vc_grant_i_vc[i*VC_WIDTH +: VC_WIDTH]) : 32'(active_i_vc[i*VC_WIDTH +: VC_WIDTH]);
      assign absorb_vc = 32'(absorb_active_i_vc[i*VC_WIDTH +: VC_WIDTH]);
      // route_unit.sv and vc_allocator.sv: legal ports, grants to who asks.
      `GIVEN_EACH(32'(active_i_port[i*PORT_WIDTH +: PORT_WIDTH]) < OUTPUTS &&
                          32'(request_i_port[i*PORT_WIDTH +: PORT_WIDTH]) < OUTPUTS)
      `GIVEN_EACH(MULTICASTS == 0 || !absorb_active_i_valid[i] || !active_i_valid[i] || port < NETWORK_PORTS)
      `GIVEN_EACH(!wins || request_i_valid[i])
      assign filled[i] = !crosses[i] || filled_i[i] || wins;
      assign ready[i] = !grant[i] || ((wins || active_i_valid[i]) && vc < VCS && ready_i[port*VCS + vc]);
      assign absorb_ready[i] = !absorb_grant[i] || (MULTICASTS != 0 && absorb_active_i_valid[i] && absorb_vc < VCS &&
                                                      ready_i[ABSORBS_AT*VCS + absorb_vc]);
      assign to_its_outputs[i] = !crosses[i] ||
          selected == ((grant[i] ? OUTPUTS'(1) << port : '0) | (absorb_grant[i] ? OUTPUTS'(1) << ABSORBS_AT : '0));
      // The others of its crossbar input stay.
      logic [VCS-1:0] row;
      for (o = 0; o < VCS; o = o + 1) begin : g_row
        assign row[o] = o % INPUT_SPEEDUP == i % VCS % INPUT_SPEEDUP && crosses[i/VCS*VCS + o];
      end
      assign one_per_row[i] = `ONE_AT_MOST(row, VCS);
      assign crossing_row[i] = selected == '0 || row != '0;
    end
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_one
      assign one_per_output[o] = `ONE_AT_MOST(select[o*ROWS +: ROWS], ROWS);
    end
  endgenerate
  `PROVE(crosses_when_filled, &filled)
  `PROVE(crosses_when_ready, &ready)
  `PROVE(crosses_to_its_outputs, &to_its_outputs)
  `PROVE(absorbs_when_ready, &absorb_ready)
  `PROVE(one_vc_per_crossbar_input, &one_per_row)
  `PROVE(selects_what_crosses, &crossing_row)
  `PROVE(one_input_per_output, &one_per_output)
endmodule
