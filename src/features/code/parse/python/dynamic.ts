import type { CodeExpression, CodeFunction, CodeStatement } from '../../model/code.ts'
import { bodiesOf, expressionsOf, flatten, partsOf, visitExpressions } from '../../model/visit-code.ts'

/** Whether a method can set members with computed names on its object. */
export function addsMembers(method: CodeFunction, body: readonly CodeStatement[]): boolean {
  if (method.name === '__getattribute__') return true
  const answering = method.parameters[1]?.name
  if (method.name === '__getattr__') return !answering || comparedNames(body, answering) === null
  const self = method.parameters[0]?.name
  // Copying and unpickling restore members that other methods set.
  if (!self || /^__(setstate|getstate|copy|deepcopy|reduce|reduce_ex)__$/.test(method.name)) return false
  let found = false
  const isSelf = (value: CodeExpression | undefined): boolean =>
    value?.kind === 'name' && (value.name === self || value.name === 'cls')
  const isOwnDict = (value: CodeExpression | undefined): boolean =>
    value?.kind === 'member' && value.name === '__dict__' && isSelf(value.object)
  const isGiven = (value: CodeExpression | undefined): boolean =>
    value?.kind === 'member' &&
    value.object.kind === 'name' &&
    method.parameters.some(({ name }) => value.object.kind === 'name' && name === value.object.name)
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const [object, name] = value.arguments.map(argument => argument.value)
    const { callee } = value
    if (callee.kind === 'name' && callee.name === 'setattr' && isSelf(object))
      found ||= !(name?.kind === 'literal' && name.text)
    if (callee.kind === 'name' && callee.name === 'vars' && isSelf(object)) found = true
    // `self.__dict__.get(key)`: members whose names are data.
    if (callee.kind === 'member' && callee.name === 'get' && isOwnDict(callee.object))
      found ||= object?.kind !== 'literal'
    // `self.__dict__.update(other.__dict__)` copies members of another instance, if it is a parameter.
    if (callee.kind === 'member' && /^(update|setdefault)$/.test(callee.name))
      found ||= isOwnDict(callee.object) && !(isDict(object) && isGiven(object))
  })
  visitTargets(body, (target, given) => {
    const isCopied = isDict(given) || (given?.kind === 'index' && isDict(given.object))
    found ||= !isCopied && (isOwnDict(target) || (target.kind === 'index' && isOwnDict(target.object)))
    // `self.__class__ = Point`: its members are those of other classes.
    found ||= target.kind === 'member' && target.name === '__class__' && isSelf(target.object)
  })
  return found
}

function isDict(value: CodeExpression | undefined): boolean {
  return value?.kind === 'member' && value.name === '__dict__'
}

/** The names that a `__getattr__` accepts, when it only compares; null when it may accept any. */
export function answeredNames(body: readonly CodeStatement[], name: string): string[] | null {
  const names: string[] = []
  for (const statement of flatten(body)) {
    if (statement.kind !== 'function' || statement.definition.name !== name) continue
    const parameter = statement.definition.parameters.at(-1)?.name
    const compared = parameter ? comparedNames(statement.body, parameter) : null
    if (!compared) return null
    names.push(...compared)
  }
  return names
}

/** Whether the code of a module can define computed names in it. */
export function addsNames(body: readonly CodeStatement[]): boolean {
  if (answeredNames(body, '__getattr__') === null || replacesModule(body)) return true
  // Inside functions and classes, `locals()` and `vars()` refer to those.
  const isInner = ({ kind }: CodeStatement) => kind === 'function' || kind === 'class'
  const outer = body.filter(statement => !isInner(statement))
  let found =
    setsNames(outer, isNamesOfModule) ||
    setsNames(body.filter(isInner), value => isNamesOfModule(value) && isNamed(value, 'globals'))
  visitTargets(body, target => {
    found ||= target.kind === 'name' && target.name === '__path__'
  })
  const modules = new Set<string>()
  visitTargets(outer, (target, given) => {
    if (target.kind === 'name' && isOwnModule(given)) modules.add(target.name)
  })
  visitExpressions(outer, value => {
    if (value.kind !== 'call') return
    const [object] = value.arguments.map(argument => argument.value)
    if (isNamed(value, 'setattr'))
      found ||= isOwnModule(object) || (object?.kind === 'name' && modules.has(object.name))
    // `inject('http', globals())`: what is given the names may add to them.
    if (!readsNames(value)) found ||= value.arguments.some(argument => isGlobals(argument.value))
  })
  for (const statement of flatten(body)) {
    // `del sys.modules['pkg.part']`: a module that puts another one in its place.
    if (statement.kind === 'delete') found ||= statement.targets.some(isModuleEntry)
    if (statement.kind !== 'assign') continue
    found ||= statement.targets.some(isOwnModule)
    if (!isNamesOfModule(statement.value ?? undefined)) continue
    for (const target of statement.targets)
      found ||= target.kind !== 'name' || keptNames(body, target.name) === null
  }
  return found
}

