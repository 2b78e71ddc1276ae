import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { analyzer } from '../../../../src/adapters/analyzers/index.ts'
import { hashEmbedder } from '../../../../src/adapters/embedders/hash.ts'
import { toolMaker } from '../../../../src/contract/define-tool.ts'
import { defineToolset } from '../../../../src/contract/define-toolset.ts'
import { toolTable } from '../../../../src/contract/tool-table.ts'
import { Failure } from '../../../../src/model/failure.ts'
import { toolIndex } from '../../../../src/toolsets/system/rank-tools.ts'

const { signal } = new AbortController()
const tool = (name: string, description: string) =>
  toolMaker<object>()({
    name,
    title: name,
    description,
    access: 'read',
    timeoutMs: 1_000,
    failures: [],
    input: z.object({ colour: z.string().describe(`Colour of ${name}`) }),
    output: z.object({}),
    run: async () => ({}),
  })
const rows = toolTable([
  defineToolset<object>({
    name: 'inks',
    title: 'Inks',
    description: 'Inks.',
    tools: [tool('mix_ink', 'Mix pigments. Not print_page.'), tool('print_page', 'Press a sheet.')],
    wordFailure: failure => failure.message,
  }),
]).rows
const parts = { analyzer: analyzer(), embedder: hashEmbedder() }
const namesOf = (found: { rows: readonly { tool: { name: string } }[] }) =>
  found.rows.map(row => row.tool.name)

test('Y-FIND-1 words of names and first sentences count more than those that only mention', async () => {
  const index = toolIndex(rows, parts)
  assert.deepEqual(namesOf(await index.rank('print a page', 2, signal)), ['print_page', 'mix_ink'])
  assert.deepEqual(namesOf(await index.rank('mixing pigments', 1, signal)), ['mix_ink'])
})

test('Y-FIND-1 without a model words alone rank, and the answer says so; the next question asks it again', async () => {
  let isAway = true
  const embedder = {
    ...parts.embedder,
    async embedQuery(text: string, aborted: AbortSignal) {
      if (isAway) throw new Failure('unavailable', 'HOST_UNREACHABLE', 'The model is away.')
      return parts.embedder.embedQuery(text, aborted)
    },
  }
  const index = toolIndex(rows, { ...parts, embedder })
  const found = await index.rank('print', 5, signal)
  assert.deepEqual(namesOf(found), ['print_page', 'mix_ink'])
  assert.deepEqual(found.warnings, ['Ranked by words only: The model is away.'])
  isAway = false
  assert.deepEqual((await index.rank('print', 5, signal)).warnings, [])
})

test('Y-FIND-1 a question without a word in common still has an answer', async () => {
  assert.equal((await toolIndex(rows, parts).rank('zzz', 2, signal)).rows.length, 2)
})
