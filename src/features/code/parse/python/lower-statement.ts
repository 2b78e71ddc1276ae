import type { CodeExpression, CodeStatement, CodeWithItem } from '../../model/code.ts'
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
import { lowerExpression, readType } from './lower-expression.ts'
import { lowerImport } from './lower-import.ts'
import { lowerDefinition } from './read-definition.ts'
import { versionTest } from './version-test.ts'

export function lowerBlock(node: SyntaxNode | null): CodeStatement[] {
  return node ? named(node).flatMap(lowerStatement) : []
}

export function lowerStatement(node: SyntaxNode): CodeStatement[] {
  switch (node.type) {
    case 'expression_statement':
      return named(node).flatMap(lowerExpressionStatement)
    case 'import_statement':
    case 'import_from_statement':
      return [{ kind: 'import', imports: lowerImport(node) }]
    case 'future_import_statement':
    case 'pass_statement':
    case 'break_statement':
    case 'continue_statement':
    case 'nonlocal_statement':
      return []
    case 'global_statement':
      return [assignNothing(named(node).map(lowerExpression), lineOf(node))]
    case 'return_statement': {
      const [value] = named(node)
      return [{ kind: 'return', value: value ? lowerExpression(value) : null }]
    }
    case 'function_definition':
    case 'class_definition':
    case 'decorated_definition':
      return lowerDefinition(node, lowerBlock)
    case 'with_statement':
      return [{ kind: 'with', items: lowerWithItems(node), body: lowerBlock(field(node, 'body')) }]
    case 'for_statement':
      return lowerFor(node)
    case 'if_statement':
      return [lowerIf(node)]
    case 'while_statement':
      return [lowerWhile(node)]
    case 'try_statement':
      return [lowerTry(node)]
    case 'match_statement':
      return [lowerMatch(node)]
    case 'delete_statement':
      return [{ kind: 'delete', targets: named(node).map(lowerExpression) }]
    case 'type_alias_statement':
      return lowerTypeAlias(node)
    case 'block':
    case 'ERROR':
      return named(node).flatMap(lowerStatement)
    default:
      return [{ kind: 'expression', value: lowerExpression(node) }]
  }
}

/** The name belongs to the module; its value is not known. */
function assignNothing(targets: readonly CodeExpression[], line: number): CodeStatement {
  return { kind: 'assign', targets, type: null, value: null, marks: ['global'], line }
}

function lowerExpressionStatement(node: SyntaxNode): CodeStatement[] {
  if (node.type === 'assignment') return [lowerAssignment(node)]
  if (node.type === 'augmented_assignment') {
    const target = lowerPart(node, 'left')
    const parts = [target, lowerPart(node, 'right')]
    return [
      { kind: 'expression', value: { kind: 'other', parts } },
      {
        kind: 'assign',
        targets: [target],
        type: null,
        // Needed for `__all__ += […]`.
        value: { kind: 'other', parts },
        marks: ['augmented'],
        line: lineOf(node),
      },
    ]
  }
  return [{ kind: 'expression', value: lowerExpression(node) }]
}

function lowerAssignment(node: SyntaxNode): CodeStatement {
  const targets = [lowerPart(node, 'left')]
  const type = field(node, 'type')
  let right = field(node, 'right')
  while (right?.type === 'assignment') {
    targets.push(lowerPart(right, 'left'))
    right = field(right, 'right')
  }
  return {
    kind: 'assign',
    targets,
    type: type ? readType(type) : null,
    value: right ? lowerExpression(right) : null,
    marks: [],
    line: lineOf(node),
  }
}

function lowerTypeAlias(node: SyntaxNode): CodeStatement[] {
  const left = field(node, 'left')
  const right = field(node, 'right')
  if (!left || !right) return []
  const value = readType(right).shape
  return [
    {
      kind: 'assign',
      targets: [lowerExpression(left)],
      type: null,
      value,
      marks: ['alias'],
      line: lineOf(node),
    },
  ]
}

function lowerPart(node: SyntaxNode, name: string): CodeExpression {
  const child = field(node, name)
  return child ? lowerExpression(child) : { kind: 'other', parts: [] }
}

function lowerWithItems(node: SyntaxNode): CodeWithItem[] {
  const clause = ofType(node, 'with_clause')
  const isAsync = hasToken(node, 'async')
  return allOfType(clause ?? node, 'with_item').map(item => {
    const value = field(item, 'value')
    if (value?.type !== 'as_pattern')
      return { value: value ? lowerExpression(value) : { kind: 'other', parts: [] }, target: null, isAsync }
    const [managed] = named(value)
    const target = field(value, 'alias')
    return {
      value: managed ? lowerExpression(managed) : { kind: 'other', parts: [] },
      target: target ? firstOf(target) : null,
      isAsync,
    }
  })
}

