/// In the place of a VC allocator with VC selection at the switch (docs/router.md, section 5): every head is
/// offered the VC that it asks for, and switch_vc_selector.v sees who wins the switch. Combinational.
module at_switch #(
  parameter int REQUESTERS = 28,
  parameter int OUTPUT_VCS = 28
) (
  input  logic                             clk_i,          // not used, as rst_ni: ports of an allocator
  input  logic                             rst_ni,
  input  logic [OUTPUT_VCS*REQUESTERS-1:0] request_i,      ///< bit w*REQUESTERS + r: r asks for w
  output logic [REQUESTERS-1:0]            grant_o_valid,  ///< r is offered what it asks for
  output logic [OUTPUT_VCS-1:0]            taken_o         ///< w is offered
);
  always @* begin
    grant_o_valid = '0;
    for (int w = 0; w < OUTPUT_VCS; w++) begin
      grant_o_valid = grant_o_valid | request_i[w*REQUESTERS +: REQUESTERS];
      taken_o[w] = request_i[w*REQUESTERS +: REQUESTERS] != '0;
    end
  end
  wire unused = &{1'b0, clk_i, rst_ni};
endmodule
