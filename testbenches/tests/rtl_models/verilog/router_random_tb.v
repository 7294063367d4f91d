// Two builds of the router side by side under the same random traffic: `router` as written and
// `router_netlist` as synthesised. Prints PASS, or the first cycle in which they differ.
//
// The traffic keeps the protocol (docs/router.md): flits of a message in order, no FIFO overfilled,
// every credit returned once.
module router_random_tb #(
  parameter int PIPELINE = 3, parameter int BYPASS = 0, parameter int PRIORITY = 0,
  parameter int SWITCHING = 0,
  parameter int VC_ALLOCATOR = 0,
  parameter int SWITCH_ALLOCATOR = 0,
  parameter int ITERATIONS = 1,
  parameter int ARBITER = 0,
  parameter int ARBITER_STATE = 0,
  parameter int INPUT_SPEEDUP = 1,
  parameter int VC_REUSE = 0,
  parameter int ROUTING = 0,
  parameter logic [255:0] ROUTE_SETTINGS = 256'd0,
  parameter int HEADER_ENTRIES = 0,
  parameter int LOCAL_NODES = 1,  // 1 or 2, of at most 2 bits
  parameter int LOCAL_BITS = 0,
  parameter int FLIT_BYTES = 1,
  parameter int LEAN = 0,  // 1: router_netlist is lean; what its flits have not is 0
  parameter int CYCLES = 2000
);
  localparam int P = 2;
  localparam int V = 2;
  localparam int B = 4;
  localparam int I = P + LOCAL_NODES;  // one injection, one ejection port of each node
  // A link has a VC for each class.
  localparam logic [8*P-1:0] LINK_VCS = (ROUTING == 2 || HEADER_ENTRIES > 0) ? {8'd0, 8'd0} : {8'd1, 8'd0};

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [3:0] node = 4'd1;

  logic [I-1:0]   valid = '0;
  logic [I-1:0]   vc = '0;
  logic [3*I-1:0] kind = '0;
  logic [4*I-1:0] length = '0;
  logic [4*I-1:0] destination = '0;
  logic [2*I-1:0] index = '0;
  wire [16*I-1:0] ages = {16*I{1'b0}} | (data * 17);  // drawn as the data are
  logic [4*I-1:0] message = '0;
  localparam int D = (FLIT_BYTES > 0) ? 8*FLIT_BYTES : 1;
  logic [D*I-1:0] data = '0;
  logic [P*V-1:0] credit = '0;

  // Of multicasts: every other message of a router that has them, in headers of one flit or two.
  localparam int E = (HEADER_ENTRIES > 0) ? HEADER_ENTRIES : 1;
  localparam int HEADER_BITS = 6 + 7*E;  // of a flit
  logic [I-1:0]     header = '0;
  logic [I-1:0]     more = '0;
  logic [I-1:0]     first_port_valid = '0;
  logic [2*I-1:0]   first_port = '0;
  logic [I*E-1:0]   entry_valid = '0;
  logic [4*I*E-1:0] entry_address = '0;
  logic [2*I*E-1:0] entry_control = '0;
  logic [I*HEADER_BITS-1:0] header_a, header_b;  // of a flit that is not there 0
  logic [I-1:0]   error_a, error_b;

  logic [I-1:0]   row_valid = '0;
  logic [17:0]    row_address = '0;
  logic [8*P-1:0] row = '0;
  logic           again = 1'b0;

  logic           idle_a, idle_b;
  logic [I*V-1:0] credit_a, credit_b;
  logic [I-1:0]   valid_a, valid_b, vc_a, vc_b, class_a, class_b, salt_a, salt_b, detour_a, detour_b;
  logic [3*I-1:0] kind_a, kind_b;
  logic [4*I-1:0] length_a, length_b, destination_a, destination_b, source_a, source_b;
  logic [4*I-1:0] message_a, message_b;
  logic [D*I-1:0] data_a, data_b;
  logic [2*I-1:0] index_a, index_b, hop_a, hop_b;

  router #(
    .NETWORK_PORTS(P), .VIRTUAL_CHANNELS(V), .INJECTION_VCS(V), .BUFFER_FLITS(B), .PIPELINE(PIPELINE), .BYPASS(BYPASS), .PRIORITY(PRIORITY),
    .SWITCHING(SWITCHING), .VC_ALLOCATOR(VC_ALLOCATOR), .SWITCH_ALLOCATOR(SWITCH_ALLOCATOR),
    .ITERATIONS(ITERATIONS), .ARBITER(ARBITER), .ARBITER_STATE(ARBITER_STATE), .INPUT_SPEEDUP(INPUT_SPEEDUP), .VC_REUSE(VC_REUSE),
    .ROUTING(ROUTING), .ROUTE_SETTINGS(ROUTE_SETTINGS),
    .LOCAL_NODES(LOCAL_NODES), .LOCAL_BITS(LOCAL_BITS), .NODE_WIDTH(4), .LENGTH_WIDTH(4), .INDEX_WIDTH(2), .MESSAGE_WIDTH(4),
    .SALT_WIDTH(1), .HOP_WIDTH(2), .FLIT_BYTES(FLIT_BYTES), .HEADER_ENTRIES(HEADER_ENTRIES), .NODES(4), .HEADER_EJECTION_CLASSES(8'd2)
  ) dut_a (
    .clk_i(clk), .rst_ni(rst_n), .node_i(node), .link_vcs_i(LINK_VCS), .idle_o(idle_a),
    .table_clk_i(clk), .table_i_valid(row_valid), .table_i_address(row_address), .table_i_row(row), .route_again_i(again),
    .flit_i_valid(valid), .flit_i_vc(vc), .flit_i_kind(kind), .flit_i_class({I{1'b0}}),
    .flit_i_length(length), .flit_i_destination(destination), .flit_i_source(message),
    .flit_i_salt({I{1'b1}}), .flit_i_hop({I{2'b01}}), .flit_i_detour(index[0 +: I]), .flit_i_age(ages), .flit_i_index(index), .flit_i_message(message), .flit_i_data(data),
    .flit_i_header(header), .flit_i_more(more), .flit_i_routing({I{1'b0}}),
    .flit_i_first_port_valid(first_port_valid), .flit_i_first_port(first_port),
    .flit_i_entry_valid(entry_valid), .flit_i_entry_address(entry_address),
    .flit_i_entry_control(entry_control), .flit_i_error({I{1'b0}}), .credit_o(credit_a),
    .flit_o_header(header_a[0 +: I]), .flit_o_more(header_a[I +: I]), .flit_o_routing(header_a[2*I +: I]),
    .flit_o_first_port_valid(header_a[3*I +: I]), .flit_o_first_port(header_a[4*I +: 2*I]),
    .flit_o_entry_valid(header_a[6*I +: I*E]), .flit_o_entry_address(header_a[(6 + E)*I +: 4*I*E]),
    .flit_o_entry_control(header_a[(6 + 5*E)*I +: 2*I*E]), .flit_o_error(error_a),
    .flit_o_valid(valid_a), .flit_o_vc(vc_a), .flit_o_kind(kind_a), .flit_o_class(class_a),
    .flit_o_length(length_a), .flit_o_destination(destination_a), .flit_o_source(source_a),
    .flit_o_salt(salt_a), .flit_o_hop(hop_a), .flit_o_detour(detour_a), .flit_o_index(index_a), .flit_o_message(message_a), .flit_o_data(data_a),
    .credit_i(credit));
  router_netlist dut_b (
    .clk_i(clk), .rst_ni(rst_n), .node_i(node), .link_vcs_i(LINK_VCS), .idle_o(idle_b),
    .table_clk_i(clk), .table_i_valid(row_valid), .table_i_address(row_address), .table_i_row(row), .route_again_i(again),
    .flit_i_valid(valid), .flit_i_vc(vc), .flit_i_kind(kind), .flit_i_class({I{1'b0}}),
    .flit_i_length(length), .flit_i_destination(destination), .flit_i_source(message),
    .flit_i_salt({I{1'b1}}), .flit_i_hop({I{2'b01}}), .flit_i_detour(index[0 +: I]), .flit_i_age(ages), .flit_i_index(index), .flit_i_message(message), .flit_i_data(data),
    .flit_i_header(header), .flit_i_more(more), .flit_i_routing({I{1'b0}}),
    .flit_i_first_port_valid(first_port_valid), .flit_i_first_port(first_port),
    .flit_i_entry_valid(entry_valid), .flit_i_entry_address(entry_address),
    .flit_i_entry_control(entry_control), .flit_i_error({I{1'b0}}), .credit_o(credit_b),
    .flit_o_header(header_b[0 +: I]), .flit_o_more(header_b[I +: I]), .flit_o_routing(header_b[2*I +: I]),
    .flit_o_first_port_valid(header_b[3*I +: I]), .flit_o_first_port(header_b[4*I +: 2*I]),
    .flit_o_entry_valid(header_b[6*I +: I*E]), .flit_o_entry_address(header_b[(6 + E)*I +: 4*I*E]),
    .flit_o_entry_control(header_b[(6 + 5*E)*I +: 2*I*E]), .flit_o_error(error_b),
    .flit_o_valid(valid_b), .flit_o_vc(vc_b), .flit_o_kind(kind_b), .flit_o_class(class_b),
    .flit_o_length(length_b), .flit_o_destination(destination_b), .flit_o_source(source_b),
    .flit_o_salt(salt_b), .flit_o_hop(hop_b), .flit_o_detour(detour_b), .flit_o_index(index_b), .flit_o_message(message_b), .flit_o_data(data_b),
    .credit_i(credit));

  // What flits of router_netlist have.
  localparam bit HAS_ALL = LEAN == 0;
  localparam bit HAS_LENGTH = HAS_ALL || SWITCHING != 0;
  localparam bit HAS_HOP = HAS_ALL || ROUTING == 2;  // and salt: the choice among candidates is drawn

  // Per input VC: flits of the running message still to come, its length and destination, and room.
  int left [0:I*V-1];
  int headers [0:I*V-1];  // its header flits
  int size [0:I*V-1];
  int to [0:I*V-1];
  int room [0:I*V-1];
  int chosen, sent, cycle, i, o;
  int seed = 20231;

  initial begin
    for (i = 0; i < I*V; i++) begin
      left[i] = 0;
      headers[i] = 0;
      size[i] = 0;
      to[i] = 0;
      room[i] = B;
    end
    sent = 0;
    // Route tables of four destinations: any port, in one VC class at even and in another at odd ones;
    // with an escape those of heads that take it, too; with UGAL detours of one hop, and minimal ways of three.
    for (i = 0; i < 16; i++) begin
      row_valid = '1;
      row_address = i;
      row = (i % 2 == 0) ? 16'h8081 : 16'h8180;
      if (ROUTING == 2 && ROUTE_SETTINGS[5*16 + 3]) row = row | (i < 8 ? 16'h0202 : 16'h0606);
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    // Those of multicasts, in the second VC class; in the row of this node its ejection class.
    for (i = 0; i < 4 && HEADER_ENTRIES > 0; i++) begin
      row_address = 18'h20000 + i;
      row = (i == 1) ? 16'h0001 : (i == 2) ? 16'h8100 : 16'h0081;
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    row_valid = '0;
    for (cycle = -2; cycle < CYCLES; cycle++) begin
      // The wires of the cycle: registered at the next edge.
      valid = '0;
      again = $random(seed) % 64 == 0;
      if (cycle >= 0) begin
        for (i = 0; i < I; i++) begin
          chosen = i*V + {31'd0, $random(seed) % 2 == 0};
          if (left[chosen] == 0 && $random(seed) % 4 == 0) begin
            size[chosen] = 1 + {$random(seed)} % 4;
            left[chosen] = size[chosen];
            to[chosen] = ({$random(seed)} % 4) << LOCAL_BITS;
            if (LOCAL_NODES > 1) to[chosen] = to[chosen] + {$random(seed)} % LOCAL_NODES;
            headers[chosen] = (HEADER_ENTRIES == 0) ? 0 : {$random(seed)} % 3;
            if (headers[chosen] > size[chosen]) headers[chosen] = size[chosen];
          end
          if (left[chosen] > 0 && room[chosen] > 0) begin
            valid[i] = 1'b1;
            vc[i] = chosen % V;
            kind[3*i +: 3] = (size[chosen] == 1) ? 4 : (left[chosen] == size[chosen]) ? 1
                                                 : (left[chosen] == 1) ? 3 : 2;
            length[4*i +: 4] = size[chosen];
            destination[4*i +: 4] = to[chosen];
            index[2*i +: 2] = size[chosen] - left[chosen];
            message[4*i +: 4] = $random(seed);
            for (o = 0; o < D; o++) data[D*i + o] = $random(seed);
            header[i] = size[chosen] - left[chosen] < headers[chosen];
            if (HEADER_ENTRIES > 0) begin
              more[i] = size[chosen] - left[chosen] + 1 < headers[chosen];
              first_port_valid[i] = $random(seed) % 4 == 0;
              first_port[2*i +: 2] = {$random(seed)} % 2;
              for (o = 0; o < E; o++) begin
                entry_valid[i*E + o] = o > 0 || $random(seed) % 8 != 0;
                entry_address[4*(i*E + o) +: 4] = {$random(seed)} % 5;
                entry_control[2*(i*E + o) +: 2] = $random(seed);
              end
            end
            left[chosen] = left[chosen] - 1;
            room[chosen] = room[chosen] - 1;
          end
        end
      end
      #1 clk = 1'b1;
      rst_n = cycle >= -1;
      #1 clk = 1'b0;
      if (cycle >= 0) begin
        if (idle_a !== idle_b || credit_a !== credit_b || valid_a !== valid_b ||
            {header_a, error_a} !== {header_b, error_b} || (^{idle_a, credit_a, valid_a}) === 1'bx) begin
          $display("cycle %0d: idle %b %b, credits %b %b, valid %b %b, headers %b %b", cycle, idle_a, idle_b,
                   credit_a, credit_b, valid_a, valid_b, header_a, header_b);
          $finish;
        end
        credit = '0;
        for (o = 0; o < I; o++) begin
          if (valid_a[o]) begin
            sent = sent + 1;
            if ({detour_a[o], vc_a[o], class_a[o], salt_a[o] & HAS_HOP, kind_a[3*o +: 3], length_a[4*o +: 4] & {4{HAS_LENGTH}},
                 destination_a[4*o +: 4], source_a[4*o +: 4] & {4{HAS_ALL}}, message_a[4*o +: 4] & {4{HAS_ALL}},
                 index_a[2*o +: 2] & {2{HAS_ALL}}, hop_a[2*o +: 2] & {2{HAS_HOP}}, data_a[D*o +: D]} !==
                {detour_b[o], vc_b[o], class_b[o], salt_b[o], kind_b[3*o +: 3], length_b[4*o +: 4],
                 destination_b[4*o +: 4], source_b[4*o +: 4], message_b[4*o +: 4], index_b[2*o +: 2],
                 hop_b[2*o +: 2], data_b[D*o +: D]}) begin
              $display("cycle %0d: output %0d: flits differ", cycle, o);
              $finish;
            end
            if (o < P) credit[o*V + vc_a[o]] = 1'b1;
          end
        end
        for (i = 0; i < I*V; i++) begin
          if (credit_a[i]) room[i] = room[i] + 1;
        end
      end
    end
    if (sent > 3*CYCLES/4) $display("PASS %0d flits", sent);
    else $display("only %0d flits in %0d cycles", sent, CYCLES);
    $finish;
  end
endmodule
