/* Bad input: each call is refused, names the parameter, and leaves the scene as it was. */
#include <math.h>

#include "same.h"

static UmbraScene *scene;
static UmbraBodyKey body;
static UmbraColliderKey collider;
static UmbraJointKey joint;

/* A body, its collider and its joint with the ground. */
static void find_parts(void) {
    UmbraBodyKey bodies[64];
    size_t count = 0;
    OK(umbra_scene_bodies(scene, bodies, 64, &count));
    CHECK(count == 39);
    body = bodies[38];
    OK(umbra_body_colliders(scene, body, &collider, 1, &count));
    OK(umbra_body_joints(scene, body, &joint, 1, &count));
    CHECK(count == 1);
}

static void null_pointers(void) {
    UmbraBodyDef def = umbra_body_def_default();
    UmbraShape box = umbra_cuboid(1, 1);
    float number = 7;
    size_t count = 0;
    REFUSED(umbra_scene_new(NULL, NULL), UMBRA_STATUS_NULL_POINTER, "out");
    REFUSED(umbra_scene_step(NULL, 0.1f, NULL), UMBRA_STATUS_NULL_POINTER, "scene");
    REFUSED(umbra_scene_add_body(scene, NULL, NULL), UMBRA_STATUS_NULL_POINTER, "def");
    REFUSED(umbra_scene_add_body(NULL, &def, NULL), UMBRA_STATUS_NULL_POINTER, "scene");
    REFUSED(umbra_body_add_collider(scene, body, NULL, NULL, NULL), UMBRA_STATUS_NULL_POINTER, "shape");
    REFUSED(umbra_scene_add(scene, NULL, NULL, &box, NULL), UMBRA_STATUS_NULL_POINTER, "body_def");
    REFUSED(umbra_body_mass(scene, body, NULL), UMBRA_STATUS_NULL_POINTER, "out");
    REFUSED(umbra_body_mass(NULL, body, &number), UMBRA_STATUS_NULL_POINTER, "scene");
    CHECK(number == 7);
    REFUSED(umbra_scene_bodies(scene, NULL, 3, &count), UMBRA_STATUS_NULL_POINTER, "out");
    REFUSED(umbra_scene_bodies(scene, NULL, 0, NULL), UMBRA_STATUS_NULL_POINTER, "count");
    REFUSED(umbra_bodies_poses(scene, NULL, 2, NULL), UMBRA_STATUS_NULL_POINTER, "bodies");
    REFUSED(umbra_scene_save(scene, NULL), UMBRA_STATUS_NULL_POINTER, "snapshot");
    REFUSED(umbra_batch_step(NULL, 0.1f, 1), UMBRA_STATUS_NULL_POINTER, "batch");
    REFUSED(umbra_scene_save_svg(scene, NULL, NULL), UMBRA_STATUS_NULL_POINTER, "path");
    umbra_scene_free(NULL);
    umbra_snapshot_free(NULL);
    umbra_batch_free(NULL);
    umbra_character_free(NULL);
    CHECK(!umbra_scene_has_body(NULL, body));
    CHECK(umbra_batch_scene(NULL, 0) == NULL);
}

