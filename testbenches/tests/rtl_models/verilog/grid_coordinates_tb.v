/// Every node of a grid of X x Y x Z, counted through: coordinates are those of the count.
module grid_coordinates_tb;
  parameter int X = 3;
  parameter int Y = 2;
  parameter int Z = 2;
  parameter int NODE_WIDTH = 4;
  logic [NODE_WIDTH-1:0]   node;
  logic [4*NODE_WIDTH-1:0] coordinates;  // a fourth dimension is not there
  grid_coordinates #(4, NODE_WIDTH, {16'd0, 16'(Z), 16'(Y), 16'(X)}) grid_coordinates (
    .node_i(node), .coordinates_o(coordinates));
  initial begin
    node = '0;
    for (int z = 0; z < Z; z++) begin
      for (int y = 0; y < Y; y++) begin
        for (int x = 0; x < X; x++) begin
          #1;
          if (coordinates !== {{NODE_WIDTH{1'b0}}, NODE_WIDTH'(z), NODE_WIDTH'(y), NODE_WIDTH'(x)}) begin
            $display("FAIL: node %0d is not at %0d, %0d, %0d: %h", node, x, y, z, coordinates);
            $finish;
          end
          node = node + 1'b1;
        end
      end
    end
    $display("PASS");
  end
endmodule
