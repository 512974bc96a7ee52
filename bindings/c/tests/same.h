/* The scene that every binding builds, and the hash that all come to. */
#ifndef UMBRA_SAME_H
#define UMBRA_SAME_H

#include "check.h"

static UmbraBodyKey same_body(UmbraScene *scene, float x, float y) {
    UmbraBodyDef def = umbra_body_def_default();
    UmbraShape box = umbra_cuboid(0.5f, 0.5f);
    UmbraBodyKey body = 0;
    def.position = umbra_vec2(x, y);
    OK(umbra_scene_add(scene, &def, NULL, &box, &body));
    return body;
}

/* A pile of boxes that a ball strikes, beside a capsule that swings from a pin. */
static UmbraScene *same_scene(void) {
    UmbraSceneConfig config = umbra_scene_config_default();
    UmbraScene *scene = NULL;
    UmbraBodyDef body = umbra_body_def_default();
    UmbraColliderDef collider = umbra_collider_def_default();
    UmbraShape shape;
    UmbraBodyKey ground, bob;
    UmbraJointDef pin = umbra_joint_def_default(UMBRA_JOINT_KIND_REVOLUTE);

    config.gravity = umbra_vec2(0.0f, -10.0f);
    OK(umbra_scene_new(&config, &scene));

    body.kind = UMBRA_BODY_KIND_FIXED;
    body.position = umbra_vec2(0.0f, -0.5f);
    collider.material.friction = 0.6f;
    shape = umbra_cuboid(20.0f, 0.5f);
    OK(umbra_scene_add(scene, &body, &collider, &shape, &ground));

    for (int row = 0; row < 8; row++) {
        for (int i = 0; i < 8 - row; i++) {
            same_body(scene, (float)i - (float)(7 - row) * 0.5f, 0.5f + (float)row);
        }
    }

    body = umbra_body_def_default();
    body.position = umbra_vec2(-12.0f, 3.0f);
    body.linear_velocity = umbra_vec2(15.0f, 2.0f);
    collider = umbra_collider_def_default();
    collider.density = umbra_some(5.0f);
    collider.material.restitution = 0.5f;
    shape = umbra_circle(0.4f);
    OK(umbra_scene_add(scene, &body, &collider, &shape, NULL));

    body = umbra_body_def_default();
    body.position = umbra_vec2(6.0f, 6.0f);
    shape = umbra_capsule(umbra_vec2(-0.5f, 0.0f), umbra_vec2(0.5f, 0.0f), 0.25f);
    OK(umbra_scene_add(scene, &body, NULL, &shape, &bob));

    pin.body_a = ground;
    pin.body_b = bob;
    pin.anchor_a = umbra_vec2(6.0f, 8.0f);
    OK(umbra_scene_add_joint(scene, &pin, NULL));
    return scene;
}

static void same_steps(UmbraScene *scene, int steps) {
    for (int i = 0; i < steps; i++) {
        OK(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
    }
}

static uint64_t hash_of(const UmbraScene *scene) {
    uint64_t hash = 0;
    OK(umbra_scene_state_hash(scene, &hash));
    return hash;
}

#endif
