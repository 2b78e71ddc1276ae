import type {
  CodeAttribute,
  CodeClass,
  CodeExport,
  CodeExpression,
  CodeFile,
  CodeImport,
  CodeStatement,
} from '../../model/code.ts'
import { flatten, partsOf, visitExpressions } from '../../model/visit-code.ts'
import { attribute, shortExpression } from '../attribute.ts'
import { portable } from '../portable.ts'
import { addsNames, answeredNames, convertedNames, findsModules, prefixesOf, spreadsOf } from './dynamic.ts'
import { definitionsIn } from './read-definition.ts'

type Module = Pick<
  CodeFile,
  'imports' | 'exports' | 'functions' | 'classes' | 'variables' | 'spreads' | 'isDynamic'
>

/** The definitions of a module's statements, at any depth of branches but outside of functions. */
export function readPythonModule(body: readonly CodeStatement[]): Module {
  const definitions = definitionsIn(body)
  const classes = definitions.flatMap(one => (one.kind === 'class' ? one.definition : []))
  const variables = readVariables(body)
  const delayed = lazyImports(body)
  const lazy = new Set(delayed.map(({ alias }) => alias))
  const handed = lazyNames(body)
  const imports = [...readImports(body, false, false), ...delayed, ...(handed ?? [])]
  const taken = new Set([
    ...variables.map(({ name }) => name),
    ...imports.flatMap(({ isLocal, alias }) => (isLocal ? [] : (alias ?? []))),
  ])
  const answered = [...(answeredNames(body, '__getattr__') ?? []), ...convertedNames(body)]
  return {
    imports,
    exports: readExports(body),
    functions: definitions.flatMap(one => (one.kind === 'function' ? one.definition : [])),
    classes: withPatches(classes, body),
    variables: [
      ...variables.filter(({ name }) => !lazy.has(name)),
      ...answered.filter(name => !taken.has(name)).map(nameless),
    ],
    spreads: [...spreadsOf(body), ...prefixesOf(body), ...(findsModules(body) ? [openModules] : [])],
    isDynamic: handed === null || addsNames(body),
  }
}

const openModules = { kind: 'literal', type: 'modules', text: null, items: [] } as const

/** PEP 562: imports that a module's `__getattr__` makes when their name is first used. */
function lazyImports(body: readonly CodeStatement[]): CodeImport[] {
  const answered = new Set(answeredNames(body, '__getattr__') ?? [])
  const makers = body.filter(one => one.kind === 'function' && one.definition.name === '__getattr__')
  return readImports(makers, false, false)
    .filter(({ name }) => name !== null && answered.has(name))
    .map(one => ({ ...one, alias: one.name, isLocal: false }))
}

function nameless(name: string): CodeAttribute {
  return attribute({ name, kind: 'variable', isStatic: true, line: 0 })
}

function readImports(body: readonly CodeStatement[], isGuarded: boolean, isLocal: boolean): CodeImport[] {
  return body.flatMap((statement): CodeImport[] => {
    switch (statement.kind) {
      case 'import':
        return statement.imports.map(one => ({ ...one, isGuarded, isLocal }))
      case 'branch': {
        const guards =
          statement.guards !== null && /ImportError|ModuleNotFoundError|Exception/.test(statement.guards)
        return statement.arms.flatMap((arm, at) =>
          readImports(arm, isGuarded || (guards && at === 0), isLocal),
        )
      }
      case 'with':
      case 'for':
        return readImports(statement.body, isGuarded, isLocal)
      case 'function':
        return readImports(statement.body, isGuarded, true)
      case 'class':
        return readImports(statement.body, isGuarded, true)
      default:
        return []
    }
  })
}

/** `__all__`; null when a change to it is computed. */
function readExports(body: readonly CodeStatement[]): CodeExport[] | null {
  const names: string[] = []
  let isReadable = false
  let isBroken = false
  for (const statement of flatten(body)) {
    if (statement.kind !== 'assign') continue
    if (!statement.targets.some(target => target.kind === 'name' && target.name === '__all__')) continue
    const added = statement.marks.includes('augmented') && statement.value?.kind === 'other'
    const value = added && statement.value?.kind === 'other' ? statement.value.parts[1] : statement.value
    if (value?.kind !== 'literal') isBroken = true
    else {
      isReadable = true
      for (const item of value.items)
        if (item.kind === 'literal' && item.text !== null) names.push(item.text)
        else isBroken = true
    }
  }
  visitExpressions(body, value => {
    if (value.kind !== 'member' || value.object.kind !== 'name' || value.object.name !== '__all__') return
    isBroken = true
  })
  return isReadable && !isBroken ? [...new Set(names)].map(name => ({ name, local: name })) : null
}

function readVariables(body: readonly CodeStatement[]): CodeAttribute[] {
  const found: CodeAttribute[] = []
  const add = (one: Partial<CodeAttribute> & { name: string; line: number }) =>
    found.push(
      attribute({
        kind: /^[A-Z][A-Z0-9_]*$/.test(one.name) ? 'constant' : 'variable',
        isStatic: true,
        ...one,
      }),
    )
  const addTarget = (target: Extract<CodeStatement, { kind: 'for' }>['target'], line: number): void => {
    if (target.kind === 'name') add({ name: target.name, line })
    if (target.kind === 'literal') for (const item of target.items) addTarget(item, line)
    if (target.kind === 'other') for (const part of target.parts) addTarget(part, line)
  }
  for (const statement of flatten(body)) {
    if (statement.kind === 'assign' && !statement.marks.includes('caught'))
      for (const target of statement.targets) {
        if (target.kind !== 'name') addTarget(target, statement.line)
        else
          add({
            name: target.name,
            type: statement.type,
            value: statement.value && portable(statement.value, new Map()),
            default: statement.value && shortExpression(statement.value),
            line: statement.line,
          })
      }
    if (statement.kind === 'for') addTarget(statement.target, 0)
    if (statement.kind === 'with') for (const { target } of statement.items) if (target) addTarget(target, 0)
  }
  for (const name of globalsIn(body)) add({ name, line: 0 })
  return mergeVariables(found)
}

