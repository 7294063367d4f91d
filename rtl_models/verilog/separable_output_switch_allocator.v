/// Switch allocation, output ports first (docs/router.md, section 6): an arbiter per output port picks
/// an input port. Then an input port accepts one of the outputs that picked it and an arbiter of the pair
/// picks a VC, which is one iteration of iSLIP; or an arbiter per input port picks one of the VCs whose
/// output picked it. An output arbiter moves only if its pick is used. Ports as in
/// separable_input_switch_allocator.
module separable_output_switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ARBITER = 0,       ///< KIND of arbiter
  parameter int ARBITER_STATE = 0  ///< 0: VC arbiters per pair, 1: per input
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic [INPUTS*OUTPUTS*VCS-1:0] request_i,
  output logic [INPUTS*VCS-1:0]         grant_o,
  output logic [OUTPUTS*INPUTS-1:0]     select_o
);
  genvar p;
  genvar o;
  generate
    if (ARBITER_STATE == 0) begin : g_pairs
      islip_switch_allocator #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER), .ITERATIONS(1)
      ) islip (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .grant_o(grant_o), .select_o(select_o));
    end else begin : g_shared
      logic [OUTPUTS*INPUTS-1:0] pick;
      for (o = 0; o < OUTPUTS; o = o + 1) begin : g_output
        logic [INPUTS-1:0] request;
        logic [INPUTS-1:0] used;
        always @* begin
          for (int i = 0; i < INPUTS; i++) begin
            request[i] = request_i[(i*OUTPUTS + o)*VCS +: VCS] != '0;
            used[i] = pick[o*INPUTS + i] &&
                      (request_i[(i*OUTPUTS + o)*VCS +: VCS] & grant_o[i*VCS +: VCS]) != '0;
          end
        end
        assign select_o[o*INPUTS +: INPUTS] = used;
        arbiter #(.N(INPUTS), .KIND(ARBITER)) arbiter (
          .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(used),
          .grant_o(pick[o*INPUTS +: INPUTS]));
      end
      for (p = 0; p < INPUTS; p = p + 1) begin : g_input
        logic [VCS-1:0] request;
        always @* begin
          request = '0;
          for (int i = 0; i < OUTPUTS; i++) begin
            if (pick[i*INPUTS + p]) request = request | request_i[(p*OUTPUTS + i)*VCS +: VCS];
          end
        end
        arbiter #(.N(VCS), .KIND(ARBITER)) arbiter (
          .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .winner_i(grant_o[p*VCS +: VCS]),
          .grant_o(grant_o[p*VCS +: VCS]));
      end
    end
  endgenerate
endmodule
