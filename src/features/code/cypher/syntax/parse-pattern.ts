import type { EdgePattern, Entry, NodePattern, PathPattern } from './query.ts'
import { type Parser, parseUntil } from './token-cursor.ts'

const searches = { shortestpath: 'shortest', allshortestpaths: 'all shortest' } as const

/** Parses `p = (a:Label {name: 'x'})-[r:TYPE*1..3]->(b)`, or the same inside shortestPath(…). */
export function parsePath(cursor: Parser): PathPattern {
  const isNamed =
    /word/.test(cursor.peek().kind) && cursor.peek(1).kind === 'symbol' && cursor.peek(1).text === '='
  const variable = isNamed ? cursor.expectName('a variable') : null
  if (isNamed) cursor.expectSymbol('=')
  const search = cursor.isWord('shortestpath', 'allshortestpaths')
    ? // SAFETY: isWord just matched one of the keys.
      searches[cursor.next().text.toLowerCase() as keyof typeof searches]
    : 'all'
  if (search !== 'all') cursor.expectSymbol('(')
  const start = parseNode(cursor)
  const steps: PathPattern['steps'] = []
  while (cursor.isSymbol('-', '<')) steps.push({ edge: parseEdge(cursor), node: parseNode(cursor) })
  if (search !== 'all') {
    cursor.expectSymbol(')')
    if (steps.length !== 1) cursor.fail('A shortest path needs a pattern with one relationship')
  }
  return { variable, search, start, steps }
}

function parseNode(cursor: Parser): NodePattern {
  cursor.expectSymbol('(')
  const variable = parseVariable(cursor)
  const labels = cursor.isSymbol(':') ? parseLabels(cursor) : []
  const properties = cursor.isSymbol('{') ? parseEntries(cursor) : []
  cursor.expectSymbol(')')
  return { variable, labels, properties }
}

/** `:A:B` and `:A&B` need both labels, `:A|B` needs one. */
export function parseLabels(cursor: Parser): string[][] {
  const groups: string[][] = []
  while (cursor.takeSymbol(':') || cursor.takeSymbol('&')) {
    const group = [cursor.expectName('a label')]
    while (cursor.takeSymbol('|')) {
      cursor.takeSymbol(':')
      group.push(cursor.expectName('a label'))
    }
    groups.push(group)
  }
  return groups
}

function parseEdge(cursor: Parser): EdgePattern {
  const isIn = cursor.takeSymbol('<')
  cursor.expectSymbol('-')
  const inside = cursor.takeSymbol('[') ? parseEdgeInside(cursor) : noDetails
  cursor.expectSymbol('-')
  const isOut = cursor.takeSymbol('>')
  return { ...inside, direction: isIn === isOut ? 'both' : isIn ? 'in' : 'out' }
}

const noDetails = { variable: null, types: [], length: null, properties: [] }

function parseEdgeInside(cursor: Parser): Omit<EdgePattern, 'direction'> {
  const variable = parseVariable(cursor)
  const types: string[] = []
  if (cursor.takeSymbol(':')) {
    do {
      cursor.takeSymbol(':')
      types.push(cursor.expectName('a relationship type'))
    } while (cursor.takeSymbol('|'))
  }
  const length = cursor.takeSymbol('*') ? parseLength(cursor) : null
  const properties = cursor.isSymbol('{') ? parseEntries(cursor) : []
  cursor.expectSymbol(']')
  return { variable, types, length, properties }
}

function parseLength(cursor: Parser): { from: number; to: number } {
  const from = cursor.peek().kind === 'number' ? cursor.expectCount('a length') : null
  if (!cursor.takeSymbol('..')) return { from: from ?? 1, to: from ?? Number.POSITIVE_INFINITY }
  const to = cursor.peek().kind === 'number' ? cursor.expectCount('a length') : Number.POSITIVE_INFINITY
  return { from: from ?? 1, to }
}

function parseVariable(cursor: Parser): string | null {
  const { kind } = cursor.peek()
  return kind === 'word' || kind === 'quoted word' ? cursor.next().text : null
}

export function parseEntries(cursor: Parser): Entry[] {
  cursor.expectSymbol('{')
  return parseUntil(cursor, '}', () => {
    const name = cursor.expectName('a key')
    cursor.expectSymbol(':')
    return { name, value: cursor.parseExpression() }
  })
}
