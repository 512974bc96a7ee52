/* Every part of the interface once, with what it has to come to. */
#include <math.h>

#include "same.h"

static bool near(float a, float b) { return fabsf(a - b) < 1e-3f; }

static UmbraScene *weightless(void) {
    UmbraSceneConfig config = umbra_scene_config_default();
    UmbraScene *scene = NULL;
    config.gravity = umbra_vec2(0, 0);
    OK(umbra_scene_new(&config, &scene));
    return scene;
}

static UmbraBodyKey add(UmbraScene *scene, uint32_t kind, float x, float y, UmbraShape shape) {
    UmbraBodyDef def = umbra_body_def_default();
    UmbraBodyKey body = 0;
    def.kind = kind;
    def.position = umbra_vec2(x, y);
    OK(umbra_scene_add(scene, &def, NULL, &shape, &body));
    return body;
}

static UmbraColliderKey collider_of(const UmbraScene *scene, UmbraBodyKey body) {
    UmbraColliderKey collider = 0;
    size_t count = 0;
    OK(umbra_body_colliders(scene, body, &collider, 1, &count));
    CHECK(count == 1);
    return collider;
}

static void bodies(void) {
    UmbraScene *scene = weightless();
    UmbraBodyKey body = add(scene, UMBRA_BODY_KIND_DYNAMIC, 1, 2, umbra_cuboid(0.5f, 0.5f));
    UmbraPose pose = umbra_pose(3, 4, 1.5707964f);
    UmbraVec2 point;
    UmbraVelocity velocity = {{1, 2}, 3};
    UmbraMassProperties mass = {true, 5, 6, {0, 0}};
    UmbraForce force = {{1, 0}, 0};
    UmbraAabb aabb;
    UmbraOptionReal fracture;
    float real;
    bool flag, other;
    uint32_t kind;
    uint64_t data;

    OK(umbra_body_set_pose(scene, body, pose));
    OK(umbra_body_position(scene, body, &point));
    CHECK(point.x == 3 && point.y == 4);
    OK(umbra_body_world_point(scene, body, umbra_vec2(1, 0), &point));
    CHECK(near(point.x, 3) && near(point.y, 5));
    OK(umbra_body_local_vector(scene, body, umbra_vec2(0, 1), &point));
    CHECK(near(point.x, 1) && near(point.y, 0));
    OK(umbra_body_angle(scene, body, &real));
    CHECK(near(real, 1.5707964f) && near(umbra_angle(pose.rotation), real));
    OK(umbra_body_set_velocity(scene, body, velocity));
    OK(umbra_body_velocity_at(scene, body, umbra_vec2(4, 4), &point));
    CHECK(near(point.x, 1) && near(point.y, 5));
    OK(umbra_body_mass(scene, body, &real));
    CHECK(near(real, 1));
    OK(umbra_body_set_mass_properties(scene, body, mass));
    OK(umbra_body_mass(scene, body, &real));
    CHECK(near(real, 5));
    OK(umbra_body_set_gravity_scale(scene, body, 0.5f));
    OK(umbra_body_gravity_scale(scene, body, &real));
    CHECK(real == 0.5f);
    OK(umbra_body_set_user_data(scene, body, UINT64_MAX));
    OK(umbra_body_user_data(scene, body, &data));
    CHECK(data == UINT64_MAX);
    OK(umbra_body_set_lock_translation(scene, body, true, false));
    OK(umbra_body_is_translation_locked(scene, body, &flag, &other));
    CHECK(flag && !other);
    OK(umbra_body_set_bullet(scene, body, true));
    OK(umbra_body_is_bullet(scene, body, &flag));
    CHECK(flag);
    OK(umbra_body_set_fracture(scene, body, umbra_some(7)));
    OK(umbra_body_fracture(scene, body, &fracture));
    CHECK(fracture.is_set && fracture.value == 7);
    OK(umbra_body_set_constant_force(scene, body, force));
    OK(umbra_body_constant_force(scene, body, &force));
    CHECK(force.force.x == 1);
    OK(umbra_body_apply_force(scene, body, umbra_vec2(0, 3), true));
    OK(umbra_body_apply_torque(scene, body, 2, true));
    OK(umbra_body_applied_force(scene, body, &force));
    CHECK(near(force.force.y, 3) && near(force.torque, 2));
    OK(umbra_body_aabb(scene, body, &flag, &aabb));
    CHECK(flag && near(aabb.max.x, 3.5f));
    OK(umbra_body_sleep(scene, body));
    OK(umbra_body_is_awake(scene, body, &flag));
    CHECK(!flag);
    OK(umbra_body_wake(scene, body));
    OK(umbra_body_set_kind(scene, body, UMBRA_BODY_KIND_KINEMATIC));
    OK(umbra_body_kind(scene, body, &kind));
    CHECK(kind == UMBRA_BODY_KIND_KINEMATIC);
    OK(umbra_body_set_lock_translation(scene, body, false, false));
    OK(umbra_body_move_to(scene, body, umbra_pose(6, 4, 0), 0.1f));
    OK(umbra_scene_step(scene, 0.1f, NULL));
    OK(umbra_body_pose(scene, body, &pose));
    CHECK(near(pose.position.x, 6) && near(pose.rotation.cos, 1));
    OK(umbra_body_interpolated_pose(scene, body, 0.5f, &pose));
    CHECK(near(pose.position.x, 4.5f));
    umbra_scene_free(scene);
}

