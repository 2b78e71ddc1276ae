import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Counts } from './compare-counts.ts'

/** Counts definitions in the syntax tree that rustc prints of each file, before macros are expanded. */
export function countRust(root: string, paths: readonly string[]): Map<string, Counts> {
  const found = new Map<string, Counts>()
  for (const path of paths) {
    const tree = treeOf(join(root, path), '2021') ?? treeOf(join(root, path), '2015')
    if (tree !== null) found.set(path, countTree(tree))
  }
  return found
}

/** Null where rustc does not parse the file, so that there is nothing to compare with. */
function treeOf(path: string, edition: string): string | null {
  try {
    return execFileSync('rustc', ['-Zunpretty=ast-tree', `--edition=${edition}`, '--crate-type=lib', path], {
      // Printing the tree is an option of development versions only; this variable allows it.
      env: { ...process.env, RUSTC_BOOTSTRAP: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 30,
    })
  } catch {
    return null
  }
}

const kinds: Readonly<Record<string, string>> = {
  Struct: 'struct',
  Union: 'struct',
  Enum: 'enum',
  Trait: 'trait',
  TyAlias: 'type',
  Const: 'variable',
  Static: 'variable',
}

/** Bodies, expressions, macros and declarations of other languages: the graph has no items of them. */
const left = /^body: |\b(?:Stmt|Expr|MacCall|AnonConst) \{$|^kind: ForeignMod\($/

/** Reads the tree by its indentation. */
function countTree(tree: string): Counts {
  const names = ['struct', 'enum', 'trait', 'type', 'variable', 'function', 'method', 'parameter', 'property']
  const counts: Counts = Object.fromEntries(names.map(name => [name, 0]))
  const add = (kind: string, by = 1) => {
    counts[kind] = (counts[kind] ?? 0) + by
  }
  /** What is open around a line, outermost first. */
  const open: string[] = []
  for (const line of tree.split('\n')) {
    const depth = line.search(/\S/) / 4
    if (depth < 0) continue
    open.length = Math.min(open.length, depth)
    const text = line.trim()
    if (/[{([]$/.test(text)) open[depth] = text
    const within = open.slice(0, depth)
    if (within.some(one => left.test(one ?? ''))) continue
    const isMember = within.includes('kind: Impl(') || within.includes('kind: Trait(')
    if (open[depth - 1] === 'Item {') {
      const kind = /^kind: (\w+)\($/.exec(text)?.[1] ?? ''
      if (kind === 'Fn') add(isMember ? 'method' : 'function')
      else if (kinds[kind] && !isMember) add(kinds[kind])
    }
    if (text === 'Variant {') add('property')
    if (text === 'FieldDef {' && !within.includes('Variant {')) add('property')
    if (!within.includes('decl: FnDecl {') || within.some(one => /\bTy \{$/.test(one ?? ''))) continue
    if (text === 'Param {') add('parameter')
    if (text === 'self#0,') add('parameter', -1)
  }
  return counts
}