static void bad_numbers(void) {
    UmbraSceneConfig config = umbra_scene_config_default();
    UmbraBodyDef def = umbra_body_def_default();
    UmbraScene *none = NULL;
    REFUSED(umbra_scene_step(scene, NAN, NULL), UMBRA_STATUS_BAD_VALUE, "dt");
    REFUSED(umbra_scene_step(scene, INFINITY, NULL), UMBRA_STATUS_BAD_VALUE, "dt");
    REFUSED(umbra_scene_set_gravity(scene, umbra_vec2(NAN, 0)), UMBRA_STATUS_BAD_VALUE, "gravity");
    config.length_unit = -1;
    REFUSED(umbra_scene_new(&config, &none), UMBRA_STATUS_BAD_VALUE, "length_unit");
    REFUSED(umbra_scene_set_config(scene, &config), UMBRA_STATUS_BAD_VALUE, "length_unit");
    config = umbra_scene_config_default();
    config.solver.substeps = 0;
    REFUSED(umbra_scene_new(&config, &none), UMBRA_STATUS_BAD_VALUE, "solver.substeps");
    config = umbra_scene_config_default();
    config.continuous = 17;
    REFUSED(umbra_scene_new(&config, &none), UMBRA_STATUS_BAD_NAME, "continuous");
    CHECK(none == NULL);

    def.position.x = NAN;
    REFUSED(umbra_scene_add_body(scene, &def, NULL), UMBRA_STATUS_BAD_VALUE, "position");
    def = umbra_body_def_default();
    def.linear_damping = -1;
    REFUSED(umbra_scene_add_body(scene, &def, NULL), UMBRA_STATUS_BAD_VALUE, "linear_damping");
    CHECK(strcmp(umbra_last_error(), "`linear_damping` must not be negative, but is -1") == 0);
    def = umbra_body_def_default();
    def.rotation.cos = 7;
    REFUSED(umbra_scene_add_body(scene, &def, NULL), UMBRA_STATUS_BAD_VALUE, "pose");
    def = umbra_body_def_default();
    def.kind = 3;
    REFUSED(umbra_scene_add_body(scene, &def, NULL), UMBRA_STATUS_BAD_NAME, "kind");

    REFUSED(umbra_body_set_angle(scene, body, NAN), UMBRA_STATUS_BAD_VALUE, "angle");
    REFUSED(umbra_body_set_position(scene, body, umbra_vec2(1e30f, 0)), UMBRA_STATUS_BAD_VALUE, "position");
    REFUSED(umbra_body_set_linear_damping(scene, body, -1), UMBRA_STATUS_BAD_VALUE, "linear_damping");
    REFUSED(umbra_body_apply_force(scene, body, umbra_vec2(NAN, 0), true), UMBRA_STATUS_BAD_VALUE, "force");
    REFUSED(umbra_body_set_kind(scene, body, 9), UMBRA_STATUS_BAD_NAME, "kind");
    REFUSED(umbra_collider_set_friction(scene, collider, -0.1f), UMBRA_STATUS_BAD_VALUE, "friction");
    REFUSED(umbra_collider_set_restitution(scene, collider, -1), UMBRA_STATUS_BAD_VALUE, "restitution");
    REFUSED(umbra_collider_set_friction_rule(scene, collider, 99), UMBRA_STATUS_BAD_NAME, "friction_rule");
    REFUSED(umbra_joint_set_limits(scene, joint, umbra_some_pair(1, -1)), UMBRA_STATUS_BAD_VALUE, "limits");
    REFUSED(umbra_joint_set_motor(scene, joint, umbra_some_pair(NAN, 1)), UMBRA_STATUS_BAD_VALUE, "motor.speed");
}

static void bad_shapes(void) {
    UmbraVec2 points[4] = {{0, 0}, {1, 0}, {1, 1}, {0.9f, 0.1f}};
    float heights[3] = {0, NAN, 0};
    UmbraShape shape = umbra_circle(-1);
    UmbraTile tile = umbra_tile(77);
    UmbraCastHit hit;
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_VALUE, "radius");
    shape = umbra_cuboid(0, 1);
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_VALUE, "half_width");
    shape = umbra_polygon(points, 4, 0);
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_VALUE, "points");
    shape = umbra_polygon(points, 2, 0);
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_VALUE, "points");
    shape = umbra_polygon(NULL, 4, 0);
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_NULL_POINTER, "points");
    shape = umbra_polygon(points, SIZE_MAX, 0);
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_VALUE, "points");
    shape.kind = 40;
    REFUSED(umbra_body_add_collider(scene, body, NULL, &shape, NULL), UMBRA_STATUS_BAD_NAME, "shape");
    shape = umbra_chain(points, 3, false);
    REFUSED(umbra_scene_cast_shape(scene, &shape, umbra_pose(0, 0, 0), umbra_vec2(1, 0), 0, NULL, &hit),
            UMBRA_STATUS_BAD_VALUE, "shape");
    REFUSED(umbra_body_add_heightfield(scene, body, NULL, heights, 3, 5, NULL), UMBRA_STATUS_BAD_VALUE, "heights");
    REFUSED(umbra_body_add_tiles(scene, body, NULL, 1, &tile, 1, 1, NULL), UMBRA_STATUS_BAD_NAME, "cell");
    REFUSED(umbra_body_add_tiles_from_text(scene, body, NULL, 1, "##", NULL), UMBRA_STATUS_WRONG_KIND, "body");
    REFUSED(umbra_collider_set_cell(scene, collider, 0, 0, &tile), UMBRA_STATUS_BAD_NAME, "cell");
}