static void shapes(void) {
    UmbraScene *scene = weightless();
    UmbraVec2 square[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    UmbraVec2 notch[5] = {{0, 0}, {2, 0}, {2, 2}, {1, 0.5f}, {0, 2}};
    UmbraVec2 line[3] = {{-3, 0}, {0, 1}, {3, 0}};
    UmbraVec2 corners[8];
    float heights[4] = {0, 1, 0, 1};
    UmbraTile tiles[6];
    UmbraTile tile;
    UmbraPlacedTile placed[6];
    UmbraPlacedShape parts[2];
    UmbraShapeView view;
    UmbraMaterial ice = umbra_material_default();
    UmbraPart part = {false, 1, 0, 0};
    UmbraBodyKey level = add(scene, UMBRA_BODY_KIND_FIXED, 0, 0, umbra_polygon(square, 4, 0));
    UmbraColliderKey collider = collider_of(scene, level);
    UmbraShape shape;
    UmbraAabb box = {{0.1f, 0.1f}, {0.9f, 0.9f}};
    int32_t column, row;
    size_t count;
    float real;

    OK(umbra_collider_mass(scene, collider, &real));
    CHECK(near(real, 4));
    OK(umbra_collider_shape(scene, collider, 0, &view, corners, 8));
    CHECK(view.kind == UMBRA_SHAPE_KIND_POLYGON && view.vertex_count == 4);
    shape = umbra_shape_of_points(UMBRA_SHAPE_KIND_CONCAVE, notch, 5, 0);
    OK(umbra_body_add_collider(scene, level, NULL, &shape, &collider));
    OK(umbra_collider_shape_count(scene, collider, &count));
    CHECK(count >= 2);
    shape = umbra_chain(line, 3, false);
    OK(umbra_body_add_collider(scene, level, NULL, &shape, &collider));
    OK(umbra_collider_set_one_sided(scene, collider, true));
    OK(umbra_collider_shape_count(scene, collider, &count));
    CHECK(count == 2);
    OK(umbra_body_add_heightfield(scene, level, NULL, heights, 4, 6, &collider));
    OK(umbra_collider_shape_count(scene, collider, &count));
    CHECK(count == 3);

    parts[0].pose = umbra_pose(-1, 0, 0);
    parts[0].shape = umbra_circle(0.5f);
    parts[1].pose = umbra_pose(1, 0, 0.5f);
    parts[1].shape = umbra_cuboid(0.5f, 0.2f);
    OK(umbra_body_add_compound(scene, level, NULL, parts, 2, &collider));
    ice.friction = 0;
    OK(umbra_collider_set_shape_material(scene, collider, 1, &ice));
    OK(umbra_collider_material_of(scene, collider, part, &ice));
    CHECK(ice.friction == 0);

    for (int i = 0; i < 6; i++) {
        tiles[i] = umbra_tile(i < 3 ? UMBRA_CELL_KIND_FULL : UMBRA_CELL_KIND_EMPTY);
    }
    tiles[4].cell = UMBRA_CELL_KIND_SLOPE;
    tiles[4].side = UMBRA_SIDE_RIGHT;
    tiles[4].user_data = 9;
    OK(umbra_body_add_tiles(scene, level, NULL, 1, tiles, 3, 2, &collider));
    OK(umbra_collider_cell(scene, collider, 1, 1, &tile));
    CHECK(tile.cell == UMBRA_CELL_KIND_SLOPE && tile.side == UMBRA_SIDE_RIGHT && tile.user_data == 9);
    OK(umbra_collider_set_cell(scene, collider, 0, 1, &tiles[0]));
    OK(umbra_collider_cell_at(scene, collider, umbra_vec2(0.5f, 1.5f), &column, &row));
    CHECK(column == 0 && row == 1);
    OK(umbra_collider_cells_in(scene, collider, box, placed, 6, &count));
    CHECK(count >= 1 && placed[0].tile.cell == UMBRA_CELL_KIND_FULL);
    OK(umbra_collider_cell_size(scene, collider, &real));
    CHECK(real == 1);
    OK(umbra_body_add_tiles_from_text(scene, level, NULL, 0.5f, "#..#\n####", &collider));
    OK(umbra_scene_remove_collider(scene, collider));
    CHECK(!umbra_scene_has_collider(scene, collider));
    umbra_scene_free(scene);
}

static void joints(void) {
    static const float small = 0.25f;
    for (uint32_t kind = 0; kind <= UMBRA_JOINT_KIND_FILTER; kind++) {
        UmbraScene *scene = weightless();
        UmbraJointDef def = umbra_joint_def_default(kind);
        UmbraJointKey joint = 0;
        UmbraOptionPair pair;
        UmbraBodyKey a = add(scene, UMBRA_BODY_KIND_FIXED, 0, 0, umbra_circle(small));
        UmbraBodyKey b = add(scene, UMBRA_BODY_KIND_DYNAMIC, 2, 0, umbra_circle(small));
        uint32_t found;
        float real;
        def.body_a = a;
        def.body_b = b;
        def.anchor_a = kind == UMBRA_JOINT_KIND_TARGET ? umbra_vec2(2, 0) : umbra_vec2(0, 0);
        def.anchor_b = umbra_vec2(2, 0);
        def.ground_a = kind == UMBRA_JOINT_KIND_PULLEY ? umbra_vec2(0, 3) : umbra_vec2(0, 0);
        def.ground_b = kind == UMBRA_JOINT_KIND_PULLEY ? umbra_vec2(2, 3) : umbra_vec2(3, 0);
        def.length = 4;
        def.step = 0.5f;
        def.user_data = kind;
        if (kind == UMBRA_JOINT_KIND_SPRING) {
            def.spring = umbra_some_pair(2, 0.5f);
        }
        if (kind == UMBRA_JOINT_KIND_REVOLUTE) {
            def.motor = umbra_some_pair(2, 1000);
            def.limits = umbra_some_pair(-1, 1);
        }
        OK(umbra_scene_add_joint(scene, &def, &joint));
        OK(umbra_joint_kind(scene, joint, &found));
        CHECK(found == kind);
        for (int i = 0; i < 120; i++) {
            OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
        }
        if (kind == UMBRA_JOINT_KIND_REVOLUTE) {
            OK(umbra_joint_angle(scene, joint, &real));
            CHECK(fabsf(real - 1) < 0.02f);
            OK(umbra_joint_limits(scene, joint, &pair));
            CHECK(pair.is_set && pair.first == -1 && pair.second == 1);
            OK(umbra_joint_set_limits(scene, joint, umbra_joint_def_default(0).limits));
            OK(umbra_joint_limits(scene, joint, &pair));
            CHECK(!pair.is_set);
            OK(umbra_joint_set_break_force(scene, joint, 1e-3f));
            OK(umbra_body_apply_impulse(scene, b, umbra_vec2(500, 0), true));
            OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
            UmbraJointEvent event;
            size_t count;
            OK(umbra_scene_joint_events(scene, &event, 1, &count));
            CHECK(count == 1 && event.kind == UMBRA_JOINT_EVENT_KIND_BROKEN && event.joint == joint);
            CHECK(!umbra_scene_has_joint(scene, joint));
        }
        umbra_scene_free(scene);
    }
}

static bool no_friends(void *context, const UmbraContactPair *pair) {
    (void)context;
    return pair->user_data[0] != pair->user_data[1];
}

static void slippery(void *context, UmbraContactEdit *edit) {
    (void)context;
    edit->friction = 0;
}

static bool accepts_one(void *context, UmbraColliderKey collider) {
    return *(const UmbraColliderKey *)context == collider;
}

static void events(void) {
    UmbraScene *scene = NULL;
    UmbraBodyKey ground, ball, zone;
    UmbraContactEvent contacts[8];
    UmbraSensorEvent sensors[8];
    UmbraBodyEvent bodies_[8];
    UmbraImpactEvent impacts[8];
    UmbraBodyMove moves[8];
    UmbraContact contact;
    UmbraHooks hooks = {.should_collide = no_friends, .modify_contact = slippery};
    size_t count, begins = 0, hits = 0, seen = 0, moved = 0, whole = 0, slept = 0;
    OK(umbra_scene_new(NULL, &scene));
    ground = add(scene, UMBRA_BODY_KIND_FIXED, 0, 0, umbra_cuboid(10, 0.5f));
    ball = add(scene, UMBRA_BODY_KIND_DYNAMIC, 0, 3, umbra_circle(0.5f));
    zone = add(scene, UMBRA_BODY_KIND_FIXED, 0, 2, umbra_cuboid(1, 0.2f));
    OK(umbra_collider_set_hit_events(scene, collider_of(scene, ball), true));
    OK(umbra_collider_set_sensor(scene, collider_of(scene, zone), true));
    for (int i = 0; i < 180; i++) {
        OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
        OK(umbra_scene_contact_events(scene, contacts, 8, &count));
        for (size_t k = 0; k < count; k++) {
            begins += contacts[k].kind == UMBRA_EVENT_KIND_BEGIN;
            hits += contacts[k].kind == UMBRA_EVENT_KIND_HIT && contacts[k].speed > 5;
        }
        OK(umbra_scene_sensor_events(scene, sensors, 8, &count));
        seen += count;
        OK(umbra_scene_body_moves(scene, moves, 8, &count));
        moved += count;
        OK(umbra_scene_impact_events(scene, impacts, 8, &count));
        whole += count;
        OK(umbra_scene_body_events(scene, bodies_, 8, &count));
        slept += count == 1 && bodies_[0].kind == UMBRA_BODY_EVENT_KIND_FELL_ASLEEP;
    }
    CHECK(begins == 1 && hits == 1 && seen == 2 && moved > 60 && whole >= 1 && slept == 1);
    OK(umbra_body_contacts(scene, ball, &contact, 1, &count));
    CHECK(count == 1 && contact.is_touching && contact.point_count == 1);
    CHECK(contact.bodies[0] == ground || contact.bodies[1] == ground);
    OK(umbra_body_wake(scene, ball));
    OK(umbra_scene_step(scene, 1.0f / 60.0f, &hooks));
    OK(umbra_scene_step(scene, 0.2f, &hooks));
    UmbraVec2 at;
    OK(umbra_body_position(scene, ball, &at));
    CHECK(at.y < 0.9f);
    umbra_scene_free(scene);
}

static void queries(void) {
    UmbraScene *scene = weightless();
    UmbraBodyKey a = add(scene, UMBRA_BODY_KIND_FIXED, 2, 0, umbra_circle(0.5f));
    UmbraBodyKey b = add(scene, UMBRA_BODY_KIND_DYNAMIC, 5, 0, umbra_cuboid(0.5f, 0.5f));
    UmbraColliderKey second = collider_of(scene, b);
    UmbraQueryFilter filter = umbra_query_filter_default();
    UmbraRay rays[3] = {{{0, 0}, {10, 0}}, {{0, 5}, {10, 0}}, {{10, 0}, {-10, 0}}};
    UmbraRayHit hit, all[4];
    UmbraCastHit cast, casts[4];
    UmbraPointHit nearest[4];
    UmbraColliderKey keys[4];
    UmbraShape probe = umbra_circle(0.25f);
    UmbraAabb box = {{4, -1}, {6, 1}};
    size_t count;

    OK(umbra_scene_cast_ray(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), NULL, &hit));
    CHECK(hit.hit && hit.body == a && near(hit.point.x, 1.5f) && near(hit.fraction, 0.15f));
    filter.exclude = a;
    OK(umbra_scene_cast_ray(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), &filter, &hit));
    CHECK(hit.hit && hit.body == b && near(hit.normal.x, -1));
    filter = umbra_query_filter_default();
    filter.accepts = accepts_one;
    filter.context = &second;
    OK(umbra_scene_cast_ray(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), &filter, &hit));
    CHECK(hit.body == b);
    filter = umbra_query_filter_default();
    filter.fixed = filter.dynamic = false;
    OK(umbra_scene_cast_ray(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), &filter, &hit));
    CHECK(!hit.hit && hit.body == 0);
    OK(umbra_scene_cast_ray_all(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), NULL, all, 4, &count));
    CHECK(count == 2 && all[0].body == a && all[1].body == b);
    OK(umbra_scene_cast_ray_all(scene, umbra_vec2(0, 0), umbra_vec2(10, 0), NULL, NULL, 0, &count));
    CHECK(count == 2);
    OK(umbra_scene_cast_rays(scene, rays, 3, NULL, all));
    CHECK(all[0].body == a && !all[1].hit && all[2].body == b);
    OK(umbra_scene_cast_shape(scene, &probe, umbra_pose(0, 0, 0), umbra_vec2(10, 0), 0, NULL, &cast));
    CHECK(cast.hit && cast.body == a && near(cast.pose.position.x, 1.25f));
    OK(umbra_scene_cast_shape_all(scene, &probe, umbra_pose(0, 0, 0), umbra_vec2(10, 0), NULL, casts, 4, &count));
    CHECK(count == 2 && casts[0].body == a && casts[1].body == b);
    OK(umbra_scene_closest_point(scene, umbra_vec2(3.5f, 0), 5, NULL, &nearest[0]));
    CHECK(nearest[0].hit && near(nearest[0].distance, 1));
    OK(umbra_scene_closest_points(scene, umbra_vec2(3, 0), 5, NULL, nearest, 4, &count));
    CHECK(count == 2 && nearest[0].body == a);
    OK(umbra_scene_colliders_at(scene, umbra_vec2(5, 0), NULL, keys, 4, &count));
    CHECK(count == 1 && keys[0] == second);
    OK(umbra_scene_overlap_aabb(scene, box, NULL, keys, 4, &count));
    CHECK(count == 1);
    OK(umbra_scene_overlap_shape(scene, &probe, umbra_pose(2, 0, 0), NULL, keys, 4, &count));
    CHECK(count == 1 && keys[0] == collider_of(scene, a));
    umbra_scene_free(scene);
}

