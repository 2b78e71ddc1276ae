import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { promptMaker } from '../../../src/core/contract/define-prompt.ts'
import { defineToolset } from '../../../src/core/contract/define-toolset.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { conformanceExtension } from '../../mcp-conformance/extension/conformance-extension.ts'
import { conformance } from '../../mcp-conformance/index.ts'
import { fixtureApp, type Services, voice } from './fixture.ts'
import { initialize, modern, reply } from './mcp-wire.ts'

const definePrompt = promptMaker<Services>()

const greet = definePrompt({
  name: 'greet',
  title: 'Greet',
  description: 'A greeting.',
  timeoutMs: 60_000,
  input: z.object({
    name: z.string().min(1, 'name must not be empty').describe('Whom'),
    manner: z.string().default('kindly').describe('How'),
    again: z.string().optional().describe('What to add'),
  }),
  async run({ caller }, { name, manner, again }) {
    if (name === 'broken') throw new Error('secret detail at /home/someone')
    return [`Greet ${name} ${manner}, over ${caller.surface}.`, ...(again === undefined ? [] : [again])]
  },
})

const hall = defineToolset<Services>({
  name: 'hall',
  title: 'Hall',
  description: 'Greets.',
  tools: [],
  prompts: [greet],
  resources: [
    {
      uri: 'hall://door',
      name: 'door',
      title: 'The door',
      description: 'Who stands at it.',
      mimeType: 'text/plain',
      read: async ({ caller }) => `Somebody from ${caller.surface}`,
    },
  ],
  wordFailure: failure => failure.message,
})

const { request, log } = fixtureApp({ table: toolTable([voice, hall]) })
const ask = async (method: string, params: Record<string, unknown> = {}) =>
  reply(await request('/mcp', modern(method, params)))

test('prompts are listed with their arguments and what is required of them', async () => {
  const { result } = await ask('prompts/list')
  assert.deepEqual(result.prompts, [
    {
      name: 'greet',
      title: 'Greet',
      description: 'A greeting.',
      arguments: [
        { name: 'name', description: 'Whom', required: true },
        { name: 'manner', description: 'How', required: false },
        { name: 'again', description: 'What to add', required: false },
      ],
    },
  ])
})

test('a prompt is got through the same road as tools; what is left empty is not given', async () => {
  const { result } = await ask('prompts/get', {
    name: 'greet',
    arguments: { name: 'Ada', manner: ' ', again: 'Wave.' },
  })
  assert.deepEqual(result.messages, [
    { role: 'user', content: { type: 'text', text: 'Greet Ada kindly, over http.' } },
    { role: 'user', content: { type: 'text', text: 'Wave.' } },
  ])
  assert.ok(log.some(line => line.tool === 'greet' && line.outcome === 'ok'))
})

test('what is missing, unknown or broken is an error that says no more than it should', async () => {
  const missing = await ask('prompts/get', { name: 'greet', arguments: {} })
  assert.deepEqual([missing.error?.code, /name/.test(missing.error?.message ?? '')], [-32602, true])
  const strange = await ask('prompts/get', { name: 'greet', arguments: { name: 'Ada', hat: 'on' } })
  assert.match(strange.error?.message ?? '', /Unknown parameter: hat/)
  assert.equal((await ask('prompts/get', { name: 'nobody' })).error?.code, -32602)
  const broken = await ask('prompts/get', { name: 'greet', arguments: { name: 'broken' } })
  assert.equal(broken.error?.code, -32603)
  assert.doesNotMatch(JSON.stringify(broken), /secret|someone/)
})

test('prompts and fixed resources are there exactly where their toolset is mounted', async () => {
  const { result } = await reply(await request('/mcp', initialize))
  assert.deepEqual(result.capabilities.prompts, {})
  const first = await ask('resources/list')
  assert.deepEqual(
    first.result.resources.map((resource: { uri: string }) => resource.uri),
    ['hall://door', 'note://1', 'note://2'],
    'what follows begins on the first page',
  )
  const read = await ask('resources/read', { uri: 'hall://door' })
  assert.deepEqual(read.result.contents, [
    { uri: 'hall://door', mimeType: 'text/plain', text: 'Somebody from http' },
  ])
  const without = fixtureApp()
  const opened = await reply(await without.request('/mcp', initialize))
  assert.equal(opened.result.capabilities.prompts, undefined)
  assert.ok((await reply(await without.request('/mcp', modern('prompts/list')))).error)
})

test('a toolset that speaks the protocol itself has its own prompts', async () => {
  const both = fixtureApp({
    extensions: [conformanceExtension()],
    table: toolTable([voice, hall, conformance]),
  })
  const { result } = await reply(await both.request('/mcp', modern('prompts/list')))
  assert.ok(result.prompts.some((prompt: { name: string }) => prompt.name === 'test_simple_prompt'))
})
