`include "checks.svh"
/// Switch allocators: a matching of inputs and outputs, of what is requested, and nobody waits for ever.
module switch_allocator_proof #(
  parameter int INPUTS = 3,
  parameter int OUTPUTS = 3,
  parameter int VCS = 2,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int LONGEST_WAIT = 1  ///< cycles
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [INPUTS*OUTPUTS*VCS-1:0] request_i,
  input logic [OUTPUTS*INPUTS-1:0]     used_i
);
  localparam int REQUESTS = INPUTS*OUTPUTS*VCS;
  logic [INPUTS*VCS-1:0]     granted;
  logic [OUTPUTS*INPUTS-1:0] select;
  switch_allocator #(
    .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ALLOCATOR(ALLOCATOR), .ITERATIONS(ITERATIONS), .ARBITER(ARBITER),
    .ARBITER_STATE(ARBITER_STATE)
  ) switch_allocator (
    .clk_i(clk_i), .rst_ni(rst_ni), .ahead_i({INPUTS*VCS*INPUTS*VCS{1'b0}}), .request_i(request_i), .used_i(used_i),
    .granted_o(granted), .select_o(select));
  first_reset first_reset (.*);
  // speedup_switch_allocator.v uses all, speculative_switch_allocator.v some of them.
  `GIVEN(used_was_selected, (used_i & ~select) == '0)

  logic [REQUESTS-1:0] crossing;  // requests that are granted
  logic [INPUTS-1:0]   matched;
  logic [OUTPUTS*INPUTS-1:0] wanted;
  always @* begin
    matched = '0;
    for (int j = 0; j < OUTPUTS; j++) matched = matched | select[j*INPUTS +: INPUTS];
    for (int i = 0; i < INPUTS; i++) begin
      for (int j = 0; j < OUTPUTS; j++) begin
        crossing[(i*OUTPUTS + j)*VCS +: VCS] =
            select[j*INPUTS + i] ? granted[i*VCS +: VCS] & request_i[(i*OUTPUTS + j)*VCS +: VCS] : '0;
        wanted[j*INPUTS + i] = request_i[(i*OUTPUTS + j)*VCS +: VCS] != '0;
      end
    end
  end
  logic [OUTPUTS-1:0]        output_takes_one;
  logic [INPUTS-1:0]         input_passes_one, grants_cross;
  logic [INPUTS*OUTPUTS-1:0] crosses_requested, pair_is_matched;
  genvar p;
  genvar o;
  genvar v;
  generate
    for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
      assign output_takes_one[o] = `ONE_AT_MOST(select[o*INPUTS +: INPUTS], INPUTS);
    end
    for (p = 0; p < INPUTS; p = p + 1) begin : g_input
      logic [OUTPUTS-1:0] outputs;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_pair
        assign outputs[o] = select[o*INPUTS + p];
        assign crosses_requested[p*OUTPUTS + o] = !outputs[o] || crossing[(p*OUTPUTS + o)*VCS +: VCS] != '0;
        assign pair_is_matched[p*OUTPUTS + o] =
            !wanted[o*INPUTS + p] || matched[p] || select[o*INPUTS +: INPUTS] != '0;
      end
      // A VC that holds an output VC asks for its output: multicast_switch_allocator.v, without branches.
      for (v = 0; v < VCS; v = v + 1) begin : g_vc
        logic [OUTPUTS-1:0] asked;
        for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
          assign asked[o] = request_i[(p*OUTPUTS + o)*VCS + v];
        end
        `GIVEN_EACH( `ONE_AT_MOST(asked, OUTPUTS))
      end
      assign input_passes_one[p] = `ONE_AT_MOST(granted[p*VCS +: VCS], VCS);
      assign grants_cross[p] = (granted[p*VCS +: VCS] != '0) == (outputs != '0);
    end
  endgenerate
  `PROVE(output_takes_one_input, &output_takes_one)
  `PROVE(input_passes_one_vc, &input_passes_one)
  `PROVE(crosses_where_requested, &crosses_requested)
  `PROVE(grants_what_crosses, &grants_cross)
  `PROVE(leaves_no_pair_unmatched, &pair_is_matched)
  `PROVE(grants_when_requested, request_i == '0 || select != '0)

  // Cycles that a request has waited, as long as all requests stay until they cross and all grants are used.
  (* anyconst *) logic [$clog2(REQUESTS)-1:0] who;
  `GIVEN(who_exists, 32'(who) < REQUESTS)
  logic [REQUESTS-1:0] waiting_q;
  logic [7:0]          waits_q;
  always_ff @(posedge clk_i) begin
    waiting_q <= rst_ni ? request_i & ~crossing : '0;
    if (!rst_ni || !request_i[who] || crossing[who] || used_i != select || (waiting_q & ~request_i) != '0) waits_q <= '0;
    else waits_q <= waits_q + 8'd1;
  end
  `PROVE(waits_no_longer, 32'(waits_q) <= LONGEST_WAIT)
endmodule