static uint8_t *bytes_of(const UmbraScene *scene, uint32_t format, size_t *count) {
    uint8_t *bytes;
    CHECK(umbra_scene_to_bytes(scene, format, NULL, 0, count) == UMBRA_STATUS_TOO_SMALL);
    bytes = malloc(*count);
    CHECK(bytes != NULL);
    OK(umbra_scene_to_bytes(scene, format, bytes, *count, count));
    return bytes;
}

static void saving(void) {
    UmbraScene *scene = same_scene(), *copy = NULL;
    UmbraSnapshot *snapshot = NULL;
    UmbraRecording *recording = NULL;
    UmbraReplay *replay = NULL;
    UmbraDivergence divergence;
    uint64_t hash, saved;
    uint32_t steps;
    bool stepped;
    OK(umbra_snapshot_new(&snapshot));
    same_steps(scene, 30);
    OK(umbra_scene_save(scene, snapshot));
    OK(umbra_snapshot_hash(snapshot, &saved));
    CHECK(saved == hash_of(scene));
    same_steps(scene, 30);
    hash = hash_of(scene);
    OK(umbra_scene_restore(scene, snapshot));
    same_steps(scene, 30);
    CHECK(hash_of(scene) == hash);

    for (uint32_t format = 0; format <= UMBRA_FORMAT_JSON_PRETTY; format++) {
        size_t count;
        uint8_t *bytes = bytes_of(scene, format, &count);
        OK(umbra_scene_from_bytes(format, bytes, count, &copy));
        CHECK(hash_of(copy) == hash);
        umbra_scene_free(copy);
        free(bytes);
    }
    OK(umbra_scene_record(scene, NULL));
    same_steps(scene, 40);
    OK(umbra_scene_rewind(scene, 10));
    same_steps(scene, 10);
    hash = hash_of(scene);
    OK(umbra_scene_take_recording(scene, &recording));
    CHECK(!umbra_scene_is_recording(scene));
    OK(umbra_recording_steps(recording, &steps));
    CHECK(steps == 40);
    OK(umbra_replay_new(recording, &replay));
    OK(umbra_replay_seek(replay, 39));
    OK(umbra_replay_step(replay, &stepped));
    CHECK(stepped && hash_of(umbra_replay_scene(replay)) == hash);
    OK(umbra_replay_check(replay, &divergence));
    CHECK(!divergence.diverged);
    umbra_replay_free(replay);
    umbra_recording_free(recording);

    OK(umbra_scene_clone(scene, &copy));
    OK(umbra_scene_restore_as_branch(copy, snapshot));
    CHECK(hash_of(copy) == saved);
    OK(umbra_scene_copy_from(copy, scene));
    CHECK(hash_of(copy) == hash);
    OK(umbra_scene_clear(copy));
    umbra_scene_free(copy);
    umbra_snapshot_free(snapshot);
    umbra_scene_free(scene);
}

