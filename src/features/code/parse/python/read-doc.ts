import { named, type SyntaxNode, textOf } from '../syntax.ts'

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
