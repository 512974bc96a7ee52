/* Builds the scene that every binding builds, and prints its hash. */
#include <inttypes.h>

#include "same.h"

int main(void) {
    UmbraScene *scene = same_scene();
    same_steps(scene, 300);
    printf("%016" PRIx64 "\n", hash_of(scene));
    umbra_scene_free(scene);
    return 0;
}
