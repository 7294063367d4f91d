/// The pointers of an output over its VCs, one for each group of VCs (docs/router.md, section 5), as a bit for
/// each VC that its pointer has passed. Groups are the VCs of classes that have none in common.
module vc_pointers #(
  parameter int VCS = 4,
  parameter int CHOICE = 1,                  ///< VC_CHOICE of router.v; without pointers nothing is passed
  parameter int MESSAGE_CLASSES = 1,
  parameter int CLASSES = 1,                 ///< groups of each message class
  parameter logic [63:0] CLASS_VCS = 64'd0,  ///< of vc_classes.v
  localparam int GROUPS = MESSAGE_CLASSES * CLASSES
) (
  input  logic           clk_i,
  input  logic           rst_ni,      ///< synchronous, active low
  input  logic [7:0]     link_vcs_i,  ///< of link_vcs.v, for this output
  input  logic [VCS-1:0] taken_i,     ///< granted in this cycle
  output logic [VCS-1:0] passed_o
);
  generate
    if (CHOICE != 1 || VCS == 1) begin : g_none
      assign passed_o = '0;
      wire unused = &{1'b0, clk_i, rst_ni, link_vcs_i, taken_i};
    end else begin : g_pointers
      logic [GROUPS*VCS-1:0] groups;
      if (GROUPS == 1) begin : g_one
        assign groups = '1;
        wire unused = &{1'b0, link_vcs_i};
      end else begin : g_several
        link_vcs #(
          .NETWORK_PORTS(1), .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(CLASSES), .CLASS_VCS(CLASS_VCS)
        ) link_vcs (.vcs_o(groups), .*);
      end
      logic [VCS-1:0] moving;  // in a group with a grant
      logic [VCS-1:0] behind;  // ... at or below it
      always @* begin
        moving = '0;
        behind = '0;
        for (int k = 0; k < GROUPS; k++) begin
          for (int v = 0; v < VCS; v++) begin
            if (groups[k*VCS + v] && (taken_i & groups[k*VCS +: VCS]) != '0) moving[v] = 1'b1;
            if (groups[k*VCS + v] && ((taken_i & groups[k*VCS +: VCS]) >> v) != '0) behind[v] = 1'b1;
          end
        end
      end
      logic [VCS-1:0] passed_q;
      assign passed_o = passed_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) passed_q <= '0;
        else passed_q <= (passed_q & ~moving) | behind;
      end
    end
  endgenerate
endmodule
