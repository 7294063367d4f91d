`include "checks.svh"
/// The VCs of each class at a network output: at least one, none that the link does not have, message classes apart.
module link_vcs_proof #(
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 2,
  parameter int CLASSES = 1,
  parameter int ESCAPES = 0,
  localparam int ALL = MESSAGE_CLASSES * CLASSES, localparam int NETWORK_PORTS = 2
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [NETWORK_PORTS*8-1:0] link_vcs_i
);
  logic [NETWORK_PORTS*ALL*VCS-1:0] vcs;
  link_vcs #(
    .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .MESSAGE_CLASSES(MESSAGE_CLASSES), .CLASSES(CLASSES), .ESCAPES(ESCAPES)
  ) link_vcs (.vcs_o(vcs), .*);
  first_reset first_reset (.*);

  logic [7:0] count_q [0:NETWORK_PORTS-1];  // VCs of the links, as they were at reset
  // By port and class, and by VC or by the other class.
  logic [NETWORK_PORTS*ALL-1:0]     has_a_vc, within_the_link, has_its_own;
  logic [NETWORK_PORTS*ALL*ALL-1:0] apart;
  logic [NETWORK_PORTS*ALL*VCS-1:0] as_specified;
  genvar p;
  genvar k;
  genvar v;
  genvar m;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
      always_ff @(posedge clk_i) begin
        if (!rst_ni) count_q[p] <= (link_vcs_i[p*8 +: 8] == 8'd0) ? 8'(VCS) : link_vcs_i[p*8 +: 8];
      end
      // The configuration is refused otherwise: docs/router.md, sections 2 and 12.
      assume property (link_vcs_i[p*8 +: 8] == 8'd0 ||
          (32'(link_vcs_i[p*8 +: 8]) <= VCS && 32'(link_vcs_i[p*8 +: 8]) >= (ESCAPES == 0 ? ALL : MESSAGE_CLASSES*(ESCAPES + 1))));
      for (k = 0; k < ALL; k = k + 1) begin : g_class
        logic [VCS-1:0] own;
        assign own = vcs[(p*ALL + k)*VCS +: VCS];
        assign has_a_vc[p*ALL + k] = own != '0;
        assign within_the_link[p*ALL + k] = (own >> count_q[p]) == '0;
        for (m = 0; m < ALL; m = m + 1) begin : g_other
          assign apart[(p*ALL + k)*ALL + m] = m / CLASSES == k / CLASSES || (own & vcs[(p*ALL + m)*VCS +: VCS]) == '0;
        end
        // An escape has a VC that the adaptive class has not.
        assign has_its_own[p*ALL + k] = ESCAPES == 0 || k % CLASSES == 0 || k % CLASSES > ESCAPES ||
            (own & ~vcs[(p*ALL + k/CLASSES*CLASSES)*VCS +: VCS]) != '0;
        for (v = 0; v < VCS; v = v + 1) begin : g_vc
          // floor(k*V/K) .. floor((k + 1)*V/K) - 1, docs/router.md, section 2.
          logic specified;
          always @* begin
            specified = 1'b0;
            for (int c = 1; c <= VCS; c++)
              if (32'(count_q[p]) == c && v >= k*c/ALL && v < (k + 1)*c/ALL) specified = 1'b1;
          end
          assign as_specified[(p*ALL + k)*VCS + v] = ESCAPES != 0 || own[v] == specified;
        end
      end
    end
  endgenerate
  `PROVE(every_class_has_a_vc, &has_a_vc)
  `PROVE(link_has_the_vcs, &within_the_link)
  `PROVE(message_classes_share_none, &apart)
  `PROVE(escapes_have_a_vc_of_their_own, &has_its_own)
  `PROVE(shares_are_as_specified, &as_specified)
endmodule
