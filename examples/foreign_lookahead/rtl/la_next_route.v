// The port by which a packet leaves the router after this one: first along the row, then the column.
module la_next_route #(
  parameter COLUMNS = 4,
  parameter ROWS = 4
) (
  input  wire [0:7] router_address,
  input  wire [0:3] leaving_by,   // one-hot: west, east, north, south; none: local
  input  wire [0:7] destination,
  output wire [0:2] port          // 7: no such destination
);
  localparam [31:0] COLUMNS_32 = COLUMNS;
  localparam [31:0] NODES_32 = COLUMNS * ROWS;
  wire [7:0] columns = COLUMNS_32[7:0];
  wire [7:0] last = NODES_32[7:0] - 8'd1;

  wire [7:0] column = router_address % columns - {7'd0, leaving_by[0]} + {7'd0, leaving_by[1]};
  wire [7:0] row = router_address / columns - {7'd0, leaving_by[2]} + {7'd0, leaving_by[3]};
  wire [7:0] to_column = destination % columns;
  wire [7:0] to_row = destination / columns;

  assign port = destination > last ? 3'd7 :
                to_column < column ? 3'd0 : to_column > column ? 3'd1 :
                to_row < row ? 3'd2 : to_row > row ? 3'd3 : 3'd4;
endmodule
