import type { CodeExpression, CodeStatement } from '../../model/code.ts'
import {
  allOfType,
  field,
  fields,
  hasToken,
  lineOf,
  named,
  ofType,
  type SyntaxNode,
  textOf,
} from '../syntax.ts'
import { lowerDeclaration } from './lower-declaration.ts'
import { lowerExpression, lowerTarget } from './lower-expression.ts'
import { lowerExportClause, lowerImport, lowerReExport, requiredModule } from './lower-import.ts'
import { lowerType, readType } from './lower-type.ts'

export function lowerBlock(node: SyntaxNode | null): CodeStatement[] {
  return node ? named(node).flatMap(child => lowerStatement(child, node, [])) : []
}

/** `marks` are the words before a declaration: `export`, `default`, `declare`. */
function lowerStatement(node: SyntaxNode, parent: SyntaxNode, marks: readonly string[]): CodeStatement[] {
  switch (node.type) {
    case 'import_statement':
      return [{ kind: 'import', imports: lowerImport(node) }]
    case 'import_alias':
      return lowerImportAlias(node, marks)
    case 'export_statement':
      return lowerExport(node, parent)
    case 'ambient_declaration':
      return named(node).flatMap(child =>
        child.type === 'statement_block' ? [] : lowerStatement(child, parent, [...marks, 'declare']),
      )
    case 'lexical_declaration':
    case 'variable_declaration':
      return lowerVariables(node, marks)
    case 'expression_statement':
      return named(node).flatMap(child => lowerExpressionStatement(child, parent, marks))
    case 'return_statement': {
      const [value] = named(node)
      return [{ kind: 'return', value: value ? lowerValue(value) : null }]
    }
    case 'if_statement':
      return [lowerIf(node)]
    case 'for_in_statement':
      return [lowerForIn(node)]
    case 'for_statement':
    case 'while_statement':
    case 'do_statement':
      return lowerLoop(node)
    case 'try_statement':
      return [lowerTry(node)]
    case 'switch_statement':
      return [lowerSwitch(node)]
    case 'statement_block':
      return [{ kind: 'branch', tests: [], arms: [lowerBlock(node)], repeats: false, guards: null }]
    case 'labeled_statement': {
      const body = field(node, 'body')
      return body ? lowerStatement(body, node, []) : []
    }
    case 'ERROR':
      return named(node).flatMap(child => lowerStatement(child, node, []))
    case 'empty_statement':
    case 'break_statement':
    case 'continue_statement':
    case 'hash_bang_line':
      return []
  }
  return (
    lowerDeclaration(node, { parent, marks, block: lowerBlock }) ?? [
      { kind: 'expression', value: lowerValue(node) },
    ]
  )
}

/** `import Name = Space.Name` */
function lowerImportAlias(node: SyntaxNode, marks: readonly string[]): CodeStatement[] {
  const [target, value] = named(node)
  if (!target || !value) return []
  return [
    {
      kind: 'assign',
      targets: [lowerTarget(target, lowerBlock)],
      type: null,
      value: lowerType(value),
      marks: ['const', ...marks],
      line: lineOf(node),
    },
  ]
}

function lowerVariables(node: SyntaxNode, marks: readonly string[]): CodeStatement[] {
  const word = hasToken(node, 'const') ? 'const' : 'let'
  return allOfType(node, 'variable_declarator').flatMap((declarator): CodeStatement[] => {
    const target = field(declarator, 'name')
    const type = field(declarator, 'type')
    const value = field(declarator, 'value')
    if (!target) return []
    const imports = value ? requiredModule(target, value) : null
    if (imports) return [{ kind: 'import', imports }]
    return [
      {
        kind: 'assign',
        targets: [lowerTarget(target, lowerBlock)],
        type: type ? readType(type) : null,
        value: value ? lowerValue(value) : null,
        marks: [word, ...marks],
        line: lineOf(declarator),
      },
    ]
  })
}

function lowerExpressionStatement(
  node: SyntaxNode,
  parent: SyntaxNode,
  marks: readonly string[],
): CodeStatement[] {
  if (node.type === 'internal_module')
    return lowerDeclaration(node, { parent, marks, block: lowerBlock }) ?? []
  if (node.type === 'assignment_expression') {
    const targets = [node]
    let right = field(node, 'right')
    while (right?.type === 'assignment_expression') {
      targets.push(right)
      right = field(right, 'right')
    }
    return [
      {
        kind: 'assign',
        targets: targets.flatMap(one => field(one, 'left') ?? []).map(one => lowerTarget(one, lowerBlock)),
        type: null,
        value: right ? lowerValue(right) : null,
        marks: [],
        line: lineOf(node),
      },
    ]
  }
  return [{ kind: 'expression', value: lowerValue(node) }]
}

