//! Boa 0.20.0, a JavaScript engine: evaluates a program, then runs the jobs that it left behind.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::object::FunctionObjectBuilder;
use boa_engine::object::builtins::JsPromise;
use boa_engine::property::PropertyDescriptor;
use boa_engine::{Context, JsResult, JsValue, NativeFunction, Source, js_string};

/// How often the loops of a program may go round, all together.
const LOOP_ITERATIONS: u64 = 2_000;
/// Maximum nesting depth of calls.
const RECURSION: usize = 64;
/// How many values the stack may hold.
const STACK: usize = 4_096;
/// How long an `ArrayBuffer` may be: enough to be used, and too little to run out of memory with.
const BUFFER: u64 = 1 << 20;
/// What time it is, in milliseconds, for every program.
const NOW: i64 = 1_700_000_000_000;

/// The result of running a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The type of its value, as `typeof` says.
    pub type_of: String,
    /// Whether its value is a promise that is still pending or was rejected.
    pub is_unsettled: bool,
}

/// Runs a program in an engine of its own; an error is one of its syntax, or an exception that it
/// does not catch.
pub fn run(program: &str) -> Result<Summary, String> {
    // What a run before this one left behind when it panicked is none of this one's.
    boa_engine::gc::force_collect();
    let _sweep = Sweep;
    let mut context = context().map_err(|error| error.to_string())?;
    let value = context.eval(Source::from_bytes(program)).map_err(|error| format!("{error}"))?;
    context.run_jobs();
    let promise = value.as_object().and_then(|object| JsPromise::from_object(object.clone()).ok());
    let is_unsettled =
        promise.is_some_and(|promise| !matches!(promise.state(), PromiseState::Fulfilled(_)));
    Ok(Summary { type_of: value.type_of().to_owned(), is_unsettled })
}

/// An engine with the limits, and without clock and chance.
fn context() -> JsResult<Context> {
    let mut context = ContextBuilder::new().host_hooks(&Host).build()?;
    let limits = context.runtime_limits_mut();
    limits.set_loop_iteration_limit(LOOP_ITERATIONS);
    limits.set_recursion_limit(RECURSION);
    limits.set_stack_size_limit(STACK);
    let chance = NativeFunction::from_fn_ptr(|_, _, _| Ok(JsValue::from(0.5)));
    let random = FunctionObjectBuilder::new(context.realm(), chance)
        .name(js_string!("random"))
        .length(0)
        .build();
    let math = context.global_object().get(js_string!("Math"), &mut context)?;
    let math = math.to_object(&mut context)?;
    let random = PropertyDescriptor::builder()
        .value(random)
        .writable(true)
        .enumerable(false)
        .configurable(true);
    math.define_property_or_throw(js_string!("random"), random, &mut context)?;
    Ok(context)
}

/// Collects the garbage of a run at its end, so that the next one does not meet it.
struct Sweep;

impl Drop for Sweep {
    fn drop(&mut self) {
        // A panic may have come out of the collector itself; a second one would abort.
        if !std::thread::panicking() {
            boa_engine::gc::force_collect();
        }
    }
}

/// A host where it is always the same time.
struct Host;

impl HostHooks for Host {
    fn utc_now(&self) -> i64 {
        NOW
    }

    fn local_timezone_offset_seconds(&self, _: i64) -> i32 {
        0
    }

    fn max_buffer_size(&self, _: &mut Context) -> u64 {
        BUFFER
    }
}