/** `globals()['name'] = …`, `globals().update(…)`, `exec(…)`, and import finders. */
function setsNames(
  body: readonly CodeStatement[],
  isNames: (value: CodeExpression | undefined) => boolean,
): boolean {
  let found = false
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const { callee } = value
    found ||= addsFinder(callee)
    if (isNamed(value, 'exec')) found ||= value.arguments.length < 2 || isNames(value.arguments[1]?.value)
    if (callee.kind === 'member' && /^(update|setdefault)$/.test(callee.name) && isNames(callee.object))
      found ||= spreadOf(value) === null
  })
  visitTargets(body, target => {
    found ||= target.kind === 'index' && isNames(target.object)
  })
  return found
}

function isGlobals(value: CodeExpression): boolean {
  return isNamed(value, 'globals') && isNamesOfModule(value)
}

/** Whether a function only reads the names that it is given, or also gets a list of those that it adds (`lazyNames`). */
function readsNames({ callee, arguments: given }: Extract<CodeExpression, { kind: 'call' }>): boolean {
  if (given.some(({ value }) => value.kind === 'literal' && value.type === 'dict')) return true
  return callee.kind === 'name' && /^(dict|eval|exec|len|list|set|sorted|tuple)$/.test(callee.name)
}

function isNamed(value: CodeExpression | undefined, name: string): boolean {
  return value?.kind === 'call' && value.callee.kind === 'name' && value.callee.name === name
}

/** `initpkg(__name__, {…})`: a helper that replaces this module by another. */
function replacesModule(body: readonly CodeStatement[]): boolean {
  return body.some(statement => {
    const call = statement.kind === 'expression' || statement.kind === 'assign' ? statement.value : null
    if (call?.kind !== 'call') return false
    const [first] = call.arguments.map(argument => argument.value)
    const isOwn = first?.kind === 'name' && first.name === '__name__'
    return isOwn && call.arguments.some(({ value }) => value.kind === 'literal' && value.type === 'dict')
  })
}

/** `sys.meta_path.insert(…)` */
function addsFinder(callee: CodeExpression): boolean {
  return (
    callee.kind === 'member' &&
    /^(append|insert|extend)$/.test(callee.name) &&
    callee.object.kind === 'member' &&
    /^(meta_path|path_hooks)$/.test(callee.object.name)
  )
}

/**
 * The uses of `names = globals()`: the prefixes of names that are set through it (`names['CO_' + word] = …`), none when it
 * is only read, null when anything may be set.
 */
function keptNames(body: readonly CodeStatement[], variable: string): string[] | null {
  const prefixes: string[] = []
  let isOpen = false
  const isKept = (value: CodeExpression | undefined) => value?.kind === 'name' && value.name === variable
  visitTargets(body, target => {
    if (target.kind !== 'index' || !isKept(target.object)) return
    const [key] = target.keys
    const first = key?.kind === 'other' ? key.parts[0] : undefined
    if (first?.kind === 'literal' && first.text) prefixes.push(first.text)
    else isOpen = true
  })
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const { callee } = value
    const isReading = callee.kind === 'name' && ['eval', 'len', 'sorted', 'list'].includes(callee.name)
    if (!isReading) isOpen ||= value.arguments.some(argument => isKept(argument.value))
    if (callee.kind === 'member' && isKept(callee.object))
      isOpen ||= !/^(get|items|keys|values)$/.test(callee.name)
  })
  return isOpen ? null : prefixes
}

/** Whether the module changes how its submodules are found. */
export function findsModules(body: readonly CodeStatement[]): boolean {
  let found = replacesModule(body)
  visitExpressions(body, value => {
    if (value.kind === 'call') found ||= addsFinder(value.callee)
    found ||= value.kind === 'member' && /^(extend_path|declare_namespace)$/.test(value.name)
  })
  visitTargets(body, target => {
    found ||= target.kind === 'name' && target.name === '__path__'
    // `sys.modules['os.path'] = path` defines one module, also an attribute of its parent; computed names may be any.
    if (target.kind === 'index' && target.object.kind === 'member' && target.object.name === 'modules')
      found ||= target.keys.some(
        key =>
          !(key.kind === 'literal' && key.text !== null) && !(key.kind === 'name' && key.name === '__name__'),
      )
  })
  return found
}

/** Prefixes of names that the module computes. */
export function prefixesOf(body: readonly CodeStatement[]): CodeExpression[] {
  return [...flatten(body)].flatMap(statement => {
    if (statement.kind !== 'assign' || !isNamesOfModule(statement.value ?? undefined)) return []
    return statement.targets
      .flatMap(target => (target.kind === 'name' ? (keptNames(body, target.name) ?? []) : []))
      .map((text): CodeExpression => ({ kind: 'literal', type: 'prefix', text, items: [] }))
  })
}

