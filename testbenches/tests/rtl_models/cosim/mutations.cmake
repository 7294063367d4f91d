# Single changes of the Verilog, each of which a test must find, and find in the right module.
#
# All of them are built into one version of the sources: every changed expression becomes
# `(mutation::select == k) ? changed : original`, and `+mutation=k` chooses at run time.
set(mutation_count 0)
set(mutation_table "")

# mutate(NAME SET module before original changed after): `before original after` must be in module.v exactly once.
# The units that have a module, where it is not a unit itself.
set(units_with_round_robin_arbiter vc_allocator switch_allocator)
set(units_with_matrix_arbiter vc_allocator switch_allocator)
set(units_with_separable_vc_allocator vc_allocator)
foreach(part wavefront wavefront_switch_allocator separable_input_switch_allocator islip_switch_allocator islip_iteration
             matched_vcs speedup_switch_allocator)
  set(units_with_${part} switch_allocator)
endforeach()
foreach(part next_route route_ecube route_dimension_order grid_coordinates route_lookup row_loads route_ugal route_table route_detour
             vc_classes link_vcs allowed_vcs message_state header_routes branch_state)
  set(units_with_${part} route_unit)
endforeach()
set(units_with_other_branches switch_allocator)
set(units_with_vc_credits output_unit)
set(units_with_vc_front vc_buffer)
set(units_with_shared_slots vc_buffer)
# These are no units that can be exchanged; their mistakes are looked for in whole routers.
foreach(part bypass_unit traversal_register)
  set(units_with_${part} "")
  set(seen_as_${part} "vc_allocator|switch_allocator|traversal_register|crossbar|output_unit|network")
endforeach()
set(units_with_vc_pointers output_unit)
foreach(part vc_requests vc_pick vc_order switch_vc_selector at_switch ejection_first_vc_allocator wavefront_columns ejection_request)
  set(units_with_${part} vc_allocator)
endforeach()
# In a whole router a difference is expected in the unit; of a routing function the checkpoints name the module, and an
# input matched twice is seen at two outputs.
set(seen_as_route_ecube route_ecube)
set(seen_as_route_dimension_order route_dimension_order)
set(seen_as_grid_coordinates route_dimension_order)
set(seen_as_route_lookup route_lookup)
set(seen_as_row_loads route_lookup)
set(seen_as_route_ugal "route_lookup|route_unit")
set(seen_as_route_table "route_lookup|route_unit")
set(seen_as_route_detour "route_lookup|route_unit")
set(seen_as_islip_iteration "switch_allocator|crossbar")
set(seen_as_header_unit "header_unit|crossbar")
# No checkpoint is between them.
set(seen_as_switch_vc_selector_holds_vcs_of_output_0 output_unit)
set(seen_as_speculation_masks_no_inputs crossbar) # two grants at an input: the checkpoint shows one
# Without a register between them the crossbar and the output unit have one checkpoint.
set(seen_as_output_unit_flips_a_bit_of_the_data "output_unit|crossbar")