static void parts(void) {
    UmbraScene *scene = same_scene(), *other = NULL;
    UmbraPartOfScene *part = NULL;
    UmbraInserted *inserted = NULL;
    UmbraBodyKey all[64], island[64], fresh[64];
    UmbraStats stats;
    UmbraVec2 before, after;
    size_t count, together;
    OK(umbra_scene_new(NULL, &other));
    same_steps(scene, 10);
    OK(umbra_scene_bodies(scene, all, 64, &count));
    OK(umbra_scene_island_of(scene, all[5], island, 64, &together));
    CHECK(together > 10);
    OK(umbra_body_position(scene, island[0], &before));
    OK(umbra_scene_extract(scene, island, together, &part));
    CHECK(!umbra_scene_has_body(scene, island[0]));
    OK(umbra_part_shift(part, umbra_vec2(100, 0)));
    OK(umbra_scene_insert(other, part, &inserted));
    OK(umbra_inserted_bodies(inserted, island, together, fresh));
    OK(umbra_body_position(other, fresh[0], &after));
    CHECK(near(after.x, before.x + 100));
    OK(umbra_scene_stats(other, &stats));
    CHECK(stats.bodies == together);
    OK(umbra_scene_shift_origin(other, umbra_vec2(100, 0)));
    umbra_inserted_free(inserted);
    umbra_part_free(part);
    umbra_scene_free(scene);
    umbra_scene_free(other);
}