function lowerIf(node: SyntaxNode): CodeStatement {
  const condition = field(node, 'condition')
  const otherwise = field(node, 'alternative')
  return {
    kind: 'branch',
    tests: condition ? [lowerValue(condition)] : [],
    arms: [lowerBody(field(node, 'consequence')), otherwise ? lowerBlock(otherwise) : []],
    repeats: false,
    guards: null,
  }
}

function lowerBody(node: SyntaxNode | null): CodeStatement[] {
  if (!node) return []
  return node.type === 'statement_block' ? lowerBlock(node) : lowerStatement(node, node, [])
}

function lowerForIn(node: SyntaxNode): CodeStatement {
  const left = field(node, 'left')
  const right = field(node, 'right')
  const isOf = hasToken(node, 'of')
  return {
    kind: 'for',
    target: left ? lowerTarget(left, lowerBlock) : { kind: 'other', parts: [] },
    iterable: !right
      ? { kind: 'other', parts: [] }
      : isOf
        ? lowerValue(right)
        : { kind: 'other', parts: [lowerValue(right)] },
    isAsync: hasToken(node, 'await'),
    body: lowerBody(field(node, 'body')),
  }
}

function lowerLoop(node: SyntaxNode): CodeStatement[] {
  const before = field(node, 'initializer')
  const tests = [...fields(node, 'condition'), ...fields(node, 'increment')].filter(part => part.isNamed)
  const loop: CodeStatement = {
    kind: 'branch',
    tests: tests.map(lowerValue),
    arms: [lowerBody(field(node, 'body')), []],
    repeats: true,
    guards: null,
  }
  return before ? [...lowerStatement(before, node, []), loop] : [loop]
}

function lowerTry(node: SyntaxNode): CodeStatement {
  const handler = field(node, 'handler')
  const finalizer = field(node, 'finalizer')
  const caught = handler ? field(handler, 'parameter') : null
  const handled: CodeStatement[] = caught
    ? [
        { kind: 'delete', targets: [lowerTarget(caught, lowerBlock)] },
        ...lowerBody(field(handler ?? node, 'body')),
      ]
    : lowerBody(handler ? field(handler, 'body') : null)
  const last = finalizer ? lowerBody(field(finalizer, 'body')) : []
  return {
    kind: 'branch',
    tests: [],
    arms: [[...lowerBody(field(node, 'body')), ...last], handled],
    repeats: false,
    guards: 'Error',
  }
}

function lowerSwitch(node: SyntaxNode): CodeStatement {
  const body = field(node, 'body')
  const cases = body ? named(body) : []
  const value = field(node, 'value')
  const tests = [value, ...cases.map(one => field(one, 'value'))].flatMap(test => test ?? [])
  return {
    kind: 'branch',
    tests: tests.map(lowerValue),
    arms: [...cases.map(one => fields(one, 'body').flatMap(part => lowerStatement(part, one, []))), []],
    repeats: false,
    guards: textOf(node).slice(0, 0),
  }
}

/** An exported declaration is that declaration; other exports are imports or export clauses. */
function lowerExport(node: SyntaxNode, parent: SyntaxNode): CodeStatement[] {
  const declaration = field(node, 'declaration')
  const isDefault = hasToken(node, 'default')
  const marks = isDefault ? ['export', 'default'] : ['export']
  if (declaration)
    return lowerStatement(
      declaration,
      node.children.includes(declaration) ? parentOf(parent, node, declaration) : parent,
      marks,
    )
  if (field(node, 'source')) return [{ kind: 'import', imports: lowerReExport(node) }]
  const clause = ofType(node, 'export_clause')
  if (clause) return [{ kind: 'export', exports: lowerExportClause(clause), value: null }]
  const value = field(node, 'value') ?? named(node).find(({ type }) => type !== 'decorator')
  // `export as namespace Name` is for pages that load the file with a script tag.
  if (!value || hasToken(node, 'namespace')) return []
  const name = isDefault ? 'default' : 'export='
  const local = value.type === 'identifier' ? textOf(value) : name
  return [{ kind: 'export', exports: [{ name, local }], value: lowerValue(value) }]
}

/** The documentation of an exported declaration is before the `export`. */
function parentOf(parent: SyntaxNode, node: SyntaxNode, declaration: SyntaxNode): SyntaxNode {
  const at = parent.children.indexOf(node)
  return { ...parent, children: [...parent.children.slice(0, Math.max(at, 0)), declaration] }
}

function lowerValue(node: SyntaxNode): CodeExpression {
  return lowerExpression(node, lowerBlock)
}
