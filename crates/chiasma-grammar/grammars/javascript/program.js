"use strict";
// Fibonacci and friends.
const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2);
let { a, b: [c, ...d], ...rest } = { a: 1, b: [2, 3, 4], 'x y': 0x1F };
async function* walk(node, depth = 0, ...more) {
  for (const child of node.children) { yield* walk(child, depth + 1); }
  try { await node?.visit(`tpl $x`, 1n, .5e-3); } catch (e) { throw new Error("bad\n\u0041"); } finally { ; }
}
class A extends B.C {
  static #count = 0;
  constructor(x) { super(x); this.x ??= x; }
  get value() { return this.#p; }
  static { A.count++; }
}
switch (a % 3) { case 0: case 1: a <<= 2; break; default: do { a--; } while (a > 0); }
outer: for (var i = 0, j; i < 10; i++) { if (!i) continue outer; else delete a[i]; }
var f = function () { return typeof void 0 === 'undefined' && a instanceof A || !(x in y); };
