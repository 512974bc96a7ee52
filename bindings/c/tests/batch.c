/* Batches: copies that go as single scenes go, driven and read through arrays. */
#include <math.h>

#include "same.h"

enum { COPIES = 8 };

/* A cart on a rail with a pole, to be balanced: what learning suites call. */
static UmbraScene *cart_pole(UmbraBodyKey *bodies, UmbraJointKey *joints) {
    UmbraScene *scene = NULL;
    UmbraBodyDef def = umbra_body_def_default();
    UmbraColliderDef collider = umbra_collider_def_default();
    UmbraShape shape = umbra_cuboid(0.2f, 0.1f);
    UmbraJointDef joint = umbra_joint_def_default(UMBRA_JOINT_KIND_PRISMATIC);
    UmbraBodyKey rail;
    OK(umbra_scene_new(NULL, &scene));
    def.kind = UMBRA_BODY_KIND_FIXED;
    OK(umbra_scene_add_body(scene, &def, &rail));
    def = umbra_body_def_default();
    collider.filter.group = -1;
    OK(umbra_scene_add(scene, &def, &collider, &shape, &bodies[0]));
    def.position = umbra_vec2(0, 0.5f);
    shape = umbra_cuboid(0.05f, 0.5f);
    OK(umbra_scene_add(scene, &def, &collider, &shape, &bodies[1]));
    joint.body_a = rail;
    joint.body_b = bodies[0];
    joint.motor = umbra_some_pair(0, 100);
    OK(umbra_scene_add_joint(scene, &joint, &joints[0]));
    joint = umbra_joint_def_default(UMBRA_JOINT_KIND_REVOLUTE);
    joint.body_a = bodies[0];
    joint.body_b = bodies[1];
    OK(umbra_scene_add_joint(scene, &joint, &joints[1]));
    return scene;
}

static void same_as_single(void) {
    UmbraScene *scene = same_scene();
    UmbraBatch *batch = NULL;
    uint64_t hashes[COPIES];
    size_t count;
    OK(umbra_batch_new(scene, COPIES, &batch));
    OK(umbra_batch_count(batch, &count));
    CHECK(count == COPIES);
    OK(umbra_batch_step(batch, 1.0f / 60.0f, 60));
    same_steps(scene, 60);
    OK(umbra_batch_state_hashes(batch, hashes));
    for (int i = 0; i < COPIES; i++) {
        CHECK(hashes[i] == hash_of(scene));
    }
    CHECK(hash_of(umbra_batch_scene(batch, 3)) == hashes[3]);
    umbra_batch_free(batch);
    umbra_scene_free(scene);
}

static void driven(void) {
    UmbraBodyKey bodies[2];
    UmbraJointKey joints[2];
    UmbraScene *scene = cart_pole(bodies, joints);
    UmbraBatch *batch = NULL;
    UmbraPose poses[COPIES][2];
    UmbraVelocity velocities[COPIES][2];
    UmbraForce forces[COPIES][1];
    UmbraRay rays[COPIES][1];
    UmbraRayHit hits[COPIES][1];
    float speeds[COPIES], angles[COPIES][2], rates[COPIES][2];
    uint32_t touching[COPIES];
    bool which[COPIES];
    uint64_t hashes[COPIES], start = hash_of(scene);
    UmbraColliderKey collider;
    size_t count;
    OK(umbra_body_colliders(scene, bodies[0], &collider, 1, &count));
    OK(umbra_batch_new(scene, COPIES, &batch));
    for (int i = 0; i < COPIES; i++) {
        speeds[i] = 0.25f * (float)i;
        forces[i][0].force = umbra_vec2(0.1f * (float)i, 0);
        forces[i][0].torque = 0;
        rays[i][0].origin = umbra_vec2(-5, 0);
        rays[i][0].translation = umbra_vec2(20, 0);
        which[i] = i % 2 == 1;
    }
    OK(umbra_batch_set_motor_speeds(batch, joints, 1, speeds));
    OK(umbra_batch_apply_forces(batch, &bodies[1], 1, &forces[0][0]));
    OK(umbra_batch_step(batch, 1.0f / 60.0f, 30));
    OK(umbra_batch_poses(batch, bodies, 2, &poses[0][0]));
    OK(umbra_batch_velocities(batch, bodies, 2, &velocities[0][0]));
    OK(umbra_batch_joints(batch, joints, 2, &angles[0][0], &rates[0][0]));
    OK(umbra_batch_joints(batch, joints, 2, &angles[0][0], NULL));
    OK(umbra_batch_touching(batch, &collider, 1, touching));
    OK(umbra_batch_cast_rays(batch, &rays[0][0], 1, NULL, &hits[0][0]));
    for (int i = 0; i < COPIES; i++) {
        CHECK(fabsf(poses[i][0].position.x - 0.5f * speeds[i]) < 0.02f);
        CHECK(fabsf(velocities[i][0].linear.x - speeds[i]) < 0.02f);
        CHECK(fabsf(angles[i][0] - poses[i][0].position.x) < 1e-3f);
        CHECK(fabsf(rates[i][0] - speeds[i]) < 0.02f);
        CHECK(touching[i] == 0 && hits[i][0].hit);
        CHECK(i == 0 || fabsf(angles[i][1]) > fabsf(angles[i - 1][1]));
    }
    OK(umbra_batch_reset(batch, which));
    OK(umbra_batch_state_hashes(batch, hashes));
    for (int i = 0; i < COPIES; i++) {
        CHECK((hashes[i] == start) == which[i]);
    }
    OK(umbra_batch_copy(batch, 0, 1));
    OK(umbra_batch_set_start(batch, umbra_batch_scene(batch, 2)));
    OK(umbra_batch_reset(batch, NULL));
    OK(umbra_batch_state_hashes(batch, hashes));
    CHECK(hashes[0] == hashes[7] && hashes[0] != start);
    umbra_batch_free(batch);
    umbra_scene_free(scene);
}

int main(void) {
    same_as_single();
    driven();
    puts("batch: ok");
    return 0;
}
