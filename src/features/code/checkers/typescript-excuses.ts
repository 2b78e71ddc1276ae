import { isBuiltin } from 'node:module'
import type TypeScript from 'typescript5'
import { nativeClass, nativeLineage, scriptClass } from '../check/native-class.ts'
import type { CodeBeside } from './code-beside.ts'
import { typeScriptPlatform } from './typescript-platform.ts'
import { typeScriptSubtypes } from './typescript-subtypes.ts'

type Compiler = typeof TypeScript
type Call = TypeScript.CallExpression | TypeScript.NewExpression

/** Codes of the compiler for a wrong number of arguments. */
const countCodes: ReadonlySet<number> = new Set([2554, 2555, 2575])

/** Codes of the compiler for a value that cannot be called, or not with `new`. */
const callableCodes: ReadonlySet<number> = new Set([2349, 2351])

type Excuses = {
  /** Whether a member that the compiler does not find may still be there. */
  isExcusedMember(value: TypeScript.Expression, type: TypeScript.Type, member: string): boolean
  /** Whether arguments that the compiler refuses may still be right; `node` is where it says so, `code` what. */
  isExcusedCall(node: TypeScript.Node, code: number): boolean
  /** Whether what is called comes from JavaScript without declarations. */
  isInferredCall(node: TypeScript.Node): boolean
  /** Whether a function of such JavaScript returned the value. */
  isInferredValue(value: TypeScript.Expression): boolean
}

