/// The ejection VC that the branch absorb of a head asks for (docs/router.md, section 5): the lowest free
/// one of those that it may have. Combinational.
module ejection_request #(
  parameter int EJECTION_PORTS = 1,
  parameter int NETWORK_PORTS = 6,   ///< ejection outputs are numbered from here on
  parameter int VCS = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2
) (
  input  logic                          request_i_valid,
  input  logic [PORT_WIDTH-1:0]         request_i_port,
  input  logic [VCS-1:0]                request_i_allowed,
  input  logic [EJECTION_PORTS*VCS-1:0] state_i_free,  ///< of ejection outputs
  output logic [EJECTION_PORTS*VCS-1:0] wanted_o,      ///< one bit at most
  output logic [VC_WIDTH-1:0]           vc_o           ///< its number
);
  logic [VCS-1:0] available;
  logic [VCS-1:0] lowest;
  always @* begin
    available = '0;
    for (int o = 0; o < EJECTION_PORTS; o++) begin
      if (request_i_valid && request_i_port == PORT_WIDTH'(NETWORK_PORTS + o))
        available = state_i_free[o*VCS +: VCS] & request_i_allowed;
    end
  end
  assign lowest = available & (~available + VCS'(1));
  always @* begin
    for (int o = 0; o < EJECTION_PORTS; o++)
      wanted_o[o*VCS +: VCS] = (request_i_port == PORT_WIDTH'(NETWORK_PORTS + o)) ? lowest : '0;
    vc_o = '0;
    for (int v = 0; v < VCS; v++) begin
      if (lowest[v]) vc_o = vc_o | VC_WIDTH'(v);
    end
  end
endmodule
