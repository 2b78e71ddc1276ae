import type {
  CodeAttribute,
  CodeClass,
  CodeDefinition,
  CodeExport,
  CodeExpression,
  CodeFile,
  CodeFunction,
  CodeImport,
  CodeSignature,
  CodeStatement,
} from '../../model/code.ts'
import { emptyFunction } from '../../model/empty-code.ts'
import { flatten } from '../../model/visit-code.ts'
import { attribute, shortExpression } from '../attribute.ts'
import { portable } from '../portable.ts'

type Module = Pick<
  CodeFile,
  'imports' | 'exports' | 'functions' | 'classes' | 'variables' | 'spreads' | 'isDynamic'
>

/** The definitions and exports of a module's statements. In declaration files everything is exported by default. */
export function readTypeScriptModule(body: readonly CodeStatement[], isDeclaration: boolean): Module {
  const ambient = isDeclaration ? ambientModule(body) : null
  if (ambient) return readTypeScriptModule(ambient, true)
  const all = [...flatten(body)]
  const exports = [...readExports(all), ...readCommonExports(all)]
  const hasClause = all.some(one => one.kind === 'export')
  const offersAll = isDeclaration && !hasClause
  const definitions = localsOf(body)
  const offered = <T extends { isExported: boolean }>(one: T): T =>
    offersAll ? { ...one, isExported: true } : one
  return {
    imports: readImports(body, false),
    exports,
    functions: definitions.flatMap(one => (one.kind === 'function' ? offered(one.definition) : [])),
    classes: definitions.flatMap(one => (one.kind === 'class' ? offered(one.definition) : [])),
    variables: readVariables(all).map(offered),
    spreads: [],
    // With several declared modules, which one is meant depends on the import.
    isDynamic: isDeclaration && body.some(one => one.kind === 'class') && body.every(isAmbientOrImport),
  }
}

/** The body of `declare module 'name' { … }` when that is all the file has. */
function ambientModule(body: readonly CodeStatement[]): readonly CodeStatement[] | null {
  const statements = body.filter(({ kind }) => kind !== 'import')
  const modules = statements.flatMap(one => (one.kind === 'class' && isAmbient(one.definition) ? one : []))
  const [main, ...parts] = modules.toSorted((a, b) => a.definition.name.length - b.definition.name.length)
  const isOne = parts.every(({ definition }) => definition.name.startsWith(`${main?.definition.name}/`))
  if (!main || !isOne || modules.length < statements.length) return null
  return [...body.filter(({ kind }) => kind === 'import'), ...main.body]
}

function isAmbientOrImport(statement: CodeStatement): boolean {
  return statement.kind === 'import' || (statement.kind === 'class' && isAmbient(statement.definition))
}

function isAmbient({ kind, name }: CodeClass): boolean {
  return kind === 'namespace' && /^module:[^.]/.test(name)
}

/** Functions and classes defined in a body, including constants with a function as value. */
export function localsOf(body: readonly CodeStatement[]): CodeDefinition[] {
  const found: CodeDefinition[] = []
  const functions: CodeFunction[] = []
  for (const statement of flatten(body)) {
    if (statement.kind === 'class') found.push({ kind: 'class', definition: statement.definition })
    if (statement.kind === 'function') functions.push(statement.definition)
    if (statement.kind === 'assign') functions.push(...heldFunction(statement))
  }
  return [
    ...joinSignatures(functions).map(definition => ({ kind: 'function' as const, definition })),
    ...found,
  ]
}

function heldFunction(statement: Extract<CodeStatement, { kind: 'assign' }>): CodeFunction[] {
  const { targets, value, marks, line } = statement
  const [target] = targets
  if (target?.kind !== 'name' || value?.kind !== 'lambda' || marks.length === 0) return []
  return [
    {
      ...emptyFunction,
      name: target.name,
      parameters: value.parameters,
      returns: value.returns,
      isAsync: value.isAsync,
      isPrivate: target.name.startsWith('_'),
      isExported: marks.includes('export'),
      locals: localsOf(value.body),
      line,
      endLine: line,
    },
  ]
}

function readImports(body: readonly CodeStatement[], isLocal: boolean): CodeImport[] {
  return [...flatten(body)].flatMap(statement => {
    if (statement.kind === 'import') return statement.imports.map(one => ({ ...one, isLocal }))
    return statement.kind === 'function' ? readImports(statement.body, true) : []
  })
}

function readExports(all: readonly CodeStatement[]): CodeExport[] {
  return all.flatMap(statement => {
    if (statement.kind === 'export') return statement.exports
    if (statement.kind !== 'function' && statement.kind !== 'class') return []
    const { name, decorators } = statement.definition
    return decorators.includes('default') ? [{ name: 'default', local: name }] : []
  })
}

