/* Many random calls with good, bad and absurd arguments. The scene has to stay whole. */
#include <math.h>

#include "check.h"

enum { MOST = 64 };

static uint64_t state;
static UmbraBodyKey bodies[MOST];
static UmbraColliderKey colliders[MOST];
static UmbraJointKey joints[MOST];
static uint64_t counts[16];

static uint32_t below(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % limit;
}

static float number(void) {
    static const float odd[] = {0, -0.0f, 1, -1, 1e-30f, 1e30f, -1e30f, 1e9f, 0.5f};
    switch (below(12)) {
    case 0: return NAN;
    case 1: return below(2) ? INFINITY : -INFINITY;
    case 2: return odd[below(sizeof odd / sizeof *odd)];
    default: return (float)below(2001) * 0.01f - 10.0f;
    }
}

static float small(void) { return below(20) ? (float)(1 + below(200)) * 0.01f : number(); }
static UmbraVec2 vector(void) { return umbra_vec2(number(), number()); }
static uint64_t key(const uint64_t *keys) {
    return below(15) ? keys[below(MOST)] : ((uint64_t)below(1 << 20) << 32 | below(64));
}

static UmbraPose pose(void) {
    UmbraPose it = umbra_pose(number(), number(), small());
    if (!below(20)) {
        it.rotation.cos = number();
    }
    return it;
}

static UmbraShape shape(UmbraVec2 *points) {
    for (int i = 0; i < 6; i++) {
        points[i] = vector();
    }
    switch (below(8)) {
    case 0: return umbra_cuboid(small(), small());
    case 1: return umbra_rounded_cuboid(small(), small(), small());
    case 2: return umbra_capsule(umbra_vec2(small(), 0), vector(), small());
    case 3: return umbra_segment(vector(), vector());
    case 4: return umbra_shape_of_points(UMBRA_SHAPE_KIND_HULL, points, below(7), below(2) ? 0 : small());
    case 5: return umbra_shape_of_points(below(11), points, below(7), below(2) ? 0 : small());
    default: return umbra_circle(small());
    }
}

static UmbraStatus add_body(UmbraScene *scene) {
    UmbraBodyDef def = umbra_body_def_default();
    UmbraColliderDef collider = umbra_collider_def_default();
    UmbraVec2 points[6];
    UmbraShape form = shape(points);
    UmbraBodyKey body = 0;
    UmbraStatus status;
    def.kind = below(40) ? 2 - (below(5) == 0) : below(5);
    def.position = umbra_vec2((float)below(40) - 20, (float)below(20));
    def.linear_velocity = vector();
    def.angular_damping = below(4) ? 0 : number();
    def.bullet = below(2);
    def.lock_rotation = !below(8);
    collider.material.friction = small();
    collider.sensor = !below(8);
    collider.hit_events = below(2);
    collider.density = umbra_some(small());
    status = umbra_scene_add(scene, &def, below(3) ? &collider : NULL, &form, &body);
    if (status == UMBRA_STATUS_OK) {
        uint32_t place = below(MOST);
        size_t count;
        if (bodies[place] != body && umbra_scene_has_body(scene, bodies[place])) {
            OK(umbra_scene_remove_body(scene, bodies[place]));
        }
        bodies[place] = body;
        OK(umbra_body_colliders(scene, body, &colliders[place], 1, &count));
    }
    return status;
}

static UmbraStatus add_joint(UmbraScene *scene) {
    UmbraJointDef def = umbra_joint_def_default(below(16));
    uint32_t place = below(MOST);
    UmbraStatus status;
    def.body_a = key(bodies);
    def.body_b = key(bodies);
    def.anchor_a = vector();
    def.anchor_b = vector();
    def.axis = vector();
    def.ground_a = vector();
    def.ground_b = vector();
    def.length = small();
    def.ratio = small();
    def.phase = small();
    def.step = small();
    def.limits = below(4) ? umbra_joint_def_default(0).limits : umbra_some_pair(-small(), small());
    def.motor = below(4) ? umbra_joint_def_default(0).motor : umbra_some_pair(number(), small());
    def.spring = below(3) ? umbra_joint_def_default(0).spring : umbra_some_pair(small(), small());
    status = umbra_scene_add_joint(scene, &def, &joints[place]);
    return status;
}

