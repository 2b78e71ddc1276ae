import type TypeScript from 'typescript5'

type Declaration = TypeScript.ClassDeclaration | TypeScript.InterfaceDeclaration

/** Knows the classes and interfaces that extend others, in the files of a program. */
export function typeScriptSubtypes(ts: typeof TypeScript, program: TypeScript.Program) {
  const checker = program.getTypeChecker()
  let byBase: Map<string, Declaration[]> | null = null

  return {
    /**
     * Whether a value may have a member because a type that extends its own has it: `value` of an `Element`, `code` of an
     * `Error`. A value that is made by `new` has its own type.
     */
    have(value: TypeScript.Expression, given: TypeScript.Type, member: string): boolean {
      const type = checker.getNonNullableType(given)
      if (!type.isClassOrInterface() && !isReference(type)) return false
      return !isMade(value) && hasBelow(type.symbol, member, new Set())
    },
  }

  function isReference(type: TypeScript.Type): boolean {
    return (
      type.symbol !== undefined &&
      (type.symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0 &&
      (type.flags & ts.TypeFlags.Object) !== 0 &&
      ((type as TypeScript.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
    )
  }

  function isMade(value: TypeScript.Expression): boolean {
    if (ts.isParenthesizedExpression(value)) return isMade(value.expression)
    if (ts.isNewExpression(value) || value.kind === ts.SyntaxKind.ThisKeyword) return true
    const made = checker.getSymbolAtLocation(value)?.valueDeclaration
    return (
      made !== undefined &&
      ts.isVariableDeclaration(made) &&
      made.initializer !== undefined &&
      isMade(made.initializer)
    )
  }

  function hasBelow(symbol: TypeScript.Symbol, member: string, seen: Set<TypeScript.Symbol>): boolean {
    if (seen.has(symbol)) return false
    seen.add(symbol)
    byBase ??= readBases()
    return (byBase.get(symbol.name) ?? []).some(one => {
      const below = one.name && checker.getSymbolAtLocation(one.name)
      if (!below) return false
      const made = checker.getDeclaredTypeOfSymbol(below)
      const bases = made.isClassOrInterface() ? checker.getBaseTypes(made) : []
      if (!bases.some(base => base.symbol === symbol)) return false
      return made.getProperty(member) !== undefined || hasBelow(below, member, seen)
    })
  }

  /** The declarations at the top of all files, and in their namespaces, by the names of their bases. */
  function readBases(): Map<string, Declaration[]> {
    const found = new Map<string, Declaration[]>()
    const visit = (node: TypeScript.Node): void => {
      if (ts.isModuleDeclaration(node) || ts.isModuleBlock(node)) node.forEachChild(visit)
      if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) return
      for (const { types } of node.heritageClauses ?? [])
        for (const { expression } of types) {
          const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()
          found.set(name, [...(found.get(name) ?? []), node])
        }
    }
    for (const one of program.getSourceFiles()) one.forEachChild(visit)
    return found
  }
}
