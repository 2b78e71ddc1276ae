import type { CodeExpression } from '../../model/code.ts'

/** Parses types in quotes: "Node", Optional["Node"]. */
export function openQuotes(shape: CodeExpression, line: number): CodeExpression {
  if (shape.kind === 'literal' && shape.type === 'str' && shape.text !== null)
    return parseTypeText(shape.text, line)
  if (shape.kind === 'index') {
    const isLiteral = shape.object.kind === 'name' && shape.object.name === 'Literal'
    return isLiteral ? shape : { ...shape, keys: shape.keys.map(key => openQuotes(key, line)) }
  }
  if (shape.kind === 'choice')
    return {
      kind: 'choice',
      options: shape.options.filter(isMeant).map(option => openQuotes(option, line)),
    }
  return shape
}

/** `A | B` is lowered with an unknown third option, for where it is not a type. Here it is one. */
function isMeant(option: CodeExpression): boolean {
  return option.kind !== 'other' || option.parts.length > 0
}

/** Parses a type expression of names, dots, brackets, commas and bars. */
export function parseTypeText(text: string, line: number): CodeExpression {
  const tokens = text.match(/[\p{L}_][\p{L}\p{N}_]*|[[\],.|]|\S/gu) ?? []
  let at = 0
  const unknown: CodeExpression = { kind: 'other', parts: [] }
  const parseUnion = (): CodeExpression => {
    const options = [parsePrimary()]
    while (tokens[at] === '|') {
      at++
      options.push(parsePrimary())
    }
    return options.length === 1 ? (options[0] ?? unknown) : { kind: 'choice', options }
  }
  const parsePrimary = (): CodeExpression => {
    const token = tokens[at++]
    if (token === undefined) return unknown
    if (token === '[') return { kind: 'literal', type: 'list', text: null, items: parseKeys() }
    if (!/^[\p{L}_]/u.test(token)) return unknown
    if (token === 'None') return { kind: 'literal', type: 'None', text: 'None', items: [] }
    let shape: CodeExpression = { kind: 'name', name: token, line }
    while (tokens[at] === '.' || tokens[at] === '[') {
      if (tokens[at++] === '.') shape = { kind: 'member', object: shape, name: tokens[at++] ?? '', line }
      else shape = { kind: 'index', object: shape, keys: parseKeys() }
    }
    return shape
  }
  const parseKeys = (): CodeExpression[] => {
    const keys: CodeExpression[] = []
    while (at < tokens.length && tokens[at] !== ']') {
      keys.push(parseUnion())
      if (tokens[at] === ',') at++
    }
    at++
    return keys
  }
  return parseUnion()
}
