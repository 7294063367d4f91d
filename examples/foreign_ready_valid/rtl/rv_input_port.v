// Input side of a port: follows the packet flit by flit and asks for its output. Holds no flit.
module rv_input_port #(
  parameter X_SIZE = 4,
  parameter Y_SIZE = 4
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire [3:0]  x,        // where this router is
  input  wire [3:0]  y,
  input  wire        valid,
  input  wire        taken,    // the flit moves at the coming edge
  input  wire [15:0] header,   // low bits of the flit offered
  output wire [4:0]  request,  // one-hot: local, north, east, south, west
  output wire        last      // the flit offered is the last of its packet
);
  reg       inside_q;  // between head and last flit
  reg [7:0] left_q;    // flits of the packet still to come
  reg [4:0] way_q;

  // A destination outside the mesh has no way: the packet is never taken.
  wire [3:0] to_x = header[3:0];
  wire [3:0] to_y = header[7:4];
  wire       exists = {28'd0, to_x} < X_SIZE && {28'd0, to_y} < Y_SIZE;
  wire [4:0] way = !exists ? 5'b00000 :
                   to_x > x ? 5'b00100 : to_x < x ? 5'b10000 :
                   to_y > y ? 5'b01000 : to_y < y ? 5'b00010 : 5'b00001;

  assign request = !valid ? 5'b00000 : inside_q ? way_q : way;
  assign last = inside_q ? left_q == 8'd1 : header[15:8] == 8'd0;

  always @(posedge clk) begin
    if (!rst_n) begin
      inside_q <= 1'b0;
      left_q <= 8'd0;
      way_q <= 5'b00000;
    end else if (taken) begin
      inside_q <= !last;
      left_q <= inside_q ? left_q - 8'd1 : header[15:8];
      if (!inside_q) way_q <= way;
    end
  end
endmodule
