interface link;
  logic valid;
endinterface

module interface_top (
  input logic clock,
  link east
);
endmodule
