import type {
  CodeAttribute,
  CodeClass,
  CodeExpression,
  CodeFunction,
  CodeSignature,
  CodeStatement,
  FunctionKind,
} from '../../model/code.ts'
import { flatten, visitExpressions } from '../../model/visit-code.ts'
import { attribute, shortExpression } from '../attribute.ts'
import { bindingsOf, isNothing, oneOf, portable } from '../portable.ts'
import { addsMembers, answeredNames } from './dynamic.ts'

type Members = Pick<CodeClass, 'methods' | 'attributes' | 'classes' | 'isDynamic'>

type FunctionStatement = Extract<CodeStatement, { kind: 'function' }>

/** Methods, attributes and nested classes of a class body, and attributes that its methods set on `self`. */
export function readMembers(
  body: readonly CodeStatement[],
  { name, isEnum }: { name: string; isEnum: boolean },
): Members {
  const found: CodeAttribute[] = []
  const functions: FunctionStatement[] = []
  const classes: CodeClass[] = []
  let isDynamic = false
  for (const statement of flatten(body)) {
    if (statement.kind === 'function') functions.push(statement)
    if (statement.kind === 'class') classes.push(statement.definition)
    if (statement.kind === 'assign') found.push(...readFields(statement, isEnum))
    if (statement.kind === 'for') found.push(...namesOf(statement.target, 0))
    if (statement.kind === 'with')
      for (const { target } of statement.items) if (target) found.push(...namesOf(target, 0))
    if (statement.kind === 'import')
      for (const { alias, module, line } of statement.imports)
        found.push(
          attribute({ name: alias ?? module.split('.')[0] ?? module, kind: 'field', isStatic: true, line }),
        )
  }
  visitExpressions(
    body.filter(statement => statement.kind !== 'function' && statement.kind !== 'class'),
    value => {
      if (value.kind === 'call' && value.callee.kind === 'name')
        isDynamic ||= ['locals', 'vars', 'exec', 'globals'].includes(value.callee.name)
    },
  )
  for (const name of answeredNames(body, '__getattr__') ?? [])
    found.push(attribute({ name, kind: 'instance', line: 0 }))
  for (const { definition, body: inner } of functions) {
    const property = propertyName(definition)
    if (property)
      found.push(
        attribute({
          name: property,
          kind: 'property',
          type: definition.returns,
          value: definition.result,
          line: definition.line,
        }),
      )
    found.push(...readInstanceAttributes(definition, inner, name))
    isDynamic ||= addsMembers(definition, inner) || changesNamespace(definition, inner)
  }
  return {
    methods: joinOverloads(functions.map(({ definition }) => asMethod(definition))),
    attributes: mergeByName(found),
    classes,
    isDynamic,
  }
}

function readFields(statement: Extract<CodeStatement, { kind: 'assign' }>, isEnum: boolean): CodeAttribute[] {
  const { targets, type, value, line, marks } = statement
  return targets.flatMap(target => {
    if (target.kind !== 'name') return namesOf(target, line)
    if (target.name === '__slots__' && value) return readSlots(value, line)
    if (marks.includes('augmented')) return []
    return attribute({
      name: target.name,
      kind: isEnum && !type && !target.name.startsWith('_') ? 'member' : 'field',
      type,
      value: value && portable(value, new Map()),
      default: value && shortExpression(value),
      isStatic: !type || /^(typing\.)?ClassVar\b/.test(type.text),
      line,
    })
  })
}

function readSlots(value: CodeExpression, line: number): CodeAttribute[] {
  const slots = attribute({ name: '__slots__', kind: 'field', isStatic: true, line })
  const items = value.kind === 'literal' && value.type !== 'str' ? value.items : [value]
  const names = items.flatMap(item =>
    item.kind === 'literal' && item.type === 'str' && item.text ? item.text.split(/[\s,]+/) : [],
  )
  return [slots, ...names.filter(Boolean).map(name => attribute({ name, kind: 'slot', line }))]
}

/** Names bound by unpacking. Their values are not known. */
function namesOf(target: CodeExpression, line: number): CodeAttribute[] {
  if (target.kind === 'name')
    return [attribute({ name: target.name, kind: 'field', isStatic: true, line: line || target.line })]
  if (target.kind === 'literal') return target.items.flatMap(item => namesOf(item, line))
  if (target.kind === 'other') return target.parts.flatMap(part => namesOf(part, line))
  return []
}

