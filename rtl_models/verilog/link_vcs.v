/// VCs that a head may ask for at each network output, by VC class (docs/router.md, section 2). A link
/// may have fewer VCs than its ports: how many is said at reset and kept, as a row of bits per class.
module link_vcs #(
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int CLASSES = 1  ///< of all message classes; at most VCS unless every link has VCS
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,      ///< synchronous, active low
  input  logic [NETWORK_PORTS*8-1:0]           link_vcs_i,  ///< by output; 0: VCS. Taken at reset
  output logic [NETWORK_PORTS*CLASSES*VCS-1:0] vcs_o        ///< port p, class k: from (p*CLASSES + k)*VCS on
);
  genvar p;
  genvar k;
  genvar v;
  generate
    if (VCS < CLASSES) begin : g_shared
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        vc_classes #(.CLASSES(CLASSES), .VCS(VCS)) classes (.vcs_o(vcs_o[p*CLASSES*VCS +: CLASSES*VCS]));
      end
      wire unused = &{1'b0, clk_i, rst_ni, link_vcs_i};
    end else begin : g_own
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        logic [7:0] count;
        assign count = (link_vcs_i[p*8 +: 8] == 8'd0) ? 8'(VCS) : link_vcs_i[p*8 +: 8];
        for (k = 0; k < CLASSES; k = k + 1) begin : g_class
          for (v = 0; v < VCS; v = v + 1) begin : g_member
            // k*count/CLASSES <= v < (k + 1)*count/CLASSES, rounded down, without a division.
            logic member_q;
            assign vcs_o[(p*CLASSES + k)*VCS + v] = member_q;
            always_ff @(posedge clk_i) begin
              if (!rst_ni)
                member_q <= k*32'(count) < (v + 1)*CLASSES && (k + 1)*32'(count) >= (v + 1)*CLASSES;
            end
          end
        end
      end
    end
  endgenerate
endmodule
