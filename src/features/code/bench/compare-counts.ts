import type { CodeClass, CodeFile, CodeFunction } from '../model/code.ts'

type Comparison = {
  files: number
  kinds: { kind: string; ours: number; theirs: number; equal: number }[]
  /** Over all kinds together. */
  equal: number
  differences: string[]
}

/** Compares the counts of each kind file by file, so that an excess in one file does not hide a lack in another. */
export function compareCounts(
  files: readonly CodeFile[],
  independent: ReadonlyMap<string, Counts>,
): Comparison {
  const totals = new Map<string, { ours: number; theirs: number; apart: number }>()
  const differences: string[] = []
  for (const file of files) {
    const theirs = independent.get(file.path)
    if (!theirs) continue
    const ours = countDefinitions(file)
    for (const [kind, count] of Object.entries(theirs)) {
      const total = totals.get(kind) ?? { ours: 0, theirs: 0, apart: 0 }
      const found = ours[kind] ?? 0
      total.ours += found
      total.theirs += count
      total.apart += Math.abs(found - count)
      totals.set(kind, total)
      if (found !== count) differences.push(`${file.path}: ${kind} ${found}, expected ${count}`)
    }
  }
  const share = ({ theirs, apart }: { theirs: number; apart: number }) => 1 - apart / Math.max(1, theirs)
  const sum = [...totals.values()].reduce(
    (all, one) => ({ theirs: all.theirs + one.theirs, apart: all.apart + one.apart }),
    { theirs: 0, apart: 0 },
  )
  return {
    files: independent.size,
    kinds: [...totals].map(([kind, total]) => ({
      kind,
      ours: total.ours,
      theirs: total.theirs,
      equal: share(total),
    })),
    equal: share(sum),
    differences,
  }
}

export type Counts = Record<string, number>

/** The definitions that the parser found in a file, by kind. */
function countDefinitions(file: CodeFile): Counts {
  return file.language === 'python' ? countPython(file) : countOthers(file)
}

function countPython(file: CodeFile): Counts {
  const counts: Counts = {
    class: 0,
    function: 0,
    method: 0,
    parameter: 0,
    import: 0,
    base: 0,
    field: 0,
    decorator: 0,
  }
  const add = (kind: string, by = 1) => {
    counts[kind] = (counts[kind] ?? 0) + by
  }
  const addFunction = (one: CodeFunction, kind: string): void => {
    add(kind, one.overloads.length + (one.hasBody ? 1 : 0))
    const signatures = one.hasBody ? [one, ...one.overloads] : one.overloads
    add(
      'parameter',
      signatures.reduce((sum, { parameters }) => sum + parameters.length, 0),
    )
    // Each overload has its own mark, which joining removed.
    add('decorator', one.hasBody ? one.decorators.length + one.overloads.length : one.overloads.length)
    for (const local of one.locals)
      if (local.kind === 'function') addFunction(local.definition, 'function')
      else addClass(local.definition)
  }
  const addClass = (one: CodeClass): void => {
    add('class')
    add('base', one.bases.length)
    add('decorator', one.decorators.length)
    for (const method of one.methods) addFunction(method, 'method')
    for (const inner of one.classes) addClass(inner)
  }
  for (const one of file.functions) addFunction(one, 'function')
  for (const one of file.classes) addClass(one)
  add('import', file.imports.length)
  for (const one of classesIn(file))
    add('field', one.attributes.filter(({ kind }) => kind === 'field' || kind === 'member').length)
  return counts
}

function* classesIn(file: CodeFile): Generator<CodeClass> {
  const visit = function* (one: CodeClass): Generator<CodeClass> {
    yield one
    for (const inner of one.classes) yield* visit(inner)
    for (const method of one.methods) yield* visitLocals(method)
  }
  const visitLocals = function* (one: CodeFunction): Generator<CodeClass> {
    for (const local of one.locals)
      if (local.kind === 'class') yield* visit(local.definition)
      else yield* visitLocals(local.definition)
  }
  for (const one of file.classes) yield* visit(one)
  for (const one of file.functions) yield* visitLocals(one)
}

/** The kinds of definitions that are counted in TypeScript. */
export function emptyCounts(): Counts {
  return {
    class: 0,
    interface: 0,
    enum: 0,
    type: 0,
    namespace: 0,
    function: 0,
    method: 0,
    parameter: 0,
    property: 0,
    import: 0,
  }
}

function countOthers(file: CodeFile): Counts {
  const counts = emptyCounts()
  const add = (kind: string, by = 1) => {
    counts[kind] = (counts[kind] ?? 0) + by
  }
  const addFunction = (one: CodeFunction, kind: string): void => {
    const signatures =
      one.overloads.length === 0 ? [one] : one.hasBody ? [one, ...one.overloads] : one.overloads
    add(kind, signatures.length)
    add(
      'parameter',
      signatures.reduce((sum, { parameters }) => sum + parameters.length, 0),
    )
    for (const local of one.locals)
      if (local.kind === 'function') addFunction(local.definition, 'function')
      else addClass(local.definition)
  }
  const addClass = (one: CodeClass): void => {
    if (!isPart(one)) add(one.kind)
    for (const method of one.methods) addFunction(method, one.kind === 'namespace' ? 'function' : 'method')
    if (one.kind === 'namespace') add('variable', one.attributes.length)
    else add('property', one.attributes.filter(({ kind }) => kind === 'field' || kind === 'member').length)
    for (const inner of one.classes) addClass(inner)
  }
  for (const one of file.functions) addFunction(one, 'function')
  for (const one of file.classes) addClass(one)
  add('import', file.imports.filter(({ isLocal }) => !isLocal).length)
  add('variable', file.variables.length)
  return counts
}

/** Whether a class of Go or Rust only holds methods for a type of another file: they lie inside of it. */
function isPart({ kind, methods, line, endLine }: CodeClass): boolean {
  const [first] = methods
  return kind === 'struct' && first !== undefined && first.line >= line && first.endLine <= endLine
}
