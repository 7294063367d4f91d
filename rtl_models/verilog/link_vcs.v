/// VCs that a head may ask for at each network output, by VC class (docs/router.md, sections 2 and 12).
/// A link may have fewer VCs than its ports: how many is said at reset and kept, as a row of bits per
/// class.
module link_vcs #(
  parameter int NETWORK_PORTS = 6,
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 1,
  parameter int CLASSES = 1,  ///< of each; all together at most VCS unless every link has VCS
  parameter int ESCAPES = 0,  ///< 1, 2: of these, 1..ESCAPES are of an escape, the others adaptive
  localparam int ALL = MESSAGE_CLASSES * CLASSES
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,      ///< synchronous, active low
  input  logic [NETWORK_PORTS*8-1:0]       link_vcs_i,  ///< by output; 0: VCS. Taken at reset
  output logic [NETWORK_PORTS*ALL*VCS-1:0] vcs_o        ///< port p, class k: from (p*ALL + k)*VCS on
);
  genvar p;
  genvar k;
  genvar v;
  generate
    if (VCS < ALL && ESCAPES == 0) begin : g_shared
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        vc_classes #(.CLASSES(ALL), .VCS(VCS)) classes (.vcs_o(vcs_o[p*ALL*VCS +: ALL*VCS]));
      end
      wire unused = &{1'b0, clk_i, rst_ni, link_vcs_i};
    end else begin : g_own
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        logic [7:0] count;
        assign count = (link_vcs_i[p*8 +: 8] == 8'd0) ? 8'(VCS) : link_vcs_i[p*8 +: 8];
        for (k = 0; k < ALL; k = k + 1) begin : g_class
          // Who has an escape divides the VCs of its message class.
          localparam int OF = (ESCAPES == 0) ? ALL : MESSAGE_CLASSES;
          localparam int RANK = (ESCAPES == 0) ? k : k / CLASSES;
          localparam int OWN = (ESCAPES == 0) ? 0 : k % CLASSES;
          // The first escape has the lowest of them alone, if there are two, and the last the highest.
          localparam int LOW = (ESCAPES == 2 && OWN != 1) ? 1 : 0;
          localparam int HIGH = (ESCAPES > 0 && OWN != ESCAPES) ? 1 : 0;
          for (v = 0; v < VCS; v = v + 1) begin : g_member
            // RANK*count/OF + LOW <= v < (RANK + 1)*count/OF - HIGH, rounded down, without a division.
            logic member_q;
            assign vcs_o[(p*ALL + k)*VCS + v] = member_q;
            always_ff @(posedge clk_i) begin
              if (!rst_ni)
                member_q <= RANK*32'(count) + LOW*OF < (v + 1)*OF &&
                            (RANK + 1)*32'(count) >= (v + 1 + HIGH)*OF;
            end
          end
        end
      end
    end
  endgenerate
endmodule