function(mutate name set module before original changed after)
  math(EXPR k "${mutation_count} + 1")
  set(mutation_count ${k} PARENT_SCOPE)
  set(text "${source_${module}}")
  if(text STREQUAL "")
    file(READ ${FLITSCOPE_VERILOG_DIR}/${module}.v text)
  endif()
  string(FIND "${text}" "${before}${original}${after}" first)
  string(FIND "${text}" "${before}${original}${after}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "mutation ${name}: found not exactly once in ${module}.v: ${before}${original}${after}")
  endif()
  string(REPLACE "${before}${original}${after}"
                 "${before}((mutation::select == ${k}) ? (${changed}) : (${original}))${after}" text "${text}")
  set(source_${module} "${text}" PARENT_SCOPE)
  string(REGEX REPLACE "^multicast_" "" units ${module})
  if(DEFINED units_with_${module})
    set(units ${units_with_${module}})
  endif()
  list(JOIN units "|" where)
  set(seen_as ${where})
  foreach(what ${module} ${name})
    if(DEFINED seen_as_${what})
      set(seen_as ${seen_as_${what}})
    endif()
  endforeach()
  set(mutation_table
      "${mutation_table}    {${k}, \"${name}\", \"${where}\", \"${seen_as}\", \"${set}\"},\n" PARENT_SCOPE)
  list(APPEND mutated_units_${set} ${units})
  list(REMOVE_DUPLICATES mutated_units_${set})
  set(mutated_units_${set} ${mutated_units_${set}} PARENT_SCOPE)
endfunction()

mutate(round_robin_without_pointer narrow round_robin_arbiter
       "assign pool = (" "(request_i & mask_q) != '0" "1'b0" ")")
mutate(round_robin_forgets_without_a_winner narrow round_robin_arbiter
       "else if (" "winner_i != '0" "1'b1" ") mask_q")
mutate(round_robin_stays_at_winner narrow round_robin_arbiter
       "{N{1'b1}} : " "~(winner_i | (winner_i - N'(1)))" "~(winner_i - N'(1))" ";")
mutate(round_robin_starts_at_1 narrow round_robin_arbiter
       "if (!rst_ni) mask_q <= " "{N{1'b1}}" "{N{1'b1}} << 1" ";")
mutate(matrix_never_changes wide matrix_arbiter
       "else if (winner_i != '0) before_q <= " "winner_i[i] ? ~winner_i : before_q & ~winner_i" "before_q" ";")
# In the switch allocator of this set it arbitrates VCs of an input only, of which VC 0 always comes first, alone.
set(units_with_matrix_arbiter vc_allocator)
mutate(matrix_starts_reversed wide matrix_arbiter
       "if (!rst_ni) before_q <= " "~({N{1'b1}} << i)" "({N{1'b1}} << i) << 1" ";")
mutate(wavefront_stays_on_its_diagonal wide wavefront
       "else if (" "used_i" "1'b0" ")")
mutate(wavefront_skips_a_diagonal wide wavefront
       "diagonal_q + " "DIAGONAL_WIDTH'(1)" "DIAGONAL_WIDTH'(2)" ";")
mutate(vc_pick_takes_the_highest_vc narrow vc_pick
       "assign pick_o = " "among & (~among + VCS'(1))" "among & ~(among >> 1)" ";")
mutate(vc_pick_does_not_look_ahead narrow vc_pick
       "(CHOICE == 1) ? " "open_i & ~passed_i" "open_i" " :")
mutate(vc_pointers_stand_still narrow vc_pointers
       "| " "behind" "'0" ";")
mutate(vc_pointers_stay_behind_the_last narrow vc_pointers
       "passed_q & " "~moving" "{VCS{1'b1}}" ")")
mutate(vc_pointers_move_those_of_other_classes at_switch vc_pointers
       "(groups[k*VCS + v] && (" "taken_i & groups[k*VCS +: VCS]" "taken_i" ") != '0)")
mutate(vc_order_turns_ties_around pool vc_order
       "first = " "outstanding_i[u*COUNT_WIDTH +: COUNT_WIDTH] <= outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH]"
       "outstanding_i[u*COUNT_WIDTH +: COUNT_WIDTH] < outstanding_i[w*COUNT_WIDTH +: COUNT_WIDTH]" ";")
mutate(vc_allocator_wants_one_credit_more wide vc_requests
       "< " "32'(length)" "32'(length) + 1" ")")
mutate(vc_allocator_pointer_stands_still narrow separable_vc_allocator
       ".winner_i(" "grant[w*REQUESTERS +: REQUESTERS]" "'0" ")")
mutate(switch_allocator_ignores_credits narrow multicast_switch_allocator
       "= " "ready_i[o*VCS + w]" "1'b1" ";")
mutate(input_arbiter_moves_without_winning narrow separable_input_switch_allocator
       ".winner_i(" "crosses[p]" "1'b1" " ?")
mutate(output_arbiter_stands_still narrow separable_input_switch_allocator
       ".winner_i(" "used_i[o*INPUTS +: INPUTS]" "'0" ")")
mutate(vc_arbiter_after_wavefront_stands_still wide matched_vcs
       ".winner_i(" "crosses" "1'b0" " ?")
mutate(shared_vc_arbiter_sees_all_requests wide matched_vcs
       "matched = matched | " "request[j*VCS +: VCS]" "request_i[(p*OUTPUTS + j)*VCS +: VCS]" ";")
mutate(islip_iterates_once rounds islip_switch_allocator
       "assign pairs = " "g_iteration[ITERATIONS-1].match" "g_iteration[0].match" ";")
mutate(islip_iteration_forgets_matched_inputs rounds islip_iteration
       "output_taken[o] || " "input_taken[i]" "1'b0" ") ?")
mutate(islip_iteration_forgets_matched_outputs rounds islip_iteration
       "+: VCS] = (" "output_taken[o]" "1'b0" " ||")
mutate(islip_outputs_stand_still rounds islip_iteration
       ".winner_i(" "first_i[o*INPUTS +: INPUTS]" "'0" ")")
mutate(islip_every_iteration_moves_arbiters rounds islip_switch_allocator
       ".first_i(" "first" "select_o" ")")
mutate(islip_inputs_stand_still rounds islip_iteration
       "assign winner[o] = " "first_i[o*INPUTS + p]" "1'b0" ";")
mutate(islip_vcs_stand_still rounds matched_vcs
       ".winner_i(" "used_i[o*INPUTS + p]" "1'b0" " ?")
mutate(ecube_sees_bit_2_inverted narrow route_ecube
       "assign differing = " "node_i ^ destination_i" "node_i ^ destination_i ^ NODE_WIDTH'(4)" ";")
mutate(dimension_order_goes_backwards wide route_dimension_order
       "          " "down[DIMENSION]" "up[DIMENSION]" " ? PORT")
mutate(grid_coordinates_leave_the_rows_in wide grid_coordinates
       "NODE_WIDTH] = " "at % NODE_WIDTH'(SIZE)" "at" ";")
mutate(route_table_ignores_the_hop lookup route_table
       "part << DESTINATION_BITS |
                       " "hop << HOP_AT" "hop & 0" " |")
mutate(route_table_takes_no_row_for_the_last_node lookup route_table
       "if (" "table_i_valid" "table_i_valid && table_i_address[2:0] != 3'd7" ") rows")
mutate(route_lookup_takes_the_lowest lookup route_lookup
       "assign rank = " "(count * 32'(hash)) >> 16" "32'd0" ";")
mutate(route_lookup_hashes_without_the_hop lookup route_lookup
       "16'(" "32'(hop_i) * 32'h9E37" "32'd0" ")")
mutate(route_lookup_takes_a_tie_for_a_choice lookup route_lookup
       " ^ " "PURPOSE" "16'h0000" ";")
mutate(row_loads_forget_held_vcs lookup row_loads
       "sum = sum + " "LOAD_WIDTH'(held[v])" "LOAD_WIDTH'(0)" " +")
mutate(route_lookup_takes_any_candidate lookup route_lookup
       "listed[p] && " "load[p*LOAD_WIDTH +: LOAD_WIDTH] == least" "1'b1" ";")
mutate(link_vcs_takes_a_vc_from_all_links narrow link_vcs
       "assign count = " "(link_vcs_i[p*8 +: 8] == 8'd0) ? 8'(VCS) : link_vcs_i[p*8 +: 8]" "8'(VCS - 1)" ";")
mutate(link_vcs_gives_the_last_vc_to_nobody lookup link_vcs
       "&&
                    " "(RANK + 1)*32'(count) >= (v + 1 + HIGH)*OF" "(RANK + 1)*32'(count) > (v + 1 + HIGH)*OF" ";")
mutate(link_vcs_gives_an_escape_vc_to_all escape link_vcs
       " + " "LOW*OF" "0" " <")
mutate(route_table_knows_no_escape escape route_table
       "assign last = UGAL ? !detour : " "ESCAPES && again_i[H]" "1'b0" ";")
mutate(route_unit_never_routes_again escape route_unit
       "assign lost = " "asks && !vc_grant_i_valid[v]" "1'b0" ";")
mutate(route_unit_routes_an_escape_again escape route_unit
       "assign first = computes_o[v] && !here[v] && " "vc_class[v*7 +: 7] == 7'd0" "1'b1" ";")
mutate(route_detour_ends_its_first_leg_late legs route_detour
       "assign second_o = " "32'(hop_i) >= distance" "32'(hop_i) > distance" ";")
mutate(route_detour_goes_the_long_way_round legs route_detour
       "if (" "KIND == 1 && size - apart < apart" "1'b0" ")")
mutate(route_detour_draws_by_the_source_alone legs route_detour
       "64'd65536 + " "64'(salt_i)" "64'd0" " +")
mutate(route_table_takes_minimal_ways_behind_the_source legs route_table
       "assign detour = UGAL && " "((WAYS == 2) ? v >= VCS : head_i_detour[H])" "(WAYS == 2) && v >= VCS" ";")
mutate(route_ugal_takes_the_detour_of_a_tie legs route_ugal
       "(!listed[0] || " "costs[0 +: COST_WIDTH] > costs[COST_WIDTH +: COST_WIDTH]"
       "costs[0 +: COST_WIDTH] >= costs[COST_WIDTH +: COST_WIDTH]" ")")
mutate(route_ugal_ignores_the_hops legs route_ugal
       " * " "(COST_WIDTH'(way[i*8 +: 7]) >> CLASS_BITS)" "COST_WIDTH'(1)" ";")
set(seen_as_message_state_forgets_the_detour crossbar)
mutate(message_state_forgets_the_detour legs message_state
       "detour_q  <= " "route_i_detour" "1'b0" ";")
mutate(crossbar_keeps_the_bit_of_ugal legs crossbar
       "lane[DETOUR_AT] = " "active_i_detour[v]" "front_i[v*FLIT_WIDTH + DETOUR_AT]" ";")
set(seen_as_next_route crossbar)
mutate(next_route_asks_the_first_neighbour ahead next_route
       "if (" "port_i == PORT_WIDTH'(p)" "p == 0" ")")
mutate(crossbar_keeps_the_route ahead crossbar
       "AHEAD_AT > 0 && " "ahead_i_valid[v]" "1'b0" ")")
# In routers that speculate, too.
set(units_with_speculative_switch_allocator switch_allocator)
mutate(speculation_masks_no_inputs ahead speculative_switch_allocator
       "&& !" "input_masked[p]" "1'b0" " &&")
mutate(speculation_moves_arbiters_for_nothing ahead speculative_switch_allocator
       ".request_i(heads), .used_i(" "used" "second_select" ")")
# ... and have priorities. What holds them is no unit that can be exchanged.
set(units_with_priority_order vc_allocator switch_allocator)
set(units_with_held_priority "")
set(seen_as_held_priority switch_allocator)
mutate(priority_order_forgets_who_is_older ahead priority_order
       "distance != 16'd0 && " "!distance[15]" "1'b1" ";")
mutate(held_priority_forgets_heads_that_left ahead held_priority
       " : " "held_q" "PRIORITY_BITS'(0)" ";")
mutate(speedup_asks_for_another_vc rounds speedup_switch_allocator
       "*OUTPUTS + o)*VCS + " "v" "VCS - 1 - v" "];")
mutate(crossbar_has_the_vcs_of_one_row rounds crossbar
       "int v = FIRST + " "c % INPUT_SPEEDUP" "0" ";")
mutate(vc_requests_want_no_credit at_switch vc_requests
       "& " "credited[output_port*VCS +: VCS]" "{VCS{1'b1}}" " & allowed")
mutate(switch_vc_selector_forgets_who_won at_switch switch_vc_selector
       "grant_o_valid = offer_i_valid & " "switch_grant_i" "{N{1'b1}}" ";")
mutate(switch_vc_selector_holds_vcs_of_output_0 at_switch switch_vc_selector
       "if (grant_o_valid[head] && " "request_i_port[head*PORT_WIDTH +: PORT_WIDTH]" "PORT_WIDTH'(0)" " ==")
mutate(bypass_unit_takes_flits_that_waited bypass bypass_unit
       "candidate = filled_i & " "~kept_q" "{N{1'b1}}" " & alone")
mutate(bypass_unit_lets_two_go_to_one_output bypass bypass_unit
       "" "(candidate_for[o*N +: N] & other) == '0" "1'b1" " && (crosses_to")
mutate(traversal_register_takes_links_for_fast bypass traversal_register
       "busy_q <= " "CYCLES_PER_FLIT[o*8 +: 8]" "8'd1" ";")
mutate(traversal_register_forgets_what_crosses bypass traversal_register
       "assign free_o[p] = " "grant_q[p*VCS +: VCS] == '0" "1'b1" ";")
mutate(route_unit_knows_the_first_node_only rounds route_unit
       "EJECTION_OUTPUT + " "32'(head_i_destination[v*NODE_WIDTH +: LOCAL_BITS])" "32'd0" " * EJECTION_PORTS")
mutate(route_unit_asks_for_the_first_class lookup allowed_vcs
       "message_class*CLASSES + " "32'(vc_class_i[v*7 +: 7])" "0" ")*VCS")
mutate(route_unit_skips_the_first_request wide message_state
       "assign route_now = PIPELINE <= 2 && " "route_i_valid" "1'b0" ";")
mutate(route_unit_keeps_a_finished_message narrow message_state
       "if (" "end_i" "1'b0" ") stage_q <= IDLE")
mutate(route_unit_forgets_the_output_vc narrow message_state
       "if (" "vc_grant_i_valid" "1'b0" ") output_vc_q")
mutate(output_unit_withholds_a_credit narrow vc_credits
       "COUNT_WIDTH] != " "COUNT_WIDTH'(BUFFER_FLITS)" "COUNT_WIDTH'(BUFFER_FLITS - 1)" ";")
mutate(output_unit_loses_credits narrow output_unit
       "else if (" "sent[v] != credit_i[v]" "sent[v] && !credit_i[v]" ")")
mutate(output_unit_counts_a_credit_twice narrow output_unit
       ": outstanding_q - " "COUNT_WIDTH'(1)" "COUNT_WIDTH'(2)" ";")
mutate(output_unit_never_releases narrow output_unit
       "~(" "tail" "1'b0" " ? sent")
mutate(output_unit_reuses_a_filled_buffer wide output_unit
       "assign state_o_free = ~held_q & ((" "REUSE_EMPTY != 0" "1'b0" ")")
mutate(output_unit_waits_too_long wide output_unit
       "wait_q <= " "8'(CYCLES_PER_FLIT - 1)" "8'(CYCLES_PER_FLIT)" ";")
mutate(vc_credits_are_one_too_many pool vc_credits
       "credited_o = " "used < SUM_WIDTH'(SHARED)" "used <= SUM_WIDTH'(SHARED)" " ?")
mutate(shared_slots_lose_the_flits_behind pool shared_slots
       "SLOT_WIDTH]] <= " "slot" "'0" ";")
mutate(vc_buffer_counts_up_only narrow vc_buffer
       "if (" "push != pop_i[v]" "push && !pop_i[v]" ")")
mutate(vc_buffer_reads_past_the_end narrow vc_buffer
       "read_q <= (" "read_q == LAST" "1'b0" ")")
mutate(vc_buffer_takes_no_short_message_for_a_head narrow vc_front
       "assign head_o_valid = filled_i && (" "front_o[2:0] == HEAD || front_o[2:0] == HEAD_TAIL" "front_o[2:0] == HEAD" ");")
mutate(vc_buffer_takes_every_flit_for_a_tail wide vc_front
       "assign tail_o_front = filled_i && (" "stored_i[2:0] == TAIL || stored_i[2:0] == HEAD_TAIL" "1'b1" ");")
mutate(crossbar_drops_input_0 narrow crossbar
       "if (" "select_i[o*ROWS + i]" "select_i[o*ROWS + i] && i != 0" ") lane")
mutate(output_unit_does_not_count_hops narrow output_unit
       "HOP_WIDTH'(" "EJECTION == 0 && flit_i_valid ? 1 : 0" "0" ")")

# Of what flits carry.
mutate(vc_buffer_flips_a_bit_of_the_data narrow vc_buffer
       "slots[write_q] <= " "flit_i" "flit_i ^ (FLIT_WIDTH'(1) << (FLIT_WIDTH - 1))" ";")
mutate(crossbar_takes_the_data_of_vc_0 narrow crossbar
       ", " "front_i[v*FLIT_WIDTH +: FLIT_WIDTH]" "{front_i[(FIRST + 1)*FLIT_WIDTH-1 -: 8], front_i[v*FLIT_WIDTH +: FLIT_WIDTH-8]}"
       "}")
mutate(crossbar_takes_the_data_of_the_last_input wide crossbar
       "lane = " "lanes[i*LANE_WIDTH +: LANE_WIDTH]" "{lanes[(i + 1)*LANE_WIDTH-1 -: VC_WIDTH],
               lanes[ROWS*LANE_WIDTH-VC_WIDTH-1 -: 8], lanes[i*LANE_WIDTH +: FLIT_WIDTH-8]}" ";")
mutate(output_unit_flips_a_bit_of_the_data narrow output_unit
       "assign flit_o = " "crossing" "crossing ^ (FLIT_WIDTH'(1) << (FLIT_WIDTH - 1))" ";")
# Data lie below the header, which has 78 bits in this set.
mutate(traversal_register_keeps_the_data_of_the_flit_before headers traversal_register
       "lanes_q  <= " "granted" "{granted[ROWS*LANE_WIDTH-1:FLIT_WIDTH-78], lanes_q[FLIT_WIDTH-79 -: 64], granted[FLIT_WIDTH-143:0]}" ";")

# Of multicasts.
mutate(header_unit_reads_the_last_entry headers header_unit
       "assign first = " "valid & (~valid + ENTRIES'(1))" "valid & ~(valid >> 1)" ";")
mutate(header_unit_copies_at_the_source headers header_unit
       "(control == RECEIVE && " "INJECTED == 0" "1'b1" ")")
mutate(header_unit_stops_before_the_next_flit headers header_unit
       "drop = " "last && more" "1'b0" ";")
mutate(header_unit_knows_no_errors headers header_unit
       "error = " "control == ERROR" "1'b0" ";")
mutate(header_unit_serves_no_entry headers header_unit
       "assign onward = serve ? " "valid & ~first" "valid" " :")
mutate(branch_state_forgets_what_was_forwarded headers branch_state
       "forwarded_q <= " "(forwarded_q || grant_i) && !pop_o" "1'b0" ";")
mutate(branch_state_leaves_with_one_copy headers branch_state
       "(grant_i || absorb_grant_i) && " "(!forward_i || forwarded_q || grant_i)" "1'b1" " &&")
mutate(message_state_forgets_the_ejection_vc headers message_state
       "output_vc_q <= " "vc_grant_i_vc" "VC_WIDTH'(0)" ";")
mutate(branch_state_never_routes_behind_a_drop headers branch_state
       "busy_q      <= (busy_q || route_i) && !(pop_o && tail_i_front) && " "!drop_o" "1'b1" ";")
mutate(branch_state_delivers_errors headers branch_state
       "assign error_o = " "error_q || (route_i && error_i)" "1'b0" ";")
mutate(header_routes_ignores_the_ejection_class headers header_routes
       "(message_class*OF + " "32'(ejection_class)" "32'd0" ")*EJECTION")
mutate(header_routes_ignores_the_vc_class headers header_routes
       "assign class_o[v*7 +: 7] = " "vc_class" "7'd0" ";")
mutate(switch_allocator_never_asks_for_a_copy headers multicast_switch_allocator
       "" "ready_i[(NETWORK_PORTS + i/VCS % (OUTPUTS - NETWORK_PORTS))*VCS + w]" "1'b0" ";")
mutate(other_branches_wait headers other_branches
       "(matched != '0) ? matched : " "asking & (~asking + INPUTS'(1))" "INPUTS'(0)" ";")
mutate(forward_does_not_wait_for_its_ejection_vc headers ejection_first_vc_allocator
       "{NETWORK_VCS{" "~absorb_i_valid | ejection_grant" "{REQUESTERS{1'b1}}" "}}")
mutate(wavefront_columns_forget_their_number headers wavefront_columns
       "assign from = " "(diagonal_i + N - (FIRST + w) % N) % N" "diagonal_i" ";")
mutate(ejection_request_takes_what_is_held headers ejection_request
       "available = request_i_valid ? " "state_i_free[PORT*VCS +: VCS] & request_i_allowed" "request_i_allowed" " :")
mutate(crossbar_keeps_served_entries headers multicast_crossbar
       "ENTRIES] & " "~(o < NETWORK_PORTS ? served : {ENTRIES{1'b0}})" "{ENTRIES{1'b1}}" ",")

# The sources, and the table for the test.
set(mutated_dir ${CMAKE_CURRENT_BINARY_DIR}/mutated)
file(GLOB originals ${FLITSCOPE_VERILOG_DIR}/*.v)
_flitscope_unit_names(all_units)
foreach(original IN LISTS originals)
  get_filename_component(module ${original} NAME_WE)
  set(text "${source_${module}}")
  if(text STREQUAL "")
    file(READ ${original} text)
  endif()
  # Every unit chooses, so that it does so alone, too.
  string(REGEX REPLACE "^multicast_" "" unit ${module})
  if(unit IN_LIST all_units)
    string(REPLACE "endmodule" "  initial begin
    if ($value$plusargs(\"mutation=%d\", mutation::select) == 0) mutation::select = 0;
  end
endmodule" text "${text}")
  endif()
  file(CONFIGURE OUTPUT ${mutated_dir}/${module}.v CONTENT "${text}" @ONLY)
endforeach()
file(CONFIGURE OUTPUT ${mutated_dir}/mutation.v CONTENT "package mutation;
  int select;
endpackage
" @ONLY)
file(CONFIGURE OUTPUT ${mutated_dir}/mutations.inc CONTENT "${mutation_table}" @ONLY)
