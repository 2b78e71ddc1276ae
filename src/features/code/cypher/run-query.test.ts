import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { queryGraph } from './run/query-graph.ts'
import { runQuery } from './run/run-query.ts'
import { parseCypher } from './syntax/parse-query.ts'
import { shop } from './test/shop.ts'
import { toJson } from './values/value.ts'

const graph = queryGraph()
graph.addNodes(shop.nodes)
graph.addEdges(shop.edges)

for (const [promise, cypher, rows] of readTable('answers.txt'))
  test(`cypher: ${promise}`, () => assert.deepEqual(ask(cypher), JSON.parse(rows)))

for (const [mistake, cypher, message] of readTable('mistakes.txt'))
  test(`cypher says what is wrong with ${mistake}`, () =>
    assert.throws(
      () => ask(cypher),
      (error: Error) => {
        assert.ok(error.message.includes(message), error.message)
        return true
      },
    ))

test('columns are named as the query spells them', () => {
  const { columns } = runQuery(parseCypher('MATCH (c:Class) RETURN c.name, count(*), c.line AS line'), graph)
  assert.deepEqual(columns, ['c.name', 'count(*)', 'line'])
})

test('a comment ends with its line', () => assert.deepEqual(ask('RETURN 1 // one\n + 1'), [[2]]))

/** The rows of a query, each as a list of values. */
function ask(cypher: string): unknown[][] {
  const { columns, rows } = runQuery(parseCypher(cypher), graph)
  return [...rows].map(row => columns.map(name => toJson(row[name] ?? null)))
}

/** Entries of three lines, separated by empty lines; the first paragraph is a title. */
function readTable(name: string): [string, string, string][] {
  const [, ...entries] = readFileSync(new URL(`test/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n\n')
  assert.ok(entries.length > 10)
  return entries.map(entry => entry.split('\n') as [string, string, string])
}
