// Router of a two-dimensional mesh with virtual channels, credits and lookahead routing.
//
// Vectors  every packed vector counts upwards, so index 0 (of ports, VCs, bits) is on top.
// Ports    0 west, 1 east, 2 north, 3 south, 4 local; address = row * COLUMNS + column; south is row + 1.
// Channel  per port, from the top: valid, VC (one-hot), head, tail, data (64 bits).
// Head     data [0:2] port to leave THIS router by, [3:10] destination, the rest is the sender's.
//          The router replaces [0:2] by the port at the next router. The other flits are the sender's.
// Credits  one wire per port and VC, high for one cycle per freed slot. After reset every output VC, the
//          local ones too, has DEPTH credits.
// VCs      a packet gets any free VC of its output, whatever VC it came by; the VC is free again when its
//          tail has been sent.
// Way      first along the row, then along the column.
// Latency  a head on channel_in in cycle t is in its buffer in cycle t+1 and gets a VC, is granted the
//          switch in cycle t+2, and is on channel_out, a register, in cycle t+3.
// Reset    asynchronous, active high. router_address may change during reset only.
// error    stays high after a flit came to a full buffer, or without exactly one VC.
module la_router #(
  parameter COLUMNS = 4,
  parameter ROWS = 4,
  parameter VCS = 4,         // 2 or more
  parameter DEPTH = 8,       // flits of a VC buffer, 2 or more
  parameter SEEDED_BUG = 0,  // 1: a flit that loses the switch to another input returns a credit, too
  parameter WIDTH = VCS + 67  // of a channel; follows from VCS
) (
  input  wire               clock,
  input  wire               reset,
  input  wire [0:7]         router_address,
  input  wire [0:5*WIDTH-1] channel_in,
  output wire [0:5*VCS-1]   credit_out,
  output wire [0:5*WIDTH-1] channel_out,
  input  wire [0:5*VCS-1]   credit_in,
  output wire               error
);
  localparam INPUT_VCS = 5 * VCS;

  // [25*VCS]: input VC (port, VC) wants output port o: index (o * 5 + port) * VCS + VC.
  wire [0:5*INPUT_VCS-1] wants_vc, gets_vc;
  wire [0:5*VCS-1] offered_vc;         // per output: the VC on offer, one-hot or none
  wire [0:5*VCS-1] has_credit;         // per output VC
  wire [0:24] wants_switch;            // [5*o + i], at most one o per i
  wire [0:24] gets_switch;             // ... at most one i per o
  wire [0:5*(VCS+66)-1] flit;          // per input: VC at the output, head, tail, data
  wire [0:4] input_error;

  genvar i, o;
  generate
    for (i = 0; i < 5; i = i + 1) begin : in_port
      wire [0:5*VCS-1] wants, gets;    // [o * VCS + VC]
      wire [0:4] switch_wanted, switch_given;
      for (o = 0; o < 5; o = o + 1) begin : to
        assign wants_vc[(5*o+i)*VCS : (5*o+i+1)*VCS-1] = wants[o*VCS : (o+1)*VCS-1];
        assign gets[o*VCS : (o+1)*VCS-1] = gets_vc[(5*o+i)*VCS : (5*o+i+1)*VCS-1];
        assign wants_switch[5*o + i] = switch_wanted[o];
        assign switch_given[o] = gets_switch[5*o + i];
      end
      la_input_port #(
        .COLUMNS(COLUMNS), .ROWS(ROWS), .VCS(VCS), .DEPTH(DEPTH), .SEEDED_BUG(SEEDED_BUG)) port (
        .clock(clock), .reset(reset), .router_address(router_address),
        .channel(channel_in[i*WIDTH : (i+1)*WIDTH-1]), .credit(credit_out[i*VCS : (i+1)*VCS-1]),
        .wants_vc(wants), .gets_vc(gets), .offered_vc(offered_vc), .has_credit(has_credit),
        .wants_switch(switch_wanted), .gets_switch(switch_given),
        .flit(flit[i*(VCS+66) : (i+1)*(VCS+66)-1]), .error(input_error[i]));
    end

    for (o = 0; o < 5; o = o + 1) begin : out_port
      la_output_port #(.VCS(VCS), .DEPTH(DEPTH)) port (
        .clock(clock), .reset(reset), .wants_vc(wants_vc[o*INPUT_VCS : (o+1)*INPUT_VCS-1]),
        .gets_vc(gets_vc[o*INPUT_VCS : (o+1)*INPUT_VCS-1]), .offered_vc(offered_vc[o*VCS : (o+1)*VCS-1]),
        .has_credit(has_credit[o*VCS : (o+1)*VCS-1]), .wants_switch(wants_switch[5*o : 5*o+4]),
        .gets_switch(gets_switch[5*o : 5*o+4]), .flits(flit),
        .channel(channel_out[o*WIDTH : (o+1)*WIDTH-1]), .credit(credit_in[o*VCS : (o+1)*VCS-1]));
    end
  endgenerate

  reg error_q;
  always @(posedge clock or posedge reset) begin
    if (reset) error_q <= 1'b0;
    else error_q <= error_q || input_error != 5'd0;
  end
  assign error = error_q;
endmodule
