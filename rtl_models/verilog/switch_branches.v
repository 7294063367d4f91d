/// The two branches of VCs in switch allocation (docs/headers_and_branches.md, section 2): requests of
/// both, and which of them crosses where their VC is granted. Combinational.
module switch_branches #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int VCS = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2
) (
  input  logic [INPUTS*VCS-1:0]            absorb_active_i_valid,  ///< absorb may be sent; bit p*VCS + v
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0] absorb_active_i_port,
  input  logic [INPUTS*VCS*VC_WIDTH-1:0]   absorb_active_i_vc,
  input  logic [INPUTS*VCS-1:0]            filled_i,               ///< VC has a flit
  input  logic [OUTPUTS*VCS-1:0]           ready_i,                ///< output VC: a credit, a free link
  input  logic [INPUTS*OUTPUTS*VCS-1:0]    forward_request_i,      ///< bit (p*OUTPUTS + o)*VCS + v
  input  logic [INPUTS*VCS-1:0]            granted_i,              ///< by the allocator
  input  logic [OUTPUTS*INPUTS-1:0]        select_i,               ///< bit o*INPUTS + p
  output logic [INPUTS*OUTPUTS*VCS-1:0]    request_o,              ///< of both branches
  output logic [INPUTS*VCS-1:0]            grant_o,                ///< the branch forward, or a unicast
  output logic [INPUTS*VCS-1:0]            absorb_grant_o          ///< the branch absorb
);
  logic [INPUTS*OUTPUTS*VCS-1:0] absorb_request;
  always @* begin
    absorb_request = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int v = 0; v < VCS; v++) begin
        if (absorb_active_i_valid[p*VCS + v] && filled_i[p*VCS + v]) begin
          for (int o = 0; o < OUTPUTS; o++) begin
            for (int w = 0; w < VCS; w++) begin
              if (absorb_active_i_port[(p*VCS + v)*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(o) &&
                  absorb_active_i_vc[(p*VCS + v)*VC_WIDTH +: VC_WIDTH] == VC_WIDTH'(w))
                absorb_request[(p*OUTPUTS + o)*VCS + v] = ready_i[o*VCS + w];
            end
          end
        end
      end
    end
  end
  assign request_o = forward_request_i | absorb_request;

  always @* begin
    grant_o = '0;
    absorb_grant_o = '0;
    for (int p = 0; p < INPUTS; p++) begin
      for (int o = 0; o < OUTPUTS; o++) begin
        if (select_i[o*INPUTS + p]) begin
          grant_o[p*VCS +: VCS] = grant_o[p*VCS +: VCS] |
                                  (forward_request_i[(p*OUTPUTS + o)*VCS +: VCS] & granted_i[p*VCS +: VCS]);
          absorb_grant_o[p*VCS +: VCS] = absorb_grant_o[p*VCS +: VCS] |
                                         (absorb_request[(p*OUTPUTS + o)*VCS +: VCS] & granted_i[p*VCS +: VCS]);
        end
      end
    end
  end
endmodule
