import { builtinClasses } from './python-builtins.ts'
import scriptTable from './script-classes.json' with { type: 'json' }
import standardTable from './standard-library.json' with { type: 'json' }

export type NativeClass = { bases: readonly string[]; members: ReadonlySet<string> }

/** Prefix of JavaScript classes, which tells them from Python's. */
const scriptMark = 'script:'

/** A built-in class, or one of the standard library; null when it is not known. */
export function nativeClass(path: string): NativeClass | null {
  return tables().classes.get(path) ?? null
}

/** The path where a class that is exported as `module.name` is defined. */
export function nativePath(path: string): string {
  return tables().aliases.get(path) ?? path
}

/** A class and all its ancestors, nearest first. */
export function nativeLineage(path: string): string[] {
  const lineage = new Set([path])
  // A set returns what is added while it is read, so bases that inherit from each other end.
  for (const one of lineage) for (const base of nativeClass(one)?.bases ?? []) lineage.add(base)
  return [...lineage]
}

/** Whether a module written in C has the name; null when the module is not known. */
export function nativeHas(module: string, name: string): boolean | null {
  return tables().modules.get(module)?.has(name) ?? null
}

/** The path of a global JavaScript class; null when there is none of that name. */
export function scriptClass(name: string): string | null {
  return Object.hasOwn(scriptClasses, name) ? scriptMark + name : null
}

/** How many arguments a method of a global class takes, by its path (`script:Array.map`); null when that is not known. */
export function scriptArity(path: string): { least: number; most: number } | null {
  const [, name = '', member = ''] = /^script:([^.]+)\.(.+)$/.exec(path) ?? []
  const row = Object.hasOwn(scriptClasses, name) ? (scriptClasses[name] ?? '') : ''
  const range = row
    .split(/[| ]/)
    .find(one => one.startsWith(`${member}:`))
    ?.slice(member.length + 1)
  if (range === undefined) return null
  const [least = '', most = least] = range.split('-')
  return { least: Number(least), most: most === '*' ? Number.POSITIVE_INFINITY : Number(most) }
}

type Tables = {
  classes: ReadonlyMap<string, NativeClass>
  aliases: ReadonlyMap<string, string>
  modules: ReadonlyMap<string, ReadonlySet<string>>
}

let read: Tables | null = null

function tables(): Tables {
  read ??= {
    classes: new Map([...pythonClasses(), ...javaScriptClasses()]),
    aliases: new Map(pairsOf(standardLibrary.aliases)),
    modules: new Map(
      pairsOf(standardLibrary.modules).map(([module, names]) => [module, new Set(names.split(' '))]),
    ),
  }
  return read
}

function pairsOf(rows: readonly string[]): [string, string][] {
  return rows.map(row => {
    const at = row.indexOf('=')
    return [row.slice(0, at), row.slice(at + 1)]
  })
}

function pythonClasses(): [string, NativeClass][] {
  const standard = standardLibrary.classes.map((row): [string, NativeClass] => {
    const [path = '', bases = '', members = ''] = row.split('|')
    return [path, { bases: bases.split(',').filter(Boolean), members: new Set(members.split(' ')) }]
  })
  const builtins = Object.entries(builtinClasses).map(([name, { bases, members }]): [string, NativeClass] => [
    name,
    { bases, members: new Set(members.split(' ')) },
  ])
  return [...standard, ...builtins]
}

function javaScriptClasses(): [string, NativeClass][] {
  return Object.entries(scriptClasses).map(([name, row]) => {
    const [bases = '', members = ''] = row.split('|')
    const marked = bases
      .split(',')
      .filter(Boolean)
      .map(base => scriptMark + base)
    const names = members.split(' ').map(member => member.replace(/:.*/, ''))
    return [scriptMark + name, { bases: marked, members: new Set(names) }]
  })
}

/**
 * The global classes of JavaScript and Node.js: `bases|members`, each member with how many arguments it takes where it
 * is a method (`at:1 concat:0-* length`). Where several share a name, the members of all are listed, so that none of them
 * is reported as missing. `test/write-script-classes.ts` generates it from the declarations of TypeScript and Node.js.
 */
const scriptClasses: Readonly<Record<string, string>> = scriptTable

/**
 * The names in the standard library of Python 3.10 to 3.12: enough to know what classes inherit from it when its
 * source is not in the graph, and what its C modules define. `scripts/standard_library.py` generates it by running the
 * interpreters.
 */
type StandardLibrary = {
  /** `class|bases|members`. */
  classes: readonly string[]
  /** Aliases of classes: `exported=defined`. */
  aliases: readonly string[]
  /** All names of the modules written in C, on Linux and Windows: `module=names`. */
  modules: readonly string[]
  /**
   * Parameters of functions written in C, where the versions agree: `path(parameters`. `/` before a parameter means
   * positional only, `=` keyword only, `*` and `^` variable positional and keyword; `?` after it means optional.
   */
  signatures: readonly string[]
}

export const standardLibrary: StandardLibrary = standardTable
