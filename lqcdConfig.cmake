# lqcdConfig.cmake: the target lqcd::lqcd. find_package(lqcd) reads it where it was installed, CMakeLists.txt beside
# lqcd.h. Headers only: processor flags (-march=native) and -fopenmp are the choice of the program that includes them.
if(NOT TARGET lqcd::lqcd)
	if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/lqcd.h")
		set(lqcd_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}")
	else()
		get_filename_component(lqcd_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
	endif()
	add_library(lqcd::lqcd INTERFACE IMPORTED GLOBAL)
	set_target_properties(lqcd::lqcd PROPERTIES
		INTERFACE_INCLUDE_DIRECTORIES "${lqcd_INCLUDE_DIR}"
		INTERFACE_LINK_LIBRARIES m)
endif()
