import type { CodeFile, CodeParameter } from '../model/code.ts'

/**
 * What the JavaScript of a package says where its declarations say less: they are often written by hand, and may be of
 * another version. `declaration` is the file of a declaration; for other files, whose code is what they declare, all
 * answers are false.
 */
export type CodeBeside = {
  /** Whether a class of this name has the member. */
  has(declaration: string, owner: string, member: string): boolean
  /** Whether code takes an option of this name from an object. */
  reads(declaration: string, option: string): boolean
  /** Whether a class or function of this name takes that many arguments. */
  takes(declaration: string, callee: string, count: number): boolean
}

/** The kept files of one package. */
export type PackageFiles = { files: readonly CodeFile[]; texts: ReadonlyMap<string, string> }

/** Reads the code of the package that a declaration is part of. */
export function codeBeside(packageOf: (declaration: string) => PackageFiles | null): CodeBeside {
  const options = new Map<PackageFiles, Set<string>>()

  function beside(declaration: string): PackageFiles | null {
    return /\.d\.[cm]?ts$/.test(declaration) ? packageOf(declaration) : null
  }

  function codeOf(declaration: string): CodeFile[] {
    return beside(declaration)?.files.filter(({ language }) => language === 'javascript') ?? []
  }

  return {
    has: (declaration, owner, member) =>
      codeOf(declaration)
        .flatMap(({ classes }) => classes)
        .some(
          ({ name, methods, attributes }) =>
            name === owner && [...methods, ...attributes].some(one => one.name === member),
        ) || isWritten(beside(declaration), member),
    reads(declaration, option) {
      const found = beside(declaration)
      if (found === null) return false
      const names = options.get(found) ?? optionsOf(found)
      options.set(found, names)
      return names.has(option)
    },
    takes(declaration, callee, count) {
      const files = codeOf(declaration)
      const constructors = files
        .flatMap(({ classes }) => classes)
        .filter(({ name }) => name === callee)
        .flatMap(({ methods }) => methods.filter(({ kind }) => kind === 'constructor'))
      const functions = files.flatMap(one => one.functions).filter(({ name }) => name === callee)
      return [...constructors, ...functions].some(({ parameters }) => fits(parameters, count))
    },
  }
}

/** Whether code has the name as a string: methods are often made from lists of their names. */
function isWritten(found: PackageFiles | null, name: string): boolean {
  return (found?.files ?? []).some(({ path, language }) => {
    const text = language === 'javascript' ? found?.texts.get(path) : undefined
    return text !== undefined && [`'${name}'`, `"${name}"`].some(quoted => text.includes(quoted))
  })
}

/** Names that follow a dot, a brace or a comma: `options.size`, `const { size, depth } = options`. */
function optionsOf({ files, texts }: PackageFiles): Set<string> {
  const names = new Set<string>()
  for (const { path, language } of files)
    if (language === 'javascript')
      for (const [, name = ''] of texts.get(path)?.matchAll(/[.{,]\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu) ?? [])
        names.add(name)
  return names
}

function fits(parameters: readonly CodeParameter[], count: number): boolean {
  const needed = parameters.filter(({ isOptional }) => !isOptional).length
  const hasRest = parameters.some(({ kind }) => kind === 'var_positional')
  return needed <= count && (hasRest || count <= parameters.length)
}
