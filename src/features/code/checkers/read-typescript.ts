import type TypeScript from 'typescript5'
import type { Diagnosis, Finding } from '../ports/type-checker.ts'
import type { CodeBeside } from './code-beside.ts'
import { typeScriptExcuses } from './typescript-excuses.ts'

type Compiler = typeof TypeScript

/** Codes of the compiler that are about names and arguments; the others are about types. */
const kinds: Readonly<Record<number, Finding['kind']>> = {
  2339: 'member',
  2551: 'member',
  2576: 'member',
  2694: 'member',
  2305: 'import',
  2307: 'import',
  2459: 'import',
  2460: 'import',
  2613: 'import',
  2614: 'import',
  2724: 'import',
  2792: 'import',
  1192: 'import',
  2349: 'call',
  2351: 'call',
  2353: 'call',
  2554: 'call',
  2555: 'call',
  2561: 'call',
  2575: 'call',
}

/** Reads what the compiler reports about the script. */
export function readTypeScript(
  ts: Compiler,
  { service, name, beside }: { service: TypeScript.LanguageService; name: string; beside: CodeBeside },
): Diagnosis {
  const program = service.getProgram()
  const file = program?.getSourceFile(name)
  if (!program || !file) return { findings: [], unknown: new Set(), problems: null }
  const checker = program.getTypeChecker()
  const { isExcusedMember, isExcusedCall, isInferredCall, isInferredValue } = typeScriptExcuses(ts, {
    program,
    file,
    beside,
  })
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const isScript = /\.[jt]s$/.test(name)
  const problems = service
    .getSyntacticDiagnostics(name)
    // JavaScript is parsed with these TypeScript-only messages (8000 to 8999), which are no syntax errors of a script.
    .filter(({ code }) => isScript || code < 8000 || code > 8999)
    .map(({ start, messageText }) => ({
      line: lineOf(start),
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }))
  const findings = service.getSemanticDiagnostics(name).flatMap(one => readDiagnostic(one) ?? [])
  return { findings, unknown: unknownMembers(), problems }

  function readDiagnostic({ code, start, length, messageText }: TypeScript.Diagnostic): Finding | null {
    const kind = kinds[code] ?? (code === 2769 && isAboutArguments(messageText) ? 'call' : undefined)
    if (kind === undefined || start === undefined || file === undefined) return null
    const node = innermost(file, start)
    const text = file.text.slice(start, start + (length ?? 0))
    const message = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? ''
    const base = {
      isCalled: false,
      isInSubclass: false,
      isMadeElsewhere: false,
      isStandard: false,
      isInferred: false,
      line: lineOf(start),
      message,
      name: text.replace(/^['"]|['"]$/g, ''),
    }
    if (kind === 'call')
      return isExcusedCall(node, code)
        ? null
        : { kind, ...base, isInferred: isInferredCall(node), owner: null, candidates: [] }
    if (kind === 'import') return { kind, ...base, owner: null, candidates: exportsNear(node) }
    const access = node.parent
    const value = access && takenFrom(access)
    if (value === undefined) return { kind, ...base, owner: null, candidates: [] }
    if (value === null) return null
    const type = checker.getTypeAtLocation(value)
    const parts = type.isUnion() ? type.types : [type]
    // One part of a union has it: whether it is there depends on the run.
    if (parts.length > 1 && parts.some(part => checker.getPropertyOfType(part, base.name))) return null
    if (type.flags & (ts.TypeFlags.Never | ts.TypeFlags.Unknown)) return null
    if (isExcusedMember(value, type, base.name)) return null
    return {
      kind,
      ...base,
      isCalled: ts.isCallExpression(access.parent) && access.parent.expression === access,
      isInferred: isInferredValue(value),
      owner: checker.typeToString(type),
      candidates: checker.getPropertiesOfType(checker.getApparentType(type)).map(({ name: own }) => own),
    }
  }

  /**
   * What a member is taken from: `box` of `box.lid` and of `const { lid } = box`; null where a pattern is inside another,
   * undefined for what is no access.
   */
  function takenFrom(access: TypeScript.Node): TypeScript.Expression | null | undefined {
    if (ts.isPropertyAccessExpression(access)) return access.expression
    if (!ts.isBindingElement(access)) return undefined
    const made = access.parent.parent
    return ts.isVariableDeclaration(made) ? (made.initializer ?? null) : null
  }

  /** Whether an overloaded call fails because of names or the number of arguments, not of types. */
  function isAboutArguments(message: TypeScript.Diagnostic['messageText']): boolean {
    if (typeof message === 'string') return false
    const leaves: number[] = []
    const visit = ({ code, next }: TypeScript.DiagnosticMessageChain): void => {
      if (next && next.length > 0) next.forEach(visit)
      else leaves.push(code)
    }
    message.next?.forEach(visit)
    return leaves.length > 0 && leaves.every(code => kinds[code] === 'call')
  }

  function innermost(within: TypeScript.SourceFile, position: number): TypeScript.Node {
    const descend = (node: TypeScript.Node): TypeScript.Node =>
      node.forEachChild(child =>
        position < child.getEnd() && child.getStart(file) <= position ? descend(child) : undefined,
      ) ?? node
    const top = statementAt(within.statements, position)
    return top && top.getStart(file) <= position ? descend(top) : within
  }

  /** The first statement that ends behind a position. A script may have thousands of statements and of findings. */
  function statementAt(statements: readonly TypeScript.Statement[], position: number) {
    let from = 0
    let to = statements.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((statements[middle]?.getEnd() ?? 0) > position) to = middle
      else from = middle + 1
    }
    return statements[from]
  }

  function exportsNear(node: TypeScript.Node): string[] {
    let current: TypeScript.Node | undefined = node
    while (current && !ts.isImportDeclaration(current)) current = current.parent
    const symbol = current && checker.getSymbolAtLocation(current.moduleSpecifier)
    return symbol ? checker.getExportsOfModule(symbol).map(({ name: own }) => own) : []
  }

  function unknownMembers(): Set<string> {
    const unknown = new Set<string>()
    const visit = (node: TypeScript.Node): void => {
      if (ts.isPropertyAccessExpression(node)) {
        const { flags } = checker.getTypeAtLocation(node.expression)
        if (flags & ts.TypeFlags.Any) unknown.add(`${lineOf(node.name.getStart(file))} ${node.name.text}`)
      }
      node.forEachChild(visit)
    }
    file?.forEachChild(visit)
    return unknown
  }
}
