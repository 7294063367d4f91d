/// The arbiter of an output (arbiter.v): picks one of the input ports that have a VC whose request no other
/// request comes before (priority_mask.v).
module input_arbiter #(
  parameter int INPUTS = 7,
  parameter int VCS = 4,
  parameter int KIND = 0,  ///< of arbiter.v
  localparam int N = INPUTS * VCS
) (
  input  logic              clk_i,
  input  logic              rst_ni,     ///< synchronous, active low
  input  logic [N*N-1:0]    ahead_i,    ///< of priority_order.v
  input  logic [N-1:0]      request_i,  ///< bit p*VCS + v
  input  logic [INPUTS-1:0] winner_i,   ///< of arbiter.v, as the next
  output logic [INPUTS-1:0] grant_o
);
  logic [N-1:0]      shown;
  logic [INPUTS-1:0] asking;
  priority_mask #(.N(N)) mask (.shown_o(shown), .*);
  always @* begin
    for (int p = 0; p < INPUTS; p++) asking[p] = shown[p*VCS +: VCS] != '0;
  end
  arbiter #(.N(INPUTS), .KIND(KIND)) arbiter (.request_i(asking), .*);
endmodule
