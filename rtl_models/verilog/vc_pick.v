/// Which of the VCs that are open to a head it asks for (docs/router.md, section 5). Combinational.
module vc_pick #(
  parameter int VCS = 4,
  parameter int CHOICE = 1  ///< VC_CHOICE of router.v
) (
  input  logic [VCS-1:0]     open_i,    ///< it may ask for this one
  input  logic [VCS-1:0]     passed_i,  ///< the pointer has passed it; read by round_robin
  input  logic [VCS*VCS-1:0] before_i,  ///< of vc_order.v; read by most_credits
  output logic [VCS-1:0]     pick_o     ///< one of open_i, unless there is none
);
  genvar w;
  generate
    if (CHOICE == 0) begin : g_most_credits
      for (w = 0; w < VCS; w = w + 1) begin : g_vc
        logic [VCS-1:0] earlier;
        always @* begin
          for (int u = 0; u < VCS; u++) earlier[u] = before_i[u*VCS + w];
        end
        assign pick_o[w] = open_i[w] && (open_i & earlier) == '0;
      end
      wire unused = &{1'b0, passed_i};
    end else begin : g_lowest
      logic [VCS-1:0] ahead, among;
      assign ahead = (CHOICE == 1) ? open_i & ~passed_i : '0;
      assign among = (ahead != '0) ? ahead : open_i;
      assign pick_o = among & (~among + VCS'(1));
      wire unused = &{1'b0, passed_i, before_i};
    end
  endgenerate
endmodule
