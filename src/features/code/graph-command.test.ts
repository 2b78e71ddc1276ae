import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GraphCommand, parseCommand } from './graph-command.ts'

test('the first word is the command, the rest belongs to it', () => {
  const cases: [string, GraphCommand][] = [
    ['repos', { kind: 'repos' }],
    ['  REPOS  please ', { kind: 'repos' }],
    ['explore owner/name', { kind: 'explore', repository: 'owner/name' }],
    ['explore "owner/name"', { kind: 'explore', repository: 'owner/name' }],
    ['classes', { kind: 'classes', repository: null }],
    ['Classes x', { kind: 'classes', repository: 'x' }],
    ['class a.b.C', { kind: 'class', name: 'a.b.C' }],
    ["class 'src/a file.C'", { kind: 'class', name: 'src/a file.C' }],
    ['method go', { kind: 'method', name: 'go', owner: null }],
    ['method\tgo\n C', { kind: 'method', name: 'go', owner: 'C' }],
  ]
  for (const [command, expected] of cases) assert.deepEqual(parseCommand(command), expected, command)
})

test('quotes around a whole query are taken off, and no others', () => {
  const cases: [string, string][] = [
    ['query MATCH (n) RETURN n', 'MATCH (n) RETURN n'],
    ['query "MATCH (n) RETURN n"', 'MATCH (n) RETURN n'],
    ["query ' MATCH (n) RETURN n '", 'MATCH (n) RETURN n'],
    ['query `MATCH (n) RETURN n`', 'MATCH (n) RETURN n'],
    ['query "MATCH (n {name: \'a\'}) RETURN n"', "MATCH (n {name: 'a'}) RETURN n"],
    ['query "MATCH (n {name: \\"a\\"}) RETURN n"', 'MATCH (n {name: "a"}) RETURN n'],
    ["query 'a' + 'b'", "'a' + 'b'"],
    ['query MATCH (n)\nRETURN n.name = "x"', 'MATCH (n)\nRETURN n.name = "x"'],
  ]
  for (const [command, cypher] of cases)
    assert.deepEqual(parseCommand(command), { kind: 'query', cypher }, command)
  assert.equal(parseCommand('query ""').kind, 'wrong')
})
