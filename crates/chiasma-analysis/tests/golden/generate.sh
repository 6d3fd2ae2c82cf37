#!/bin/sh
# Prints the MIR of every .rs file here into the .mir file beside it. Run it with the compiler whose text
# the reader is to know, then look at the changes of the .facts files: `UPDATE_GOLDEN=1 cargo test -p
# chiasma-analysis --test golden`.
set -e
cd "$(dirname "$0")"
for source in *.rs; do
    RUSTC_BOOTSTRAP=1 rustc --edition 2024 --crate-type lib --crate-name golden \
        -Zmir-include-spans=on -Zmir-opt-level=0 -Cdebug-assertions=off \
        --emit=mir -o "${source%.rs}.mir" "$source"
done
