import type { JsonObject } from '../../../../core/model/json.ts'
import { readOnlyQuery } from '../cypher-failure.ts'
import { parseExpression } from './parse-expression.ts'
import { parsePath } from './parse-pattern.ts'
import type { Clause, Expression, PathPattern, Projection, ProjectionItem, Query } from './query.ts'
import { type Parser, parseUntil, tokenCursor } from './token-cursor.ts'

/** First words of clauses that write, in openCypher and its dialects. */
const writes = new Set(
  'create merge set delete detach remove foreach load drop alter copy install attach use import export grant revoke deny start stop show terminate begin commit rollback insert update'.split(
    ' ',
  ),
)

/** Parses a query. Throws CYPHER_READ_ONLY for clauses that write, before anything runs. */
export function parseCypher(text: string, parameters: JsonObject = {}): Query {
  const cursor: Parser = {
    ...tokenCursor(text),
    parameters,
    parseExpression: () => parseExpression(cursor),
    parseInnerQuery: () => parseQuery(cursor, 'inner'),
  }
  const query = parseQuery(cursor, 'whole')
  cursor.takeSymbol(';')
  refuseWrites(cursor)
  if (cursor.peek().kind !== 'end') cursor.fail('Expected the end of the query: one query at a time')
  return query
}

/** An inner query (of EXISTS, COUNT, COLLECT or CALL) may be only a pattern, and may omit RETURN. */
function parseQuery(cursor: Parser, role: 'whole' | 'inner'): Query {
  const parts: Clause[][] = [parsePart(cursor, role)]
  const unions = new Set<boolean>()
  while (cursor.takeWords('union')) {
    unions.add(cursor.takeWords('all'))
    parts.push(parsePart(cursor, role))
  }
  if (unions.size > 1) cursor.fail('UNION and UNION ALL cannot be mixed')
  return { parts, keepsDuplicates: unions.has(true) }
}

function parsePart(cursor: Parser, role: 'whole' | 'inner'): Clause[] {
  if (role === 'inner' && cursor.isSymbol('(')) return [parseMatch(cursor, false)]
  const clauses: Clause[] = []
  while (!cursor.isWord('union') && !cursor.isSymbol(';', '}') && cursor.peek().kind !== 'end') {
    if (clauses.at(-1)?.kind === 'return') {
      refuseWrites(cursor)
      cursor.fail('RETURN must be the last clause')
    }
    clauses.push(parseClause(cursor))
  }
  const last = clauses.at(-1)
  if (!last) cursor.fail('Expected MATCH, UNWIND, WITH or RETURN')
  if (role === 'whole' && last?.kind !== 'return' && !(last?.kind === 'call' && clauses.length === 1))
    cursor.fail('Expected RETURN: a query must end with what it returns')
  return clauses
}

function parseClause(cursor: Parser): Clause {
  refuseWrites(cursor)
  if (cursor.takeWords('optional', 'match')) return parseMatch(cursor, true)
  if (cursor.takeWords('match')) return parseMatch(cursor, false)
  if (cursor.takeWords('unwind')) {
    const list = parseExpression(cursor)
    cursor.expectWord('as')
    return { kind: 'unwind', list, variable: cursor.expectName('a variable') }
  }
  if (cursor.takeWords('with')) {
    const projection = parseProjection(cursor)
    return { kind: 'with', ...projection, where: parseWhere(cursor) }
  }
  if (cursor.takeWords('return')) return { kind: 'return', ...parseProjection(cursor) }
  if (cursor.takeWords('call')) return parseCallClause(cursor)
  return cursor.fail('Expected MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN')
}

function refuseWrites(cursor: Parser): void {
  const { kind, text } = cursor.peek()
  if (kind === 'word' && writes.has(text.toLowerCase())) throw readOnlyQuery(text.toUpperCase())
}

function parseMatch(cursor: Parser, isOptional: boolean): Clause {
  const paths: PathPattern[] = []
  do paths.push(parsePath(cursor))
  while (cursor.takeSymbol(','))
  return { kind: 'match', isOptional, paths, where: parseWhere(cursor) }
}

function parseWhere(cursor: Parser): Expression | null {
  return cursor.takeWords('where') ? parseExpression(cursor) : null
}

function parseProjection(cursor: Parser): Projection {
  const isDistinct = cursor.takeWords('distinct')
  const takesAll = cursor.takeSymbol('*')
  const items: ProjectionItem[] = []
  if (!takesAll || cursor.takeSymbol(','))
    do items.push(parseItem(cursor))
    while (cursor.takeSymbol(','))
  const order: Projection['order'] = []
  if (cursor.takeWords('order', 'by'))
    do {
      const by = parseExpression(cursor)
      const isDescending = cursor.takeWords('desc') || cursor.takeWords('descending')
      if (!isDescending) cursor.takeWords('asc') || cursor.takeWords('ascending')
      order.push({ by, isDescending })
    } while (cursor.takeSymbol(','))
  const skip = cursor.takeWords('skip') || cursor.takeWords('offset') ? parseExpression(cursor) : null
  const limit = cursor.takeWords('limit') ? parseExpression(cursor) : null
  return { isDistinct, takesAll, items, order, skip, limit }
}

function parseItem(cursor: Parser): ProjectionItem {
  const { start } = cursor.peek()
  const value = parseExpression(cursor)
  const text = cursor.textSince(start)
  return { value, name: cursor.takeWords('as') ? cursor.expectName('a name') : text }
}

/** Which procedures exist is checked when the query runs. */
function parseCallClause(cursor: Parser): Clause {
  if (cursor.takeSymbol('{')) {
    const query = parseQuery(cursor, 'inner')
    cursor.expectSymbol('}')
    return { kind: 'subquery', query }
  }
  let procedure = cursor.expectName('a procedure')
  while (cursor.takeSymbol('.')) procedure += `.${cursor.expectName('a procedure')}`
  if (cursor.takeSymbol('(')) parseUntil(cursor, ')', () => parseExpression(cursor))
  if (!cursor.takeWords('yield'))
    return { kind: 'call', procedure: procedure.toLowerCase(), columns: null, where: null }
  const columns: { name: string; alias: string }[] = []
  do {
    const name = cursor.expectName('a column')
    columns.push({ name, alias: cursor.takeWords('as') ? cursor.expectName('a name') : name })
  } while (cursor.takeSymbol(','))
  return { kind: 'call', procedure: procedure.toLowerCase(), columns, where: parseWhere(cursor) }
}
