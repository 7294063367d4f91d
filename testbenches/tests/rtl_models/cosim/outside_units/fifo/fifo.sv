// A FIFO per VC that shifts, and in it functions, tasks and an include file. Its name comes from outside.
module `FIFO_NAME #(
  parameter int VCS = 2,
  parameter int USED_VCS = 2,
  parameter int BUFFER_FLITS = 4,
  parameter int VC_WIDTH = 1,
  parameter int COUNT_WIDTH = 3,
  parameter int CLASS_WIDTH = 1,
  parameter int LENGTH_WIDTH = 16,
  parameter int NODE_WIDTH = 16,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  parameter int INDEX_WIDTH = 16,
  parameter int MESSAGE_WIDTH = 32,
  parameter int CREDITS = 0  // 1: there are any
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              flit_i_valid,
  input  logic [VC_WIDTH-1:0]               flit_i_vc,
  input  logic [2:0]                        flit_i_kind,
  input  logic [CLASS_WIDTH-1:0]            flit_i_class,
  input  logic [LENGTH_WIDTH-1:0]           flit_i_length,
  input  logic [NODE_WIDTH-1:0]             flit_i_destination,
  input  logic [NODE_WIDTH-1:0]             flit_i_source,
  input  logic [SALT_WIDTH-1:0]             flit_i_salt,
  input  logic [HOP_WIDTH-1:0]              flit_i_hop,
  input  logic [INDEX_WIDTH-1:0]            flit_i_index,
  input  logic [MESSAGE_WIDTH-1:0]          flit_i_message,
  input  logic [VCS-1:0]                    pop_i,
  output logic [VCS-1:0]                    credit_o,
  output logic [VCS-1:0]                    filled_o,
  output logic [VCS-1:0][2:0]               front_o_kind,
  output logic [VCS-1:0][CLASS_WIDTH-1:0]   front_o_class,
  output logic [VCS-1:0][LENGTH_WIDTH-1:0]  front_o_length,
  output logic [VCS-1:0][NODE_WIDTH-1:0]    front_o_destination,
  output logic [VCS-1:0][NODE_WIDTH-1:0]    front_o_source,
  output logic [VCS-1:0][SALT_WIDTH-1:0]    front_o_salt,
  output logic [VCS-1:0][HOP_WIDTH-1:0]     front_o_hop,
  output logic [VCS-1:0][INDEX_WIDTH-1:0]   front_o_index,
  output logic [VCS-1:0][MESSAGE_WIDTH-1:0] front_o_message,
  output logic [VCS-1:0]                    head_o_valid,
  output logic [VCS-1:0][CLASS_WIDTH-1:0]   head_o_class,
  output logic [VCS-1:0][LENGTH_WIDTH-1:0]  head_o_length,
  output logic [VCS-1:0][NODE_WIDTH-1:0]    head_o_destination,
  output logic [VCS-1:0][NODE_WIDTH-1:0]    head_o_source,
  output logic [VCS-1:0][SALT_WIDTH-1:0]    head_o_salt,
  output logic [VCS-1:0][HOP_WIDTH-1:0]     head_o_hop,
  output logic [VCS-1:0]                    tail_o_front,
  output logic [VCS-1:0]                    tail_o_held,
  output logic [VCS-1:0][COUNT_WIDTH-1:0]   count_o
);
  `include "kinds.svh"
  typedef struct packed {
    logic [2:0]               kind;
    logic [CLASS_WIDTH-1:0]   cls;
    logic [LENGTH_WIDTH-1:0]  length;
    logic [NODE_WIDTH-1:0]    destination;
    logic [NODE_WIDTH-1:0]    source;
    logic [SALT_WIDTH-1:0]    salt;
    logic [HOP_WIDTH-1:0]     hop;
    logic [INDEX_WIDTH-1:0]   index;
    logic [MESSAGE_WIDTH-1:0] message;
  } flit_t;

  flit_t [VCS-1:0][BUFFER_FLITS-1:0] slots_q;
  logic [VCS-1:0][COUNT_WIDTH-1:0] count_q;

  function automatic logic is_tail(input logic [2:0] kind);
    return kind == TAIL || kind == SINGLE;
  endfunction
  function automatic logic is_head(input logic [2:0] kind);
    return kind == HEAD || kind == SINGLE;
  endfunction
  function automatic logic any_tail(input flit_t [BUFFER_FLITS-1:0] slots, input int count);
    any_tail = 1'b0;
    for (int s = 0; s < BUFFER_FLITS; s++) any_tail |= s < count && is_tail(slots[s].kind);
  endfunction
  task automatic take(input flit_t [BUFFER_FLITS-1:0] slots, output flit_t [BUFFER_FLITS-1:0] rest);
    rest = slots;
    for (int s = 0; s + 1 < BUFFER_FLITS; s++) rest[s] = slots[s + 1];
  endtask

  flit_t arriving;
  assign arriving = {flit_i_kind, flit_i_class, flit_i_length, flit_i_destination, flit_i_source, flit_i_salt,
                     flit_i_hop, flit_i_index, flit_i_message};
  assign credit_o = CREDITS == 1 ? pop_i : '0;
  for (genvar v = 0; v < VCS; v++) begin : g_vc
    flit_t front;
    assign front = slots_q[v][0];
    assign filled_o[v] = count_q[v] != 0;
    assign {front_o_kind[v], front_o_class[v], front_o_length[v], front_o_destination[v], front_o_source[v],
            front_o_salt[v], front_o_hop[v], front_o_index[v], front_o_message[v]} = front;
    assign head_o_valid[v] = filled_o[v] && is_head(front.kind);
    assign tail_o_front[v] = filled_o[v] && is_tail(front.kind);
    assign tail_o_held[v] = any_tail(slots_q[v], count_q[v]);
    assign count_o[v] = count_q[v];
    always_ff @(posedge clk_i) begin
      flit_t [BUFFER_FLITS-1:0] slots;
      int count;
      slots = slots_q[v];
      count = count_q[v];
      if (pop_i[v]) begin
        take(slots, slots);
        count--;
      end
      if (flit_i_valid && flit_i_vc == v && v < USED_VCS) begin
        slots[count] = arriving;
        count++;
      end
      slots_q[v] <= slots;
      count_q[v] <= rst_ni ? count : 0;
    end
  end
  assign head_o_class = front_o_class;
  assign head_o_length = front_o_length;
  assign head_o_destination = front_o_destination;
  assign head_o_source = front_o_source;
  assign head_o_salt = front_o_salt;
  assign head_o_hop = front_o_hop;
endmodule
