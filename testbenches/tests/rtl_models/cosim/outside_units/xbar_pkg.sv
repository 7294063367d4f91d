// A package as projects have them: types, and functions whose arguments are no ports.
package xbar_pkg;
  localparam int KIND_WIDTH = 3;
  localparam int MOST = 64;
  typedef struct packed {
    logic       found;
    logic [5:0] number;
  } choice_t;

  function automatic choice_t chosen(input logic [MOST-1:0] one_hot);
    chosen = '0;
    for (int i = 0; i < MOST; i++) if (one_hot[i]) chosen = '{found: 1'b1, number: 6'(i)};
  endfunction
endpackage
