/**
 * Writes src/features/code/check/script-classes.json: the classes that JavaScript and Node.js bring along, from the declarations
 * of the TypeScript and `@types/node` that are installed. `node src/features/code/test/write-script-classes.ts [--check]`; `--check` writes
 * nothing and says how much would change. Names are added, never taken away: what one version has is not wrong elsewhere.
 * Classes of web pages are kept as far as the table already names them.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CodeClass, CodeFunction } from '../model/code.ts'
import { codeParser } from '../parse/code-parser.ts'

/** Methods with how many arguments they take; null for what is no method, undefined for what is not known. */
type Entry = { bases: Set<string>; members: Map<string, { least: number; most: number } | null | undefined> }

const home = join(import.meta.dirname, '../../../..')
const target = join(home, 'src/features/code/check/script-classes.json')
const parser = codeParser()

async function main(): Promise<void> {
  const before: Record<string, string> = JSON.parse(await readFile(target, 'utf8'))
  const wanted = new Set(Object.keys(before))
  const entries = new Map(Object.entries(before).map(([name, row]) => [name, readRow(row)]))
  for (const path of await declarations()) {
    const text = await readFile(path, 'utf8')
    const source = { path: basename(path), language: 'typescript', module: basename(path), text } as const
    const { classes } = await parser.parse(source, AbortSignal.timeout(60_000))
    for (const one of flatten(classes)) {
      const isLanguage = /^lib\.es/.test(basename(path)) && !one.name.endsWith('Constructor')
      const isNode = !basename(path).startsWith('lib.') && one.kind === 'class'
      if (isLanguage || isNode) wanted.add(one.name)
      addClass(entries, one)
    }
  }
  const rows = rowsOf(entries, wanted)
  const changed = Object.keys(rows).filter(name => rows[name] !== before[name]).length
  console.log(`${Object.keys(rows).length} classes, ${changed} new or changed`)
  if (!process.argv.includes('--check')) await writeFile(target, `${JSON.stringify(rows, null, 1)}\n`)
}

function readRow(row: string): Entry {
  const [bases = '', members = ''] = row.split('|')
  const names = members.split(' ').filter(Boolean)
  return {
    bases: new Set(bases.split(',').filter(Boolean)),
    members: new Map(
      names.map(text => {
        const [name = '', range] = text.split(':')
        const [least = '', most = least] = (range ?? '').split('-')
        const numbers = { least: Number(least), most: most === '*' ? Number.POSITIVE_INFINITY : Number(most) }
        return [name, range === undefined ? undefined : numbers]
      }),
    ),
  }
}

async function declarations(): Promise<string[]> {
  const library = join(home, `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib`)
  const node = join(home, 'node_modules/@types/node')
  const own = (await readdir(library))
    .filter(name => /^lib\.(es|dom)/.test(name))
    .map(name => join(library, name))
  const others = (await readdir(node, { recursive: true })).filter(name => name.endsWith('.d.ts'))
  return [...own, ...others.map(name => join(node, name))].sort()
}

/** Classes and interfaces, also those in namespaces and `declare module`. */
function flatten(classes: readonly CodeClass[]): CodeClass[] {
  return classes.flatMap(one =>
    one.kind === 'namespace'
      ? flatten(one.classes)
      : one.kind === 'class' || one.kind === 'interface'
        ? [one]
        : [],
  )
}

/** What several declare under one name is put together, so that nothing is called wrong for being another one's. */
function addClass(entries: Map<string, Entry>, one: CodeClass): void {
  const name = one.name.replace(/(?<=.)Constructor$/, '')
  const entry = entries.get(name) ?? { bases: new Set(), members: new Map() }
  entries.set(name, entry)
  for (const { shape, isImplemented } of one.bases) {
    const base = shape.kind === 'index' ? shape.object : shape
    const isOwn = base.kind === 'name' || base.kind === 'member'
    if (isOwn && base.name !== name && !isImplemented) entry.bases.add(base.name)
  }
  for (const method of one.methods) if (!['new', 'call'].includes(method.name)) addMethod(entry, method)
  for (const attribute of one.attributes) entry.members.set(attribute.name, null)
}

function addMethod({ members }: Entry, method: CodeFunction): void {
  const known = members.get(method.name)
  if (known === null) return
  const ways = method.overloads.length > 0 ? method.overloads : [method]
  const least = ways.map(({ parameters }) => parameters.filter(({ isOptional }) => !isOptional).length)
  const most = ways.map(({ parameters }) =>
    parameters.some(({ kind }) => kind === 'var_positional') ? Number.POSITIVE_INFINITY : parameters.length,
  )
  members.set(method.name, {
    least: Math.min(...least, known?.least ?? Number.POSITIVE_INFINITY),
    most: Math.max(...most, known?.most ?? 0),
  })
}

/** `bases|members`, each member with how many arguments it takes: `at:1 concat:0-* length`. */
function rowsOf(entries: ReadonlyMap<string, Entry>, wanted: Set<string>): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const name of wanted) {
    const entry = entries.get(name)
    if (!entry) continue
    const bases = [...entry.bases].filter(base => entries.has(base))
    for (const base of bases) wanted.add(base)
    const members = [...entry.members]
      .filter(([member]) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(member))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([member, arity]) => (arity ? `${member}:${rangeOf(arity)}` : member))
    rows[name] = `${bases.join(',')}|${members.join(' ')}`
  }
  return Object.fromEntries(Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function rangeOf({ least, most }: { least: number; most: number }): string {
  return least === most ? String(least) : `${least}-${Number.isFinite(most) ? most : '*'}`
}

await main()