static void fields_and_breaking(void) {
    UmbraScene *scene = NULL;
    UmbraFieldDef water = umbra_field_def_default(UMBRA_FIELD_KIND_WATER);
    UmbraExplosion bang;
    UmbraPortal portal = {{{-20, 0}, {-20, 2}}, {{20, 0}, {20, 2}}, false, true};
    UmbraPortalKey gate;
    UmbraBlown blown[8];
    UmbraBodyKey pieces[32];
    UmbraFieldKey field;
    UmbraVec2 square[4] = {{-0.2f, -0.2f}, {0.2f, -0.2f}, {0.2f, 0.2f}, {-0.2f, 0.2f}}, gravity, at;
    UmbraBodyKey wood;
    float area;
    size_t count;
    OK(umbra_scene_new(NULL, &scene));
    wood = add(scene, UMBRA_BODY_KIND_DYNAMIC, 0, -3, umbra_cuboid(0.5f, 0.5f));
    water.density = 2;
    water.area = UMBRA_FIELD_AREA_BELOW;
    OK(umbra_scene_add_field(scene, &water, &field));
    OK(umbra_field_submerged_area(scene, field, wood, &area));
    CHECK(near(area, 1));
    for (int i = 0; i < 300; i++) {
        OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
    }
    OK(umbra_body_position(scene, wood, &at));
    CHECK(fabsf(at.y) < 0.2f);
    OK(umbra_field_set_enabled(scene, field, false));
    OK(umbra_scene_gravity_at(scene, at, umbra_filter_all(), &gravity));
    CHECK(near(gravity.y, -9.81f));
    OK(umbra_scene_remove_field(scene, field));
    OK(umbra_scene_add_portal(scene, &portal, &gate));
    portal.one_way = true;
    OK(umbra_portal_set(scene, gate, &portal));
    OK(umbra_portal_get(scene, gate, &portal));
    CHECK(portal.one_way && portal.to[1].y == 2);

    bang = umbra_explosion_default(umbra_vec2(at.x, at.y - 1), 4);
    bang.impulse = 5;
    OK(umbra_scene_explode(scene, &bang, blown, 8, &count));
    CHECK(count == 1 && blown[0].body == wood && blown[0].impulse.y > 0);
    OK(umbra_scene_explode(scene, &bang, NULL, 0, NULL));
    OK(umbra_scene_split_body(scene, wood, umbra_vec2(at.x, -9), umbra_vec2(at.x, 9), pieces, 32, &count));
    CHECK(count == 2);
    OK(umbra_scene_shatter_body(scene, pieces[0], at, 5, pieces, 32, &count));
    CHECK(count >= 2);
    wood = add(scene, UMBRA_BODY_KIND_FIXED, 0, 40, umbra_cuboid(2, 2));
    for (int i = 0; i < 4; i++) {
        square[i].y += 40;
    }
    OK(umbra_scene_carve_body(scene, wood, square, 4, pieces, 32, &count));
    CHECK(count == 1);
    OK(umbra_scene_carve(scene, square, 4, umbra_filter_all(), false, pieces, 32, &count));
    umbra_scene_free(scene);
}

