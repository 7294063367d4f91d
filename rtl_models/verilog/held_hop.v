/// Hops that the heads of N VCs had made when they were granted an output VC.
module held_hop #(
  parameter int N = 4,
  parameter int HOP_WIDTH = 8,
  parameter bit NOW = 1'b0  ///< a head may cross in the cycle in which it is granted a VC
) (
  input  logic                   clk_i,
  input  logic [N-1:0]           grant_i,
  input  logic [N*HOP_WIDTH-1:0] hop_i,
  output logic [N*HOP_WIDTH-1:0] hop_o
);
  genvar n;
  generate
    for (n = 0; n < N; n = n + 1) begin : g_vc
      logic [HOP_WIDTH-1:0] hop_q;
      assign hop_o[n*HOP_WIDTH +: HOP_WIDTH] =
          (NOW && grant_i[n]) ? hop_i[n*HOP_WIDTH +: HOP_WIDTH] : hop_q;
      always_ff @(posedge clk_i) begin
        if (grant_i[n]) hop_q <= hop_i[n*HOP_WIDTH +: HOP_WIDTH];
      end
    end
  endgenerate
endmodule
