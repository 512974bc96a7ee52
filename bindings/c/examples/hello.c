/* A ball falls on a pile of boxes. Prints where it is and writes a picture, hello.svg. */
#include <stdio.h>
#include <stdlib.h>

#include <umbra.h>

static void check(UmbraStatus status) {
    if (status != UMBRA_STATUS_OK) {
        fprintf(stderr, "%s\n", umbra_last_error());
        exit(1);
    }
}

int main(void) {
    UmbraScene *scene;
    check(umbra_scene_new(NULL, &scene));

    UmbraBodyDef ground = umbra_body_def_default();
    ground.kind = UMBRA_BODY_KIND_FIXED;
    UmbraShape floor = umbra_cuboid(8.0f, 0.5f);
    check(umbra_scene_add(scene, &ground, NULL, &floor, NULL));

    UmbraShape box = umbra_cuboid(0.5f, 0.5f);
    for (int row = 0; row < 5; row++) {
        for (int i = 0; i < 5 - row; i++) {
            UmbraBodyDef def = umbra_body_def_default();
            def.position = umbra_vec2((float)i - (float)(4 - row) * 0.5f, 1.0f + (float)row);
            check(umbra_scene_add(scene, &def, NULL, &box, NULL));
        }
    }

    UmbraBodyDef def = umbra_body_def_default();
    def.position = umbra_vec2(-6.0f, 6.0f);
    def.linear_velocity = umbra_vec2(9.0f, 0.0f);
    UmbraColliderDef rubber = umbra_collider_def_default();
    rubber.material.restitution = 0.6f;
    rubber.density = umbra_some(4.0f);
    UmbraShape circle = umbra_circle(0.6f);
    UmbraBodyKey ball;
    check(umbra_scene_add(scene, &def, &rubber, &circle, &ball));

    for (int step = 0; step <= 120; step++) {
        if (step % 20 == 0) {
            UmbraVec2 at;
            check(umbra_body_position(scene, ball, &at));
            printf("%.2f s: the ball is at (%.2f, %.2f)\n", step / 60.0, at.x, at.y);
        }
        check(umbra_scene_step(scene, 1.0f / 60.0f, NULL));
    }
    check(umbra_scene_save_svg(scene, NULL, "hello.svg"));
    puts("wrote hello.svg");
    umbra_scene_free(scene);
    return 0;
}
