// Generated from spec/ by generator/ with templates/tables/real_entries.hpp.j2, do not edit.
#pragma once

#include "generated/tables/functions.hpp"
#include "generated/tables/real_table.hpp"

namespace closeranks {

/// Calls `visit.operator()<&Real::Send, Function::Send>("MPI_Send")`, and so for each entry of the
/// table. A large form (MPI_Send_c) goes by the Function of its sibling.
template <typename Visit> constexpr void for_each_real_entry(Visit visit) {
    using enum Function;
    visit.template operator()<&Real::Abort, Abort>("MPI_Abort");
    visit.template operator()<&Real::Accumulate, Accumulate>("MPI_Accumulate");
    visit.template operator()<&Real::Add_error_class, Add_error_class>("MPI_Add_error_class");
    visit.template operator()<&Real::Add_error_code, Add_error_code>("MPI_Add_error_code");
    visit.template operator()<&Real::Add_error_string, Add_error_string>("MPI_Add_error_string");
    visit.template operator()<&Real::Address, Address>("MPI_Address");
    visit.template operator()<&Real::Allgather, Allgather>("MPI_Allgather");
    visit.template operator()<&Real::Allgather_init, Allgather_init>("MPI_Allgather_init");
    visit.template operator()<&Real::Allgatherv, Allgatherv>("MPI_Allgatherv");
    visit.template operator()<&Real::Allgatherv_init, Allgatherv_init>("MPI_Allgatherv_init");
    visit.template operator()<&Real::Alloc_mem, Alloc_mem>("MPI_Alloc_mem");
    visit.template operator()<&Real::Allreduce, Allreduce>("MPI_Allreduce");
    visit.template operator()<&Real::Allreduce_init, Allreduce_init>("MPI_Allreduce_init");
    visit.template operator()<&Real::Alltoall, Alltoall>("MPI_Alltoall");
    visit.template operator()<&Real::Alltoall_init, Alltoall_init>("MPI_Alltoall_init");
    visit.template operator()<&Real::Alltoallv, Alltoallv>("MPI_Alltoallv");
    visit.template operator()<&Real::Alltoallv_init, Alltoallv_init>("MPI_Alltoallv_init");
    visit.template operator()<&Real::Alltoallw, Alltoallw>("MPI_Alltoallw");
    visit.template operator()<&Real::Alltoallw_init, Alltoallw_init>("MPI_Alltoallw_init");
    visit.template operator()<&Real::Attr_delete, Attr_delete>("MPI_Attr_delete");
    visit.template operator()<&Real::Attr_get, Attr_get>("MPI_Attr_get");
    visit.template operator()<&Real::Attr_put, Attr_put>("MPI_Attr_put");
    visit.template operator()<&Real::Barrier, Barrier>("MPI_Barrier");
    visit.template operator()<&Real::Barrier_init, Barrier_init>("MPI_Barrier_init");
    visit.template operator()<&Real::Bcast, Bcast>("MPI_Bcast");
    visit.template operator()<&Real::Bcast_init, Bcast_init>("MPI_Bcast_init");
    visit.template operator()<&Real::Bsend, Bsend>("MPI_Bsend");
    visit.template operator()<&Real::Bsend_init, Bsend_init>("MPI_Bsend_init");
    visit.template operator()<&Real::Buffer_attach, Buffer_attach>("MPI_Buffer_attach");
    visit.template operator()<&Real::Buffer_detach, Buffer_detach>("MPI_Buffer_detach");
    visit.template operator()<&Real::Cancel, Cancel>("MPI_Cancel");
    visit.template operator()<&Real::Cart_coords, Cart_coords>("MPI_Cart_coords");
    visit.template operator()<&Real::Cart_create, Cart_create>("MPI_Cart_create");
    visit.template operator()<&Real::Cart_get, Cart_get>("MPI_Cart_get");
    visit.template operator()<&Real::Cart_map, Cart_map>("MPI_Cart_map");
    visit.template operator()<&Real::Cart_rank, Cart_rank>("MPI_Cart_rank");
    visit.template operator()<&Real::Cart_shift, Cart_shift>("MPI_Cart_shift");
    visit.template operator()<&Real::Cart_sub, Cart_sub>("MPI_Cart_sub");
    visit.template operator()<&Real::Cartdim_get, Cartdim_get>("MPI_Cartdim_get");
    visit.template operator()<&Real::Close_port, Close_port>("MPI_Close_port");
    visit.template operator()<&Real::Comm_accept, Comm_accept>("MPI_Comm_accept");
    visit.template operator()<&Real::Comm_ack_failed, Comm_ack_failed>("MPIX_Comm_ack_failed");
    visit.template operator()<&Real::Comm_agree, Comm_agree>("MPIX_Comm_agree");
    visit.template operator()<&Real::Comm_c2f, Comm_c2f>("MPI_Comm_c2f");
    visit.template operator()<&Real::Comm_call_errhandler, Comm_call_errhandler>(
        "MPI_Comm_call_errhandler");
    visit.template operator()<&Real::Comm_compare, Comm_compare>("MPI_Comm_compare");
    visit.template operator()<&Real::Comm_connect, Comm_connect>("MPI_Comm_connect");
    visit.template operator()<&Real::Comm_create, Comm_create>("MPI_Comm_create");
    visit.template operator()<&Real::Comm_create_errhandler, Comm_create_errhandler>(
        "MPI_Comm_create_errhandler");
    visit.template operator()<&Real::Comm_create_from_group, Comm_create_from_group>(
        "MPI_Comm_create_from_group");
    visit.template operator()<&Real::Comm_create_group, Comm_create_group>("MPI_Comm_create_group");
    visit.template operator()<&Real::Comm_create_keyval, Comm_create_keyval>(
        "MPI_Comm_create_keyval");
    visit.template operator()<&Real::Comm_delete_attr, Comm_delete_attr>("MPI_Comm_delete_attr");
    visit.template operator()<&Real::Comm_disconnect, Comm_disconnect>("MPI_Comm_disconnect");
    visit.template operator()<&Real::Comm_dup, Comm_dup>("MPI_Comm_dup");
    visit.template operator()<&Real::Comm_dup_with_info, Comm_dup_with_info>(
        "MPI_Comm_dup_with_info");
    visit.template operator()<&Real::Comm_f2c, Comm_f2c>("MPI_Comm_f2c");
    visit.template operator()<&Real::Comm_failure_ack, Comm_failure_ack>("MPIX_Comm_failure_ack");
    visit.template operator()<&Real::Comm_failure_get_acked, Comm_failure_get_acked>(
        "MPIX_Comm_failure_get_acked");
    visit.template operator()<&Real::Comm_free, Comm_free>("MPI_Comm_free");
    visit.template operator()<&Real::Comm_free_keyval, Comm_free_keyval>("MPI_Comm_free_keyval");
    visit.template operator()<&Real::Comm_get_attr, Comm_get_attr>("MPI_Comm_get_attr");
    visit.template operator()<&Real::Comm_get_errhandler, Comm_get_errhandler>(
        "MPI_Comm_get_errhandler");
    visit.template operator()<&Real::Comm_get_failed, Comm_get_failed>("MPIX_Comm_get_failed");
    visit.template operator()<&Real::Comm_get_info, Comm_get_info>("MPI_Comm_get_info");
    visit.template operator()<&Real::Comm_get_name, Comm_get_name>("MPI_Comm_get_name");
    visit.template operator()<&Real::Comm_get_parent, Comm_get_parent>("MPI_Comm_get_parent");
    visit.template operator()<&Real::Comm_group, Comm_group>("MPI_Comm_group");
    visit.template operator()<&Real::Comm_iagree, Comm_iagree>("MPIX_Comm_iagree");
    visit.template operator()<&Real::Comm_idup, Comm_idup>("MPI_Comm_idup");
    visit.template operator()<&Real::Comm_idup_with_info, Comm_idup_with_info>(
        "MPI_Comm_idup_with_info");
    visit.template operator()<&Real::Comm_is_revoked, Comm_is_revoked>("MPIX_Comm_is_revoked");
    visit.template operator()<&Real::Comm_join, Comm_join>("MPI_Comm_join");
    visit.template operator()<&Real::Comm_rank, Comm_rank>("MPI_Comm_rank");
    visit.template operator()<&Real::Comm_remote_group, Comm_remote_group>("MPI_Comm_remote_group");
    visit.template operator()<&Real::Comm_remote_size, Comm_remote_size>("MPI_Comm_remote_size");
    visit.template operator()<&Real::Comm_revoke, Comm_revoke>("MPIX_Comm_revoke");
    visit.template operator()<&Real::Comm_set_attr, Comm_set_attr>("MPI_Comm_set_attr");
    visit.template operator()<&Real::Comm_set_errhandler, Comm_set_errhandler>(
        "MPI_Comm_set_errhandler");
    visit.template operator()<&Real::Comm_set_info, Comm_set_info>("MPI_Comm_set_info");
    visit.template operator()<&Real::Comm_set_name, Comm_set_name>("MPI_Comm_set_name");
    visit.template operator()<&Real::Comm_shrink, Comm_shrink>("MPIX_Comm_shrink");
    visit.template operator()<&Real::Comm_size, Comm_size>("MPI_Comm_size");
    visit.template operator()<&Real::Comm_spawn, Comm_spawn>("MPI_Comm_spawn");
    visit.template operator()<&Real::Comm_spawn_multiple, Comm_spawn_multiple>(
        "MPI_Comm_spawn_multiple");
    visit.template operator()<&Real::Comm_split, Comm_split>("MPI_Comm_split");
    visit.template operator()<&Real::Comm_split_type, Comm_split_type>("MPI_Comm_split_type");
    visit.template operator()<&Real::Comm_test_inter, Comm_test_inter>("MPI_Comm_test_inter");
    visit.template operator()<&Real::Compare_and_swap, Compare_and_swap>("MPI_Compare_and_swap");
    visit.template operator()<&Real::Dims_create, Dims_create>("MPI_Dims_create");
    visit.template operator()<&Real::Dist_graph_create, Dist_graph_create>("MPI_Dist_graph_create");
    visit.template operator()<&Real::Dist_graph_create_adjacent, Dist_graph_create_adjacent>(
        "MPI_Dist_graph_create_adjacent");
    visit.template operator()<&Real::Dist_graph_neighbors, Dist_graph_neighbors>(
        "MPI_Dist_graph_neighbors");
    visit.template operator()<&Real::Dist_graph_neighbors_count, Dist_graph_neighbors_count>(
        "MPI_Dist_graph_neighbors_count");
    visit.template operator()<&Real::Errhandler_c2f, Errhandler_c2f>("MPI_Errhandler_c2f");
    visit.template operator()<&Real::Errhandler_create, Errhandler_create>("MPI_Errhandler_create");
    visit.template operator()<&Real::Errhandler_f2c, Errhandler_f2c>("MPI_Errhandler_f2c");
    visit.template operator()<&Real::Errhandler_free, Errhandler_free>("MPI_Errhandler_free");
    visit.template operator()<&Real::Errhandler_get, Errhandler_get>("MPI_Errhandler_get");
    visit.template operator()<&Real::Errhandler_set, Errhandler_set>("MPI_Errhandler_set");
    visit.template operator()<&Real::Error_class, Error_class>("MPI_Error_class");
    visit.template operator()<&Real::Error_string, Error_string>("MPI_Error_string");
    visit.template operator()<&Real::Exscan, Exscan>("MPI_Exscan");
    visit.template operator()<&Real::Exscan_init, Exscan_init>("MPI_Exscan_init");
    visit.template operator()<&Real::Fetch_and_op, Fetch_and_op>("MPI_Fetch_and_op");
    visit.template operator()<&Real::File_c2f, File_c2f>("MPI_File_c2f");
    visit.template operator()<&Real::File_call_errhandler, File_call_errhandler>(
        "MPI_File_call_errhandler");
    visit.template operator()<&Real::File_close, File_close>("MPI_File_close");
    visit.template operator()<&Real::File_create_errhandler, File_create_errhandler>(
        "MPI_File_create_errhandler");
    visit.template operator()<&Real::File_delete, File_delete>("MPI_File_delete");
    visit.template operator()<&Real::File_f2c, File_f2c>("MPI_File_f2c");
    visit.template operator()<&Real::File_get_amode, File_get_amode>("MPI_File_get_amode");
    visit.template operator()<&Real::File_get_atomicity, File_get_atomicity>(
        "MPI_File_get_atomicity");
    visit.template operator()<&Real::File_get_byte_offset, File_get_byte_offset>(
        "MPI_File_get_byte_offset");
    visit.template operator()<&Real::File_get_errhandler, File_get_errhandler>(
        "MPI_File_get_errhandler");
    visit.template operator()<&Real::File_get_group, File_get_group>("MPI_File_get_group");
    visit.template operator()<&Real::File_get_info, File_get_info>("MPI_File_get_info");
    visit.template operator()<&Real::File_get_position, File_get_position>("MPI_File_get_position");
    visit.template operator()<&Real::File_get_position_shared, File_get_position_shared>(
        "MPI_File_get_position_shared");
    visit.template operator()<&Real::File_get_size, File_get_size>("MPI_File_get_size");
    visit.template operator()<&Real::File_get_type_extent, File_get_type_extent>(
        "MPI_File_get_type_extent");
    visit.template operator()<&Real::File_get_view, File_get_view>("MPI_File_get_view");
    visit.template operator()<&Real::File_iread, File_iread>("MPI_File_iread");
    visit.template operator()<&Real::File_iread_all, File_iread_all>("MPI_File_iread_all");
    visit.template operator()<&Real::File_iread_at, File_iread_at>("MPI_File_iread_at");
    visit.template operator()<&Real::File_iread_at_all, File_iread_at_all>("MPI_File_iread_at_all");
    visit.template operator()<&Real::File_iread_shared, File_iread_shared>("MPI_File_iread_shared");
    visit.template operator()<&Real::File_iwrite, File_iwrite>("MPI_File_iwrite");
    visit.template operator()<&Real::File_iwrite_all, File_iwrite_all>("MPI_File_iwrite_all");
    visit.template operator()<&Real::File_iwrite_at, File_iwrite_at>("MPI_File_iwrite_at");
    visit.template operator()<&Real::File_iwrite_at_all, File_iwrite_at_all>(
        "MPI_File_iwrite_at_all");
    visit.template operator()<&Real::File_iwrite_shared, File_iwrite_shared>(
        "MPI_File_iwrite_shared");
    visit.template operator()<&Real::File_open, File_open>("MPI_File_open");
    visit.template operator()<&Real::File_preallocate, File_preallocate>("MPI_File_preallocate");
    visit.template operator()<&Real::File_read, File_read>("MPI_File_read");
    visit.template operator()<&Real::File_read_all, File_read_all>("MPI_File_read_all");
    visit.template operator()<&Real::File_read_all_begin, File_read_all_begin>(
        "MPI_File_read_all_begin");
    visit.template operator()<&Real::File_read_all_end, File_read_all_end>("MPI_File_read_all_end");
    visit.template operator()<&Real::File_read_at, File_read_at>("MPI_File_read_at");
    visit.template operator()<&Real::File_read_at_all, File_read_at_all>("MPI_File_read_at_all");
    visit.template operator()<&Real::File_read_at_all_begin, File_read_at_all_begin>(
        "MPI_File_read_at_all_begin");
    visit.template operator()<&Real::File_read_at_all_end, File_read_at_all_end>(
        "MPI_File_read_at_all_end");
    visit.template operator()<&Real::File_read_ordered, File_read_ordered>("MPI_File_read_ordered");
    visit.template operator()<&Real::File_read_ordered_begin, File_read_ordered_begin>(
        "MPI_File_read_ordered_begin");
    visit.template operator()<&Real::File_read_ordered_end, File_read_ordered_end>(
        "MPI_File_read_ordered_end");
    visit.template operator()<&Real::File_read_shared, File_read_shared>("MPI_File_read_shared");
    visit.template operator()<&Real::File_seek, File_seek>("MPI_File_seek");
    visit.template operator()<&Real::File_seek_shared, File_seek_shared>("MPI_File_seek_shared");
    visit.template operator()<&Real::File_set_atomicity, File_set_atomicity>(
        "MPI_File_set_atomicity");
    visit.template operator()<&Real::File_set_errhandler, File_set_errhandler>(
        "MPI_File_set_errhandler");
    visit.template operator()<&Real::File_set_info, File_set_info>("MPI_File_set_info");
    visit.template operator()<&Real::File_set_size, File_set_size>("MPI_File_set_size");
    visit.template operator()<&Real::File_set_view, File_set_view>("MPI_File_set_view");
    visit.template operator()<&Real::File_sync, File_sync>("MPI_File_sync");
    visit.template operator()<&Real::File_write, File_write>("MPI_File_write");
    visit.template operator()<&Real::File_write_all, File_write_all>("MPI_File_write_all");
    visit.template operator()<&Real::File_write_all_begin, File_write_all_begin>(
        "MPI_File_write_all_begin");
    visit.template operator()<&Real::File_write_all_end, File_write_all_end>(
        "MPI_File_write_all_end");
    visit.template operator()<&Real::File_write_at, File_write_at>("MPI_File_write_at");
    visit.template operator()<&Real::File_write_at_all, File_write_at_all>("MPI_File_write_at_all");
    visit.template operator()<&Real::File_write_at_all_begin, File_write_at_all_begin>(
        "MPI_File_write_at_all_begin");
    visit.template operator()<&Real::File_write_at_all_end, File_write_at_all_end>(
        "MPI_File_write_at_all_end");
    visit.template operator()<&Real::File_write_ordered, File_write_ordered>(
        "MPI_File_write_ordered");
    visit.template operator()<&Real::File_write_ordered_begin, File_write_ordered_begin>(
        "MPI_File_write_ordered_begin");
    visit.template operator()<&Real::File_write_ordered_end, File_write_ordered_end>(
        "MPI_File_write_ordered_end");
    visit.template operator()<&Real::File_write_shared, File_write_shared>("MPI_File_write_shared");
    visit.template operator()<&Real::Finalize, Finalize>("MPI_Finalize");
    visit.template operator()<&Real::Finalized, Finalized>("MPI_Finalized");
    visit.template operator()<&Real::Free_mem, Free_mem>("MPI_Free_mem");
    visit.template operator()<&Real::Gather, Gather>("MPI_Gather");
    visit.template operator()<&Real::Gather_init, Gather_init>("MPI_Gather_init");
    visit.template operator()<&Real::Gatherv, Gatherv>("MPI_Gatherv");
    visit.template operator()<&Real::Gatherv_init, Gatherv_init>("MPI_Gatherv_init");
    visit.template operator()<&Real::Get, Get>("MPI_Get");
    visit.template operator()<&Real::Get_accumulate, Get_accumulate>("MPI_Get_accumulate");
    visit.template operator()<&Real::Get_address, Get_address>("MPI_Get_address");
    visit.template operator()<&Real::Get_count, Get_count>("MPI_Get_count");
    visit.template operator()<&Real::Get_elements, Get_elements>("MPI_Get_elements");
    visit.template operator()<&Real::Get_elements_x, Get_elements_x>("MPI_Get_elements_x");
    visit.template operator()<&Real::Get_library_version, Get_library_version>(
        "MPI_Get_library_version");
    visit.template operator()<&Real::Get_processor_name, Get_processor_name>(
        "MPI_Get_processor_name");
    visit.template operator()<&Real::Get_version, Get_version>("MPI_Get_version");
    visit.template operator()<&Real::Graph_create, Graph_create>("MPI_Graph_create");
    visit.template operator()<&Real::Graph_get, Graph_get>("MPI_Graph_get");
    visit.template operator()<&Real::Graph_map, Graph_map>("MPI_Graph_map");
    visit.template operator()<&Real::Graph_neighbors, Graph_neighbors>("MPI_Graph_neighbors");
    visit.template operator()<&Real::Graph_neighbors_count, Graph_neighbors_count>(
        "MPI_Graph_neighbors_count");
    visit.template operator()<&Real::Graphdims_get, Graphdims_get>("MPI_Graphdims_get");
    visit.template operator()<&Real::Grequest_complete, Grequest_complete>("MPI_Grequest_complete");
    visit.template operator()<&Real::Grequest_start, Grequest_start>("MPI_Grequest_start");
    visit.template operator()<&Real::Group_c2f, Group_c2f>("MPI_Group_c2f");
    visit.template operator()<&Real::Group_compare, Group_compare>("MPI_Group_compare");
    visit.template operator()<&Real::Group_difference, Group_difference>("MPI_Group_difference");
    visit.template operator()<&Real::Group_excl, Group_excl>("MPI_Group_excl");
    visit.template operator()<&Real::Group_f2c, Group_f2c>("MPI_Group_f2c");
    visit.template operator()<&Real::Group_free, Group_free>("MPI_Group_free");
    visit.template operator()<&Real::Group_from_session_pset, Group_from_session_pset>(
        "MPI_Group_from_session_pset");
    visit.template operator()<&Real::Group_incl, Group_incl>("MPI_Group_incl");
    visit.template operator()<&Real::Group_intersection, Group_intersection>(
        "MPI_Group_intersection");
    visit.template operator()<&Real::Group_range_excl, Group_range_excl>("MPI_Group_range_excl");
    visit.template operator()<&Real::Group_range_incl, Group_range_incl>("MPI_Group_range_incl");
    visit.template operator()<&Real::Group_rank, Group_rank>("MPI_Group_rank");
    visit.template operator()<&Real::Group_size, Group_size>("MPI_Group_size");
    visit.template operator()<&Real::Group_translate_ranks, Group_translate_ranks>(
        "MPI_Group_translate_ranks");
    visit.template operator()<&Real::Group_union, Group_union>("MPI_Group_union");
    visit.template operator()<&Real::Iallgather, Iallgather>("MPI_Iallgather");
    visit.template operator()<&Real::Iallgatherv, Iallgatherv>("MPI_Iallgatherv");
    visit.template operator()<&Real::Iallreduce, Iallreduce>("MPI_Iallreduce");
    visit.template operator()<&Real::Ialltoall, Ialltoall>("MPI_Ialltoall");
    visit.template operator()<&Real::Ialltoallv, Ialltoallv>("MPI_Ialltoallv");
    visit.template operator()<&Real::Ialltoallw, Ialltoallw>("MPI_Ialltoallw");
    visit.template operator()<&Real::Ibarrier, Ibarrier>("MPI_Ibarrier");
    visit.template operator()<&Real::Ibcast, Ibcast>("MPI_Ibcast");
    visit.template operator()<&Real::Ibsend, Ibsend>("MPI_Ibsend");
    visit.template operator()<&Real::Iexscan, Iexscan>("MPI_Iexscan");
    visit.template operator()<&Real::Igather, Igather>("MPI_Igather");
    visit.template operator()<&Real::Igatherv, Igatherv>("MPI_Igatherv");
    visit.template operator()<&Real::Improbe, Improbe>("MPI_Improbe");
    visit.template operator()<&Real::Imrecv, Imrecv>("MPI_Imrecv");
    visit.template operator()<&Real::Ineighbor_allgather, Ineighbor_allgather>(
        "MPI_Ineighbor_allgather");
    visit.template operator()<&Real::Ineighbor_allgatherv, Ineighbor_allgatherv>(
        "MPI_Ineighbor_allgatherv");
    visit.template operator()<&Real::Ineighbor_alltoall, Ineighbor_alltoall>(
        "MPI_Ineighbor_alltoall");
    visit.template operator()<&Real::Ineighbor_alltoallv, Ineighbor_alltoallv>(
        "MPI_Ineighbor_alltoallv");
    visit.template operator()<&Real::Ineighbor_alltoallw, Ineighbor_alltoallw>(
        "MPI_Ineighbor_alltoallw");
    visit.template operator()<&Real::Info_c2f, Info_c2f>("MPI_Info_c2f");
    visit.template operator()<&Real::Info_create, Info_create>("MPI_Info_create");
    visit.template operator()<&Real::Info_create_env, Info_create_env>("MPI_Info_create_env");
    visit.template operator()<&Real::Info_delete, Info_delete>("MPI_Info_delete");
    visit.template operator()<&Real::Info_dup, Info_dup>("MPI_Info_dup");
    visit.template operator()<&Real::Info_f2c, Info_f2c>("MPI_Info_f2c");
    visit.template operator()<&Real::Info_free, Info_free>("MPI_Info_free");
    visit.template operator()<&Real::Info_get, Info_get>("MPI_Info_get");
    visit.template operator()<&Real::Info_get_nkeys, Info_get_nkeys>("MPI_Info_get_nkeys");
    visit.template operator()<&Real::Info_get_nthkey, Info_get_nthkey>("MPI_Info_get_nthkey");
    visit.template operator()<&Real::Info_get_string, Info_get_string>("MPI_Info_get_string");
    visit.template operator()<&Real::Info_get_valuelen, Info_get_valuelen>("MPI_Info_get_valuelen");
    visit.template operator()<&Real::Info_set, Info_set>("MPI_Info_set");
    visit.template operator()<&Real::Init, Init>("MPI_Init");
    visit.template operator()<&Real::Init_thread, Init_thread>("MPI_Init_thread");
    visit.template operator()<&Real::Initialized, Initialized>("MPI_Initialized");
    visit.template operator()<&Real::Intercomm_create, Intercomm_create>("MPI_Intercomm_create");
    visit.template operator()<&Real::Intercomm_create_from_groups, Intercomm_create_from_groups>(
        "MPI_Intercomm_create_from_groups");
    visit.template operator()<&Real::Intercomm_merge, Intercomm_merge>("MPI_Intercomm_merge");
    visit.template operator()<&Real::Iprobe, Iprobe>("MPI_Iprobe");
    visit.template operator()<&Real::Irecv, Irecv>("MPI_Irecv");
    visit.template operator()<&Real::Ireduce, Ireduce>("MPI_Ireduce");
    visit.template operator()<&Real::Ireduce_scatter, Ireduce_scatter>("MPI_Ireduce_scatter");
    visit.template operator()<&Real::Ireduce_scatter_block, Ireduce_scatter_block>(
        "MPI_Ireduce_scatter_block");
    visit.template operator()<&Real::Irsend, Irsend>("MPI_Irsend");
    visit.template operator()<&Real::Is_thread_main, Is_thread_main>("MPI_Is_thread_main");
    visit.template operator()<&Real::Iscan, Iscan>("MPI_Iscan");
    visit.template operator()<&Real::Iscatter, Iscatter>("MPI_Iscatter");
    visit.template operator()<&Real::Iscatterv, Iscatterv>("MPI_Iscatterv");
    visit.template operator()<&Real::Isend, Isend>("MPI_Isend");
    visit.template operator()<&Real::Isendrecv, Isendrecv>("MPI_Isendrecv");
    visit.template operator()<&Real::Isendrecv_replace, Isendrecv_replace>("MPI_Isendrecv_replace");
    visit.template operator()<&Real::Issend, Issend>("MPI_Issend");
    visit.template operator()<&Real::Keyval_create, Keyval_create>("MPI_Keyval_create");
    visit.template operator()<&Real::Keyval_free, Keyval_free>("MPI_Keyval_free");
    visit.template operator()<&Real::Lookup_name, Lookup_name>("MPI_Lookup_name");
    visit.template operator()<&Real::Message_c2f, Message_c2f>("MPI_Message_c2f");
    visit.template operator()<&Real::Message_f2c, Message_f2c>("MPI_Message_f2c");
    visit.template operator()<&Real::Mprobe, Mprobe>("MPI_Mprobe");
    visit.template operator()<&Real::Mrecv, Mrecv>("MPI_Mrecv");
    visit.template operator()<&Real::Neighbor_allgather, Neighbor_allgather>(
        "MPI_Neighbor_allgather");
    visit.template operator()<&Real::Neighbor_allgather_init, Neighbor_allgather_init>(
        "MPI_Neighbor_allgather_init");
    visit.template operator()<&Real::Neighbor_allgatherv, Neighbor_allgatherv>(
        "MPI_Neighbor_allgatherv");
    visit.template operator()<&Real::Neighbor_allgatherv_init, Neighbor_allgatherv_init>(
        "MPI_Neighbor_allgatherv_init");
    visit.template operator()<&Real::Neighbor_alltoall, Neighbor_alltoall>("MPI_Neighbor_alltoall");
    visit.template operator()<&Real::Neighbor_alltoall_init, Neighbor_alltoall_init>(
        "MPI_Neighbor_alltoall_init");
    visit.template operator()<&Real::Neighbor_alltoallv, Neighbor_alltoallv>(
        "MPI_Neighbor_alltoallv");
    visit.template operator()<&Real::Neighbor_alltoallv_init, Neighbor_alltoallv_init>(
        "MPI_Neighbor_alltoallv_init");
    visit.template operator()<&Real::Neighbor_alltoallw, Neighbor_alltoallw>(
        "MPI_Neighbor_alltoallw");
    visit.template operator()<&Real::Neighbor_alltoallw_init, Neighbor_alltoallw_init>(
        "MPI_Neighbor_alltoallw_init");
    visit.template operator()<&Real::Op_c2f, Op_c2f>("MPI_Op_c2f");
    visit.template operator()<&Real::Op_commutative, Op_commutative>("MPI_Op_commutative");
    visit.template operator()<&Real::Op_create, Op_create>("MPI_Op_create");
    visit.template operator()<&Real::Op_f2c, Op_f2c>("MPI_Op_f2c");
    visit.template operator()<&Real::Op_free, Op_free>("MPI_Op_free");
    visit.template operator()<&Real::Open_port, Open_port>("MPI_Open_port");
    visit.template operator()<&Real::Pack, Pack>("MPI_Pack");
    visit.template operator()<&Real::Pack_external, Pack_external>("MPI_Pack_external");
    visit.template operator()<&Real::Pack_external_size, Pack_external_size>(
        "MPI_Pack_external_size");
    visit.template operator()<&Real::Pack_size, Pack_size>("MPI_Pack_size");
    visit.template operator()<&Real::Parrived, Parrived>("MPI_Parrived");
    visit.template operator()<&Real::Pcontrol, Pcontrol>("MPI_Pcontrol");
    visit.template operator()<&Real::Pready, Pready>("MPI_Pready");
    visit.template operator()<&Real::Pready_list, Pready_list>("MPI_Pready_list");
    visit.template operator()<&Real::Pready_range, Pready_range>("MPI_Pready_range");
    visit.template operator()<&Real::Precv_init, Precv_init>("MPI_Precv_init");
    visit.template operator()<&Real::Probe, Probe>("MPI_Probe");
    visit.template operator()<&Real::Psend_init, Psend_init>("MPI_Psend_init");
    visit.template operator()<&Real::Publish_name, Publish_name>("MPI_Publish_name");
    visit.template operator()<&Real::Put, Put>("MPI_Put");
    visit.template operator()<&Real::Query_thread, Query_thread>("MPI_Query_thread");
    visit.template operator()<&Real::Raccumulate, Raccumulate>("MPI_Raccumulate");
    visit.template operator()<&Real::Recv, Recv>("MPI_Recv");
    visit.template operator()<&Real::Recv_init, Recv_init>("MPI_Recv_init");
    visit.template operator()<&Real::Reduce, Reduce>("MPI_Reduce");
    visit.template operator()<&Real::Reduce_init, Reduce_init>("MPI_Reduce_init");
    visit.template operator()<&Real::Reduce_local, Reduce_local>("MPI_Reduce_local");
    visit.template operator()<&Real::Reduce_scatter, Reduce_scatter>("MPI_Reduce_scatter");
    visit.template operator()<&Real::Reduce_scatter_block, Reduce_scatter_block>(
        "MPI_Reduce_scatter_block");
    visit.template operator()<&Real::Reduce_scatter_block_init, Reduce_scatter_block_init>(
        "MPI_Reduce_scatter_block_init");
    visit.template operator()<&Real::Reduce_scatter_init, Reduce_scatter_init>(
        "MPI_Reduce_scatter_init");
    visit.template operator()<&Real::Register_datarep, Register_datarep>("MPI_Register_datarep");
    visit.template operator()<&Real::Request_c2f, Request_c2f>("MPI_Request_c2f");
    visit.template operator()<&Real::Request_f2c, Request_f2c>("MPI_Request_f2c");
    visit.template operator()<&Real::Request_free, Request_free>("MPI_Request_free");
    visit.template operator()<&Real::Request_get_status, Request_get_status>(
        "MPI_Request_get_status");
    visit.template operator()<&Real::Rget, Rget>("MPI_Rget");
    visit.template operator()<&Real::Rget_accumulate, Rget_accumulate>("MPI_Rget_accumulate");
    visit.template operator()<&Real::Rput, Rput>("MPI_Rput");
    visit.template operator()<&Real::Rsend, Rsend>("MPI_Rsend");
    visit.template operator()<&Real::Rsend_init, Rsend_init>("MPI_Rsend_init");
    visit.template operator()<&Real::Scan, Scan>("MPI_Scan");
    visit.template operator()<&Real::Scan_init, Scan_init>("MPI_Scan_init");
    visit.template operator()<&Real::Scatter, Scatter>("MPI_Scatter");
    visit.template operator()<&Real::Scatter_init, Scatter_init>("MPI_Scatter_init");
    visit.template operator()<&Real::Scatterv, Scatterv>("MPI_Scatterv");
    visit.template operator()<&Real::Scatterv_init, Scatterv_init>("MPI_Scatterv_init");
    visit.template operator()<&Real::Send, Send>("MPI_Send");
    visit.template operator()<&Real::Send_init, Send_init>("MPI_Send_init");
    visit.template operator()<&Real::Sendrecv, Sendrecv>("MPI_Sendrecv");
    visit.template operator()<&Real::Sendrecv_replace, Sendrecv_replace>("MPI_Sendrecv_replace");
    visit.template operator()<&Real::Session_c2f, Session_c2f>("MPI_Session_c2f");
    visit.template operator()<&Real::Session_call_errhandler, Session_call_errhandler>(
        "MPI_Session_call_errhandler");
    visit.template operator()<&Real::Session_create_errhandler, Session_create_errhandler>(
        "MPI_Session_create_errhandler");
    visit.template operator()<&Real::Session_f2c, Session_f2c>("MPI_Session_f2c");
    visit.template operator()<&Real::Session_finalize, Session_finalize>("MPI_Session_finalize");
    visit.template operator()<&Real::Session_get_errhandler, Session_get_errhandler>(
        "MPI_Session_get_errhandler");
    visit.template operator()<&Real::Session_get_info, Session_get_info>("MPI_Session_get_info");
    visit.template operator()<&Real::Session_get_nth_pset, Session_get_nth_pset>(
        "MPI_Session_get_nth_pset");
    visit.template operator()<&Real::Session_get_num_psets, Session_get_num_psets>(
        "MPI_Session_get_num_psets");
    visit.template operator()<&Real::Session_get_pset_info, Session_get_pset_info>(
        "MPI_Session_get_pset_info");
    visit.template operator()<&Real::Session_init, Session_init>("MPI_Session_init");
    visit.template operator()<&Real::Session_set_errhandler, Session_set_errhandler>(
        "MPI_Session_set_errhandler");
    visit.template operator()<&Real::Ssend, Ssend>("MPI_Ssend");
    visit.template operator()<&Real::Ssend_init, Ssend_init>("MPI_Ssend_init");
    visit.template operator()<&Real::Start, Start>("MPI_Start");
    visit.template operator()<&Real::Startall, Startall>("MPI_Startall");
    visit.template operator()<&Real::Status_c2f, Status_c2f>("MPI_Status_c2f");
    visit.template operator()<&Real::Status_c2f08, Status_c2f08>("MPI_Status_c2f08");
    visit.template operator()<&Real::Status_f082c, Status_f082c>("MPI_Status_f082c");
    visit.template operator()<&Real::Status_f082f, Status_f082f>("MPI_Status_f082f");
    visit.template operator()<&Real::Status_f2c, Status_f2c>("MPI_Status_f2c");
    visit.template operator()<&Real::Status_f2f08, Status_f2f08>("MPI_Status_f2f08");
    visit.template operator()<&Real::Status_set_cancelled, Status_set_cancelled>(
        "MPI_Status_set_cancelled");
    visit.template operator()<&Real::Status_set_elements, Status_set_elements>(
        "MPI_Status_set_elements");
    visit.template operator()<&Real::Status_set_elements_x, Status_set_elements_x>(
        "MPI_Status_set_elements_x");
    visit.template operator()<&Real::Test, Test>("MPI_Test");
    visit.template operator()<&Real::Test_cancelled, Test_cancelled>("MPI_Test_cancelled");
    visit.template operator()<&Real::Testall, Testall>("MPI_Testall");
    visit.template operator()<&Real::Testany, Testany>("MPI_Testany");
    visit.template operator()<&Real::Testsome, Testsome>("MPI_Testsome");
    visit.template operator()<&Real::Topo_test, Topo_test>("MPI_Topo_test");
    visit.template operator()<&Real::Type_c2f, Type_c2f>("MPI_Type_c2f");
    visit.template operator()<&Real::Type_commit, Type_commit>("MPI_Type_commit");
    visit.template operator()<&Real::Type_contiguous, Type_contiguous>("MPI_Type_contiguous");
    visit.template operator()<&Real::Type_create_darray, Type_create_darray>(
        "MPI_Type_create_darray");
    visit.template operator()<&Real::Type_create_f90_complex, Type_create_f90_complex>(
        "MPI_Type_create_f90_complex");
    visit.template operator()<&Real::Type_create_f90_integer, Type_create_f90_integer>(
        "MPI_Type_create_f90_integer");
    visit.template operator()<&Real::Type_create_f90_real, Type_create_f90_real>(
        "MPI_Type_create_f90_real");
    visit.template operator()<&Real::Type_create_hindexed, Type_create_hindexed>(
        "MPI_Type_create_hindexed");
    visit.template operator()<&Real::Type_create_hindexed_block, Type_create_hindexed_block>(
        "MPI_Type_create_hindexed_block");
    visit.template operator()<&Real::Type_create_hvector, Type_create_hvector>(
        "MPI_Type_create_hvector");
    visit.template operator()<&Real::Type_create_indexed_block, Type_create_indexed_block>(
        "MPI_Type_create_indexed_block");
    visit.template operator()<&Real::Type_create_keyval, Type_create_keyval>(
        "MPI_Type_create_keyval");
    visit.template operator()<&Real::Type_create_resized, Type_create_resized>(
        "MPI_Type_create_resized");
    visit.template operator()<&Real::Type_create_struct, Type_create_struct>(
        "MPI_Type_create_struct");
    visit.template operator()<&Real::Type_create_subarray, Type_create_subarray>(
        "MPI_Type_create_subarray");
    visit.template operator()<&Real::Type_delete_attr, Type_delete_attr>("MPI_Type_delete_attr");
    visit.template operator()<&Real::Type_dup, Type_dup>("MPI_Type_dup");
    visit.template operator()<&Real::Type_extent, Type_extent>("MPI_Type_extent");
    visit.template operator()<&Real::Type_f2c, Type_f2c>("MPI_Type_f2c");
    visit.template operator()<&Real::Type_free, Type_free>("MPI_Type_free");
    visit.template operator()<&Real::Type_free_keyval, Type_free_keyval>("MPI_Type_free_keyval");
    visit.template operator()<&Real::Type_get_attr, Type_get_attr>("MPI_Type_get_attr");
    visit.template operator()<&Real::Type_get_contents, Type_get_contents>("MPI_Type_get_contents");
    visit.template operator()<&Real::Type_get_envelope, Type_get_envelope>("MPI_Type_get_envelope");
    visit.template operator()<&Real::Type_get_extent, Type_get_extent>("MPI_Type_get_extent");
    visit.template operator()<&Real::Type_get_extent_x, Type_get_extent_x>("MPI_Type_get_extent_x");
    visit.template operator()<&Real::Type_get_name, Type_get_name>("MPI_Type_get_name");
    visit.template operator()<&Real::Type_get_true_extent, Type_get_true_extent>(
        "MPI_Type_get_true_extent");
    visit.template operator()<&Real::Type_get_true_extent_x, Type_get_true_extent_x>(
        "MPI_Type_get_true_extent_x");
    visit.template operator()<&Real::Type_hindexed, Type_hindexed>("MPI_Type_hindexed");
    visit.template operator()<&Real::Type_hvector, Type_hvector>("MPI_Type_hvector");
    visit.template operator()<&Real::Type_indexed, Type_indexed>("MPI_Type_indexed");
    visit.template operator()<&Real::Type_lb, Type_lb>("MPI_Type_lb");
    visit.template operator()<&Real::Type_match_size, Type_match_size>("MPI_Type_match_size");
    visit.template operator()<&Real::Type_set_attr, Type_set_attr>("MPI_Type_set_attr");
    visit.template operator()<&Real::Type_set_name, Type_set_name>("MPI_Type_set_name");
    visit.template operator()<&Real::Type_size, Type_size>("MPI_Type_size");
    visit.template operator()<&Real::Type_size_x, Type_size_x>("MPI_Type_size_x");
    visit.template operator()<&Real::Type_struct, Type_struct>("MPI_Type_struct");
    visit.template operator()<&Real::Type_ub, Type_ub>("MPI_Type_ub");
    visit.template operator()<&Real::Type_vector, Type_vector>("MPI_Type_vector");
    visit.template operator()<&Real::Unpack, Unpack>("MPI_Unpack");
    visit.template operator()<&Real::Unpack_external, Unpack_external>("MPI_Unpack_external");
    visit.template operator()<&Real::Unpublish_name, Unpublish_name>("MPI_Unpublish_name");
    visit.template operator()<&Real::Wait, Wait>("MPI_Wait");
    visit.template operator()<&Real::Waitall, Waitall>("MPI_Waitall");
    visit.template operator()<&Real::Waitany, Waitany>("MPI_Waitany");
    visit.template operator()<&Real::Waitsome, Waitsome>("MPI_Waitsome");
    visit.template operator()<&Real::Win_allocate, Win_allocate>("MPI_Win_allocate");
    visit.template operator()<&Real::Win_allocate_shared, Win_allocate_shared>(
        "MPI_Win_allocate_shared");
    visit.template operator()<&Real::Win_attach, Win_attach>("MPI_Win_attach");
    visit.template operator()<&Real::Win_c2f, Win_c2f>("MPI_Win_c2f");
    visit.template operator()<&Real::Win_call_errhandler, Win_call_errhandler>(
        "MPI_Win_call_errhandler");
    visit.template operator()<&Real::Win_complete, Win_complete>("MPI_Win_complete");
    visit.template operator()<&Real::Win_create, Win_create>("MPI_Win_create");
    visit.template operator()<&Real::Win_create_dynamic, Win_create_dynamic>(
        "MPI_Win_create_dynamic");
    visit.template operator()<&Real::Win_create_errhandler, Win_create_errhandler>(
        "MPI_Win_create_errhandler");
    visit.template operator()<&Real::Win_create_keyval, Win_create_keyval>("MPI_Win_create_keyval");
    visit.template operator()<&Real::Win_delete_attr, Win_delete_attr>("MPI_Win_delete_attr");
    visit.template operator()<&Real::Win_detach, Win_detach>("MPI_Win_detach");
    visit.template operator()<&Real::Win_f2c, Win_f2c>("MPI_Win_f2c");
    visit.template operator()<&Real::Win_fence, Win_fence>("MPI_Win_fence");
    visit.template operator()<&Real::Win_flush, Win_flush>("MPI_Win_flush");
    visit.template operator()<&Real::Win_flush_all, Win_flush_all>("MPI_Win_flush_all");
    visit.template operator()<&Real::Win_flush_local, Win_flush_local>("MPI_Win_flush_local");
    visit.template operator()<&Real::Win_flush_local_all, Win_flush_local_all>(
        "MPI_Win_flush_local_all");
    visit.template operator()<&Real::Win_free, Win_free>("MPI_Win_free");
    visit.template operator()<&Real::Win_free_keyval, Win_free_keyval>("MPI_Win_free_keyval");
    visit.template operator()<&Real::Win_get_attr, Win_get_attr>("MPI_Win_get_attr");
    visit.template operator()<&Real::Win_get_errhandler, Win_get_errhandler>(
        "MPI_Win_get_errhandler");
    visit.template operator()<&Real::Win_get_group, Win_get_group>("MPI_Win_get_group");
    visit.template operator()<&Real::Win_get_info, Win_get_info>("MPI_Win_get_info");
    visit.template operator()<&Real::Win_get_name, Win_get_name>("MPI_Win_get_name");
    visit.template operator()<&Real::Win_lock, Win_lock>("MPI_Win_lock");
    visit.template operator()<&Real::Win_lock_all, Win_lock_all>("MPI_Win_lock_all");
    visit.template operator()<&Real::Win_post, Win_post>("MPI_Win_post");
    visit.template operator()<&Real::Win_set_attr, Win_set_attr>("MPI_Win_set_attr");
    visit.template operator()<&Real::Win_set_errhandler, Win_set_errhandler>(
        "MPI_Win_set_errhandler");
    visit.template operator()<&Real::Win_set_info, Win_set_info>("MPI_Win_set_info");
    visit.template operator()<&Real::Win_set_name, Win_set_name>("MPI_Win_set_name");
    visit.template operator()<&Real::Win_shared_query, Win_shared_query>("MPI_Win_shared_query");
    visit.template operator()<&Real::Win_start, Win_start>("MPI_Win_start");
    visit.template operator()<&Real::Win_sync, Win_sync>("MPI_Win_sync");
    visit.template operator()<&Real::Win_test, Win_test>("MPI_Win_test");
    visit.template operator()<&Real::Win_unlock, Win_unlock>("MPI_Win_unlock");
    visit.template operator()<&Real::Win_unlock_all, Win_unlock_all>("MPI_Win_unlock_all");
    visit.template operator()<&Real::Win_wait, Win_wait>("MPI_Win_wait");
    visit.template operator()<&Real::Wtick, Wtick>("MPI_Wtick");
    visit.template operator()<&Real::Wtime, Wtime>("MPI_Wtime");
#if OMPI_MAJOR_VERSION <= 5
    visit.template operator()<&Real::Session_set_info, Session_set_info>("MPI_Session_set_info");
#endif
#if OMPI_MAJOR_VERSION >= 6
    visit.template operator()<&Real::Abi_get_fortran_booleans, Abi_get_fortran_booleans>(
        "MPI_Abi_get_fortran_booleans");
    visit.template operator()<&Real::Abi_get_fortran_info, Abi_get_fortran_info>(
        "MPI_Abi_get_fortran_info");
    visit.template operator()<&Real::Abi_get_info, Abi_get_info>("MPI_Abi_get_info");
    visit.template operator()<&Real::Abi_get_version, Abi_get_version>("MPI_Abi_get_version");
    visit.template operator()<&Real::Abi_set_fortran_booleans, Abi_set_fortran_booleans>(
        "MPI_Abi_set_fortran_booleans");
    visit.template operator()<&Real::Abi_set_fortran_info, Abi_set_fortran_info>(
        "MPI_Abi_set_fortran_info");
    visit.template operator()<&Real::Accumulate_c, Accumulate>("MPI_Accumulate_c");
    visit.template operator()<&Real::Allgather_c, Allgather>("MPI_Allgather_c");
    visit.template operator()<&Real::Allgather_init_c, Allgather_init>("MPI_Allgather_init_c");
    visit.template operator()<&Real::Allgatherv_c, Allgatherv>("MPI_Allgatherv_c");
    visit.template operator()<&Real::Allgatherv_init_c, Allgatherv_init>("MPI_Allgatherv_init_c");
    visit.template operator()<&Real::Allreduce_c, Allreduce>("MPI_Allreduce_c");
    visit.template operator()<&Real::Allreduce_init_c, Allreduce_init>("MPI_Allreduce_init_c");
    visit.template operator()<&Real::Alltoall_c, Alltoall>("MPI_Alltoall_c");
    visit.template operator()<&Real::Alltoall_init_c, Alltoall_init>("MPI_Alltoall_init_c");
    visit.template operator()<&Real::Alltoallv_c, Alltoallv>("MPI_Alltoallv_c");
    visit.template operator()<&Real::Alltoallv_init_c, Alltoallv_init>("MPI_Alltoallv_init_c");
    visit.template operator()<&Real::Alltoallw_c, Alltoallw>("MPI_Alltoallw_c");
    visit.template operator()<&Real::Alltoallw_init_c, Alltoallw_init>("MPI_Alltoallw_init_c");
    visit.template operator()<&Real::Bcast_c, Bcast>("MPI_Bcast_c");
    visit.template operator()<&Real::Bcast_init_c, Bcast_init>("MPI_Bcast_init_c");
    visit.template operator()<&Real::Bsend_c, Bsend>("MPI_Bsend_c");
    visit.template operator()<&Real::Bsend_init_c, Bsend_init>("MPI_Bsend_init_c");
    visit.template operator()<&Real::Buffer_attach_c, Buffer_attach>("MPI_Buffer_attach_c");
    visit.template operator()<&Real::Buffer_detach_c, Buffer_detach>("MPI_Buffer_detach_c");
    visit.template operator()<&Real::Buffer_flush, Buffer_flush>("MPI_Buffer_flush");
    visit.template operator()<&Real::Buffer_iflush, Buffer_iflush>("MPI_Buffer_iflush");
    visit.template operator()<&Real::Comm_attach_buffer, Comm_attach_buffer>(
        "MPI_Comm_attach_buffer");
    visit.template operator()<&Real::Comm_attach_buffer_c, Comm_attach_buffer>(
        "MPI_Comm_attach_buffer_c");
    visit.template operator()<&Real::Comm_detach_buffer, Comm_detach_buffer>(
        "MPI_Comm_detach_buffer");
    visit.template operator()<&Real::Comm_detach_buffer_c, Comm_detach_buffer>(
        "MPI_Comm_detach_buffer_c");
    visit.template operator()<&Real::Comm_flush_buffer, Comm_flush_buffer>("MPI_Comm_flush_buffer");
    visit.template operator()<&Real::Comm_fromint, Comm_fromint>("MPI_Comm_fromint");
    visit.template operator()<&Real::Comm_iflush_buffer, Comm_iflush_buffer>(
        "MPI_Comm_iflush_buffer");
    visit.template operator()<&Real::Comm_ishrink, Comm_ishrink>("MPIX_Comm_ishrink");
    visit.template operator()<&Real::Comm_toint, Comm_toint>("MPI_Comm_toint");
    visit.template operator()<&Real::Errhandler_fromint, Errhandler_fromint>(
        "MPI_Errhandler_fromint");
    visit.template operator()<&Real::Errhandler_toint, Errhandler_toint>("MPI_Errhandler_toint");
    visit.template operator()<&Real::Exscan_c, Exscan>("MPI_Exscan_c");
    visit.template operator()<&Real::Exscan_init_c, Exscan_init>("MPI_Exscan_init_c");
    visit.template operator()<&Real::File_fromint, File_fromint>("MPI_File_fromint");
    visit.template operator()<&Real::File_get_type_extent_c, File_get_type_extent>(
        "MPI_File_get_type_extent_c");
    visit.template operator()<&Real::File_iread_all_c, File_iread_all>("MPI_File_iread_all_c");
    visit.template operator()<&Real::File_iread_at_all_c, File_iread_at_all>(
        "MPI_File_iread_at_all_c");
    visit.template operator()<&Real::File_iread_at_c, File_iread_at>("MPI_File_iread_at_c");
    visit.template operator()<&Real::File_iread_c, File_iread>("MPI_File_iread_c");
    visit.template operator()<&Real::File_iread_shared_c, File_iread_shared>(
        "MPI_File_iread_shared_c");
    visit.template operator()<&Real::File_iwrite_all_c, File_iwrite_all>("MPI_File_iwrite_all_c");
    visit.template operator()<&Real::File_iwrite_at_all_c, File_iwrite_at_all>(
        "MPI_File_iwrite_at_all_c");
    visit.template operator()<&Real::File_iwrite_at_c, File_iwrite_at>("MPI_File_iwrite_at_c");
    visit.template operator()<&Real::File_iwrite_c, File_iwrite>("MPI_File_iwrite_c");
    visit.template operator()<&Real::File_iwrite_shared_c, File_iwrite_shared>(
        "MPI_File_iwrite_shared_c");
    visit.template operator()<&Real::File_read_all_begin_c, File_read_all_begin>(
        "MPI_File_read_all_begin_c");
    visit.template operator()<&Real::File_read_all_c, File_read_all>("MPI_File_read_all_c");
    visit.template operator()<&Real::File_read_at_all_begin_c, File_read_at_all_begin>(
        "MPI_File_read_at_all_begin_c");
    visit.template operator()<&Real::File_read_at_all_c, File_read_at_all>(
        "MPI_File_read_at_all_c");
    visit.template operator()<&Real::File_read_at_c, File_read_at>("MPI_File_read_at_c");
    visit.template operator()<&Real::File_read_c, File_read>("MPI_File_read_c");
    visit.template operator()<&Real::File_read_ordered_begin_c, File_read_ordered_begin>(
        "MPI_File_read_ordered_begin_c");
    visit.template operator()<&Real::File_read_ordered_c, File_read_ordered>(
        "MPI_File_read_ordered_c");
    visit.template operator()<&Real::File_read_shared_c, File_read_shared>(
        "MPI_File_read_shared_c");
    visit.template operator()<&Real::File_toint, File_toint>("MPI_File_toint");
    visit.template operator()<&Real::File_write_all_begin_c, File_write_all_begin>(
        "MPI_File_write_all_begin_c");
    visit.template operator()<&Real::File_write_all_c, File_write_all>("MPI_File_write_all_c");
    visit.template operator()<&Real::File_write_at_all_begin_c, File_write_at_all_begin>(
        "MPI_File_write_at_all_begin_c");
    visit.template operator()<&Real::File_write_at_all_c, File_write_at_all>(
        "MPI_File_write_at_all_c");
    visit.template operator()<&Real::File_write_at_c, File_write_at>("MPI_File_write_at_c");
    visit.template operator()<&Real::File_write_c, File_write>("MPI_File_write_c");
    visit.template operator()<&Real::File_write_ordered_begin_c, File_write_ordered_begin>(
        "MPI_File_write_ordered_begin_c");
    visit.template operator()<&Real::File_write_ordered_c, File_write_ordered>(
        "MPI_File_write_ordered_c");
    visit.template operator()<&Real::File_write_shared_c, File_write_shared>(
        "MPI_File_write_shared_c");
    visit.template operator()<&Real::Gather_c, Gather>("MPI_Gather_c");
    visit.template operator()<&Real::Gather_init_c, Gather_init>("MPI_Gather_init_c");
    visit.template operator()<&Real::Gatherv_c, Gatherv>("MPI_Gatherv_c");
    visit.template operator()<&Real::Gatherv_init_c, Gatherv_init>("MPI_Gatherv_init_c");
    visit.template operator()<&Real::Get_accumulate_c, Get_accumulate>("MPI_Get_accumulate_c");
    visit.template operator()<&Real::Get_c, Get>("MPI_Get_c");
    visit.template operator()<&Real::Get_count_c, Get_count>("MPI_Get_count_c");
    visit.template operator()<&Real::Get_elements_c, Get_elements>("MPI_Get_elements_c");
    visit.template operator()<&Real::Get_hw_resource_info, Get_hw_resource_info>(
        "MPI_Get_hw_resource_info");
    visit.template operator()<&Real::Group_fromint, Group_fromint>("MPI_Group_fromint");
    visit.template operator()<&Real::Group_toint, Group_toint>("MPI_Group_toint");
    visit.template operator()<&Real::Iallgather_c, Iallgather>("MPI_Iallgather_c");
    visit.template operator()<&Real::Iallgatherv_c, Iallgatherv>("MPI_Iallgatherv_c");
    visit.template operator()<&Real::Iallreduce_c, Iallreduce>("MPI_Iallreduce_c");
    visit.template operator()<&Real::Ialltoall_c, Ialltoall>("MPI_Ialltoall_c");
    visit.template operator()<&Real::Ialltoallv_c, Ialltoallv>("MPI_Ialltoallv_c");
    visit.template operator()<&Real::Ialltoallw_c, Ialltoallw>("MPI_Ialltoallw_c");
    visit.template operator()<&Real::Ibcast_c, Ibcast>("MPI_Ibcast_c");
    visit.template operator()<&Real::Ibsend_c, Ibsend>("MPI_Ibsend_c");
    visit.template operator()<&Real::Iexscan_c, Iexscan>("MPI_Iexscan_c");
    visit.template operator()<&Real::Igather_c, Igather>("MPI_Igather_c");
    visit.template operator()<&Real::Igatherv_c, Igatherv>("MPI_Igatherv_c");
    visit.template operator()<&Real::Imrecv_c, Imrecv>("MPI_Imrecv_c");
    visit.template operator()<&Real::Ineighbor_allgather_c, Ineighbor_allgather>(
        "MPI_Ineighbor_allgather_c");
    visit.template operator()<&Real::Ineighbor_allgatherv_c, Ineighbor_allgatherv>(
        "MPI_Ineighbor_allgatherv_c");
    visit.template operator()<&Real::Ineighbor_alltoall_c, Ineighbor_alltoall>(
        "MPI_Ineighbor_alltoall_c");
    visit.template operator()<&Real::Ineighbor_alltoallv_c, Ineighbor_alltoallv>(
        "MPI_Ineighbor_alltoallv_c");
    visit.template operator()<&Real::Ineighbor_alltoallw_c, Ineighbor_alltoallw>(
        "MPI_Ineighbor_alltoallw_c");
    visit.template operator()<&Real::Info_fromint, Info_fromint>("MPI_Info_fromint");
    visit.template operator()<&Real::Info_toint, Info_toint>("MPI_Info_toint");
    visit.template operator()<&Real::Irecv_c, Irecv>("MPI_Irecv_c");
    visit.template operator()<&Real::Ireduce_c, Ireduce>("MPI_Ireduce_c");
    visit.template operator()<&Real::Ireduce_scatter_block_c, Ireduce_scatter_block>(
        "MPI_Ireduce_scatter_block_c");
    visit.template operator()<&Real::Ireduce_scatter_c, Ireduce_scatter>("MPI_Ireduce_scatter_c");
    visit.template operator()<&Real::Irsend_c, Irsend>("MPI_Irsend_c");
    visit.template operator()<&Real::Iscan_c, Iscan>("MPI_Iscan_c");
    visit.template operator()<&Real::Iscatter_c, Iscatter>("MPI_Iscatter_c");
    visit.template operator()<&Real::Iscatterv_c, Iscatterv>("MPI_Iscatterv_c");
    visit.template operator()<&Real::Isend_c, Isend>("MPI_Isend_c");
    visit.template operator()<&Real::Isendrecv_c, Isendrecv>("MPI_Isendrecv_c");
    visit.template operator()<&Real::Isendrecv_replace_c, Isendrecv_replace>(
        "MPI_Isendrecv_replace_c");
    visit.template operator()<&Real::Issend_c, Issend>("MPI_Issend_c");
    visit.template operator()<&Real::Message_fromint, Message_fromint>("MPI_Message_fromint");
    visit.template operator()<&Real::Message_toint, Message_toint>("MPI_Message_toint");
    visit.template operator()<&Real::Mrecv_c, Mrecv>("MPI_Mrecv_c");
    visit.template operator()<&Real::Neighbor_allgather_c, Neighbor_allgather>(
        "MPI_Neighbor_allgather_c");
    visit.template operator()<&Real::Neighbor_allgather_init_c, Neighbor_allgather_init>(
        "MPI_Neighbor_allgather_init_c");
    visit.template operator()<&Real::Neighbor_allgatherv_c, Neighbor_allgatherv>(
        "MPI_Neighbor_allgatherv_c");
    visit.template operator()<&Real::Neighbor_allgatherv_init_c, Neighbor_allgatherv_init>(
        "MPI_Neighbor_allgatherv_init_c");
    visit.template operator()<&Real::Neighbor_alltoall_c, Neighbor_alltoall>(
        "MPI_Neighbor_alltoall_c");
    visit.template operator()<&Real::Neighbor_alltoall_init_c, Neighbor_alltoall_init>(
        "MPI_Neighbor_alltoall_init_c");
    visit.template operator()<&Real::Neighbor_alltoallv_c, Neighbor_alltoallv>(
        "MPI_Neighbor_alltoallv_c");
    visit.template operator()<&Real::Neighbor_alltoallv_init_c, Neighbor_alltoallv_init>(
        "MPI_Neighbor_alltoallv_init_c");
    visit.template operator()<&Real::Neighbor_alltoallw_c, Neighbor_alltoallw>(
        "MPI_Neighbor_alltoallw_c");
    visit.template operator()<&Real::Neighbor_alltoallw_init_c, Neighbor_alltoallw_init>(
        "MPI_Neighbor_alltoallw_init_c");
    visit.template operator()<&Real::Op_create_c, Op_create>("MPI_Op_create_c");
    visit.template operator()<&Real::Op_fromint, Op_fromint>("MPI_Op_fromint");
    visit.template operator()<&Real::Op_toint, Op_toint>("MPI_Op_toint");
    visit.template operator()<&Real::Pack_c, Pack>("MPI_Pack_c");
    visit.template operator()<&Real::Pack_external_c, Pack_external>("MPI_Pack_external_c");
    visit.template operator()<&Real::Pack_external_size_c, Pack_external_size>(
        "MPI_Pack_external_size_c");
    visit.template operator()<&Real::Pack_size_c, Pack_size>("MPI_Pack_size_c");
    visit.template operator()<&Real::Put_c, Put>("MPI_Put_c");
    visit.template operator()<&Real::Raccumulate_c, Raccumulate>("MPI_Raccumulate_c");
    visit.template operator()<&Real::Recv_c, Recv>("MPI_Recv_c");
    visit.template operator()<&Real::Recv_init_c, Recv_init>("MPI_Recv_init_c");
    visit.template operator()<&Real::Reduce_c, Reduce>("MPI_Reduce_c");
    visit.template operator()<&Real::Reduce_init_c, Reduce_init>("MPI_Reduce_init_c");
    visit.template operator()<&Real::Reduce_local_c, Reduce_local>("MPI_Reduce_local_c");
    visit.template operator()<&Real::Reduce_scatter_block_c, Reduce_scatter_block>(
        "MPI_Reduce_scatter_block_c");
    visit.template operator()<&Real::Reduce_scatter_block_init_c, Reduce_scatter_block_init>(
        "MPI_Reduce_scatter_block_init_c");
    visit.template operator()<&Real::Reduce_scatter_c, Reduce_scatter>("MPI_Reduce_scatter_c");
    visit.template operator()<&Real::Reduce_scatter_init_c, Reduce_scatter_init>(
        "MPI_Reduce_scatter_init_c");
    visit.template operator()<&Real::Register_datarep_c, Register_datarep>(
        "MPI_Register_datarep_c");
    visit.template operator()<&Real::Remove_error_class, Remove_error_class>(
        "MPI_Remove_error_class");
    visit.template operator()<&Real::Remove_error_code, Remove_error_code>("MPI_Remove_error_code");
    visit.template operator()<&Real::Remove_error_string, Remove_error_string>(
        "MPI_Remove_error_string");
    visit.template operator()<&Real::Request_fromint, Request_fromint>("MPI_Request_fromint");
    visit.template operator()<&Real::Request_get_status_all, Request_get_status_all>(
        "MPI_Request_get_status_all");
    visit.template operator()<&Real::Request_get_status_any, Request_get_status_any>(
        "MPI_Request_get_status_any");
    visit.template operator()<&Real::Request_get_status_some, Request_get_status_some>(
        "MPI_Request_get_status_some");
    visit.template operator()<&Real::Request_toint, Request_toint>("MPI_Request_toint");
    visit.template operator()<&Real::Rget_accumulate_c, Rget_accumulate>("MPI_Rget_accumulate_c");
    visit.template operator()<&Real::Rget_c, Rget>("MPI_Rget_c");
    visit.template operator()<&Real::Rput_c, Rput>("MPI_Rput_c");
    visit.template operator()<&Real::Rsend_c, Rsend>("MPI_Rsend_c");
    visit.template operator()<&Real::Rsend_init_c, Rsend_init>("MPI_Rsend_init_c");
    visit.template operator()<&Real::Scan_c, Scan>("MPI_Scan_c");
    visit.template operator()<&Real::Scan_init_c, Scan_init>("MPI_Scan_init_c");
    visit.template operator()<&Real::Scatter_c, Scatter>("MPI_Scatter_c");
    visit.template operator()<&Real::Scatter_init_c, Scatter_init>("MPI_Scatter_init_c");
    visit.template operator()<&Real::Scatterv_c, Scatterv>("MPI_Scatterv_c");
    visit.template operator()<&Real::Scatterv_init_c, Scatterv_init>("MPI_Scatterv_init_c");
    visit.template operator()<&Real::Send_c, Send>("MPI_Send_c");
    visit.template operator()<&Real::Send_init_c, Send_init>("MPI_Send_init_c");
    visit.template operator()<&Real::Sendrecv_c, Sendrecv>("MPI_Sendrecv_c");
    visit.template operator()<&Real::Sendrecv_replace_c, Sendrecv_replace>(
        "MPI_Sendrecv_replace_c");
    visit.template operator()<&Real::Session_attach_buffer, Session_attach_buffer>(
        "MPI_Session_attach_buffer");
    visit.template operator()<&Real::Session_attach_buffer_c, Session_attach_buffer>(
        "MPI_Session_attach_buffer_c");
    visit.template operator()<&Real::Session_detach_buffer, Session_detach_buffer>(
        "MPI_Session_detach_buffer");
    visit.template operator()<&Real::Session_detach_buffer_c, Session_detach_buffer>(
        "MPI_Session_detach_buffer_c");
    visit.template operator()<&Real::Session_flush_buffer, Session_flush_buffer>(
        "MPI_Session_flush_buffer");
    visit.template operator()<&Real::Session_fromint, Session_fromint>("MPI_Session_fromint");
    visit.template operator()<&Real::Session_iflush_buffer, Session_iflush_buffer>(
        "MPI_Session_iflush_buffer");
    visit.template operator()<&Real::Session_toint, Session_toint>("MPI_Session_toint");
    visit.template operator()<&Real::Ssend_c, Ssend>("MPI_Ssend_c");
    visit.template operator()<&Real::Ssend_init_c, Ssend_init>("MPI_Ssend_init_c");
    visit.template operator()<&Real::Status_get_error, Status_get_error>("MPI_Status_get_error");
    visit.template operator()<&Real::Status_get_source, Status_get_source>("MPI_Status_get_source");
    visit.template operator()<&Real::Status_get_tag, Status_get_tag>("MPI_Status_get_tag");
    visit.template operator()<&Real::Status_set_elements_c, Status_set_elements>(
        "MPI_Status_set_elements_c");
    visit.template operator()<&Real::Status_set_error, Status_set_error>("MPI_Status_set_error");
    visit.template operator()<&Real::Status_set_source, Status_set_source>("MPI_Status_set_source");
    visit.template operator()<&Real::Status_set_tag, Status_set_tag>("MPI_Status_set_tag");
    visit.template operator()<&Real::Type_contiguous_c, Type_contiguous>("MPI_Type_contiguous_c");
    visit.template operator()<&Real::Type_create_darray_c, Type_create_darray>(
        "MPI_Type_create_darray_c");
    visit.template operator()<&Real::Type_create_hindexed_block_c, Type_create_hindexed_block>(
        "MPI_Type_create_hindexed_block_c");
    visit.template operator()<&Real::Type_create_hindexed_c, Type_create_hindexed>(
        "MPI_Type_create_hindexed_c");
    visit.template operator()<&Real::Type_create_hvector_c, Type_create_hvector>(
        "MPI_Type_create_hvector_c");
    visit.template operator()<&Real::Type_create_indexed_block_c, Type_create_indexed_block>(
        "MPI_Type_create_indexed_block_c");
    visit.template operator()<&Real::Type_create_resized_c, Type_create_resized>(
        "MPI_Type_create_resized_c");
    visit.template operator()<&Real::Type_create_struct_c, Type_create_struct>(
        "MPI_Type_create_struct_c");
    visit.template operator()<&Real::Type_create_subarray_c, Type_create_subarray>(
        "MPI_Type_create_subarray_c");
    visit.template operator()<&Real::Type_fromint, Type_fromint>("MPI_Type_fromint");
    visit.template operator()<&Real::Type_get_contents_c, Type_get_contents_c>(
        "MPI_Type_get_contents_c");
    visit.template operator()<&Real::Type_get_envelope_c, Type_get_envelope_c>(
        "MPI_Type_get_envelope_c");
    visit.template operator()<&Real::Type_get_extent_c, Type_get_extent>("MPI_Type_get_extent_c");
    visit.template operator()<&Real::Type_get_true_extent_c, Type_get_true_extent>(
        "MPI_Type_get_true_extent_c");
    visit.template operator()<&Real::Type_get_value_index, Type_get_value_index>(
        "MPI_Type_get_value_index");
    visit.template operator()<&Real::Type_indexed_c, Type_indexed>("MPI_Type_indexed_c");
    visit.template operator()<&Real::Type_size_c, Type_size>("MPI_Type_size_c");
    visit.template operator()<&Real::Type_toint, Type_toint>("MPI_Type_toint");
    visit.template operator()<&Real::Type_vector_c, Type_vector>("MPI_Type_vector_c");
    visit.template operator()<&Real::Unpack_c, Unpack>("MPI_Unpack_c");
    visit.template operator()<&Real::Unpack_external_c, Unpack_external>("MPI_Unpack_external_c");
    visit.template operator()<&Real::Win_allocate_c, Win_allocate>("MPI_Win_allocate_c");
    visit.template operator()<&Real::Win_allocate_shared_c, Win_allocate_shared>(
        "MPI_Win_allocate_shared_c");
    visit.template operator()<&Real::Win_create_c, Win_create>("MPI_Win_create_c");
    visit.template operator()<&Real::Win_fromint, Win_fromint>("MPI_Win_fromint");
    visit.template operator()<&Real::Win_shared_query_c, Win_shared_query>(
        "MPI_Win_shared_query_c");
    visit.template operator()<&Real::Win_toint, Win_toint>("MPI_Win_toint");
#endif
}

} // namespace closeranks
