/// Switch allocation (docs/router.md, section 6): sorts the requests of the input VCs by output port
/// and hands them to the allocator that ALLOCATOR names.
///
/// An allocator is its module, parameters and ports as separable_input_switch_allocator has them, and
/// one line below: number, module, instance named as in configurations. Both branches of a VC ask together
/// (docs/multicast_units.md).
module switch_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,   ///< per VC of the next routers
  parameter int ALLOCATOR = 0,
  parameter int ITERATIONS = 1,     ///< of islip
  parameter int ARBITER = 0,        ///< KIND of arbiter
  parameter int ARBITER_STATE = 0,  ///< of separable_output and wavefront
  parameter int COUNT_WIDTH = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  parameter int HOP_WIDTH = 8,
  parameter int HEADER_ENTRIES = 0  ///< 0: no multicasts: absorb_active_i is not read
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,          ///< synchronous, active low
  input  logic [INPUTS*VCS-1:0]            active_i_valid,  ///< VC holds an output VC; bit p*VCS + v
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] active_i_port,   ///< its output port
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   active_i_vc,     ///< its output VC
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]  active_i_hop,    ///< hops its front flit has made, for
                                                            ///< policies by age
  input  logic [INPUTS*VCS-1:0]            absorb_active_i_valid,  ///< the branch absorb, as active_i
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] absorb_active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   absorb_active_i_vc,
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]  absorb_active_i_hop,
  input  logic [INPUTS*VCS-1:0]            filled_i,        ///< VC has a flit
  input  logic [INPUTS*VCS*COUNT_WIDTH-1:0] count_i,        ///< flits in its FIFO, for policies by
                                                            ///< occupancy, as outstanding_i
  input  logic [OUTPUTS*VCS-1:0]           ready_i,         ///< output VC: a credit, a free link
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,  ///< flits sent minus credits returned
  output logic [INPUTS*VCS-1:0]            grant_o,         ///< at most one VC per input port
  output logic [INPUTS*VCS-1:0]            absorb_grant_o,  ///< its branch absorb crosses
  output logic [OUTPUTS*INPUTS-1:0]        select_o         ///< bit o*INPUTS + p, one per output at most
);
  localparam int BRANCHES = (HEADER_ENTRIES > 0) ? 2 : 1;

  logic [INPUTS*OUTPUTS*VCS-1:0] request_i;  // of the allocator: bit (p*OUTPUTS + o)*VCS + v
  logic [INPUTS*OUTPUTS*VCS-1:0] forward_request;
  always @* begin
    forward_request = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int v = 0; v < VCS; v++) begin
        if (active_i_valid[p*VCS + v] && filled_i[p*VCS + v]) begin
          for (int o = 0; o < OUTPUTS; o++) begin
            for (int w = 0; w < VCS; w++) begin
              if (active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
                  active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
                forward_request[(p*OUTPUTS + o)*VCS + v] = ready_i[o*VCS + w];
            end
          end
        end
      end
    end
  end

  logic [INPUTS*VCS-1:0] granted_o;  // by the allocator: one of its branches at least
  generate
    if (HEADER_ENTRIES > 0) begin : g_branches
      switch_branches #(
        .INPUTS(INPUTS), .OUTPUTS(OUTPUTS), .VCS(VCS), .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH)
      ) branches (
        .absorb_active_i_valid(absorb_active_i_valid), .absorb_active_i_port(absorb_active_i_port),
        .absorb_active_i_vc(absorb_active_i_vc), .filled_i(filled_i), .ready_i(ready_i),
        .forward_request_i(forward_request), .granted_i(granted_o), .select_i(select_o),
        .request_o(request_i), .grant_o(grant_o), .absorb_grant_o(absorb_grant_o));
    end else begin : g_unicasts
      assign request_i = forward_request;
      assign grant_o = granted_o;
      assign absorb_grant_o = '0;
    end
  endgenerate

  generate
    case (ALLOCATOR)
      0: separable_input_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER) separable_input (.*);
      1: separable_output_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE, BRANCHES) separable_output (.*);
      2: wavefront_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ARBITER_STATE, BRANCHES) wavefront (.*);
      3: islip_switch_allocator #(INPUTS, OUTPUTS, VCS, ARBITER, ITERATIONS, BRANCHES) islip (.*);
    endcase
  endgenerate

  wire unused = &{1'b0, BUFFER_FLITS, active_i_hop, count_i, outstanding_i, absorb_active_i_valid,
                  absorb_active_i_port, absorb_active_i_vc, absorb_active_i_hop};
endmodule
