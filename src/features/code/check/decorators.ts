import type { CodeAttribute, CodeExpression, CodeFile, CodeFunction, CodeParameter } from '../model/code.ts'
import type { ClassPart, Lineage, Place, World } from './values.ts'

const transparent =
  /^(\w+\.)*(staticmethod|classmethod|abstract\w*|lru_cache|cache|a?contextmanager|asynccontextmanager|overload|final|override|deprecated|coroutine|\w*property|setter|deleter|getter|default|singledispatch|singledispatchmethod|_?recursive_repr|skip\w*|expectedFailure|no_type_check|wraps|DynamicClassAttribute|unique|requires_\w+|native_coroutine|evalcontextfunction|contextfunction|pass_context|pass_eval_context|pass_environment|internalcode|async_variant|ensure_docstring|type_check_only|_tp_cache|_overload_dispatch)\b(\(.*\)?…?)?$/s

/** Whether a decorated function keeps its written signature. */
export function keepsSignature(decorators: readonly string[]): boolean {
  return decorators.every(decorator => transparent.test(decorator))
}

/** The same, also looking at the source of the decorators. */
export function keepsCalls(world: World, decorators: readonly string[], place: Place): boolean {
  return decorators.every(
    text => transparent.test(text) || decoratorsOf(world, text, place).some(({ decorates }) => decorates),
  )
}

/** Whether a decorator adds no members to a class. */
export function keepsMembers(world: World, decorator: string, place: Place): boolean {
  return decoratorsOf(world, decorator, place).some(({ decorates }) => decorates?.adds === false)
}

/** The functions that a decorator refers to, when they can be applied in this form (`@name` or `@name(…)`). */
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

/** A dotted path as an expression. */
export function expressionOf(path: string): CodeExpression {
  const [first = '', ...rest] = path.split('.')
  return rest.reduce<CodeExpression>((object, name) => ({ kind: 'member', object, name, line: 0 }), {
    kind: 'name',
    name: first,
    line: 0,
  })
}

/** Whether decorators generate a constructor from the fields of a class. */
export function isDataclass({ definition, file }: ClassPart): boolean {
  return definition.decorators.some(
    decorator => (isStandard(decorator) || isAttrs(decorator, file)) && !/\binit\s*=\s*False/.test(decorator),
  )
}

/** `@attr.s`, `@attrs.define` and similar decorators, under any imported name. */
export function isAttrs(decorator: string, { imports }: CodeFile): boolean {
  if (/^attrs?\.(s|attrs|attributes|dataclass|define|mutable|frozen)\b/.test(decorator)) return true
  const [name = ''] = /^\w+/.exec(decorator) ?? []
  return imports.some(
    one =>
      one.alias === name &&
      /^attrs?$/.test(one.module) &&
      /^(s|attrs|attributes|dataclass|define|mutable|frozen)$/.test(one.name ?? ''),
  )
}

/** The parameters of a generated constructor, fields of bases first. Null where a source text was stored shortened. */
export function fieldParameters(lineage: Lineage): CodeParameter[] | null {
  const fields = new Map<string, CodeParameter>()
  for (const part of lineage.parts.toReversed()) {
    const { decorators, attributes } = part.definition
    const decorator = decorators.find(text => isStandard(text) || isAttrs(text, part.file))
    if (decorator === undefined) continue
    const isOfAttrs = !isStandard(decorator)
    if (isOfAttrs && /…|\bthese\s*=/.test(decorator)) return null
    let isKeywordOnly = /kw_only\s*=\s*True/.test(decorator)
    for (const attribute of attributes) {
      if (/(^|\.)KW_ONLY$/.test(attribute.type?.text ?? '')) isKeywordOnly = true
      else if (isOfAttrs ? isAttrsField(attribute, decorator) : isField(attribute)) {
        if (isCut(attribute)) return null
        const parameter = isOfAttrs ? attrsParameter(attribute) : fieldParameter(attribute)
        const named = isKeywordOnly || /kw_only=True/.test(attribute.default ?? '')
        // A redefined field keeps its first position; with attrs it moves to the end.
        if (isOfAttrs) fields.delete(parameter.name)
        if (takesArgument(attribute))
          fields.set(parameter.name, named ? { ...parameter, kind: 'keyword_only' } : parameter)
      }
    }
  }
  return [...fields.values()]
}

export function fieldParameter({ name, type, default: text }: CodeAttribute): CodeParameter {
  const isEmptyField = text !== null && /field\(/.test(text) && !/default/.test(text)
  const isOptional = text !== null && !isEmptyField
  return { name, kind: 'positional', type, default: isOptional ? text : null, isOptional }
}

function isStandard(decorator: string): boolean {
  return /^(\w+\.)?dataclass\b/.test(decorator) && !/^attrs?\./.test(decorator)
}

function isField({ kind, type, isStatic }: CodeAttribute): boolean {
  return kind === 'field' && type !== null && !isStatic
}

const madeByAttrs = /^(\w+\.)*(ib|attrib|attr|field)\(/

/** Fields made by a call, and annotated ones where the decorator collects them. */
function isAttrsField({ kind, type, default: text }: CodeAttribute, decorator: string): boolean {
  if (kind !== 'field' || /ClassVar/.test(type?.text ?? '')) return false
  const collects =
    /auto_attribs\s*=\s*True/.test(decorator) || !/^(attr\.)?(s|attrs|attributes)\b/.test(decorator)
  return madeByAttrs.test(text ?? '') || (collects && type !== null)
}

/** Parameters for private fields have no leading underscores. */
function attrsParameter(attribute: CodeAttribute): CodeParameter {
  const { default: text, type } = attribute
  const alias = /\balias="(\w+)"/.exec(text ?? '')?.[1]
  const isMade = madeByAttrs.test(text ?? '')
  const isOptional = text !== null && (!isMade || /\b(default|factory)=|\((?!\w+=|\))/.test(text))
  const name = alias ?? attribute.name.replace(/^_+/, '')
  return { name, kind: 'positional', type, default: isOptional ? text : null, isOptional }
}

function takesArgument({ default: text }: CodeAttribute): boolean {
  return !/\binit=False/.test(text ?? '')
}

function isCut({ default: text }: CodeAttribute): boolean {
  return text !== null && /^[\w.]+\(/.test(text) && !text.endsWith(')')
}
