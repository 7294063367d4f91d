# flitscope_write_pkg_config(FILE): flitscope.pc for the folders of GNUInstallDirs, to lie in `pkgconfig` below that of
# the libraries. The prefix is found from there, so an installed tree can be moved.
set(_flitscope_pkg_config_input ${CMAKE_CURRENT_LIST_DIR}/flitscope.pc.in)
function(flitscope_write_pkg_config file)
  file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
  configure_file(${_flitscope_pkg_config_input} ${file} @ONLY)
endfunction()