function readInstanceAttributes(
  method: CodeFunction,
  body: readonly CodeStatement[],
  owner: string,
): CodeAttribute[] {
  const self = method.isStatic ? null : (method.parameters[0]?.name ?? null)
  const made = ownObjectsIn(body, { self, owner })
  const bindings = bindingsOf(method.parameters, body, self)
  const found: CodeAttribute[] = []
  const add = (target: CodeExpression, type: CodeAttribute['type'], value: CodeExpression | null): void => {
    if (target.kind === 'literal') for (const item of target.items) add(item, null, null)
    if (target.kind === 'other') for (const part of target.parts) add(part, null, null)
    if (target.kind !== 'member' || target.object.kind !== 'name') return
    const isSelf = target.object.name === self
    if (!isSelf && !made.has(target.object.name)) return
    found.push(
      attribute({
        name: target.name,
        kind: 'instance',
        type: isSelf ? type : null,
        value: isSelf && value ? portable(value, bindings) : null,
        default: value && shortExpression(value),
        isStatic: method.isClassMethod,
        line: target.line,
      }),
    )
  }
  const visit = (statements: readonly CodeStatement[]): void => {
    for (const statement of flatten(statements)) {
      if (statement.kind === 'assign')
        for (const target of statement.targets) add(target, statement.type, statement.value)
      if (statement.kind === 'for') add(statement.target, null, null)
      if (statement.kind === 'with')
        for (const { target } of statement.items) if (target) add(target, null, null)
      if (
        statement.kind === 'function' &&
        !(self !== null && statement.definition.parameters[0]?.name === self)
      )
        visit(statement.body)
    }
  }
  visit(body)
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.name !== 'setattr') return
    const [object, name] = value.arguments
    if (self === null || object?.value.kind !== 'name' || object.value.name !== self) return
    if (name?.value.kind === 'literal' && name.value.text)
      found.push(attribute({ name: name.value.text, kind: 'instance', line: value.line }))
  })
  return found
}

/** Local names of a method that may hold another instance of its class: a new one, a copy, a neighbour in a tree. */
function ownObjectsIn(
  body: readonly CodeStatement[],
  { self, owner }: { self: string | null; owner: string },
): Set<string> {
  const names = new Set<string>()
  const isOwn = (value: CodeExpression): boolean => {
    if (value.kind === 'name') return value.name === self || value.name === 'cls' || value.name === owner
    if (value.kind === 'member') return value.name === '__class__' || value.name === owner
    return value.kind === 'call' && value.callee.kind === 'name' && value.callee.name === 'type'
  }
  const isOwnCall = ({ callee, arguments: given }: Extract<CodeExpression, { kind: 'call' }>): boolean =>
    isOwn(callee) ||
    (callee.kind === 'member' && (makerName.test(callee.name) || isOwnMethod(callee))) ||
    given.some(({ value }) => isOwn(value))
  const isOwnMethod = ({ object, name }: Extract<CodeExpression, { kind: 'member' }>): boolean =>
    !/^[A-Z]|_(class|cls|factory|type)$/.test(name) &&
    (isOwn(object) ||
      (object.kind === 'call' && object.callee.kind === 'name' && object.callee.name === 'super'))
  const visit = (statements: readonly CodeStatement[]): void => {
    for (const statement of flatten(statements)) {
      if (statement.kind === 'function') visit(statement.body)
      if (statement.kind === 'for') for (const { name } of namesOf(statement.target, 0)) names.add(name)
      if (statement.kind !== 'assign' || statement.value === null) continue
      const { value } = statement
      const mayBe = value.kind === 'call' ? isOwnCall(value) : neighbours.has(value.kind)
      for (const target of statement.targets) if (mayBe && target.kind === 'name') names.add(target.name)
    }
  }
  visit(body)
  return names
}

const makerName = /^__new__$|copy|clone|new|make|create|replace|with_|derive|build/
/** Kinds of values whose class is not written: `node = self.next`, `node = nodes[0]`. */
const neighbours: ReadonlySet<CodeExpression['kind']> = new Set(['name', 'member', 'index', 'choice'])

