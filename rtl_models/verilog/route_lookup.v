/// Routing by the route table: which of the ports of a row a head takes (docs/router.md, sections 12 and
/// 17). Serves every routing function that no module of its own computes.
module route_lookup #(
  parameter int NETWORK_PORTS = 6,
  parameter int PORT_WIDTH = 3,
  /// Choices: 0 the lowest port of the row, 1 a random one, 2 the one with the least load, random ties,
  /// 3 the lowest of these.
  parameter logic [255:0] SETTINGS = 256'h0001_0006_0001_0000_0000,  ///< 6..16 numbers: bits of source, of hop, salt parts, bits of destination, classes, choice; then those of route_detour
  parameter int EJECTION_PORTS = 1,
  parameter int VCS = 4,
  parameter int MESSAGE_CLASSES = 1,
  parameter int COUNT_WIDTH = 4,
  parameter int CLASS_WIDTH = 1,
  parameter int SALT_WIDTH = 16,
  parameter int HOP_WIDTH = 8,
  localparam int CLASSES = 32'(SETTINGS[4*16 +: 16]),
  localparam int OUTPUT_VCS = (NETWORK_PORTS + EJECTION_PORTS) * VCS,
  localparam int CLASS_VCS = NETWORK_PORTS * MESSAGE_CLASSES * CLASSES * VCS
) (
  input  logic                              head_i,         ///< a head is to be routed; outputs are 0 otherwise
  input  logic [NETWORK_PORTS*8-1:0]        row_i,          ///< of the route table
  input  logic [CLASS_WIDTH-1:0]            class_i,
  input  logic [SALT_WIDTH-1:0]             salt_i,
  input  logic [HOP_WIDTH-1:0]              hop_i,
  input  logic [CLASS_VCS-1:0]              network_vcs_i,
  input  logic [OUTPUT_VCS-1:0]             held_i,
  input  logic [OUTPUT_VCS*COUNT_WIDTH-1:0] outstanding_i,
  output logic [PORT_WIDTH-1:0]             port_o
);
  localparam int CHOICE = 32'(SETTINGS[5*16 +: 16]);
  localparam int RANDOM = 1;
  localparam int SHORTEST_TIES_RANDOM = 2;
  localparam int SHORTEST_TIES_LOWEST = 3;

  logic [NETWORK_PORTS-1:0] listed;
  logic [NETWORK_PORTS-1:0] eligible;  // of these one is taken
  genvar p;
  generate
    for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_listed
      assign listed[p] = head_i && row_i[p*8 + 7];
    end

    if (CHOICE == SHORTEST_TIES_RANDOM || CHOICE == SHORTEST_TIES_LOWEST) begin : g_shortest
      localparam int ALL = MESSAGE_CLASSES * CLASSES;
      localparam int LOAD_WIDTH = COUNT_WIDTH + $clog2(VCS) + 1;
      logic [NETWORK_PORTS*LOAD_WIDTH-1:0] load;
      logic [LOAD_WIDTH-1:0]               least;
      for (p = 0; p < NETWORK_PORTS; p = p + 1) begin : g_port
        logic [ALL*VCS-1:0] asked;
        assign asked = network_vcs_i[p*ALL*VCS +: ALL*VCS] >>
                       (32'(class_i)*CLASSES + 32'(row_i[p*8 +: 7]))*VCS;
        // Flits under way to the buffer behind the port, and VCs held. A sum of its own: processes that
        // write parts of one vector and read it wake one another without end in Icarus.
        logic [VCS-1:0]             held;
        logic [VCS*COUNT_WIDTH-1:0] outstanding;
        logic [LOAD_WIDTH-1:0]      sum;
        assign held = held_i[p*VCS +: VCS];
        assign outstanding = outstanding_i[p*VCS*COUNT_WIDTH +: VCS*COUNT_WIDTH];
        always @* begin
          sum = '0;
          for (int v = 0; v < VCS; v++) begin
            if (listed[p] && asked[v])
              sum = sum + LOAD_WIDTH'(held[v]) +
                    LOAD_WIDTH'(outstanding[v*COUNT_WIDTH +: COUNT_WIDTH]);
          end
        end
        assign load[p*LOAD_WIDTH +: LOAD_WIDTH] = sum;
        assign eligible[p] = listed[p] && load[p*LOAD_WIDTH +: LOAD_WIDTH] == least;
        wire unused = &{1'b0, asked};
      end
      always @* begin
        least = {LOAD_WIDTH{1'b1}};
        for (int i = 0; i < NETWORK_PORTS; i++) begin
          if (listed[i] && load[i*LOAD_WIDTH +: LOAD_WIDTH] < least)
            least = load[i*LOAD_WIDTH +: LOAD_WIDTH];
        end
      end
    end else begin : g_all
      assign eligible = listed;
    end
  endgenerate

  // Which of the eligible, in ascending port order.
  logic [31:0] rank;
  generate
    if (CHOICE == RANDOM || CHOICE == SHORTEST_TIES_RANDOM) begin : g_random
      localparam logic [15:0] PURPOSE = (CHOICE == RANDOM) ? 16'h0000 : 16'h79B9;
      logic [15:0] start;
      logic [15:0] folded;
      logic [15:0] mixed;
      logic [15:0] refolded;
      logic [15:0] remixed;
      logic [15:0] hash;
      logic [31:0] count;
      assign start = 16'(salt_i) ^ 16'(32'(hop_i) * 32'h9E37) ^ PURPOSE;
      assign folded = start ^ (start >> 8);
      assign mixed = folded * 16'h88B5;
      assign refolded = mixed ^ (mixed >> 7);
      assign remixed = refolded * 16'hDB2D;
      assign hash = remixed ^ (remixed >> 9);
      always @* begin
        count = '0;
        for (int i = 0; i < NETWORK_PORTS; i++) count = count + 32'(eligible[i]);
      end
      assign rank = (count * 32'(hash)) >> 16;
    end else begin : g_lowest
      assign rank = '0;
    end
  endgenerate

  logic [31:0] passed;
  always @* begin
    port_o = '0;
    passed = '0;
    for (int i = 0; i < NETWORK_PORTS; i++) begin
      if (eligible[i]) begin
        if (passed == rank) port_o = PORT_WIDTH'(i);
        passed = passed + 32'd1;
      end
    end
  end

  wire unused = &{1'b0, row_i, class_i, salt_i, hop_i, network_vcs_i, held_i, outstanding_i};
endmodule
