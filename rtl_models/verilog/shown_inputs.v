/// The inputs that an output arbiter sees: those with a VC whose request no other one hides
/// (priority_mask.v). Combinational.
module shown_inputs #(
  parameter int INPUTS = 7,
  parameter int VCS = 4,
  localparam int N = INPUTS * VCS
) (
  input  logic [N-1:0]      request_i,  ///< bit p*VCS + v
  input  logic [N*N-1:0]    ahead_i,    ///< of priority_order.v
  output logic [INPUTS-1:0] shown_o
);
  logic [N-1:0] shown;
  priority_mask #(.N(N)) mask (.shown_o(shown), .*);
  always @* begin
    for (int p = 0; p < INPUTS; p++) shown_o[p] = shown[p*VCS +: VCS] != '0;
  end
endmodule
