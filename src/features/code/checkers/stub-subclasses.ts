import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Members of classes by the names of their bases. */
type Subclasses = Map<string, { name: string; members: Set<string> }[]>

const read = new Map<string, Promise<Subclasses>>()

/**
 * Whether a class that inherits from one of this name has the member, in stubs of the standard library: `name` of an
 * `ast.AST`, which is often an `ast.FunctionDef`.
 */
export async function isInStubSubclass(folder: string, owner: string, member: string): Promise<boolean> {
  const reading = read.get(folder) ?? readStubs(folder)
  read.set(folder, reading)
  const subclasses = await reading
  const seen = new Set([owner])
  for (const name of seen)
    for (const { name: below, members } of subclasses.get(name) ?? []) {
      if (members.has(member)) return true
      seen.add(below)
    }
  return false
}

async function readStubs(folder: string): Promise<Subclasses> {
  const subclasses: Subclasses = new Map()
  const paths = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.pyi'))
  for (const path of paths) readClasses(await readFile(join(folder, path), 'utf8'), subclasses)
  return subclasses
}

function readClasses(text: string, subclasses: Subclasses): void {
  const open: { indent: number; members: Set<string> }[] = []
  for (const line of text.split('\n')) {
    const [, space = '', rest = ''] = /^( *)(\S.*)$/.exec(line) ?? []
    if (rest === '' || /^[)\]#]/.test(rest)) continue
    while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop()
    const [, member] = /^(?:async )?(?:def )?(\w+)\s*[:=(]/.exec(rest) ?? []
    // A line that ends with a comma is a parameter of a definition before it.
    if (member !== undefined && !rest.endsWith(',')) open.at(-1)?.members.add(member)
    const [, name, bases = ''] = /^class (\w+)(?:\((.*?)\))?:/.exec(rest) ?? []
    if (name === undefined) continue
    const members = new Set<string>()
    open.push({ indent: space.length, members })
    for (const [, base = ''] of bases.matchAll(/(?:^|, *)(?:\w+\.)*(\w+)/g))
      subclasses.set(base, [...(subclasses.get(base) ?? []), { name, members }])
  }
}