static void games(void) {
    UmbraScene *scene = NULL;
    UmbraShape capsule = umbra_capsule(umbra_vec2(0, -0.3f), umbra_vec2(0, 0.3f), 0.3f);
    UmbraCharacter *hero = NULL;
    UmbraCharacterInput input = {1, false, false, false, false, 0};
    UmbraCharacterState state;
    UmbraCharacterHit hits[8];
    UmbraMoved moved;
    UmbraCar *car = NULL;
    UmbraTopDownCar *racer = NULL;
    UmbraControls controls = {1, 0, 0, false};
    UmbraWheelState wheels[4];
    UmbraTyreState tyres[4];
    UmbraAssembly *rope = NULL, *ragdoll = NULL;
    UmbraSoftBody *blob = NULL;
    UmbraTimestep *timestep = NULL;
    UmbraBodyKey head;
    UmbraPose slid;
    uint32_t steps;
    float speed, area;
    size_t count;
    OK(umbra_scene_new(NULL, &scene));
    add(scene, UMBRA_BODY_KIND_FIXED, 0, 0, umbra_cuboid(200, 0.5f));
    OK(umbra_character_new(&capsule, NULL, &hero));
    OK(umbra_character_set_position(hero, umbra_vec2(0, 2)));
    OK(umbra_car_spawn(scene, umbra_vec2(-50, 1.3f), NULL, &car));
    OK(umbra_top_down_spawn(scene, umbra_vec2(50, 30), 0, NULL, &racer));
    OK(umbra_build_rope(scene, umbra_vec2(100, 10), umbra_vec2(104, 10), NULL, &rope));
    OK(umbra_build_ragdoll(scene, umbra_vec2(120, 2), NULL, &ragdoll));
    OK(umbra_build_blob(scene, umbra_vec2(140, 3), 1, NULL, &blob));
    OK(umbra_timestep_new(60, 5, &timestep));
    OK(umbra_timestep_advance(timestep, 0.04f, &steps));
    CHECK(steps == 2);
    for (int i = 0; i < 120; i++) {
        OK(umbra_car_drive(car, scene, controls, 1.0f / 60.0f));
        OK(umbra_top_down_drive(racer, scene, controls, 1.0f / 60.0f));
        OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
        OK(umbra_character_step(hero, scene, &input, 1.0f / 60.0f, NULL, true, &moved));
    }
    OK(umbra_character_state(hero, &state));
    CHECK(state.is_on_ground && state.pose.position.x > 5);
    OK(umbra_character_hits(hero, hits, 8, &count));
    OK(umbra_scene_move_and_slide(scene, &capsule, umbra_pose(0, 2, 0), umbra_vec2(1, -4), NULL, &slid));
    CHECK(slid.position.y > 1);
    OK(umbra_car_speed(car, scene, &speed));
    CHECK(speed > 3);
    OK(umbra_car_wheels(car, scene, wheels, 4, &count));
    CHECK(count == 2 && wheels[0].contact && umbra_scene_has_joint(scene, wheels[0].joint));
    OK(umbra_top_down_tyres(racer, tyres, 4, &count));
    CHECK(count == 4);
    OK(umbra_assembly_bodies(rope, NULL, 0, &count));
    CHECK(count == 16);
    OK(umbra_ragdoll_bone(ragdoll, UMBRA_BONE_HEAD, &head));
    CHECK(umbra_scene_has_body(scene, head));
    OK(umbra_soft_body_area(blob, scene, &area));
    CHECK(area > 2 && area < 4);
    OK(umbra_assembly_remove(rope, scene));
    umbra_assembly_free(rope);
    umbra_assembly_free(ragdoll);
    umbra_soft_body_free(blob);
    umbra_timestep_free(timestep);
    umbra_car_free(car);
    umbra_top_down_free(racer);
    umbra_character_free(hero);
    umbra_scene_free(scene);
}