/** Knows why a script may be right although the compiler reports an error: the declarations do not say everything. */
export function typeScriptExcuses(
  ts: Compiler,
  { program, file, beside }: { program: TypeScript.Program; file: TypeScript.SourceFile; beside: CodeBeside },
): Excuses {
  const checker = program.getTypeChecker()
  const subtypes = typeScriptSubtypes(ts, program)
  const platform = typeScriptPlatform(ts, { program, file })
  const repeated = importedTwice()
  return {
    isExcusedMember: (expression, type, member) =>
      mayInherit(type, member, new Set()) ||
      isOfRequired(expression, type, member) ||
      platform.has(expression, type, member) ||
      isOwnDefault(expression) ||
      isOfScript(type) ||
      isFreeThis(expression) ||
      isTestedForUnknown(expression) ||
      subtypes.have(expression, type, member) ||
      declarationsOf(type.symbol).some(one => beside.has(one, type.symbol.name, member)),
    isExcusedCall(node, code) {
      if (isReadOption(node) || isItem(node)) return true
      const call = callAround(node)
      return (
        call !== null &&
        (isImportedTwice(call) ||
          isElided(call) ||
          isPartly(call) ||
          (countCodes.has(code) && isTaken(call)) ||
          (callableCodes.has(code) &&
            (isInferredFromCode(call) ||
              [call, call.expression].some(isWholeModule) ||
              mayInherit(checker.getTypeAtLocation(call.expression), '', new Set()))))
      )
    },
    isInferredCall(node) {
      const call = callAround(node)
      return call !== null && isInferredFromCode(call)
    },
    isInferredValue: value => isReturnedByCode(value) || isMadeByCode(value),
  }

  function declarationsOf(symbol: TypeScript.Symbol | undefined): string[] {
    return (symbol?.declarations ?? []).map(one => one.getSourceFile().fileName)
  }

  /** Whether code of the package takes the option that its declarations leave out. */
  function isReadOption({ parent }: TypeScript.Node): boolean {
    if (!parent || !ts.isObjectLiteralElementLike(parent) || !parent.name) return false
    const option = parent.name.getText(file)
    const type = checker.getContextualType(parent.parent as TypeScript.ObjectLiteralExpression)
    const parts = type?.isUnionOrIntersection() ? type.types : type ? [type] : []
    // `fetch` of Node.js takes more options than that of browsers, and so do functions that pass them on.
    const isFetch = parts.some(part => {
      const own = part.getProperty('referrerPolicy')
      const isOwn = part.symbol?.name === 'RequestInit' || /^(dispatcher|duplex)$/.test(option)
      return isOwn && own !== undefined && declarationsOf(own).every(platform.declares)
    })
    return (
      isFetch ||
      parts
        .flatMap(part => [part.symbol, part.aliasSymbol])
        .flatMap(declarationsOf)
        .some(one => beside.reads(one, option))
    )
  }

  /** Whether an unknown property is of an item of a list whose type has no name: such objects are data. */
  function isItem({ parent }: TypeScript.Node): boolean {
    const literal = parent?.parent
    if (!literal || !ts.isObjectLiteralExpression(literal) || !ts.isArrayLiteralExpression(literal.parent))
      return false
    const type = checker.getContextualType(literal)
    const parts = (type?.isUnion() ? type.types : type ? [type] : []).filter(({ symbol }) => symbol)
    return parts.length > 0 && parts.every(({ symbol }) => symbol.name === ts.InternalSymbolName.Type)
  }

  /** Whether a value is `this` of a function outside of classes: what it is depends on who calls the function. */
  function isFreeThis(value: TypeScript.Expression): boolean {
    if (value.kind !== ts.SyntaxKind.ThisKeyword) return false
    let around: TypeScript.Node = value
    while (around.parent && !ts.isClassLike(around)) around = around.parent
    return !ts.isClassLike(around)
  }

  function isPlainClass(one: TypeScript.Declaration): boolean {
    return ts.isFunctionLike(one) || (ts.isClassLike(one) && !one.heritageClauses)
  }

  /** Whether nothing is known of a type but what an object of the script has at first: code may add to it. */
  function isOfScript(given: TypeScript.Type): boolean {
    // `this` of a class is a parameter of it.
    const type = given.isTypeParameter() ? (checker.getBaseConstraintOfType(given) ?? given) : given
    if (type.flags & ts.TypeFlags.NonPrimitive) return true
    if (!(type.flags & ts.TypeFlags.Object) || !type.symbol) return false
    const { flags, declarations = [] } = type.symbol
    const isLiteral = (flags & (ts.SymbolFlags.ObjectLiteral | ts.SymbolFlags.TypeLiteral)) !== 0
    if (isLiteral && type.getProperties().length === 0 && type.getCallSignatures().length === 0) return true
    const isOwn = isLiteral || (flags & ts.SymbolFlags.Function) !== 0 || declarations.every(isPlainClass)
    return isOwn && declarations.length > 0 && declarations.every(one => one.getSourceFile() === file)
  }

  /**
   * Whether a name is imported by default from a module that has only a named export of that name: the compiler takes it
   * for the whole module.
   */
  function isOwnDefault(value: TypeScript.Expression): boolean {
    const clause = ts.isIdentifier(value)
      ? checker.getSymbolAtLocation(value)?.declarations?.find(ts.isImportClause)
      : undefined
    const module = clause && checker.getSymbolAtLocation(clause.parent.moduleSpecifier)
    const names = module?.exports
    return (
      names !== undefined &&
      !names.has(ts.InternalSymbolName.Default) &&
      names.has(ts.escapeLeadingUnderscores(value.getText(file)))
    )
  }

  /** Whether the arguments of a call are left out for the reader: `connect(/* … *\/)`. */
  function isElided(call: Call): boolean {
    const inside = call.getText(file).slice(call.expression.getEnd() - call.getStart(file))
    return call.arguments?.length === 0 && /\(\s*\/[*/]/.test(inside)
  }

  /** Whether one of several types that a value may have can be called so: which one it has depends on the run. */
  function isPartly(call: Call): boolean {
    const type = checker.getTypeAtLocation(call.expression)
    const count = call.arguments?.length ?? 0
    const parts = type.isUnion() ? type.types : []
    return parts
      .flatMap(part => (ts.isNewExpression(call) ? part.getConstructSignatures() : part.getCallSignatures()))
      .some(({ declaration }) => {
        const parameters = declaration?.parameters ?? []
        const least = parameters.filter(
          one => ts.isParameter(one) && !one.questionToken && !one.initializer && !one.dotDotDotToken,
        )
        const hasRest = parameters.some(one => ts.isParameter(one) && one.dotDotDotToken)
        return least.length <= count && (hasRest || count <= parameters.length)
      })
  }

  function callAround(node: TypeScript.Node): Call | null {
    let call = node
    while (call.parent && !ts.isCallExpression(call) && !ts.isNewExpression(call)) call = call.parent
    return ts.isCallExpression(call) || ts.isNewExpression(call) ? call : null
  }

  /** Whether code of the package takes as many arguments. */
  function isTaken(call: Call): boolean {
    const { expression } = call
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
    const found = checker.getSymbolAtLocation(name)
    const count = call.arguments?.length ?? 0
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
    const typed = checker.getTypeAtLocation(expression).symbol
    return [symbol, typed].some(
      one => one !== undefined && declarationsOf(one).some(from => beside.takes(from, one.name, count)),
    )
  }

  /**
   * Whether what is called is made by JavaScript of a package without declarations: `require` may get another file of
   * it, and what functions return or assign is more than the compiler infers.
   */
  function isInferredFromCode({ expression }: Call): boolean {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
    const found = checker.getSymbolAtLocation(name)
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
    const from = [symbol, checker.getTypeAtLocation(expression).symbol].flatMap(declarationsOf)
    return from.some(isCode)
  }

  /** Whether a file is JavaScript of a library. */
  function isCode(name: string | undefined): boolean {
    return name !== undefined && name !== file.fileName && /\.[cm]?jsx?$/.test(name)
  }

  /** Whether a value is a function, class or object of such JavaScript, which may set its members anywhere. */
  function isMadeByCode(value: TypeScript.Expression): boolean {
    const type = checker.getTypeAtLocation(value)
    if (type.symbol === undefined || !declarationsOf(type.symbol).some(isCode)) return false
    return checker.getDeclaredTypeOfSymbol(type.symbol) !== type
  }

  /** Whether the script tests if a value is of a class that is not there: `error instanceof ZodError`. */
  function isTestedForUnknown(value: TypeScript.Expression): boolean {
    const text = value.getText(file)
    let found = false
    const visit = (node: TypeScript.Node): void => {
      if (
        ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
        node.left.getText(file) === text
      )
        found ||= (checker.getTypeAtLocation(node.right).flags & ts.TypeFlags.Any) !== 0
      node.forEachChild(visit)
    }
    for (let around: TypeScript.Node = value; around.parent; around = around.parent)
      if (ts.isStatement(around)) {
        visit(around)
        break
      }
    return found
  }

  /** Whether a value comes from a call of JavaScript without declarations. */
  function isReturnedByCode(value: TypeScript.Expression): boolean {
    if (ts.isPropertyAccessExpression(value) || ts.isAwaitExpression(value))
      return isReturnedByCode(value.expression)
    if (ts.isCallExpression(value)) {
      const from = checker.getResolvedSignature(value)?.declaration?.getSourceFile().fileName
      return isCode(from) || isInferredFromCode(value) || isReturnedByCode(value.expression)
    }
    const made = ts.isIdentifier(value) && checker.getSymbolAtLocation(value)?.valueDeclaration
    return made && ts.isVariableDeclaration(made) && made.initializer && made.getSourceFile() === file
      ? isReturnedByCode(made.initializer)
      : false
  }

  /**
   * Whether a value is a whole module, from `import * as` or `require`: CommonJS may offer one function or class in its
   * place.
   */
  function isWholeModule(value: TypeScript.Expression): boolean {
    if (ts.isCallExpression(value)) return value.expression.getText(file) === 'require'
    if (!ts.isIdentifier(value)) return false
    const declarations = checker.getSymbolAtLocation(value)?.declarations ?? []
    return declarations.some(
      one =>
        ts.isNamespaceImport(one) ||
        (ts.isVariableDeclaration(one) && one.initializer !== undefined && isWholeModule(one.initializer)),
    )
  }

  /** Whether what is called has a name that the script imports from two places, as documentation of two files does. */
  function isImportedTwice(call: Call): boolean {
    return repeated.has(firstOf(call.expression).getText(file))
  }

  function importedTwice(): Set<string> {
    const imports = file.statements.flatMap(one =>
      ts.isImportDeclaration(one) ? (one.importClause ?? []) : [],
    )
    const names = imports.flatMap(({ name: own, namedBindings: bound }) => [
      ...(own ? [own.text] : []),
      ...(bound && ts.isNamedImports(bound) ? bound.elements.map(one => one.name.text) : []),
    ])
    return new Set(names.filter((one, at) => names.indexOf(one) !== at))
  }

  /** Whether a type may inherit the member from one whose source is not there. */
  function mayInherit(type: TypeScript.Type, member: string, seen: Set<TypeScript.Type>): boolean {
    if (seen.has(type)) return false
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.some(part => mayInherit(part, member, seen))
    const clauses = (type.symbol?.declarations ?? []).flatMap(one =>
      ts.isClassLike(one) || ts.isInterfaceDeclaration(one) ? [...(one.heritageClauses ?? [])] : [],
    )
    return clauses
      .flatMap(({ types }) => [...types])
      .some(base => {
        const instance = checker.getTypeAtLocation(base)
        const made = checker.getTypeAtLocation(base.expression)
        if (!((instance.flags | made.flags) & ts.TypeFlags.Any)) return mayInherit(instance, member, seen)
        const path = nodeClass(base.expression)
        return path === null || nativeLineage(path).some(one => nativeClass(one)?.members.has(member) ?? true)
      })
  }

  /** The path of a base class that Node.js brings along; null for one of another package. */
  function nodeClass(base: TypeScript.Expression): string | null {
    const name = ts.isPropertyAccessExpression(base) ? base.name : base
    const first = firstOf(base)
    if (!ts.isIdentifier(name) || !ts.isIdentifier(first)) return null
    const imported = importOf(first)
    const isNode = imported === null ? first.text === 'NodeJS' : isBuiltin(imported.module)
    return isNode ? scriptClass(name === first ? (imported?.name ?? name.text) : name.text) : null
  }

  /** The module that a name is imported from, and what it is called there; null for a name that is not imported. */
  function importOf(name: TypeScript.Identifier): { module: string; name: string } | null {
    for (const one of checker.getSymbolAtLocation(name)?.declarations ?? []) {
      const called = ts.isImportSpecifier(one) ? (one.propertyName ?? one.name).text : name.text
      let outer: TypeScript.Node = one
      while (outer.parent && !ts.isImportDeclaration(outer) && !ts.isImportEqualsDeclaration(outer))
        outer = outer.parent
      const reference = ts.isImportEqualsDeclaration(outer) ? outer.moduleReference : null
      const written = ts.isImportDeclaration(outer)
        ? outer.moduleSpecifier
        : reference && ts.isExternalModuleReference(reference) && reference.expression
      if (written && ts.isStringLiteral(written)) return { module: written.text, name: called }
    }
    return null
  }

  function firstOf(value: TypeScript.Expression): TypeScript.Expression {
    return ts.isPropertyAccessExpression(value) ? firstOf(value.expression) : value
  }

  /**
   * Whether a member belongs to the default export of a module that was loaded by `require`: a package may offer that
   * export itself there, in a file of its own.
   */
  function isOfRequired(value: TypeScript.Expression, type: TypeScript.Type, member: string): boolean {
    const made = checker.getSymbolAtLocation(value)?.declarations ?? []
    const isRequired = made.some(
      one =>
        ts.isVariableDeclaration(one) &&
        one.initializer !== undefined &&
        ts.isCallExpression(one.initializer) &&
        one.initializer.expression.getText() === 'require',
    )
    const preset = isRequired ? type.getProperty('default') : undefined
    return preset !== undefined && checker.getTypeOfSymbol(preset).getProperty(member) !== undefined
  }
}