/** The exports of CommonJS: `module.exports = …` and `exports.name = …`. */
function readCommonExports(all: readonly CodeStatement[]): CodeExport[] {
  return all.flatMap(statement => {
    if (statement.kind !== 'assign') return []
    return statement.targets.flatMap((target): CodeExport[] => {
      if (target.kind !== 'member') return []
      const local = statement.value?.kind === 'name' ? statement.value.name : target.name
      if (isExportsObject(target.object)) return [{ name: target.name, local }]
      if (!isExportsObject(target)) return []
      if (statement.value?.kind !== 'object') return [{ name: 'export=', local }]
      return statement.value.entries.map(({ name, value }) => ({
        name,
        local: value?.kind === 'name' ? value.name : name,
      }))
    })
  })
}

function isExportsObject(value: CodeExpression): boolean {
  if (value.kind === 'name') return value.name === 'exports'
  return (
    value.kind === 'member' &&
    value.name === 'exports' &&
    value.object.kind === 'name' &&
    value.object.name === 'module'
  )
}

/** The destructured value, where it has a written type. */
type Held = CodeExpression | null

function readVariables(all: readonly CodeStatement[]): CodeAttribute[] {
  const found: CodeAttribute[] = []
  const addNames = (target: CodeExpression, held: Held, at: { line: number; isExported: boolean }): void => {
    if (target.kind === 'name')
      found.push(attribute({ name: target.name, kind: 'variable', value: held, isStatic: true, ...at }))
    if (target.kind === 'literal') for (const item of target.items) addNames(item, null, at)
    if (target.kind === 'other') for (const part of target.parts) addNames(part, null, at)
    if (target.kind === 'object')
      for (const { name, value } of target.entries)
        if (value) addNames(value, held && { kind: 'member', object: held, name, line: at.line }, at)
  }
  for (const statement of all) {
    if (statement.kind === 'export' && statement.value && statement.value.kind !== 'name')
      for (const { name, local } of statement.exports)
        if (name === local)
          found.push(
            attribute({
              name,
              kind: 'variable',
              value: portable(statement.value, new Map()),
              isStatic: true,
              line: 0,
            }),
          )
    // A constant with a function and a written type is listed as both: the type may have more members.
    if (statement.kind !== 'assign' || (heldFunction(statement).length > 0 && !statement.type)) continue
    const isExported = statement.marks.includes('export')
    const isDeclared = statement.marks.includes('const') || statement.marks.includes('let')
    if (!isDeclared) continue
    for (const target of statement.targets) {
      if (target.kind !== 'name')
        addNames(target, statement.type && { kind: 'typed', type: statement.type.shape }, {
          line: statement.line,
          isExported,
        })
      else
        found.push(
          attribute({
            name: target.name,
            kind: statement.marks.includes('const') ? 'constant' : 'variable',
            type: statement.type,
            value: statement.value && portable(statement.value, new Map()),
            default: statement.value && shortExpression(statement.value),
            isStatic: true,
            isExported,
            line: statement.line,
          }),
        )
    }
  }
  return found
}

/** Joins declarations of one name into one function with overloads, which hide the implementation's signature. */
export function joinSignatures(functions: readonly CodeFunction[]): CodeFunction[] {
  const groups = Map.groupBy(functions, one => `${one.kind} ${one.isStatic} ${one.name}`)
  return [...groups.values()].flatMap(group => {
    const declared = group.filter(({ hasBody }) => !hasBody)
    const main = group.find(({ hasBody }) => hasBody) ?? group[0]
    if (!main || group.length === 1 || declared.length === 0) return group
    const doc = group.find(one => one.doc !== null)?.doc ?? null
    return {
      ...main,
      doc,
      isExported: group.some(one => one.isExported),
      overloads: declared.map(toSignature),
    }
  })
}

function toSignature({ typeParameters, typeBounds, parameters, returns }: CodeFunction): CodeSignature {
  return { typeParameters, ...(typeBounds ? { typeBounds } : {}), parameters, returns }
}

type Read = Pick<CodeFile, 'functions' | 'classes' | 'variables' | 'exports' | 'imports'>

const declaration =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:class|interface|type|function\*?|const|let|var|enum|namespace)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gmu

/** Whether the lines of a file with syntax errors export names that are missing in its tree. */
export function losesNames(text: string, { functions, classes, variables, exports, imports }: Read): boolean {
  const found = new Set([...functions, ...classes, ...variables].map(({ name }) => name))
  for (const { local } of exports ?? []) found.add(local)
  const declared = [...text.matchAll(declaration)].flatMap(([, name]) => name ?? [])
  const stars = [...text.matchAll(/^export\s+\*\s+from\b/gm)].length
  const taken = imports.filter(({ kind, isReExport }) => kind === 'all' && isReExport).length
  return stars > taken || declared.some(name => !found.has(name))
}