static void count_polygon(void *context, const UmbraVec2 *points, size_t count, float radius, uint32_t color) {
    (void)points;
    (void)radius;
    CHECK(color <= 0xffffff);
    *(size_t *)context += count == 4;
}

static void drawing(void) {
    UmbraScene *scene = same_scene();
    UmbraDraw draw = {0};
    UmbraDrawOptions options = umbra_draw_options_default();
    size_t boxes = 0, count = 0;
    char *text;
    draw.polygon = count_polygon;
    draw.context = &boxes;
    options.contacts = options.velocities = options.islands = true;
    same_steps(scene, 5);
    OK(umbra_scene_draw(scene, NULL, &draw));
    CHECK(boxes == 37);
    CHECK(umbra_scene_to_svg(scene, &options, NULL, 0, &count) == UMBRA_STATUS_TOO_SMALL);
    text = malloc(count);
    CHECK(text != NULL);
    OK(umbra_scene_to_svg(scene, &options, (uint8_t *)text, count, &count));
    CHECK(memcmp(text, "<svg", 4) == 0);
    free(text);
    umbra_scene_free(scene);
}

static void predictions(void) {
    UmbraScene *scene = NULL;
    UmbraBodyKey ball;
    UmbraVec2 kick = {2, 4}, at;
    UmbraPrediction *prediction = NULL;
    UmbraPose poses[121];
    UmbraTouch touch;
    size_t count;
    bool exact;
    OK(umbra_scene_new(NULL, &scene));
    add(scene, UMBRA_BODY_KIND_FIXED, 0, 0, umbra_cuboid(20, 0.5f));
    ball = add(scene, UMBRA_BODY_KIND_DYNAMIC, 0, 3, umbra_circle(0.5f));
    REFUSED(umbra_scene_predict(scene, &ball, &kick, 1, 60, NAN, &prediction), UMBRA_STATUS_BAD_VALUE, "dt");
    OK(umbra_scene_predict(scene, &ball, &kick, 1, 120, 1.0f / 60.0f, &prediction));
    OK(umbra_prediction_is_exact(prediction, &exact));
    OK(umbra_prediction_poses(prediction, ball, poses, 121, &count));
    CHECK(exact && count == 121);
    OK(umbra_prediction_touches(prediction, ball, &touch, 1, &count));
    CHECK(count >= 1 && touch.step > 30);
    OK(umbra_body_apply_impulse(scene, ball, kick, true));
    for (int i = 0; i < 120; i++) {
        OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
    }
    OK(umbra_body_position(scene, ball, &at));
    CHECK(at.x == poses[120].position.x && at.y == poses[120].position.y);
    umbra_prediction_free(prediction);
    umbra_scene_free(scene);
}

