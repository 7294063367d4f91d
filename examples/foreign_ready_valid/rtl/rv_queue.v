// First in, first out; what is written at an edge can be read in the cycle that begins there.
module rv_queue #(
  parameter DATA_WIDTH = 64,
  parameter DEPTH = 4
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  write,       // only when not full
  input  wire [DATA_WIDTH-1:0] write_data,
  output wire                  full,
  output wire                  valid,
  input  wire                  read,        // only when valid
  output wire [DATA_WIDTH-1:0] read_data
);
  localparam INDEX = $clog2(DEPTH);
  localparam [31:0] CAPACITY = DEPTH;
  localparam [31:0] LAST = DEPTH - 1;

  reg [DATA_WIDTH-1:0] slots [0:DEPTH-1];
  reg [INDEX-1:0] write_q, read_q;
  reg [INDEX:0] count_q;

  assign full = count_q == CAPACITY[INDEX:0];
  assign valid = count_q != {(INDEX + 1){1'b0}};
  assign read_data = slots[read_q];

  always @(posedge clk) begin
    if (!rst_n) begin
      write_q <= {INDEX{1'b0}};
      read_q <= {INDEX{1'b0}};
      count_q <= {(INDEX + 1){1'b0}};
    end else begin
      if (write) write_q <= write_q == LAST[INDEX-1:0] ? {INDEX{1'b0}} : write_q + 1'b1;
      if (read) read_q <= read_q == LAST[INDEX-1:0] ? {INDEX{1'b0}} : read_q + 1'b1;
      if (write && !read) count_q <= count_q + 1'b1;
      if (read && !write) count_q <= count_q - 1'b1;
    end
  end
  always @(posedge clk) if (write) slots[write_q] <= write_data;
endmodule