function firstOf(node: SyntaxNode): CodeExpression {
  const [first] = named(node)
  return first ? lowerExpression(first) : lowerExpression(node)
}

function lowerFor(node: SyntaxNode): CodeStatement[] {
  const otherwise = field(node, 'alternative')
  const loop: CodeStatement = {
    kind: 'for',
    target: lowerPart(node, 'left'),
    iterable: lowerPart(node, 'right'),
    isAsync: hasToken(node, 'async'),
    body: lowerBlock(field(node, 'body')),
  }
  return otherwise ? [loop, { ...branch([], [lowerClause(otherwise)]) }] : [loop]
}

function lowerIf(node: SyntaxNode): CodeStatement {
  const alternatives = fields(node, 'alternative')
  const tests = [node, ...alternatives].flatMap(part => {
    const condition = field(part, 'condition')
    return condition ? [lowerExpression(condition)] : []
  })
  const arms = [lowerBlock(field(node, 'consequence')), ...alternatives.map(lowerClause)]
  const all = alternatives.some(part => part.type === 'else_clause') ? arms : [...arms, []]
  const outcomes = [node, ...alternatives].map(part => outcomeOf(field(part, 'condition')))
  return branch(
    tests,
    all.filter((_, at) => isReached(outcomes, at)),
  )
}

/** Whether an arm can run on Python 3. */
function isReached(outcomes: readonly (boolean | null)[], at: number): boolean {
  return outcomes[at] !== false && outcomes.slice(0, at).every(outcome => outcome !== true)
}

function outcomeOf(condition: SyntaxNode | null): boolean | null {
  return condition ? versionTest(textOf(condition)) : null
}

function lowerClause(node: SyntaxNode): CodeStatement[] {
  return lowerBlock(field(node, 'consequence') ?? field(node, 'body') ?? ofType(node, 'block'))
}

function lowerWhile(node: SyntaxNode): CodeStatement {
  const otherwise = field(node, 'alternative')
  return {
    ...branch(
      [lowerPart(node, 'condition')],
      [lowerBlock(field(node, 'body')), otherwise ? lowerClause(otherwise) : []],
    ),
    repeats: true,
  }
}

/** The body first, then one arm per handler; `else` and `finally` are appended to the body. */
function lowerTry(node: SyntaxNode): CodeStatement {
  const handlers = allOfType(node, 'except_clause', 'except_group_clause')
  const finallyBlock = ofType(node, 'finally_clause')
  const body = [
    ...lowerBlock(field(node, 'body')),
    ...allOfType(node, 'else_clause').flatMap(lowerClause),
    ...(finallyBlock ? lowerClause(finallyBlock) : []),
  ]
  const guards = handlers
    .map(handler => named(handler).find(part => part.type !== 'block'))
    .map(caught => (caught ? textOf(caught) : 'Exception'))
  return { ...branch([], [body, ...handlers.map(lowerHandler)]), guards: guards.join(' ') }
}

function lowerHandler(node: SyntaxNode): CodeStatement[] {
  const caught = named(node).find(part => part.type !== 'block')
  const body = lowerBlock(ofType(node, 'block'))
  if (!caught) return body
  if (caught.type !== 'as_pattern') return [{ kind: 'expression', value: lowerExpression(caught) }, ...body]
  const [type] = named(caught)
  const target = field(caught, 'alias')
  if (!type || !target) return body
  const shape = lowerExpression(type)
  const options = shape.kind === 'literal' && shape.type === 'tuple' ? shape.items : [shape]
  return [
    { kind: 'expression', value: shape },
    {
      kind: 'assign',
      targets: [firstOf(target)],
      type: { text: textOf(type), shape: { kind: 'choice', options } },
      value: null,
      marks: ['caught'],
      line: lineOf(caught),
    },
    ...body,
  ]
}

function lowerMatch(node: SyntaxNode): CodeStatement {
  const cases = allOfType(field(node, 'body') ?? node, 'case_clause')
  const arms = cases.map((clause): CodeStatement[] => [
    { kind: 'delete', targets: namesIn(clause) },
    ...lowerBlock(field(clause, 'consequence')),
  ])
  const subjects = fields(node, 'subject').map(lowerExpression)
  return branch(subjects, [...arms, []])
}

/** Any name in a pattern may be bound by it: its value is unknown afterwards. */
function namesIn(clause: SyntaxNode): CodeExpression[] {
  const names: CodeExpression[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'identifier') names.push(lowerExpression(node))
    else for (const child of node.children) visit(child)
  }
  for (const pattern of allOfType(clause, 'case_pattern')) visit(pattern)
  return names
}

function branch(
  tests: readonly CodeExpression[],
  arms: readonly (readonly CodeStatement[])[],
): Extract<CodeStatement, { kind: 'branch' }> {
  return { kind: 'branch', tests, arms, repeats: false, guards: null }
}
