// The same from C++: scenes in smart pointers, vectors as arrays, and the same hash.
#include <cinttypes>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "same.h"

struct FreeScene {
    void operator()(UmbraScene *scene) const { umbra_scene_free(scene); }
};
using Scene = std::unique_ptr<UmbraScene, FreeScene>;

static std::vector<UmbraBodyKey> bodies_of(const UmbraScene *scene) {
    std::size_t count = 0;
    OK(umbra_scene_bodies(scene, nullptr, 0, &count));
    std::vector<UmbraBodyKey> bodies(count);
    OK(umbra_scene_bodies(scene, bodies.data(), bodies.size(), &count));
    return bodies;
}

// Scenes on several threads, each with errors of its own.
static void threads() {
    std::vector<std::thread> all;
    std::vector<uint64_t> hashes(3);
    for (std::size_t i = 0; i < hashes.size(); i++) {
        all.emplace_back([i, &hashes] {
            Scene scene(same_scene());
            CHECK(umbra_last_error()[0] == 0);
            float dt = -1.0f - static_cast<float>(i);
            REFUSED(umbra_scene_step(scene.get(), dt, nullptr), UMBRA_STATUS_BAD_VALUE, "dt");
            same_steps(scene.get(), 60);
            hashes[i] = hash_of(scene.get());
            CHECK(umbra_last_error()[0] != 0);
        });
    }
    for (std::thread &thread : all) {
        thread.join();
    }
    CHECK(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
    CHECK(umbra_last_error()[0] == 0);
}

int main() {
    threads();
    Scene scene(same_scene());
    same_steps(scene.get(), 300);
    CHECK(bodies_of(scene.get()).size() == 39);

    UmbraScene *copy = nullptr;
    OK(umbra_scene_clone(scene.get(), &copy));
    Scene second(copy);
    same_steps(scene.get(), 10);
    same_steps(second.get(), 10);
    CHECK(hash_of(scene.get()) == hash_of(second.get()));

    Scene fresh(same_scene());
    same_steps(fresh.get(), 300);
    std::printf("%016" PRIx64 "\n", hash_of(fresh.get()));
    return 0;
}
