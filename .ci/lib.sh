# What the checks share. Sourced by run, deep and hashes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Checks build once and never again: incremental files would only cost time and space.
export CARGO_INCREMENTAL=0
# What was built is run from `target`.
unset CARGO_TARGET_DIR

part_name=""
part_start=0

# part NAME: ends the part before, with the seconds it took, and begins this one.
part() {
    if [[ -n "$part_name" ]]; then
        printf '== %s: %s s\n' "$part_name" "$((SECONDS - part_start))"
    fi
    part_name="$*"
    part_start=$SECONDS
    printf '\n== %s (at %s s)\n' "$*" "$SECONDS"
}

# The oldest compiler that Cargo.toml promises.
oldest() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# need COMMAND PACKAGE: installs a Debian package unless the command is there.
need() {
    if ! command -v "$1" > /dev/null; then
        if [[ -z "${packages_listed:-}" ]]; then
            apt-get update -qq
            packages_listed=yes
        fi
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$2"
    fi
}

# hashes NAME: builds the determinism scenes for another platform, runs them there and compares
# their hashes with the golden file. (This platform's are compared by crates/umbra/tests/golden.rs.)
# hashes NAME files: loads the files of scenes that were saved elsewhere, and compares the hashes they come to.
hashes() {
    local target folder flags="" file=hashes runner
    case "$1" in
        wasm | wasm-simd128)
            target=wasm32-wasip1 file=hashes.wasm runner="node --no-warnings .ci/wasi.mjs"
            if [[ $1 == wasm-simd128 ]]; then flags="-C target-feature=+simd128"; fi
            ;;
        aarch64)
            target=aarch64-unknown-linux-gnu flags="-C target-feature=+crt-static" runner=qemu-aarch64
            need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
            need qemu-aarch64 qemu-user
            export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
            ;;
        i686)
            target=i686-unknown-linux-gnu flags="-C target-feature=+crt-static" runner=env
            need i686-linux-gnu-gcc gcc-i686-linux-gnu
            export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
            ;;
    esac
    rustup target add "$target"
    if [[ ${2:-} == files ]]; then
        RUSTFLAGS="$flags" cargo build --release --quiet -p umbra-replay --bin umbra-replay \
            --target "$target" --target-dir "target/hashes-$1"
        for folder in crates/umbra-replay/tests/files/*; do
            $runner "target/hashes-$1/$target/release/${file/hashes/umbra-replay}" hashes "$folder" |
                diff - "$folder/hashes.txt"
        done
        echo "$1: files of other machines go on as they did there"
        return
    fi
    RUSTFLAGS="$flags" cargo build --release --quiet -p umbra-scenes --bin hashes \
        --target "$target" --target-dir "target/hashes-$1"
    $runner "target/hashes-$1/$target/release/$file" | diff - crates/umbra-scenes/golden.txt
    echo "$1: the golden hashes"
}

# features: compiles the library crates with combinations of their features, warnings denied. Those of vectors alone are
# compiled by `.ci/deep conversions`. The
# feature `web-clock` does something for browsers alone, where the testbed is compiled with it.
features() {
    local package set
    for package in umbra-broad umbra-solver umbra-world umbra-physics-core; do
        cargo clippy --quiet -p "$package" --no-default-features -- -D warnings
    done
    # None, one level of vectors, and all: the lints above had the default one.
    for set in "" avx2 glam,mint,web-clock,serde,parallel,play,draw; do
        echo "umbra with the features: $set"
        cargo clippy --quiet -p umbra-physics --no-default-features --features "$set" -- -D warnings
    done
}
