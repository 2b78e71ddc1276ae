/** The text that nodes point into, with the offset of every line. */
export type SourceText = { text: string; lineStarts: readonly number[] }

/** A syntax tree as plain data: it outlives the parser's own memory. */
export type SyntaxNode = {
  type: string
  field: string | null
  isNamed: boolean
  start: number
  end: number
  children: readonly SyntaxNode[]
  source: SourceText
}

export function sourceText(text: string): SourceText {
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  return { text, lineStarts }
}

export function textOf(node: SyntaxNode): string {
  return node.source.text.slice(node.start, node.end)
}

export function lineOf(node: SyntaxNode): number {
  return lineAt(node.source, node.start)
}

export function endLineOf(node: SyntaxNode): number {
  return lineAt(node.source, Math.max(node.start, node.end - 1))
}

export function field(node: SyntaxNode, name: string): SyntaxNode | null {
  return node.children.find(child => child.field === name) ?? null
}

export function fields(node: SyntaxNode, name: string): SyntaxNode[] {
  return node.children.filter(child => child.field === name)
}

/** The children without punctuation and comments. */
export function named(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(child => child.isNamed && !child.type.endsWith('comment'))
}

export function ofType(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | null {
  return node.children.find(child => types.includes(child.type)) ?? null
}

export function allOfType(node: SyntaxNode, ...types: readonly string[]): SyntaxNode[] {
  return node.children.filter(child => types.includes(child.type))
}

export function hasToken(node: SyntaxNode, ...tokens: readonly string[]): boolean {
  return node.children.some(child => tokens.includes(child.type))
}

/** The text of the documentation comment directly before a node; null when there is none. */
export function docBefore(parent: SyntaxNode, node: SyntaxNode): string | null {
  const at = parent.children.indexOf(node)
  const before = parent.children
    .slice(0, Math.max(at, 0))
    .findLast(({ type }) => type !== 'decorator' && type !== 'attribute_item')
  if (!before?.type.endsWith('comment')) return null
  const text = textOf(before)
  if (!text.startsWith('/**')) return null
  const plain = text
    .replace(/^\/\*\*+|\*+\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim()
  return plain === '' ? null : plain.slice(0, 2000)
}

/** One line of text, whitespace folded and cut to a readable length. */
export function shortText(node: SyntaxNode, length = 120): string {
  const text = textOf(node).replace(/\s+/g, ' ')
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}

function lineAt(source: SourceText, position: number): number {
  let low = 0
  let high = source.lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((source.lineStarts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low + 1
}