/** Names that functions declare `global`: they belong to the module. */
function globalsIn(body: readonly CodeStatement[]): Set<string> {
  const names = new Set<string>()
  const visit = (statements: readonly CodeStatement[], isInside: boolean): void => {
    for (const statement of flatten(statements)) {
      if (statement.kind === 'function') visit(statement.body, true)
      if (statement.kind === 'class') visit(statement.body, isInside)
      if (isInside && statement.kind === 'assign' && statement.marks.includes('global'))
        for (const target of statement.targets) if (target.kind === 'name') names.add(target.name)
    }
  }
  visit(body, false)
  return names
}

function mergeVariables(found: readonly CodeAttribute[]): CodeAttribute[] {
  return [...Map.groupBy(found, ({ name }) => name).values()].flatMap(group => {
    const first = group.find(({ type }) => type) ?? group[0]
    if (!first) return []
    const line = group.find(one => one.line > 0)?.line ?? first.line
    return group.length === 1 || first.type ? { ...first, line } : { ...first, line, value: null }
  })
}

/** `Class.name = …` and `setattr(Class, …)` outside the class change it too. */
function withPatches(classes: readonly CodeClass[], body: readonly CodeStatement[]): CodeClass[] {
  const patches = new Map<string, CodeAttribute[]>()
  const opened = new Set<string>()
  for (const statement of flatten(body)) {
    if (statement.kind !== 'assign') continue
    for (const target of statement.targets)
      if (target.kind === 'member' && target.object.kind === 'name') {
        const list = patches.get(target.object.name) ?? []
        list.push(attribute({ name: target.name, kind: 'instance', isStatic: true, line: target.line }))
        patches.set(target.object.name, list)
      }
  }
  const fillers = new Set(['setattr', ...fillersIn(body)])
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'name' || !fillers.has(value.callee.name)) return
    const object = value.arguments[0]?.value
    if (object?.kind === 'name') opened.add(object.name)
  })
  return classes.map(one => {
    const known = new Set(one.attributes.map(({ name }) => name))
    const added = (patches.get(one.name) ?? []).filter(({ name }) => !known.has(name))
    if (added.length === 0 && !opened.has(one.name)) return one
    return {
      ...one,
      attributes: [...one.attributes, ...added],
      isDynamic: one.isDynamic || opened.has(one.name),
    }
  })
}

/** Functions that set members by computed names on their first argument. */
function fillersIn(body: readonly CodeStatement[]): string[] {
  return [...flatten(body)].flatMap(one => {
    const first = one.kind === 'function' ? one.definition.parameters[0]?.name : undefined
    if (one.kind !== 'function' || first === undefined) return []
    let fills = false
    visitExpressions(one.body, value => {
      if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.name !== 'setattr') return
      const object = value.arguments[0]?.value
      fills ||= object?.kind === 'name' && object.name === first
    })
    return fills ? [one.definition.name] : []
  })
}

/**
 * Imports that a helper makes: `lazy_import(globals(), aliases={'connect': '.client'})`. Null when the helper
 * receives `globals()` and the names that it adds are not known.
 */
function lazyNames(body: readonly CodeStatement[]): CodeImport[] | null {
  const found: CodeImport[] = []
  let isSilent = false
  visitExpressions(
    body.filter(({ kind }) => kind !== 'function' && kind !== 'class'),
    value => {
      if (value.kind !== 'call' || !isNames(value.arguments[0]?.value) || isRun(value.callee)) return
      const pairs = value.arguments.flatMap(({ value: given }) => pairsOf(given))
      isSilent ||= pairs.length === 0
      found.push(...pairs.map(([name, module]) => toImport(name, module)))
    },
  )
  return isSilent ? null : found
}

function isNames(value: CodeExpression | undefined): boolean {
  return value?.kind === 'call' && value.callee.kind === 'name' && value.callee.name === 'globals'
}

function isRun(callee: CodeExpression): boolean {
  return callee.kind === 'name' && /^(exec|eval)$/.test(callee.name)
}

/** The entries of a dictionary whose keys are names and whose values are paths of modules. */
function pairsOf(value: CodeExpression): [string, string][] {
  if (value.kind !== 'literal' || value.type !== 'dict') return partsOf(value).flatMap(pairsOf)
  return value.items.flatMap((key, at): [string, string][] => {
    const path = value.items[at + 1]
    const isPair = at % 2 === 0 && key.kind === 'literal' && path?.kind === 'literal'
    if (!isPair || !key.text || !path.text || !/^\.*[\w.]+$/.test(path.text)) return []
    return /^\w+$/.test(key.text) ? [[key.text, path.text]] : []
  })
}

function toImport(name: string, module: string): CodeImport {
  return {
    kind: 'name',
    module,
    name,
    alias: name,
    isReExport: false,
    isTypeOnly: false,
    isGuarded: false,
    isLocal: false,
    line: 0,
  }
}
