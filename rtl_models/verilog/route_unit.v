/// Route computation and message state of the VCs of one input port (docs/router.md, sections 3, 4).
///
/// Holds per VC the stage (0 idle, 1 routed, 2 active), the output port, the VCs that may be asked for
/// there and the output VC. All VCs are routed in parallel.
module route_unit #(
  parameter int INPUT = 0,          ///< index of this input port
  parameter int NETWORK_PORTS = 6,
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int USED_VCS = 4,       ///< VCs from here on do not exist
  parameter int EJECTION_VCS = 0,   ///< 0 per_vc, 1 one, 2 classes
  parameter int MESSAGE_CLASSES = 1,
  parameter int PIPELINE = 3,
  parameter int STORE_AND_FORWARD = 0,
  parameter int ROUTING = 0,        ///< 0 ecube, 1 dimension_order
  parameter int ECUBE_ORDER = 0,
  parameter logic [127:0] MESH_SIZES = {8{16'd8}},
  parameter logic [63:0]  MESH_ORDER = 64'h07060504_03020100,
  parameter int NODE_WIDTH = 16,
  parameter int CLASS_WIDTH = 1,
  parameter int PORT_WIDTH = 3,
  parameter int VC_WIDTH = 2
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         ///< synchronous, active low
  input  logic [NODE_WIDTH-1:0]      node_i,
  input  logic [VCS-1:0]             head_i,         ///< the FIFO is filled and its front is a head
  input  logic [VCS-1:0]             tail_held_i,    ///< a tail is in the FIFO
  input  logic [VCS*NODE_WIDTH-1:0]  destination_i,  ///< of the front flit
  input  logic [VCS*CLASS_WIDTH-1:0] class_i,        ///< message class of the front flit
  input  logic [VCS-1:0]             vc_grant_i,     ///< VC allocation won in this cycle
  input  logic [VCS*VC_WIDTH-1:0]    vc_grant_vc_i,
  input  logic [VCS-1:0]             release_i,      ///< the tail leaves at the end of this cycle
  output logic [VCS-1:0]             routed_o,       ///< RC takes place in this cycle
  output logic [VCS*PORT_WIDTH-1:0]  route_port_o,   ///< its result
  output logic [VCS*VCS-1:0]         route_allowed_o,
  output logic [VCS-1:0]             vc_request_o,   ///< takes part in VC allocation
  output logic [VCS*PORT_WIDTH-1:0]  port_o,         ///< output port, for both allocators
  output logic [VCS*VCS-1:0]         allowed_o,      ///< output VCs of the class
  output logic [VCS-1:0]             active_o,       ///< may take part in switch allocation
  output logic [VCS*VC_WIDTH-1:0]    output_vc_o,    ///< while active
  output logic [VCS*2-1:0]           stage_o         ///< registered stage
);
  localparam logic [1:0] IDLE = 2'd0;
  localparam logic [1:0] ROUTED = 2'd1;
  localparam logic [1:0] ACTIVE = 2'd2;
  localparam int EJECTION_OUTPUT = NETWORK_PORTS + INPUT % EJECTION_PORTS;

  // VCs of class k out of MESSAGE_CLASSES at network and ejection outputs; constants.
  logic [MESSAGE_CLASSES*VCS-1:0] network_vcs;
  logic [MESSAGE_CLASSES*VCS-1:0] ejection_vcs;
  genvar k;
  genvar v;
  generate
    for (k = 0; k < MESSAGE_CLASSES; k = k + 1) begin : g_class
      for (v = 0; v < VCS; v = v + 1) begin : g_member
        assign network_vcs[k*VCS + v] =
            v >= k*VCS / MESSAGE_CLASSES && v < (k + 1)*VCS / MESSAGE_CLASSES;
        assign ejection_vcs[k*VCS + v] = (EJECTION_VCS == 0) ? network_vcs[k*VCS + v]
                                                             : v == ((EJECTION_VCS == 1) ? 0 : k);
      end
    end

    for (v = 0; v < VCS; v = v + 1) begin : g_vc
      if (v < USED_VCS) begin : g_state
        logic [1:0]            stage_q;
        logic [PORT_WIDTH-1:0] port_q;
        logic [VCS-1:0]        allowed_q;
        logic [VC_WIDTH-1:0]   output_vc_q;

        // Route computation of the head at the front.
        logic here;
        logic route;
        logic [PORT_WIDTH-1:0] network_port;
        logic [PORT_WIDTH-1:0] route_port;
        logic [VCS-1:0]        route_allowed;
        assign here = destination_i[v*NODE_WIDTH +: NODE_WIDTH] == node_i;
        assign route = stage_q == IDLE && head_i[v] &&
                       (STORE_AND_FORWARD == 0 || INPUT >= NETWORK_PORTS || here || tail_held_i[v]);
        assign route_port = here ? PORT_WIDTH'(EJECTION_OUTPUT) : network_port;
        if (MESSAGE_CLASSES == 1) begin : g_one_class
          assign route_allowed = here ? ejection_vcs : network_vcs;
          wire unused = &{1'b0, class_i[v*CLASS_WIDTH +: CLASS_WIDTH]};
        end else begin : g_classes
          logic [MESSAGE_CLASSES*VCS-1:0] table_row;
          assign table_row =
              (here ? ejection_vcs : network_vcs) >> class_i[v*CLASS_WIDTH +: CLASS_WIDTH] * VCS;
          assign route_allowed = table_row[VCS-1:0];
          wire unused = &{1'b0, table_row};
        end
        if (ROUTING == 0) begin : g_route
          route_ecube #(
            .NETWORK_PORTS(NETWORK_PORTS), .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH),
            .ORDER(ECUBE_ORDER)
          ) route_ecube (
            .head_i(route), .node_i(node_i),
            .destination_i(destination_i[v*NODE_WIDTH +: NODE_WIDTH]), .port_o(network_port));
        end else begin : g_route
          route_dimension_order #(
            .NETWORK_PORTS(NETWORK_PORTS), .NODE_WIDTH(NODE_WIDTH), .PORT_WIDTH(PORT_WIDTH),
            .SIZES(MESH_SIZES), .ORDER(MESH_ORDER)
          ) route_dimension_order (
            .head_i(route), .node_i(node_i),
            .destination_i(destination_i[v*NODE_WIDTH +: NODE_WIDTH]), .port_o(network_port));
        end

        assign routed_o[v] = route;
        assign route_port_o[v*PORT_WIDTH +: PORT_WIDTH] = route_port;
        assign route_allowed_o[v*VCS +: VCS] = route_allowed;
        // Depths 1 and 2 allocate a VC in the cycle of the route computation, depth 1 the switch too.
        assign vc_request_o[v] = stage_q == ROUTED || (PIPELINE <= 2 && route);
        assign port_o[v*PORT_WIDTH +: PORT_WIDTH] = (PIPELINE <= 2 && route) ? route_port : port_q;
        assign allowed_o[v*VCS +: VCS] = (PIPELINE <= 2 && route) ? route_allowed : allowed_q;
        assign active_o[v] = stage_q == ACTIVE || (PIPELINE == 1 && vc_grant_i[v]);
        assign output_vc_o[v*VC_WIDTH +: VC_WIDTH] =
            (PIPELINE == 1 && vc_grant_i[v]) ? vc_grant_vc_i[v*VC_WIDTH +: VC_WIDTH] : output_vc_q;
        assign stage_o[v*2 +: 2] = stage_q;

        always_ff @(posedge clk_i) begin
          if (!rst_ni) begin
            stage_q     <= IDLE;
            port_q      <= '0;
            allowed_q   <= '0;
            output_vc_q <= '0;
          end else begin
            if (route) begin
              port_q    <= route_port;
              allowed_q <= route_allowed;
            end
            if (vc_grant_i[v]) output_vc_q <= vc_grant_vc_i[v*VC_WIDTH +: VC_WIDTH];
            if (release_i[v]) stage_q <= IDLE;
            else if (vc_grant_i[v]) stage_q <= ACTIVE;
            else if (route) stage_q <= ROUTED;
          end
        end
      end else begin : g_none
        assign routed_o[v] = 1'b0;
        assign route_port_o[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign route_allowed_o[v*VCS +: VCS] = '0;
        assign vc_request_o[v] = 1'b0;
        assign port_o[v*PORT_WIDTH +: PORT_WIDTH] = '0;
        assign allowed_o[v*VCS +: VCS] = '0;
        assign active_o[v] = 1'b0;
        assign output_vc_o[v*VC_WIDTH +: VC_WIDTH] = '0;
        assign stage_o[v*2 +: 2] = IDLE;
      end
    end
  endgenerate

  // VCs that do not exist, and what a parameter set has no use for.
  wire unused = &{1'b0, clk_i, rst_ni, node_i, head_i, tail_held_i, destination_i, class_i, vc_grant_i,
                  vc_grant_vc_i, release_i, network_vcs, ejection_vcs, ROUTED, ACTIVE};
endmodule
