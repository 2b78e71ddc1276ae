import { ownValue } from '../../../../core/text/json-values.ts'
import { invalidQuery, readOnlyQuery } from '../cypher-failure.ts'
import type { Clause, PathPattern, Query } from '../syntax/query.ts'
import { keyOf } from '../values/operators.ts'
import type { Row, Value } from '../values/value.ts'
import { evaluate, holds, type QueryScope } from './evaluate.ts'
import { matchPaths } from './match-paths.ts'
import { itemsOf, project } from './project.ts'
import type { QueryGraph } from './query-graph.ts'

export type Answer = { columns: string[]; rows: Generator<Row> }

/** Runs a query over a graph. Rows are computed when they are consumed. */
export function runQuery(query: Query, graph: QueryGraph): Answer {
  const scope: QueryScope = {
    graph,
    match: (paths, where, row) => matchPaths({ paths, where }, row, scope),
    runInner: (inner, row) => runParts(inner, row, scope),
  }
  const columns = query.parts.map(columnsOf)
  if (columns.some(one => one.join() !== columns[0]?.join()))
    throw invalidQuery('The parts of a UNION must return the same columns')
  return { columns: columns[0] ?? [], rows: runParts(query, {}, scope) }
}

function columnsOf(clauses: readonly Clause[]): string[] {
  const last = clauses.at(-1)
  if (last?.kind === 'call')
    return last.columns?.map(({ alias }) => alias) ?? [procedureOf(last.procedure).column]
  if (last?.kind !== 'return') return []
  return itemsOf(last, namesBefore(clauses.slice(0, -1), [])).map(({ name }) => name)
}

function* runParts({ parts, keepsDuplicates }: Query, row: Row, scope: QueryScope): Generator<Row> {
  const seen = new Set<string>()
  for (const clauses of parts)
    for (const one of runClauses(clauses, row, scope)) {
      if (parts.length > 1 && !keepsDuplicates) {
        const key = Object.values(one).map(keyOf).join()
        if (seen.has(key)) continue
        seen.add(key)
      }
      yield one
    }
}

function runClauses(clauses: readonly Clause[], row: Row, scope: QueryScope): Iterable<Row> {
  const outer = Object.keys(row)
  return clauses.reduce<Iterable<Row>>(
    (rows, clause, at) => runClause(clause, rows, { names: namesBefore(clauses.slice(0, at), outer), scope }),
    [row],
  )
}

type Place = { names: readonly string[]; scope: QueryScope }

function* runClause(clause: Clause, rows: Iterable<Row>, { names, scope }: Place): Generator<Row> {
  switch (clause.kind) {
    case 'match':
      for (const row of rows) yield* matchRow(clause, row, scope)
      return
    case 'unwind':
      for (const row of rows)
        for (const item of itemsIn(evaluate(clause.list, row, scope)))
          yield { ...row, [clause.variable]: item }
      return
    case 'with':
      for (const row of project(rows, { projection: clause, bound: names }, scope))
        if (holds(clause.where, row, scope)) yield row
      return
    case 'return':
      yield* project(rows, { projection: clause, bound: names }, scope)
      return
    case 'call':
      for (const row of rows) yield* callProcedure(clause, row, scope)
      return
    case 'subquery':
      for (const row of rows)
        for (const inner of scope.runInner(clause.query, row)) yield { ...row, ...inner }
  }
}

function* matchRow(
  { paths, where, isOptional }: Extract<Clause, { kind: 'match' }>,
  row: Row,
  scope: QueryScope,
): Generator<Row> {
  let isFound = false
  for (const found of scope.match(paths, where, row)) {
    isFound = true
    yield found
  }
  if (isOptional && !isFound) {
    const missing = paths.flatMap(namesOfPath).filter(name => !(name in row))
    yield { ...row, ...Object.fromEntries(missing.map(name => [name, null])) }
  }
}

function itemsIn(value: Value): readonly Value[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The names that clauses bind, in the order in which `*` returns them. */
function namesBefore(clauses: readonly Clause[], outer: readonly string[]): string[] {
  let names = [...outer]
  for (const clause of clauses) {
    if (clause.kind === 'with') names = itemsOf(clause, names).map(({ name }) => name)
    else names.push(...namesBoundBy(clause).filter(name => !names.includes(name)))
  }
  return [...new Set(names)]
}

function namesBoundBy(clause: Clause): string[] {
  if (clause.kind === 'match') return clause.paths.flatMap(namesOfPath)
  if (clause.kind === 'unwind') return [clause.variable]
  if (clause.kind === 'call') return clause.columns?.map(({ alias }) => alias) ?? []
  return clause.kind === 'subquery' ? columnsOf(clause.query.parts[0] ?? []) : []
}

function namesOfPath({ variable, start, steps }: PathPattern): string[] {
  const names = [
    variable,
    start.variable,
    ...steps.flatMap(({ edge, node }) => [edge.variable, node.variable]),
  ]
  return names.filter(name => name !== null)
}

type Procedure = { column: string; values(graph: QueryGraph): Iterable<string> }

/** Procedures that list labels, relationship types and property names. */
const procedures: Readonly<Record<string, Procedure>> = {
  'db.labels': { column: 'label', values: ({ labels }) => labels },
  'db.relationshiptypes': { column: 'relationshipType', values: ({ types }) => types },
  'db.propertykeys': { column: 'propertyKey', values: ({ propertyNames }) => propertyNames },
}

function procedureOf(name: string): Procedure {
  const found = ownValue(procedures, name)
  if (!found) throw readOnlyQuery(`CALL ${name}`)
  return found
}

function* callProcedure(
  { procedure, columns, where }: Extract<Clause, { kind: 'call' }>,
  row: Row,
  scope: QueryScope,
): Generator<Row> {
  const { column, values } = procedureOf(procedure)
  const wrong = columns?.find(({ name }) => name !== column)
  if (wrong) throw invalidQuery(`${procedure} has no column "${wrong.name}", only "${column}"`)
  for (const value of [...values(scope.graph)].sort()) {
    const found = { ...row, [columns?.[0]?.alias ?? column]: value }
    if (holds(where, found, scope)) yield found
  }
}