/** `globals().update(X.__members__)` and `@global_enum class X`. */
export function spreadsOf(body: readonly CodeStatement[]): CodeExpression[] {
  const spreads: CodeExpression[] = []
  for (const statement of flatten(body)) {
    const call = statement.kind === 'expression' || statement.kind === 'assign' ? statement.value : null
    if (call?.kind === 'call' && call.callee.kind === 'member' && call.callee.name.startsWith('_convert'))
      for (const { name, value } of call.arguments) if (name === 'source') spreads.push(value)
    if (statement.kind === 'expression' && statement.value.kind === 'call') {
      const spread = spreadOf(statement.value)
      if (spread) spreads.push(spread)
    }
    if (
      statement.kind === 'class' &&
      statement.definition.decorators.some(text => /(^|\.)global_enum$/.test(text))
    )
      spreads.push({ kind: 'name', name: statement.definition.name, line: statement.definition.line })
  }
  return spreads
}

/** `IntEnum._convert_('Name', …)` creates an enumeration from existing names. */
export function convertedNames(body: readonly CodeStatement[]): string[] {
  const names: string[] = []
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'member' || !value.callee.name.startsWith('_convert'))
      return
    const [name] = value.arguments.map(argument => argument.value)
    if (name?.kind === 'literal' && name.text) names.push(name.text)
  })
  return names
}

function spreadOf(call: Extract<CodeExpression, { kind: 'call' }>): CodeExpression | null {
  if (call.callee.kind !== 'member' || !isNamesOfModule(call.callee.object)) return null
  const [given] = call.arguments.map(argument => argument.value)
  return given?.kind === 'member' && given.name === '__members__' ? given.object : null
}

function isNamesOfModule(value: CodeExpression | undefined): boolean {
  return (
    value?.kind === 'call' &&
    value.callee.kind === 'name' &&
    ['globals', 'vars', 'locals'].includes(value.callee.name) &&
    value.arguments.length === 0
  )
}

/** `sys.modules[__name__]` */
function isOwnModule(value: CodeExpression | undefined): boolean {
  return (
    value?.kind === 'index' &&
    isModuleEntry(value) &&
    value.keys.some(key => key.kind === 'name' && key.name === '__name__')
  )
}

/** `sys.modules[…]` */
function isModuleEntry(value: CodeExpression): boolean {
  return value.kind === 'index' && value.object.kind === 'member' && value.object.name === 'modules'
}

function visitTargets(
  body: readonly CodeStatement[],
  see: (target: CodeExpression, given: CodeExpression | undefined) => void,
): void {
  for (const statement of flatten(body)) {
    if (statement.kind === 'assign')
      for (const target of statement.targets) see(target, statement.value ?? undefined)
    if (statement.kind === 'function' || statement.kind === 'class') visitTargets(statement.body, see)
  }
}

/**
 * The literals that a parameter is compared with, when the body only compares it, uses it in a
 * message, or uses it where its value is known (`if name == 'x': …`); null otherwise.
 */
function comparedNames(body: readonly CodeStatement[], parameter: string): string[] | null {
  const names: string[] = []
  let isOpen = false
  const look = (value: CodeExpression): void => {
    const literals = comparison(value, parameter)
    if (literals) names.push(...literals)
    else if (value.kind === 'name' && value.name === parameter) isOpen = true
    else if (isMessage(value)) return
    else for (const part of partsOf(value)) look(part)
  }
  const visit = (statements: readonly CodeStatement[]): void => {
    for (const statement of statements) {
      for (const value of expressionsOf(statement)) look(value)
      for (const [at, inner] of bodiesOf(statement).entries()) {
        const test = statement.kind === 'branch' ? statement.tests[at] : undefined
        if (!(test && comparison(test, parameter))) visit(inner)
      }
    }
  }
  visit(body)
  return isOpen ? null : names
}

/** The literals of `name == 'x'` or `name in ('x', 'y')`, null for anything else. */
function comparison(value: CodeExpression, parameter: string): string[] | null {
  if (value.kind !== 'other' || value.parts.length !== 2) return null
  if (!value.parts.some(part => part.kind === 'name' && part.name === parameter)) return null
  const literals = value.parts.flatMap(part =>
    part.kind !== 'literal' ? [] : part.items.length > 0 ? part.items : [part],
  )
  const texts = literals.flatMap(literal =>
    literal.kind === 'literal' && literal.text !== null ? [literal.text] : [],
  )
  return texts.length > 0 && texts.length === literals.length ? texts : null
}

/** Concatenated strings and error messages: a name in these is not accepted. */
function isMessage(value: CodeExpression): boolean {
  if (value.kind === 'literal') return value.type === 'str'
  return value.kind === 'call' && value.callee.kind === 'name' && /Error$/.test(value.callee.name)
}
