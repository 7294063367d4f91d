module tree_node (
  input  logic left_any,
  input  logic right_any,
  input  logic chosen,
  output logic any,
  output logic left_chosen,
  output logic right_chosen
);
  assign any = left_any || right_any;
  assign left_chosen = chosen && left_any;
  assign right_chosen = chosen && !left_any;
endmodule
