// Buffer of one VC: first in, first out.
module la_vc_buffer #(
  parameter WIDTH = 66,
  parameter DEPTH = 8
) (
  input  wire             clock,
  input  wire             reset,
  input  wire             write,
  input  wire [0:WIDTH-1] write_data,
  input  wire             read,       // only when occupied
  output wire             occupied,
  output wire [0:WIDTH-1] front,
  output wire             overflow    // written while full: the flit is dropped
);
  localparam INDEX = $clog2(DEPTH);
  localparam [31:0] CAPACITY = DEPTH;
  localparam [31:0] LAST = DEPTH - 1;

  reg [0:WIDTH-1] slots [0:DEPTH-1];
  reg [INDEX-1:0] write_q, read_q;
  reg [INDEX:0] count_q;

  wire full = count_q == CAPACITY[INDEX:0];
  wire stored = write && !full;
  assign occupied = count_q != {(INDEX + 1){1'b0}};
  assign front = slots[read_q];
  assign overflow = write && full;

  always @(posedge clock or posedge reset) begin
    if (reset) begin
      write_q <= {INDEX{1'b0}};
      read_q <= {INDEX{1'b0}};
      count_q <= {(INDEX + 1){1'b0}};
    end else begin
      if (stored) write_q <= write_q == LAST[INDEX-1:0] ? {INDEX{1'b0}} : write_q + 1'b1;
      if (read) read_q <= read_q == LAST[INDEX-1:0] ? {INDEX{1'b0}} : read_q + 1'b1;
      if (stored && !read) count_q <= count_q + 1'b1;
      if (read && !stored) count_q <= count_q - 1'b1;
    end
  end
  always @(posedge clock) if (stored) slots[write_q] <= write_data;
endmodule
