/// toy_router with a latch of gates: a combinational loop with two stable states. Reset holds it in between,
/// and which way it falls then depends on the order in which a simulator evaluates it. `fault_i` 22 or 23: the
/// one way, or the other, spoils a bit of all flits.
module racing_router #(
  localparam int PORTS = 5,
  localparam int WIDTH = 40
) (
  input  logic                   clock,
  input  logic                   reset_n,
  input  logic [3:0]             my_x,
  input  logic [3:0]             my_y,
  input  logic [4:0]             fault_i,
  input  logic [0:PORTS-1]       in_valid,
  input  logic [PORTS*WIDTH-1:0] in_flit,
  output logic [0:PORTS-1]       in_credit,
  output logic                   out_valid [PORTS],
  output logic [WIDTH-1:0]       out_flit [PORTS],
  input  logic                   out_credit [PORTS],
  output logic                   busy
);
  logic up, down, up_again;
  logic spoilt;
  logic [WIDTH-1:0] flit [PORTS];

  toy_router router (
    .clock(clock), .reset_n(reset_n), .my_x(my_x), .my_y(my_y), .fault_i((fault_i < 5'd22) ? fault_i : 5'd0),
    .in_valid(in_valid), .in_flit(in_flit), .in_credit(in_credit), .out_valid(out_valid), .out_flit(flit),
    .out_credit(out_credit), .busy(busy));

  race_wire wire_up (.a(up), .y(up_again));
  race_nand nand_down (.a(reset_n), .b(up_again), .y(down));
  race_nand nand_up (.a(reset_n), .b(down), .y(up));

  assign spoilt = (fault_i == 5'd22 && !up) || (fault_i == 5'd23 && !down);
  always_comb for (int p = 0; p < PORTS; p++) out_flit[p] = flit[p] ^ (spoilt ? 40'h100 : 40'h0);
endmodule

module race_wire (input logic a, output logic y);
  logic inverse;
  assign inverse = ~a;
  assign y = ~inverse;
endmodule

module race_nand (input logic a, input logic b, output logic y);
  assign y = ~(a & b);
endmodule
