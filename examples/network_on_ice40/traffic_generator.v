/// Sends messages of four flits from a node to the others at random times, and checks those that come: each flit in
/// its place, from one source, at its destination. A flit is that of the exported network (its README.md):
/// kind (3), class (1), destination (2), source (2), data (16).
module traffic_generator #(
  parameter logic [1:0] NODE = 2'd0,
  localparam int FLIT_WIDTH = 24
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        ///< synchronous, active low
  input  logic                  ready_i,       ///< the network takes a flit in this cycle
  output logic                  flit_o_valid,
  output logic [FLIT_WIDTH-1:0] flit_o,
  input  logic                  flit_i_valid,
  input  logic [FLIT_WIDTH-1:0] flit_i,
  output logic                  received_o,    ///< the last flit of a message came
  output logic                  error_o        ///< since the reset some flit was wrong
);
  localparam logic [2:0] HEAD = 3'd1;
  localparam logic [2:0] BODY = 3'd2;
  localparam logic [2:0] TAIL = 3'd3;

  // Random bits, by a shift register with feedback.
  logic [15:0] random_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) random_q <= 16'hace1 + {14'd0, NODE};
    else random_q <= {random_q[14:0], random_q[15] ^ random_q[13] ^ random_q[12] ^ random_q[10]};
  end

  // What is sent. A message begins in one of four cycles, to one of the three other nodes.
  logic       sending_q;
  logic [1:0] index_q, destination_q;
  logic [9:0] number_q;  // of the message
  logic [2:0] kind;
  assign kind = (index_q == 2'd0) ? HEAD : (index_q == 2'd3) ? TAIL : BODY;
  assign flit_o_valid = sending_q;
  assign flit_o = {NODE, destination_q, index_q, number_q, NODE, destination_q, 1'b0, kind};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sending_q <= 1'b0;
      index_q <= 2'd0;
      number_q <= 10'd0;
      destination_q <= NODE + 2'd1;
    end else if (!sending_q) begin
      sending_q <= random_q[3:2] == 2'd0;
      destination_q <= NODE + ((random_q[1:0] == 2'd0) ? 2'd1 : random_q[1:0]);
    end else if (ready_i) begin
      index_q <= index_q + 2'd1;
      if (index_q == 2'd3) begin
        sending_q <= 1'b0;
        number_q <= number_q + 10'd1;
      end
    end
  end

  // What comes: the data of a flit say whose it is, where it goes and which of its message it is.
  logic [1:0] wanted_q, source_q;
  logic [9:0] message_q;
  logic [1:0] source, destination, index;
  logic [9:0] message;
  logic [2:0] wanted_kind;
  logic       wrong;
  assign wanted_kind = (wanted_q == 2'd0) ? HEAD : (wanted_q == 2'd3) ? TAIL : BODY;
  assign {source, destination, index, message} = flit_i[23:8];
  assign wrong = destination != NODE || index != wanted_q || flit_i[2:0] != wanted_kind ||
                 (wanted_q != 2'd0 && (source != source_q || message != message_q));
  wire unused = &{1'b0, flit_i[7:3]};
  assign received_o = flit_i_valid && flit_i[2:0] == TAIL;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wanted_q <= 2'd0;
      error_o <= 1'b0;
    end else if (flit_i_valid) begin
      wanted_q <= wanted_q + 2'd1;
      source_q <= source;
      message_q <= message;
      if (wrong) error_o <= 1'b1;
    end
  end
endmodule
