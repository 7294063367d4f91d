/// VC allocation (docs/router.md, section 5): each eligible head asks for the lowest free VC of its
/// class; the allocator that ALLOCATOR names says who gets it.
///
/// Requester index: input port * VCS + VC. An allocator is its module, parameters and ports as
/// separable_vc_allocator has them, and one line below: number, module, instance named as in
/// configurations. With multicasts (docs/multicast_units.md) ejection_first_vc_allocator calls them.
module vc_allocator #(
  parameter int INPUTS = 7,
  parameter int OUTPUTS = 7,
  parameter int NETWORK_PORTS = 6,   ///< outputs from here on have no back-pressure
  parameter int VCS = 4,
  parameter int BUFFER_FLITS = 8,    ///< per VC of the next routers
  parameter int ALLOCATOR = 0,
  parameter int ARBITER = 0,         ///< KIND of arbiter
  parameter int WHOLE_MESSAGE = 0,   ///< 1: a VC is free only with room for the whole message
  parameter int LENGTH_WIDTH = 16,
  parameter int COUNT_WIDTH = 4,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2,
  parameter int HOP_WIDTH = 8,
  parameter int HEADER_ENTRIES = 0   ///< 0: no multicasts: absorb_request_i is not read
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,             ///< synchronous, active low
  input  logic [INPUTS*VCS-1:0]              request_i_valid,    ///< a head takes part
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0]   request_i_port,     ///< output port of the head
  input  logic [INPUTS*VCS*VCS-1:0]          request_i_allowed,  ///< VCs that it may ask for
  input  logic [INPUTS*VCS*LENGTH_WIDTH-1:0] request_i_length,   ///< flits of the message
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]    request_i_hop,      ///< hops it has made, for policies by age
  input  logic [INPUTS*VCS-1:0]              absorb_request_i_valid,    ///< of the branch absorb, as request_i
  input  logic [INPUTS*VCS*PORT_WIDTH-1:0]   absorb_request_i_port,
  input  logic [INPUTS*VCS*VCS-1:0]          absorb_request_i_allowed,
  input  logic [INPUTS*VCS*LENGTH_WIDTH-1:0] absorb_request_i_length,
  input  logic [INPUTS*VCS*HOP_WIDTH-1:0]    absorb_request_i_hop,
  input  logic [INPUTS*VCS*COUNT_WIDTH-1:0]  count_i,            ///< flits in the FIFO, for policies by occupancy
  input  logic [OUTPUTS*VCS-1:0]             state_i_held,       ///< output VC is held
  input  logic [OUTPUTS*VCS-1:0]             state_i_free,       ///< output VC may be granted
  input  logic [OUTPUTS*VCS*COUNT_WIDTH-1:0] outstanding_i,      ///< flits sent minus credits returned
  output logic [INPUTS*VCS-1:0]              grant_o_valid,      ///< per requester
  output logic [INPUTS*VCS*VC_WIDTH-1:0]     grant_o_vc,         ///< the VC granted; with grant_o_valid
  output logic [INPUTS*VCS-1:0]              absorb_grant_o_valid,  ///< as grant_o
  output logic [INPUTS*VCS*VC_WIDTH-1:0]     absorb_grant_o_vc,
  output logic [OUTPUTS*VCS-1:0]             taken_o             ///< output VCs that are held from now on
);
  localparam int N = INPUTS * VCS;

  // The one VC that each head asks for: one-hot, and as a number.
  logic [N*VCS-1:0] wanted;
  genvar r;
  generate
    for (r = 0; r < N; r = r + 1) begin : g_head
      // Named here because Icarus would make the blocks below sensitive to the whole vectors.
      logic                    request;
      logic [PORT_WIDTH-1:0]   port;
      logic [VCS-1:0]          allowed;
      logic [LENGTH_WIDTH-1:0] length;
      assign request = request_i_valid[r];
      assign port = request_i_port[r*PORT_WIDTH +: PORT_WIDTH];
      assign allowed = request_i_allowed[r*VCS +: VCS];
      assign length = request_i_length[r*LENGTH_WIDTH +: LENGTH_WIDTH];

      logic [VCS-1:0]      available;
      logic [VCS-1:0]      lowest;
      logic [VC_WIDTH-1:0] number;
      always @* begin
        available = '0;
        if (request) begin
          for (int output_port = 0; output_port < OUTPUTS; output_port++) begin
            if (port == PORT_WIDTH'(output_port)) begin
              available = state_i_free[output_port*VCS +: VCS] & allowed;
              if (WHOLE_MESSAGE != 0 && output_port < NETWORK_PORTS) begin
                for (int vc = 0; vc < VCS; vc++) begin
                  if (32'(BUFFER_FLITS) -
                      32'(outstanding_i[(output_port*VCS + vc)*COUNT_WIDTH +: COUNT_WIDTH]) < 32'(length))
                    available[vc] = 1'b0;
                end
              end
            end
          end
        end
      end
      assign lowest = available & (~available + VCS'(1));
      always @* begin
        number = '0;
        for (int vc = 0; vc < VCS; vc++) begin
          if (lowest[vc]) number = number | VC_WIDTH'(vc);
        end
      end
      assign wanted[r*VCS +: VCS] = lowest;
      assign grant_o_vc[r*VC_WIDTH +: VC_WIDTH] = number;
    end
  endgenerate

  logic [OUTPUTS*VCS*N-1:0] request_i;  // of the allocator: bit (o*VCS + w)*N + r
  always @* begin
    // One by one: Verilator takes a constant of more than 8192 bits for a mistake.
    for (int line = 0; line < OUTPUTS*VCS; line++) request_i[line*N +: N] = '0;
    for (int head = 0; head < N; head++) begin
      if (wanted[head*VCS +: VCS] != '0) begin
        for (int output_port = 0; output_port < OUTPUTS; output_port++) begin
          for (int vc = 0; vc < VCS; vc++) begin
            request_i[(output_port*VCS + vc)*N + head] =
                request_i_port[head*PORT_WIDTH +: PORT_WIDTH] == PORT_WIDTH'(output_port) &&
                wanted[head*VCS + vc];
          end
        end
      end
    end
  end

  generate
    if (HEADER_ENTRIES > 0) begin : g_branches
      localparam int EJECTION_PORTS = OUTPUTS - NETWORK_PORTS;
      logic [N*EJECTION_PORTS*VCS-1:0] absorb_wanted;
      logic [EJECTION_PORTS*VCS*N-1:0] absorb_request;
      for (r = 0; r < N; r = r + 1) begin : g_absorb
        ejection_request #(
          .EJECTION_PORTS(EJECTION_PORTS), .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS),
          .PORT_WIDTH(PORT_WIDTH), .VC_WIDTH(VC_WIDTH)
        ) ejection_request (
          .request_i_valid(absorb_request_i_valid[r]),
          .request_i_port(absorb_request_i_port[r*PORT_WIDTH +: PORT_WIDTH]),
          .request_i_allowed(absorb_request_i_allowed[r*VCS +: VCS]),
          .state_i_free(state_i_free[NETWORK_PORTS*VCS +: EJECTION_PORTS*VCS]),
          .wanted_o(absorb_wanted[r*EJECTION_PORTS*VCS +: EJECTION_PORTS*VCS]),
          .vc_o(absorb_grant_o_vc[r*VC_WIDTH +: VC_WIDTH]));
      end
      always @* begin
        for (int head = 0; head < N; head++) begin
          for (int vc = 0; vc < EJECTION_PORTS*VCS; vc++)
            absorb_request[vc*N + head] = absorb_wanted[head*EJECTION_PORTS*VCS + vc];
        end
      end
      ejection_first_vc_allocator #(
        .REQUESTERS(N), .NETWORK_VCS(NETWORK_PORTS*VCS), .EJECTION_VCS(EJECTION_PORTS*VCS),
        .ALLOCATOR(ALLOCATOR), .ARBITER(ARBITER)
      ) ejection_first (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(request_i), .absorb_i_valid(absorb_request_i_valid),
        .absorb_i(absorb_request), .grant_o_valid(grant_o_valid), .absorb_o_valid(absorb_grant_o_valid),
        .taken_o(taken_o));
    end else begin : g_unicasts
      assign absorb_grant_o_valid = '0;
      assign absorb_grant_o_vc = '0;
      case (ALLOCATOR)
        0: separable_vc_allocator #(N, OUTPUTS*VCS, ARBITER) separable_input (.*);
        1: separable_vc_allocator #(N, OUTPUTS*VCS, ARBITER) separable_output (.*);
        2: wavefront_vc_allocator #(N, OUTPUTS*VCS) wavefront (.*);
      endcase
    end
  endgenerate

  wire unused = &{1'b0, request_i_hop, count_i, state_i_held, outstanding_i, absorb_request_i_valid,
                  absorb_request_i_port, absorb_request_i_allowed, absorb_request_i_length,
                  absorb_request_i_hop};
endmodule
