`include "checks.svh"
/// An exported network (docs/rtl_export.md) whose nodes send whatever is legal, and take whatever comes. Of 2 to 6
/// routers with one node each and links of latency 0 or 1. Nodes inject into VC 0.
///
/// `never_stuck`: as long as flits are in a buffer, something happens: a flit is on a wire, a credit comes back, a
/// head is routed, or a VC or the crossbar is granted. In a cycle in which nothing does, no register changes, so
/// nothing ever happens again unless a node sends more; and that frees no buffer.
module network_proof #(
  parameter int ROUTERS = 4,
  parameter int PORTS = 4,           ///< network ports of a router
  parameter int VCS = 1,
  parameter int FLIT_WIDTH = 16,
  parameter int NODE_WIDTH = 2,
  parameter int DESTINATION_AT = 4,  ///< lowest bit of a flit's field
  parameter int SOURCE_AT = 6,
  parameter int ANY_LENGTH = 1,      ///< 0: messages have one flit
  localparam int INPUTS = PORTS + 1, localparam int VC_WIDTH = (VCS > 1) ? $clog2(VCS) : 1
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [ROUTERS-1:0]            offers_i,      // by node: shows a flit
  input logic [ROUTERS-1:0]            ends_i,        // the last one of its message
  input logic [ROUTERS-1:0]            taken_i,       // it is taken: an input so that counterexamples show it
  input logic [ROUTERS*NODE_WIDTH-1:0] destination_i  // of a head
);
  logic [ROUTERS-1:0]            inside_q;  // the head was taken, the tail not yet
  logic [ROUTERS*VCS-1:0]        ready;
  logic [ROUTERS*FLIT_WIDTH-1:0] flit, flit_out;
  logic [ROUTERS*VC_WIDTH-1:0]   vc_out;
  logic [ROUTERS-1:0]            valid_out, overflow;
  network network (
    .clk_i(clk_i), .rst_ni(rst_ni), .flit_i_valid(offers_i), .flit_i_vc({ROUTERS*VC_WIDTH{1'b0}}), .flit_i(flit),
    .ready_o(ready), .flit_o_valid(valid_out), .flit_o_vc(vc_out), .flit_o(flit_out), .ready_i({ROUTERS{1'b1}}),
    .overflow_o(overflow));

  genvar n;
  generate
    for (n = 0; n < ROUTERS; n = n + 1) begin : g_node
      logic                  ends;
      logic [NODE_WIDTH-1:0] destination;
      logic [FLIT_WIDTH-1:0] head;
      assign ends = ends_i[n] || ANY_LENGTH == 0;
      assign destination = destination_i[n*NODE_WIDTH +: NODE_WIDTH];
      assign head = FLIT_WIDTH'(ends ? 4 : 1) | FLIT_WIDTH'(destination) << DESTINATION_AT | FLIT_WIDTH'(n) << SOURCE_AT;
      assign flit[n*FLIT_WIDTH +: FLIT_WIDTH] = inside_q[n] ? FLIT_WIDTH'(ends ? 3 : 2) : head;
      // Injection ports leave no gaps within a message: a network that waits for a node is not stuck.
      `GIVEN_EACH(!inside_q[n] || offers_i[n])
      `GIVEN_EACH(taken_i[n] == (offers_i[n] && ready[n*VCS]))
      `GIVEN_EACH(32'(destination) < ROUTERS && 32'(destination) != n)
      always_ff @(posedge clk_i) begin
        if (!rst_ni) inside_q[n] <= 1'b0;
        else if (taken_i[n]) inside_q[n] <= !ends;
      end
    end
  endgenerate

  // What happens in the routers; in networks of fewer, the last of these are nobody's.
  (* hierconn *) logic [INPUTS-1:0]
      \network.r0_flit_i_valid , \network.r1_flit_i_valid ,
      \network.r2_flit_i_valid , \network.r3_flit_i_valid ,
      \network.r4_flit_i_valid , \network.r5_flit_i_valid ;
  (* hierconn *) logic [PORTS*VCS-1:0]
      \network.r0_credit_i , \network.r1_credit_i ,
      \network.r2_credit_i , \network.r3_credit_i ,
      \network.r4_credit_i , \network.r5_credit_i ;
  (* hierconn *) logic [INPUTS-1:0]
      \network.r0_flit_o_valid , \network.r1_flit_o_valid ,
      \network.r2_flit_o_valid , \network.r3_flit_o_valid ,
      \network.r4_flit_o_valid , \network.r5_flit_o_valid ;
  (* hierconn *) logic [INPUTS*VCS-1:0]
      \network.router_0.core.vc_route_valid , \network.router_1.core.vc_route_valid ,
      \network.router_2.core.vc_route_valid , \network.router_3.core.vc_route_valid ,
      \network.router_4.core.vc_route_valid , \network.router_5.core.vc_route_valid ;
  (* hierconn *) logic [INPUTS*VCS-1:0]
      \network.router_0.core.vc_grant_valid , \network.router_1.core.vc_grant_valid ,
      \network.router_2.core.vc_grant_valid , \network.router_3.core.vc_grant_valid ,
      \network.router_4.core.vc_grant_valid , \network.router_5.core.vc_grant_valid ;
  (* hierconn *) logic [INPUTS*VCS-1:0]
      \network.router_0.core.switch_grant , \network.router_1.core.switch_grant ,
      \network.router_2.core.switch_grant , \network.router_3.core.switch_grant ,
      \network.router_4.core.switch_grant , \network.router_5.core.switch_grant ;
  (* hierconn *) logic [INPUTS*VCS-1:0]
      \network.router_0.core.filled , \network.router_1.core.filled ,
      \network.router_2.core.filled , \network.router_3.core.filled ,
      \network.router_4.core.filled , \network.router_5.core.filled ;
  logic [5:0] happens, filled;
  assign happens[0] = 0 < ROUTERS && {\network.r0_flit_i_valid , \network.r0_credit_i , \network.r0_flit_o_valid ,
      \network.router_0.core.vc_route_valid , \network.router_0.core.vc_grant_valid , \network.router_0.core.switch_grant } != '0;
  assign filled[0] = 0 < ROUTERS && \network.router_0.core.filled != '0;
  assign happens[1] = 1 < ROUTERS && {\network.r1_flit_i_valid , \network.r1_credit_i , \network.r1_flit_o_valid ,
      \network.router_1.core.vc_route_valid , \network.router_1.core.vc_grant_valid , \network.router_1.core.switch_grant } != '0;
  assign filled[1] = 1 < ROUTERS && \network.router_1.core.filled != '0;
  assign happens[2] = 2 < ROUTERS && {\network.r2_flit_i_valid , \network.r2_credit_i , \network.r2_flit_o_valid ,
      \network.router_2.core.vc_route_valid , \network.router_2.core.vc_grant_valid , \network.router_2.core.switch_grant } != '0;
  assign filled[2] = 2 < ROUTERS && \network.router_2.core.filled != '0;
  assign happens[3] = 3 < ROUTERS && {\network.r3_flit_i_valid , \network.r3_credit_i , \network.r3_flit_o_valid ,
      \network.router_3.core.vc_route_valid , \network.router_3.core.vc_grant_valid , \network.router_3.core.switch_grant } != '0;
  assign filled[3] = 3 < ROUTERS && \network.router_3.core.filled != '0;
  assign happens[4] = 4 < ROUTERS && {\network.r4_flit_i_valid , \network.r4_credit_i , \network.r4_flit_o_valid ,
      \network.router_4.core.vc_route_valid , \network.router_4.core.vc_grant_valid , \network.router_4.core.switch_grant } != '0;
  assign filled[4] = 4 < ROUTERS && \network.router_4.core.filled != '0;
  assign happens[5] = 5 < ROUTERS && {\network.r5_flit_i_valid , \network.r5_credit_i , \network.r5_flit_o_valid ,
      \network.router_5.core.vc_route_valid , \network.router_5.core.vc_grant_valid , \network.router_5.core.switch_grant } != '0;
  assign filled[5] = 5 < ROUTERS && \network.router_5.core.filled != '0;
  `PROVE(never_stuck, happens != '0 || filled == '0)
endmodule
