import type { CodeExpression, CodeFunction } from '../model/code.ts'
import type { Place, World } from './values.ts'

const transparent =
  /^(\w+\.)*(staticmethod|classmethod|abstract\w*|lru_cache|cache|a?contextmanager|asynccontextmanager|overload|final|override|deprecated|coroutine|\w*property|setter|deleter|getter|default|singledispatch|singledispatchmethod|_?recursive_repr|skip\w*|expectedFailure|no_type_check|wraps|DynamicClassAttribute|unique|requires_\w+|native_coroutine|evalcontextfunction|contextfunction|pass_context|pass_eval_context|pass_environment|internalcode|async_variant|ensure_docstring|type_check_only|_tp_cache|_overload_dispatch)\b(\(.*\)?…?)?$/s

/** Whether a decorated function is still called as it is written. */
export function keepsSignature(decorators: readonly string[]): boolean {
  return decorators.every(decorator => transparent.test(decorator))
}

/** The same, where the decorators' own texts may tell. */
export function keepsCalls(world: World, decorators: readonly string[], place: Place): boolean {
  return decorators.every(
    text => transparent.test(text) || decoratorsOf(world, text, place).some(({ decorates }) => decorates),
  )
}

/** Whether a decorator leaves a class with the members it was written with. */
export function keepsMembers(world: World, decorator: string, place: Place): boolean {
  return decoratorsOf(world, decorator, place).some(({ decorates }) => decorates?.adds === false)
}

/** The functions that a decorator's text names, when they may be used the way it uses them. */
function decoratorsOf(world: World, text: string, place: Place): readonly CodeFunction[] {
  const path = /^[\w.]+/.exec(text)?.[0]
  if (path === undefined) return []
  const form = text[path.length] === '(' ? 'called' : 'plain'
  const value = world.infer(expressionOf(path), place)
  const functions = value.kind === 'function' ? value.functions : []
  return functions.every(({ decorates }) => decorates?.form === form || decorates?.form === 'both')
    ? functions
    : []
}

/** A dotted path as code. */
export function expressionOf(path: string): CodeExpression {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce<CodeExpression>((object, name) => ({ kind: 'member', object, name, line: 0 }), {
    kind: 'name',
    name: first,
    line: 0,
  })
}
