# lqcdConfig.cmake: the target lqcd::lqcd. find_package(lqcd) reads it where it was installed, CMakeLists.txt in
# lqcd/cmake of the tree; lqcd_DIR may name either. Headers only: processor flags (-march=native) and -fopenmp are the choice of the program that includes them.
if(NOT TARGET lqcd::lqcd)
	get_filename_component(lqcd_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
	if(NOT EXISTS "${lqcd_INCLUDE_DIR}/lqcd.h")
		get_filename_component(lqcd_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
	endif()
	add_library(lqcd::lqcd INTERFACE IMPORTED GLOBAL)
	set_target_properties(lqcd::lqcd PROPERTIES
		INTERFACE_INCLUDE_DIRECTORIES "${lqcd_INCLUDE_DIR}"
		INTERFACE_LINK_LIBRARIES m)
endif()
