import type TypeScript from 'typescript5'
import { nativeClass, nativeLineage, scriptClass } from '../check/native-class.ts'

/** Members of the timers of Node.js, which are numbers in browsers. */
const timerMembers: ReadonlySet<string> = new Set(['ref', 'unref', 'hasRef', 'refresh', 'close'])

/** What Node.js adds to errors of the system. */
const systemErrorMembers: ReadonlySet<string> = new Set(
  'code errno syscall path dest address port info'.split(' '),
)

/** Knows what a program runs in: what browsers, Node.js and bundlers have beside the declarations of the compiler. */
export function typeScriptPlatform(
  ts: typeof TypeScript,
  { program, file }: { program: TypeScript.Program; file: TypeScript.SourceFile },
) {
  return { has, declares }

  /**
   * Whether a member belongs to what the program runs in: a bundler adds to `import.meta`, pages to `window`, and
   * Node.js has members that the declarations of browsers lack (`setTimeout(…).unref()`, `Error.captureStackTrace`).
   */
  function has(value: TypeScript.Expression, type: TypeScript.Type, member: string): boolean {
    if (type.flags & ts.TypeFlags.NumberLike) return timerMembers.has(member)
    if (type.isIntersection()) return type.types.some(part => has(value, part, member))
    const name = type.symbol?.name ?? ''
    const from = (type.symbol?.declarations ?? []).map(one => one.getSourceFile().fileName)
    if (from.length === 0 || !from.every(declares))
      return value.getText(file) === 'globalThis' || ts.isMetaProperty(value)
    if (/^(ImportMeta|Window|globalThis|Navigator|SymbolConstructor)$/.test(name)) return true
    if (/Error$/.test(name) && systemErrorMembers.has(member)) return true
    const path = scriptClass(name === '__type' ? value.getText(file) : name.replace(/(?<=.)Constructor$/, ''))
    return path !== null && nativeLineage(path).some(one => nativeClass(one)?.members.has(member))
  }

  /** Whether a file of declarations comes with the compiler. */
  function declares(name: string): boolean {
    const found = program.getSourceFile(name)
    return found !== undefined && program.isSourceFileDefaultLibrary(found)
  }
}
