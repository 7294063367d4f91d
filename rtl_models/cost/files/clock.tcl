# All ports but the clock change at its edges.
proc clock_ports {period} {
  create_clock -name clk -period $period [get_ports clk_i]
  foreach port [all_inputs] {
    if {[get_property $port full_name] ne "clk_i"} { set_input_delay 0 -clock clk $port }
  }
  set_output_delay 0 -clock clk [all_outputs]
}