static UmbraStatus read_something(const UmbraScene *scene) {
    float real;
    UmbraVec2 point;
    UmbraPose at;
    UmbraAabb aabb;
    UmbraOptionPair pair;
    UmbraContact contacts[4];
    UmbraContactEvent events[4];
    bool found;
    size_t count;
    switch (below(12)) {
    case 0: return umbra_body_mass(scene, key(bodies), &real);
    case 1: return umbra_body_velocity_at(scene, key(bodies), vector(), &point);
    case 2: return umbra_body_interpolated_pose(scene, key(bodies), number(), &at);
    case 3: return umbra_body_aabb(scene, key(bodies), &found, &aabb);
    case 4: return umbra_joint_limits(scene, key(joints), &pair);
    case 5: return umbra_joint_reaction_force(scene, key(joints), &point);
    case 6: return umbra_joint_angle(scene, key(joints), &real);
    case 7: return umbra_collider_density(scene, key(colliders), &real);
    case 8: return umbra_scene_contacts(scene, contacts, 4, &count);
    case 9: return umbra_scene_contact_events(scene, events, 4, &count);
    case 10: return umbra_body_contacts(scene, key(bodies), contacts, below(5), &count);
    default: return umbra_scene_energy(scene, &real);
    }
}

static UmbraStatus ask(const UmbraScene *scene) {
    UmbraVec2 points[6];
    UmbraShape form = shape(points);
    UmbraQueryFilter filter = umbra_query_filter_default();
    UmbraRayHit hits[4];
    UmbraCastHit cast;
    UmbraPointHit nearest;
    UmbraColliderKey found[4];
    UmbraAabb aabb = {vector(), vector()};
    size_t count;
    filter.exclude = key(bodies);
    filter.dynamic = below(2);
    filter.platforms = below(4);
    switch (below(6)) {
    case 0: return umbra_scene_cast_ray(scene, vector(), vector(), &filter, hits);
    case 1: return umbra_scene_cast_ray_all(scene, vector(), vector(), NULL, hits, 4, &count);
    case 2: return umbra_scene_cast_shape(scene, &form, pose(), vector(), number(), &filter, &cast);
    case 3: return umbra_scene_closest_point(scene, vector(), number(), &filter, &nearest);
    case 4: return umbra_scene_overlap_aabb(scene, aabb, &filter, found, 4, &count);
    default: return umbra_scene_overlap_shape(scene, &form, pose(), &filter, found, 4, &count);
    }
}

static UmbraStatus change(UmbraScene *scene) {
    UmbraVec2 points[6];
    UmbraShape form;
    switch (below(24)) {
    case 0: return umbra_body_set_pose(scene, key(bodies), pose());
    case 1: return umbra_body_set_linear_velocity(scene, key(bodies), vector());
    case 2: return umbra_body_apply_impulse(scene, key(bodies), vector(), below(2));
    case 3: return umbra_body_apply_force_at(scene, key(bodies), vector(), vector(), below(2));
    case 4: return umbra_body_set_kind(scene, key(bodies), below(4));
    case 5: return umbra_body_set_enabled(scene, key(bodies), below(4));
    case 6: return umbra_body_sleep(scene, key(bodies));
    case 7: return umbra_body_set_gravity_scale(scene, key(bodies), number());
    case 8: return umbra_body_set_additional_mass(scene, key(bodies), number());
    case 9: return umbra_body_move_to(scene, key(bodies), pose(), small());
    case 10: return umbra_collider_set_friction(scene, key(colliders), number());
    case 11: return umbra_collider_set_density(scene, key(colliders), number());
    case 12: return umbra_collider_set_sensor(scene, key(colliders), below(2));
    case 13: return umbra_collider_set_offset(scene, key(colliders), pose());
    case 14: return umbra_joint_set_limits(scene, key(joints), umbra_some_pair(number(), number()));
    case 15: return umbra_joint_set_motor(scene, key(joints), umbra_some_pair(number(), number()));
    case 16: return umbra_joint_set_spring(scene, key(joints), number(), number());
    case 17: return umbra_joint_set_enabled(scene, key(joints), below(2));
    case 18: return umbra_joint_set_break_force(scene, key(joints), number());
    case 19: return umbra_joint_set_local_anchors(scene, key(joints), vector(), vector());
    case 20: return umbra_scene_remove_joint(scene, key(joints));
    case 21: return umbra_scene_remove_collider(scene, key(colliders));
    case 22: return umbra_joint_close(scene, key(joints));
    default:
        form = shape(points);
        return umbra_collider_set_shape(scene, key(colliders), &form);
    }
}

