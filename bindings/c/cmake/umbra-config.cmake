# find_package(umbra) defines umbra::umbra, the shared library, and umbra::static.
get_filename_component(_umbra_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET umbra::umbra)
  add_library(umbra::umbra SHARED IMPORTED)
  set_target_properties(umbra::umbra PROPERTIES
    IMPORTED_LOCATION
      "${_umbra_prefix}/lib/${CMAKE_SHARED_LIBRARY_PREFIX}umbra_c${CMAKE_SHARED_LIBRARY_SUFFIX}"
    INTERFACE_INCLUDE_DIRECTORIES "${_umbra_prefix}/include")

  add_library(umbra::static STATIC IMPORTED)
  set_target_properties(umbra::static PROPERTIES
    IMPORTED_LOCATION
      "${_umbra_prefix}/lib/${CMAKE_STATIC_LIBRARY_PREFIX}umbra_c${CMAKE_STATIC_LIBRARY_SUFFIX}"
    INTERFACE_INCLUDE_DIRECTORIES "${_umbra_prefix}/include"
    INTERFACE_LINK_LIBRARIES "$<$<PLATFORM_ID:Linux>:gcc_s;pthread;m;dl>")
endif()
