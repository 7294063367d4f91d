/// Switch allocation (docs/router.md, section 6): sorts the requests of the input VCs by output port
/// and hands them to the allocator that the parameter names.
module switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ALLOCATOR = 0,  ///< 0 separable_input, 1 separable_output, 2 wavefront
  parameter int ARBITER = 0,    ///< 0 round_robin, 1 matrix
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  parameter int HOP_WIDTH = 8
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,          ///< synchronous, active low
  input  logic [INPUTS*VCS-1:0]            active_i_valid,  ///< VC holds an output VC; bit p*VCS + v
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] active_i_port,   ///< its output port
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,     ///< its output VC
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]  active_i_hop,    ///< hops its front flit has made, for
                                                            ///< policies by age
  input  logic [INPUTS*VCS-1:0]            filled_i,        ///< VC has a flit
  input  logic [OUTPUTS*VCS-1:0]           ready_i,         ///< output VC: a credit, a free link
  output logic [INPUTS*VCS-1:0]            grant_o,         ///< at most one VC per input port
  output logic [OUTPUTS*INPUTS-1:0]        select_o         ///< bit o*INPUTS + p, one per output at most
);
  logic [INPUTS*OUTPUTS*VCS-1:0] request;
  always @* begin
    request = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int v = 0; v < VCS; v++) begin
        if (active_i_valid[p*VCS + v] && filled_i[p*VCS + v]) begin
          for (int o = 0; o < OUTPUTS; o++) begin
            for (int w = 0; w < VCS; w++) begin
              if (active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
                  active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
                request[(p*OUTPUTS + o)*VCS + v] = ready_i[o*VCS + w];
            end
          end
        end
      end
    end
  end

  generate
    if (ALLOCATOR == 0) begin : g_separable_input
      separable_input_allocator #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER)
      ) separable_input_allocator (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .grant_o(grant_o), .select_o(select_o));
    end else if (ALLOCATOR == 1) begin : g_separable_output
      separable_output_allocator #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER)
      ) separable_output_allocator (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .grant_o(grant_o), .select_o(select_o));
    end else begin : g_wavefront
      wavefront_allocator #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .ARBITER(ARBITER)
      ) wavefront_allocator (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .grant_o(grant_o), .select_o(select_o));
    end
  endgenerate

  wire unused = &{1'b0, active_i_hop};
endmodule