static void bad_keys(void) {
    UmbraBodyKey gone = 0;
    UmbraBodyKey two[2];
    UmbraPose poses[2];
    UmbraVec2 vector = {5, 5};
    UmbraBodyDef def = umbra_body_def_default();
    UmbraJointDef weld = umbra_joint_def_default(UMBRA_JOINT_KIND_WELD);
    UmbraScene *other = NULL;
    OK(umbra_scene_new(NULL, &other));
    OK(umbra_scene_add_body(other, &def, &gone));
    OK(umbra_scene_remove_body(other, gone));
    REFUSED(umbra_scene_remove_body(other, gone), UMBRA_STATUS_NO_SUCH_BODY, "body");
    REFUSED(umbra_body_position(other, gone, &vector), UMBRA_STATUS_NO_SUCH_BODY, "body");
    CHECK(vector.x == 5);
    umbra_scene_free(other);

    REFUSED(umbra_body_position(scene, 0, &vector), UMBRA_STATUS_NO_SUCH_BODY, "body");
    REFUSED(umbra_body_position(scene, UINT64_MAX, &vector), UMBRA_STATUS_NO_SUCH_BODY, "body");
    REFUSED(umbra_scene_remove_collider(scene, 12345), UMBRA_STATUS_NO_SUCH_COLLIDER, "collider");
    REFUSED(umbra_scene_remove_joint(scene, 12345), UMBRA_STATUS_NO_SUCH_JOINT, "joint");
    REFUSED(umbra_scene_remove_field(scene, 12345), UMBRA_STATUS_NO_SUCH_FIELD, "field");
    REFUSED(umbra_scene_remove_portal(scene, 12345), UMBRA_STATUS_NO_SUCH_PORTAL, "portal");
    REFUSED(umbra_body_move_to(scene, body, umbra_pose(0, 0, 0), 0.1f), UMBRA_STATUS_WRONG_KIND, "body");
    REFUSED(umbra_joint_set_target_point(scene, joint, umbra_vec2(0, 0)), UMBRA_STATUS_WRONG_KIND, "target_point");
    weld.body_a = weld.body_b = body;
    REFUSED(umbra_scene_add_joint(scene, &weld, NULL), UMBRA_STATUS_WRONG_KIND, "body");
    weld.kind = 15;
    REFUSED(umbra_scene_add_joint(scene, &weld, NULL), UMBRA_STATUS_BAD_NAME, "kind");

    /* Many at once: none is changed if one is bad. */
    two[0] = body;
    two[1] = 99;
    OK(umbra_bodies_poses(scene, two, 1, poses));
    poses[0].position.x += 1;
    poses[1] = poses[0];
    REFUSED(umbra_bodies_set_poses(scene, two, 2, poses), UMBRA_STATUS_NO_SUCH_BODY, "body");
    two[1] = body;
    poses[1].position.y = NAN;
    REFUSED(umbra_bodies_set_poses(scene, two, 2, poses), UMBRA_STATUS_BAD_VALUE, "poses");
}

