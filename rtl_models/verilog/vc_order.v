/// The order of the VCs of an output by flits outstanding (docs/router.md, section 5): the fewest first, of
/// several the lowest. Combinational.
module vc_order #(
  parameter int VCS = 4,
  parameter int COUNT_WIDTH = 4
) (
  input  logic [VCS*COUNT_WIDTH-1:0] outstanding_i,  ///< flits sent minus credits returned
  output logic [VCS*VCS-1:0]         before_o        ///< bit u*VCS + w: u comes before w
);
  genvar u;
  genvar w;
  generate
    for (u = 0; u < VCS; u = u + 1) begin : g_vc
      assign before_o[u*VCS + u] = 1'b0;
      for (w = u + 1; w < VCS; w = w + 1) begin : g_higher
        logic first;
        assign first = outstanding_i[u*COUNT_WIDTH +: COUNT_WIDTH] <= outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH];
        assign {before_o[w*VCS + u], before_o[u*VCS + w]} = {!first, first};
      end
    end
  endgenerate
  wire unused = &{1'b0, outstanding_i};
endmodule