/** A name that is set in several places is one attribute, with what all of them agree on. */
function mergeByName(found: readonly CodeAttribute[]): CodeAttribute[] {
  const groups = Map.groupBy(found, ({ name }) => name)
  return [...groups.values()].flatMap(group => {
    const first = group.find(({ type }) => type) ?? group[0]
    if (!first) return []
    const telling = group.filter(({ value }) => !(value && isNothing(value)))
    const values = telling.flatMap(({ value }) => value ?? [])
    const isKnown = values.length > 0 && values.length === telling.length
    return {
      ...first,
      line: group[0]?.line ?? first.line,
      value: first.kind === 'property' ? first.value : isKnown ? oneOf(values) : null,
    }
  })
}

const propertyDecorators = /(^|\.)(\w*property|DynamicClassAttribute)(\(|$)/

/** The name of the attribute that a property defines; null for other methods. */
function propertyName({ name, decorators }: CodeFunction): string | null {
  return decorators.some(decorator => propertyDecorators.test(decorator)) ? name : null
}

function asMethod(definition: CodeFunction): CodeFunction {
  return { ...definition, kind: kindOf(definition) }
}

function kindOf(definition: CodeFunction): FunctionKind {
  if (definition.name === '__init__' || definition.name === '__new__') return 'constructor'
  if (propertyName(definition)) return 'getter'
  return definition.decorators.some(decorator => /\.(setter|deleter)$/.test(decorator)) ? 'setter' : 'method'
}

/** Whether a metaclass adds members with computed names to its classes. */
function changesNamespace(method: CodeFunction, body: readonly CodeStatement[]): boolean {
  const namespace = namespaceOf(method)
  if (namespace === null) return false
  let changes = false
  const isNamespace = (value: CodeExpression | undefined) =>
    value?.kind === 'name' && value.name === namespace
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const { callee } = value
    const [, name] = value.arguments.map(argument => argument.value)
    if (callee.kind === 'name' && callee.name === 'setattr')
      changes ||= !(name?.kind === 'literal' && name.text)
    if (callee.kind === 'member' && isNamespace(callee.object))
      changes ||= !/^(get|items|keys|values|pop|copy|__contains__)$/.test(callee.name)
    // Any other function that receives the namespace may add to it.
    const isMaking = callee.kind === 'member' && /^__(new|init|prepare)__$/.test(callee.name)
    const isMaker =
      callee.kind === 'name' && /^(type|len|list|sorted|any|all|iter|isinstance)$/.test(callee.name)
    if (!isMaking && !isMaker) changes ||= value.arguments.some(argument => isNamespace(argument.value))
  })
  for (const statement of flatten(body)) {
    if (statement.kind !== 'assign') continue
    for (const target of statement.targets)
      changes ||= isNamespace(target) || (target.kind === 'index' && isNamespace(target.object))
    changes ||= isNamespace(statement.value ?? undefined)
  }
  return changes || /^__prepare__$/.test(method.name)
}

/** The name of a metaclass's third parameter: name, bases, namespace. */
function namespaceOf({ name, parameters }: CodeFunction): string | null {
  if (!/^__(new|init|prepare)__$/.test(name)) return null
  const [, title, bases, namespace] = parameters
  const isMeta = /name/i.test(title?.name ?? '') && /base|parent|super/i.test(bases?.name ?? '')
  return isMeta ? (namespace?.name ?? null) : null
}

/** `@overload` declarations move into the implementation that follows them. */
export function joinOverloads(functions: readonly CodeFunction[]): CodeFunction[] {
  const joined: CodeFunction[] = []
  let waiting: CodeFunction[] = []
  const settle = (): void => {
    const last = waiting.at(-1)
    if (last) joined.push({ ...last, hasBody: false, overloads: waiting.map(toSignature) })
    waiting = []
  }
  for (const one of functions) {
    if (waiting.length > 0 && waiting[0]?.name !== one.name) settle()
    if (one.decorators.some(decorator => /(^|\.)overload$/.test(decorator))) {
      waiting.push(one)
      continue
    }
    joined.push(waiting.length > 0 ? { ...one, overloads: waiting.map(toSignature) } : one)
    waiting = []
  }
  settle()
  return joined
}

function toSignature({ typeParameters, parameters, returns }: CodeFunction): CodeSignature {
  return { typeParameters, parameters, returns }
}
