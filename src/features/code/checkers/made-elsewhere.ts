import type { KeptRepository } from '../ports/type-checker.ts'

/** Names in the code of one Python package. */
type Names = {
  /** Set on objects from outside of their class. */
  set: ReadonlySet<string>
  /** Written as strings, also as the end of a dotted path. */
  quoted: ReadonlySet<string>
  /** Objects on which computed names are set: `setattr(shop, name, value)`. */
  filled: ReadonlySet<string>
}

const read = new WeakMap<KeptRepository, Map<string, Names>>()
/** The packages of modules and classes, by their names. */
const owners = new WeakMap<KeptRepository, Map<string, Set<string>>>()

/**
 * Whether a Python package has a name that a type checker does not find in a class or module of it: as a string, from
 * which names are made (`aliases(html='shop.text.html')`), or set on an object from outside (`process.info = …`).
 */
export function isMadeElsewhere(
  libraries: readonly KeptRepository[],
  { owner, name }: { owner: string; name: string },
): boolean {
  return libraries.some(library =>
    [...rootsOf(library, owner)].some(root => {
      const { set, quoted, filled } = namesOf(library, root)
      return set.has(name) || quoted.has(name) || filled.has(owner)
    }),
  )
}

/** The packages that have a module or a class of this name. */
function rootsOf(library: KeptRepository, owner: string): ReadonlySet<string> {
  const known = owners.get(library) ?? new Map<string, Set<string>>()
  if (!owners.has(library)) {
    owners.set(library, known)
    for (const file of library.repository.files)
      if (file.language === 'python')
        for (const name of [file.module, ...file.classes.map(one => one.name)])
          known.set(name, (known.get(name) ?? new Set()).add(rootOf(file)))
  }
  return known.get(owner) ?? new Set()
}

function rootOf({ module }: { module: string }): string {
  return module.split('.')[0] ?? module
}

function namesOf(library: KeptRepository, root: string): Names {
  const roots = read.get(library) ?? new Map<string, Names>()
  read.set(library, roots)
  const known = roots.get(root)
  if (known) return known
  const names = { set: new Set<string>(), quoted: new Set<string>(), filled: new Set<string>() }
  roots.set(root, names)
  for (const file of library.repository.files)
    if (file.language === 'python' && rootOf(file) === root) addNames(library.texts.get(file.path), names)
  return names
}

function addNames(text = '', { set, quoted, filled }: Record<keyof Names, Set<string>>): void {
  for (const [, object = '', name = ''] of text.matchAll(/(?:^|[^\w.])([\w.]+)\.(\w+)[ \t]*=(?!=)/g))
    if (object !== 'self' && object !== 'cls') set.add(name)
  for (const [, name = ''] of text.matchAll(/\bsetattr\(\s*([\w.]+)\s*,\s*[^"'\s]/g)) filled.add(name)
  for (const [, name = ''] of text.matchAll(/["'](?:[\w.]*[.:])?(\w+)["']/g)) quoted.add(name)
}
