/// Switch allocation (docs/router.md, section 6): sorts the requests of the input VCs by output port
/// and hands them to the allocator that ALLOCATOR names.
///
/// An allocator is its module, parameters and ports as separable_input_switch_allocator has them, and
/// one line below: number, module, instance named as in configurations.
module switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,     ///< of islip
  parameter int ARBITER = 0,        ///< KIND of arbiter
  parameter int ARBITER_STATE = 0,  ///< of separable_output and wavefront
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
  logic [INPUTS*OUTPUTS*VCS-1:0] request_i;  // of the allocator: bit (p*OUTPUTS + o)*VCS + v
  always @* begin
    request_i = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int v = 0; v < VCS; v++) begin
        if (active_i_valid[p*VCS + v] && filled_i[p*VCS + v]) begin
          for (int o = 0; o < OUTPUTS; o++) begin
            for (int w = 0; w < VCS; w++) begin
              if (active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
                  active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
                request_i[(p*OUTPUTS + o)*VCS + v] = ready_i[o*VCS + w];
            end
          end
        end
      end
    end
  end

  generate
    case (ALLOCATOR)
      0: separable_input_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER) separable_input (.*);
      1: separable_output_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE) separable_output (.*);
      2: wavefront_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE) wavefront (.*);
      3: islip_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ITERATIONS) islip (.*);
    endcase
  endgenerate

  wire unused = &{1'b0, active_i_hop};
endmodule
