import type { KeptRepository } from '../ports/type-checker.ts'

const read = new WeakMap<KeptRepository, Map<string, Set<string>>>()

/**
 * Whether code of the package that defines a Python class of this name sets the member on some object from outside:
 * `process.info = …`. A type checker only sees what a class sets on itself.
 */
export function isSetFromOutside(
  libraries: readonly KeptRepository[],
  { owner, name }: { owner: string; name: string },
): boolean {
  return libraries.some(library => {
    const roots = library.repository.files
      .filter(({ language, classes }) => language === 'python' && classes.some(one => one.name === owner))
      .map(rootOf)
    return [...new Set(roots)].some(root => namesSet(library, root).has(name))
  })
}

function rootOf({ module }: { module: string }): string {
  return module.split('.')[0] ?? module
}

function namesSet(library: KeptRepository, root: string): Set<string> {
  const roots = read.get(library) ?? new Map<string, Set<string>>()
  read.set(library, roots)
  const known = roots.get(root)
  if (known) return known
  const names = new Set<string>()
  roots.set(root, names)
  for (const file of library.repository.files)
    if (file.language === 'python' && rootOf(file) === root) addNames(library.texts.get(file.path), names)
  return names
}

function addNames(text = '', names: Set<string>): void {
  for (const [, object = '', name = ''] of text.matchAll(/(?:^|[^\w.])([\w.]+)\.(\w+)[ \t]*=(?!=)/g))
    if (object !== 'self' && object !== 'cls') names.add(name)
  for (const [, name = ''] of text.matchAll(/\bsetattr\([^,()]+,\s*["'](\w+)["']/g)) names.add(name)
}