static void pictures(void) {
    uint8_t pixels[16][16][4] = {{{0}}};
    UmbraMaskSettings settings = umbra_mask_settings_default();
    UmbraOutlines *outlines = NULL;
    UmbraScene *scene = weightless();
    UmbraBodyKey body = add(scene, UMBRA_BODY_KIND_DYNAMIC, 0, 0, umbra_circle(0.1f));
    UmbraColliderKey colliders[4];
    UmbraVec2 points[64];
    size_t count;
    float mass;
    for (int y = 4; y < 12; y++) {
        for (int x = 4; x < 12; x++) {
            pixels[y][x][3] = 255;
        }
    }
    settings.pixel_size = 0.25f;
    settings.origin = umbra_vec2(0.5f, 0.5f);
    OK(umbra_outlines_from_rgba(&pixels[0][0][0], 16, 16, &settings, &outlines));
    OK(umbra_outlines_count(outlines, &count));
    CHECK(count == 1);
    OK(umbra_outlines_points(outlines, 0, points, 64, &count));
    CHECK(count >= 4);
    OK(umbra_body_add_outline(scene, body, NULL, outlines, 0, UMBRA_OUTLINE_KIND_CONCAVE, colliders, 4, &count));
    CHECK(count == 1);
    OK(umbra_collider_mass(scene, colliders[0], &mass));
    CHECK(fabsf(mass - 4) < 0.2f);
    REFUSED(umbra_body_add_outline(scene, body, NULL, outlines, 1, 0, colliders, 4, &count), UMBRA_STATUS_BAD_VALUE, "index");
    umbra_outlines_free(outlines);
    umbra_scene_free(scene);
}

static void many_bodies(void) {
    UmbraScene *scene = weightless();
    UmbraBodyDef defs[3];
    UmbraBodyKey keys[3], all[8];
    UmbraPose poses[3];
    UmbraVelocity velocities[3] = {{{1, 0}, 0}, {{2, 0}, 0}, {{3, 0}, 0}};
    UmbraForce forces[3] = {{{0, 60}, 0}, {{0, 60}, 0}, {{0, 60}, 0}};
    UmbraShape circle = umbra_circle(0.1f);
    size_t count;
    for (int i = 0; i < 3; i++) {
        defs[i] = umbra_body_def_default();
        defs[i].position = umbra_vec2((float)i, 0);
    }
    defs[2].gravity_scale = NAN;
    REFUSED(umbra_scene_add_bodies(scene, defs, 3, keys), UMBRA_STATUS_BAD_VALUE, "gravity_scale");
    defs[2].gravity_scale = 1;
    OK(umbra_scene_add_bodies(scene, defs, 3, keys));
    OK(umbra_scene_bodies(scene, all, 8, &count));
    CHECK(count == 3 && memcmp(all, keys, sizeof keys) == 0);
    for (int i = 0; i < 3; i++) {
        OK(umbra_body_add_collider(scene, keys[i], NULL, &circle, NULL));
    }
    OK(umbra_bodies_set_velocities(scene, keys, 3, velocities));
    OK(umbra_bodies_apply_forces(scene, keys, 3, forces));
    OK(umbra_scene_step(scene, 0.5f, NULL));
    OK(umbra_bodies_poses(scene, keys, 3, poses));
    CHECK(near(poses[2].position.x, 3.5f) && poses[0].position.y > 1);
    OK(umbra_bodies_velocities(scene, keys, 3, velocities));
    CHECK(velocities[1].linear.y > 1 && near(velocities[1].linear.x, 2));
    poses[0] = umbra_pose(7, 7, 0);
    OK(umbra_bodies_set_poses(scene, keys, 1, poses));
    OK(umbra_scene_poses(scene, poses, 3, &count));
    CHECK(count == 3 && poses[0].position.x == 7);
    OK(umbra_scene_velocities(scene, velocities, 3, &count));
    CHECK(count == 3 && umbra_body_index(keys[2]) == 2);
    umbra_scene_free(scene);
}

int main(void) {
    CHECK(strcmp(umbra_version(), "0.1.0") == 0);
    CHECK(strcmp(umbra_status_name(UMBRA_STATUS_NO_SUCH_BODY), "no such body") == 0);
    CHECK(strcmp(umbra_status_name(1000), "unknown status") == 0);
    bodies();
    shapes();
    joints();
    events();
    queries();
    saving();
    parts();
    fields_and_breaking();
    games();
    drawing();
    predictions();
    pictures();
    many_bodies();
    puts("features: ok");
    return 0;
}