static void bad_bytes(void) {
    const char *level = "{ \"bodies\": [{}, { \"position\": [0, 2], \"linear_damping\": -1 }] }";
    UmbraScene *loaded = NULL;
    UmbraSnapshot *snapshot = NULL;
    uint8_t few[4] = {1, 2, 3, 4};
    size_t count = 0;
    REFUSED(umbra_scene_from_bytes(UMBRA_FORMAT_BINARY, few, 4, &loaded), UMBRA_STATUS_BAD_FILE, "bytes");
    REFUSED(umbra_scene_from_bytes(UMBRA_FORMAT_JSON, few, 4, &loaded), UMBRA_STATUS_BAD_FILE, "bytes");
    REFUSED(umbra_scene_from_bytes(99, few, 4, &loaded), UMBRA_STATUS_BAD_NAME, "format");
    REFUSED(umbra_scene_from_bytes(UMBRA_FORMAT_JSON, (const uint8_t *)level, strlen(level), &loaded),
            UMBRA_STATUS_BAD_FILE, "bodies[1]: linear_damping");
    CHECK(loaded == NULL);
    REFUSED(umbra_scene_to_bytes(scene, UMBRA_FORMAT_BINARY, few, 4, &count), UMBRA_STATUS_TOO_SMALL, "out");
    CHECK(count > 1000 && few[0] == 1);
    OK(umbra_snapshot_new(&snapshot));
    REFUSED(umbra_scene_restore(scene, snapshot), UMBRA_STATUS_BAD_VALUE, "snapshot");
    umbra_snapshot_free(snapshot);
    REFUSED(umbra_scene_save_svg(scene, NULL, "/dev/null/x.svg"), UMBRA_STATUS_BAD_FILE, "path");
}

static void bad_batches(void) {
    UmbraBatch *batch = NULL;
    UmbraForce forces[2] = {{{0, 0}, 0}, {{NAN, 0}, 0}};
    float speeds[2] = {1, 1};
    uint64_t before[2], after[2];
    REFUSED(umbra_batch_new(scene, 0, &batch), UMBRA_STATUS_BAD_VALUE, "copies");
    OK(umbra_batch_new(scene, 2, &batch));
    OK(umbra_batch_state_hashes(batch, before));
    REFUSED(umbra_batch_step(batch, NAN, 1), UMBRA_STATUS_BAD_VALUE, "dt");
    REFUSED(umbra_batch_apply_forces(batch, &body, 1, forces), UMBRA_STATUS_BAD_VALUE, "forces");
    REFUSED(umbra_batch_set_motor_speeds(batch, &joint, 1, speeds), UMBRA_STATUS_BAD_VALUE, "joints");
    REFUSED(umbra_batch_poses(batch, &body, SIZE_MAX, NULL), UMBRA_STATUS_BAD_VALUE, "bodies");
    REFUSED(umbra_batch_copy(batch, 0, 2), UMBRA_STATUS_BAD_VALUE, "copy");
    CHECK(umbra_batch_scene(batch, 2) == NULL);
    OK(umbra_batch_state_hashes(batch, after));
    CHECK(before[0] == after[0] && before[1] == after[1]);
    umbra_batch_free(batch);
}

int main(void) {
    UmbraStats before, after;
    uint64_t hash, plain;
    UmbraScene *untouched = same_scene();
    scene = same_scene();
    same_steps(scene, 20);
    same_steps(untouched, 20);
    find_parts();
    OK(umbra_scene_stats(scene, &before));
    hash = hash_of(scene);

    null_pointers();
    bad_numbers();
    bad_shapes();
    bad_keys();
    bad_bytes();
    bad_batches();

    OK(umbra_scene_stats(scene, &after));
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    CHECK(hash_of(scene) == hash);
    OK(umbra_scene_validate(scene));
    same_steps(scene, 100);
    same_steps(untouched, 100);
    plain = hash_of(untouched);
    CHECK(hash_of(scene) == plain);
    umbra_scene_free(scene);
    umbra_scene_free(untouched);
    puts("bad input: ok");
    return 0;
}
