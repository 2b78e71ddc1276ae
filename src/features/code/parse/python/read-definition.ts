import type {
  CodeDefinition,
  CodeExpression,
  CodeFunction,
  CodeStatement,
  CodeType,
} from '../../model/code.ts'
import { flatten } from '../../model/visit-code.ts'
import { isPrivateName } from '../attribute.ts'
import { bindingsOf, resultOf } from '../portable.ts'
import {
  allOfType,
  endLineOf,
  field,
  hasToken,
  lineOf,
  named,
  type SyntaxNode,
  shortText,
  textOf,
} from '../syntax.ts'
import { lowerExpression, lowerParameters, readType } from './lower-expression.ts'
import { readDecorating } from './read-decorating.ts'
import { joinOverloads, readMembers } from './read-members.ts'

/** Lowers the statements of a body. The file of statements imports this one, so it passes it along. */
type LowerBlock = (node: SyntaxNode | null) => CodeStatement[]

/** A `def` or `class`, with its decorators, as a statement that carries its definition. */
export function lowerDefinition(node: SyntaxNode, block: LowerBlock): CodeStatement[] {
  const definition = node.type === 'decorated_definition' ? field(node, 'definition') : node
  if (!definition) return []
  const marks = node === definition ? [] : allOfType(node, 'decorator').flatMap(named)
  return [
    definition.type === 'class_definition'
      ? lowerClass(definition, marks, block)
      : lowerFunction(definition, marks, block),
  ]
}

/** The definitions directly inside a body, overloads joined. */
export function definitionsIn(body: readonly CodeStatement[]): CodeDefinition[] {
  const found = [...flatten(body)].filter(
    statement => statement.kind === 'function' || statement.kind === 'class',
  )
  const functions = joinOverloads(found.flatMap(one => (one.kind === 'function' ? one.definition : [])))
  return [
    ...functions.map(definition => ({ kind: 'function' as const, definition })),
    ...found.flatMap(one =>
      one.kind === 'class' ? { kind: 'class' as const, definition: one.definition } : [],
    ),
  ]
}

function lowerFunction(node: SyntaxNode, marks: readonly SyntaxNode[], block: LowerBlock): CodeStatement {
  const nameNode = field(node, 'name')
  const name = nameNode ? textOf(nameNode) : ''
  const list = field(node, 'parameters')
  const parameters = list ? lowerParameters(list) : []
  const returnNode = field(node, 'return_type')
  const returns = returnNode ? readType(returnNode) : null
  const bodyNode = field(node, 'body')
  const body = block(bodyNode)
  const decorators = marks.map(mark => shortText(mark))
  const isGenerator = bodyNode !== null && yields(bodyNode)
  const first = parameters[0]?.name
  const bindings = bindingsOf(parameters, body, first === 'self' || first === 'cls' ? first : null)
  const definition: CodeFunction = {
    name,
    kind: 'function',
    typeParameters: typeParametersOf(node),
    parameters,
    returns,
    overloads: [],
    decorators,
    result: returns || isGenerator ? null : resultOf(body, bindings),
    decorates: readDecorating(parameters, body),
    hasBody: true,
    isAsync: hasToken(node, 'async'),
    isGenerator,
    isStatic: decorators.includes('staticmethod') || name === '__new__',
    isClassMethod:
      decorators.includes('classmethod') || ['__init_subclass__', '__class_getitem__'].includes(name),
    isAbstract: decorators.some(decorator => /(^|\.)abstract\w*$/.test(decorator)),
    isPrivate: isPrivateName(name),
    isExported: true,
    locals: definitionsIn(body),
    doc: readDoc(bodyNode),
    line: lineOf(node),
    endLine: endLineOf(node),
  }
  return { kind: 'function', definition, decorators: marks.map(lowerExpression), body }
}

function lowerClass(node: SyntaxNode, marks: readonly SyntaxNode[], block: LowerBlock): CodeStatement {
  const nameNode = field(node, 'name')
  const name = nameNode ? textOf(nameNode) : ''
  const list = field(node, 'superclasses')
  const parts = list ? named(list) : []
  const keywords: Record<string, string> = {}
  for (const part of parts) {
    const key = part.type === 'keyword_argument' ? field(part, 'name') : null
    const value = field(part, 'value')
    if (key && value) keywords[textOf(key)] = shortText(value)
  }
  const baseNodes = parts.filter(part => part.type !== 'keyword_argument')
  const bodyNode = field(node, 'body')
  const body = block(bodyNode)
  const bases: CodeType[] = baseNodes.map(base => ({
    text: shortText(base, 200),
    shape: withoutTypeArguments(lowerExpression(base)),
  }))
  const decorators = marks.map(mark => shortText(mark))
  const isEnum =
    decorators.some(decorator => /(^|\.)_simple_enum\b/.test(decorator)) ||
    bases.some(({ text }) => /(^|\.)(Int|Str|Re)?(Enum|Flag)$/.test(text))
  const members = readMembers(body, { name, isEnum })
  return {
    kind: 'class',
    definition: {
      name,
      kind: isEnum ? 'enum' : 'class',
      bases,
      keywords,
      decorators,
      typeParameters: typeParametersOf(node),
      ...members,
      alias: null,
      isAbstract:
        bases.some(({ text }) => /(^|\.)ABC$/.test(text)) || (keywords.metaclass ?? '').endsWith('ABCMeta'),
      isPrivate: isPrivateName(name),
      isExported: true,
      isDynamic: members.isDynamic || baseNodes.some(base => base.type === 'list_splat'),
      doc: readDoc(bodyNode),
      line: lineOf(node),
      endLine: endLineOf(node),
    },
    decorators: marks.map(lowerExpression),
    bases: baseNodes.map(lowerExpression),
    body,
  }
}

function withoutTypeArguments(shape: CodeExpression): CodeExpression {
  return shape.kind === 'index' ? shape.object : shape
}

function typeParametersOf(node: SyntaxNode): string[] {
  const list = field(node, 'type_parameters')
  return list
    ? named(list).map(part =>
        textOf(part)
          .replace(/^\*+|[:=].*$/gs, '')
          .trim(),
      )
    : []
}

function yields(node: SyntaxNode): boolean {
  return node.children.some(
    child =>
      child.type === 'yield' ||
      (!['function_definition', 'class_definition', 'lambda'].includes(child.type) && yields(child)),
  )
}

const maxDoc = 2000

/** The docstring: a string that is the first statement, without its indentation. */
export function readDoc(body: SyntaxNode | null): string | null {
  const [first] = body ? named(body) : []
  const [string] = first?.type === 'expression_statement' ? named(first) : []
  if (string?.type !== 'string') return null
  const text = string.children
    .filter(child => child.type === 'string_content')
    .map(textOf)
    .join('')
  const [opening, ...rest] = text.split('\n')
  const indents = rest.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length)
  const indent = indents.length > 0 ? Math.min(...indents) : 0
  const plain = [opening?.trim() ?? '', ...rest.map(line => line.slice(indent).trimEnd())].join('\n').trim()
  return plain === '' ? null : plain.slice(0, maxDoc)
}
