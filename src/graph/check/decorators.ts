const transparent =
  /^(\w+\.)*(staticmethod|classmethod|abstract\w*|lru_cache|cache|a?contextmanager|asynccontextmanager|overload|final|override|deprecated|coroutine|\w*property|setter|deleter|getter|default|singledispatch|singledispatchmethod|_?recursive_repr|skip\w*|expectedFailure|no_type_check|wraps|DynamicClassAttribute|unique|requires_\w+|native_coroutine|evalcontextfunction|contextfunction|pass_context|pass_eval_context|pass_environment|internalcode|async_variant|ensure_docstring|type_check_only|_tp_cache|_overload_dispatch)\b(\(.*\)?…?)?$/s

/** Whether a decorated function is still called as it is written. */
export function keepsSignature(decorators: readonly string[]): boolean {
  return decorators.every(decorator => transparent.test(decorator))
}
