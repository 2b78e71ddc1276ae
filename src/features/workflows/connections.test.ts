import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutNodes, readConnections } from './connections.ts'
import { hasAddress, isTrigger, startsByItself } from './triggers.ts'

const to = (node: string, type = 'main', index = 0) => ({ node, type, index })

const forms: [string, unknown, unknown][] = [
  ['a name', 'B', { main: [[to('B')]] }],
  ['a list of names', ['B', 'C'], { main: [[to('B'), to('C')]] }],
  ['an object', { node: 'B', index: 1 }, { main: [[to('B', 'main', 1)]] }],
  ['a list of objects', [{ node: 'B' }, { node: 'C', type: 'main' }], { main: [[to('B'), to('C')]] }],
  ['a list of outputs', [['B'], ['C']], { main: [[to('B')], [to('C')]] }],
  ['outputs of which one leads nowhere', [null, ['C']], { main: [[], [to('C')]] }],
  ['n8n’s own', { main: [[{ node: 'B', type: 'main', index: 0 }]] }, { main: [[to('B')]] }],
  ['n8n’s own, flattened', { main: ['B'] }, { main: [[to('B')]] }],
  ['another kind', { ai_tool: [[{ node: 'B' }]] }, { ai_tool: [[to('B', 'ai_tool')]] }],
]

for (const [name, given, expected] of forms)
  test(`W-CREATE-3 connections given as ${name}`, () => {
    assert.deepEqual(readConnections({ A: given }), { connections: { A: expected }, problems: [] })
  })

test('W-CREATE-3 a node that leads nowhere has no entry', () => {
  assert.deepEqual(readConnections({ A: [], B: { main: [] }, C: { main: [[]] } }).connections, {})
})

test('W-CHECK-1 what cannot be parsed is reported by place', () => {
  const { problems } = readConnections({ A: 7, B: [{ node: 'C', index: -1 }] })
  assert.match(problems[0] ?? '', /^connections\.A\.main: expected the name of a node .* found 7\.$/)
  assert.match(
    problems[1] ?? '',
    /^connections\.B\.main: index must be a whole number from 0, but it is -1\.$/,
  )
})

test('W-CREATE-3 nodes are placed in columns by their distance from the beginning, branches below each other', () => {
  const { connections } = readConnections({ Start: ['A', 'B'], A: 'End', B: 'End' })
  const nodes = ['Start', 'A', 'B', 'End', 'Note'].map(name => ({ name, position: null }))
  assert.deepEqual(
    [...layoutNodes(nodes, connections).values()],
    [
      [250, 300],
      [470, 300],
      [470, 460],
      [690, 300],
      [250, 460],
    ],
  )
})

test('W-CREATE-3 given places stay, and others go below them; circles end', () => {
  const { connections } = readConnections({ A: 'B', B: 'A' })
  const nodes = [
    { name: 'A', position: [10, 900] as const },
    { name: 'B', position: null },
  ]
  assert.deepEqual(
    [...layoutNodes(nodes, connections).values()],
    [
      [10, 900],
      [250, 1060],
    ],
  )
})

test('W-CHECK-1 triggers are known by their types', () => {
  for (const type of ['n8n-nodes-base.scheduleTrigger', 'n8n-nodes-base.webhook', '@n8n/x.chatTrigger'])
    assert.ok(isTrigger(type) && startsByItself(type), type)
  assert.ok(isTrigger('n8n-nodes-base.manualTrigger') && !startsByItself('n8n-nodes-base.manualTrigger'))
  assert.ok(!isTrigger('n8n-nodes-base.httpRequest'))
})

test('W-CHECK-1 what only a person can start does not make a workflow active', () => {
  for (const type of ['n8n-nodes-base.manualTrigger', '@n8n/n8n-nodes-langchain.manualChatTrigger'])
    assert.deepEqual([isTrigger(type), startsByItself(type)], [true, false], type)
})

test('W-CREATE-3 forms and chats get the id that their address is made of, as webhooks do', () => {
  for (const type of [
    'n8n-nodes-base.webhook',
    'n8n-nodes-base.formTrigger',
    '@n8n/n8n-nodes-langchain.chatTrigger',
  ])
    assert.ok(hasAddress(type), type)
  assert.ok(!hasAddress('n8n-nodes-base.scheduleTrigger'))
})