/* Saves or restores; or loads bytes of which one may be changed: a scene that is whole, or a refusal. */
static UmbraStatus keep(UmbraScene *scene, UmbraSnapshot *snapshot) {
    UmbraScene *loaded = NULL;
    uint8_t *bytes;
    size_t count;
    UmbraStatus status;
    uint32_t format = below(2);
    if (below(8)) {
        return below(2) ? umbra_scene_save(scene, snapshot) : umbra_scene_restore(scene, snapshot);
    }
    CHECK(umbra_scene_to_bytes(scene, format, NULL, 0, &count) == UMBRA_STATUS_TOO_SMALL);
    bytes = malloc(count);
    CHECK(bytes != NULL);
    OK(umbra_scene_to_bytes(scene, format, bytes, count, &count));
    if (below(4)) {
        bytes[below((uint32_t)count)] ^= (uint8_t)(1u << below(8));
    }
    status = umbra_scene_from_bytes(format, bytes, count - (below(4) == 0), &loaded);
    if (status == UMBRA_STATUS_OK) {
        OK(umbra_scene_validate(loaded));
        CHECK(umbra_scene_step(loaded, 1.0f / 60.0f, NULL) != UMBRA_STATUS_DEFECT);
    }
    free(bytes);
    umbra_scene_free(loaded);
    return status;
}

static UmbraStatus call(UmbraScene *scene, UmbraSnapshot *snapshot) {
    uint32_t what = below(100);
    if (!below(200)) return keep(scene, snapshot);
    if (what < 6) return add_body(scene);
    if (what < 10) return add_joint(scene);
    if (what < 40) return read_something(scene);
    if (what < 60) return ask(scene);
    if (what < 95) return change(scene);
    return umbra_scene_step(scene, below(8) ? 1.0f / 60.0f : number(), NULL);
}

int main(int count, char **arguments) {
    uint32_t calls = count > 1 ? (uint32_t)strtoul(arguments[1], NULL, 10) : 100000;
    UmbraSceneConfig config = umbra_scene_config_default();
    UmbraScene *scene = NULL;
    UmbraSnapshot *snapshot = NULL;
    UmbraBodyDef ground = umbra_body_def_default();
    UmbraShape floor = umbra_cuboid(30, 0.5f);
    state = count > 2 ? strtoull(arguments[2], NULL, 10) : 88172645463325252ull;
    OK(umbra_scene_new(&config, &scene));
    OK(umbra_snapshot_new(&snapshot));
    ground.kind = UMBRA_BODY_KIND_FIXED;
    OK(umbra_scene_add(scene, &ground, NULL, &floor, NULL));
    for (uint32_t i = 0; i < calls; i++) {
        UmbraStatus status = call(scene, snapshot);
        CHECK(status != UMBRA_STATUS_DEFECT && status < 16);
        counts[status]++;
        if (i % 1000 == 0) {
            OK(umbra_scene_validate(scene));
        }
    }
    OK(umbra_scene_validate(scene));
    for (uint32_t i = 0; i < 15; i++) {
        if (counts[i] > 0) {
            printf("%s %lu, ", umbra_status_name(i), (unsigned long)counts[i]);
        }
    }
    CHECK(counts[0] > calls / 4);
    printf("random calls: ok\n");
    umbra_snapshot_free(snapshot);
    umbra_scene_free(scene);
    return 0;
}
