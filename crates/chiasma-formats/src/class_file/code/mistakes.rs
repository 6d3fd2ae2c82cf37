//! Instructions that no verifier lets pass.

use chiasma_core::{Source, pick};

use super::super::bytes::Bytes;
use super::Body;

/// Instructions that find the wrong thing on the stack, or nothing.
const UNFIT: &[u8] = &[
    87, 88, 89, 90, 92, 95, // pop, pop2, dup, dup_x1, dup2, swap
    96, 97, 98, 99, // iadd, ladd, fadd, dadd
    42, 30, 34, 38, // aload_0, lload_0, fload_0, dload_0
    46, 50, 79, 83, // iaload, aaload, iastore, aastore
    172, 173, 176, 177, // ireturn, lreturn, areturn, return
    190, 191, 194, 195, // arraylength, athrow, monitorenter, monitorexit
    202, 254, 255, // reserved
    203, 220, 253, // none at all
    1, 3, 9, // what stays on the stack: aconst_null, iconst_0, lconst_0
];

/// Writes an instruction that does not fit where it is; the model does not learn of it.
pub(super) fn instruction(s: &mut Source, b: &mut Body<'_, '_>) {
    pick!(s, {
        4 => b.op(*s.as_value().choose(UNFIT)),
        1 => {
            // A jump to the midst of something, or out of the code.
            b.op(167);
            b.bytes.u2(s.int(..));
        },
        1 => {
            b.op(21);
            b.bytes.u1(255);
        },
        1 => {
            b.op(196);
            b.bytes.u1(s.byte());
            b.bytes.u2(0);
        },
        1 => {
            // A call site with bytes that must be zero.
            b.op(186);
            b.bytes.u4(s.int(..));
        },
    })
}
