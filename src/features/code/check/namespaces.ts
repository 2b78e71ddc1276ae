import type { CodeClass, CodeFile } from '../model/code.ts'

type FileTypes = {
  /** Types of the file by name; those inside its namespaces apart from the rest. */
  outer: ReadonlyMap<string, readonly CodeClass[]>
  nested: ReadonlyMap<string, readonly CodeClass[]>
  /** The namespaces that a definition stands in, innermost first. */
  spaces: ReadonlyMap<CodeClass, readonly CodeClass[]>
}

/** Files never change, so what is found in one of thousands of types is found once. */
const read = new WeakMap<CodeFile, FileTypes>()

/** The types that a file itself gives a name to. */
export function typesNamed(file: CodeFile, name: string): readonly CodeClass[] {
  return typesOf(file).outer.get(name) ?? []
}

/** Inside a namespace its types are known by their short names. */
export function nestedTypes(file: CodeFile, name: string): readonly CodeClass[] {
  return typesOf(file).nested.get(name) ?? []
}

/** The namespaces that a definition stands in, innermost first. */
export function enclosingSpaces(file: CodeFile, definition: CodeClass | undefined): readonly CodeClass[] {
  return (definition && typesOf(file).spaces.get(definition)) ?? []
}

function typesOf(file: CodeFile): FileTypes {
  const known = read.get(file)
  if (known) return known
  const spaces = new Map<CodeClass, readonly CodeClass[]>()
  const nested: CodeClass[] = []
  const visit = (classes: readonly CodeClass[], outer: readonly CodeClass[]): void => {
    for (const one of classes) {
      if (one.kind === 'namespace') {
        spaces.set(one, [one, ...outer])
        visit(one.classes, [one, ...outer])
      } else if (outer.length > 0) {
        spaces.set(one, outer)
        nested.push(one)
      }
    }
  }
  visit(file.classes, [])
  const byName = (classes: readonly CodeClass[]) => Map.groupBy(classes, ({ name }) => name)
  const outer = byName(file.classes.filter(({ kind }) => kind !== 'namespace'))
  const types = { outer, nested: byName(nested), spaces }
  read.set(file, types)
  return types
}
