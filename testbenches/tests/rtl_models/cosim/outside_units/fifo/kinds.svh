// Kinds of flits.
localparam logic [2:0] HEAD = 3'd1;
localparam logic [2:0] TAIL = 3'd3;
localparam logic [2:0] SINGLE = 3'd4;
