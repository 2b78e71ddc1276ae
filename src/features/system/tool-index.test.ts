import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { analyzer } from '../../adapters/analyzers/analyzer.ts'
import { hashEmbedder } from '../../adapters/embedders/hash.ts'
import { toolMaker } from '../../core/contract/define-tool.ts'
import { defineToolset } from '../../core/contract/define-toolset.ts'
import { toolTable } from '../../core/contract/tool-table.ts'
import { Failure } from '../../core/model/failure.ts'
import type { VectorMemory } from '../../core/ports/cache.ts'
import { plainRequest, toolIndex } from './tool-index.ts'

const { signal } = new AbortController()
const tool = (name: string, description: string, asks: readonly string[] = []) =>
  toolMaker<object>()({
    name,
    title: name,
    description,
    ...(asks.length === 0 ? {} : { asks }),
    access: 'read',
    timeoutMs: 60_000,
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
  assert.deepEqual(namesOf(await index.rank('print a page', { limit: 2 }, signal)), ['print_page', 'mix_ink'])
  assert.deepEqual(namesOf(await index.rank('mixing pigments', { limit: 1 }, signal)), ['mix_ink'])
})

test('Y-FIND-1 what people say who want a tool finds it, though its description says otherwise', async () => {
  const { rows: asked } = toolTable([
    defineToolset<object>({
      name: 'inks',
      title: 'Inks',
      description: 'Inks.',
      tools: [
        tool('mix_ink', 'Mix pigments.', ['make the colour darker', 'a deeper black']),
        tool('print_page', 'Press a sheet.', ['put it on paper']),
      ],
      wordFailure: failure => failure.message,
    }),
  ])
  const index = toolIndex(asked, parts)
  assert.deepEqual(namesOf(await index.rank('a deeper black please', { limit: 1 }, signal)), ['mix_ink'])
  assert.deepEqual(namesOf(await index.rank('I want it on paper', { limit: 1 }, signal)), ['print_page'])
})

test('Y-FIND-1 names of addresses and files are nobody’s words', () => {
  const cases = {
    'https://print.example/ink?a=1 looks useful, keep it': 'a web address looks useful, keep it',
    'collect everything below docs.example.org': 'collect everything below a web address',
    'learn github.com/psf/requests': 'learn a repository on GitHub',
    'put ~/books/kant.pdf and /data/b.docx into it': 'put a file and a file into it',
    'show lines 1 to 20 of config.toml': 'show lines 1 to 20 of a file',
    'does “to be or not to be” stand in the book': 'does this sentence stand in the book',
    'wipe the "old drafts" library': 'wipe the "old drafts" library',
    'store an epub and a PowerPoint': 'store an document and a document',
    'either/or, e.g. and/or 3.5 of 10': 'either/or, e.g. and/or 3.5 of 10',
  }
  for (const [says, plain] of Object.entries(cases)) assert.equal(plainRequest(says), plain)
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
  const found = await index.rank('print', { limit: 5 }, signal)
  assert.deepEqual(namesOf(found), ['print_page', 'mix_ink'])
  assert.deepEqual(found.warnings, ['Ranked by words only: The model is away.'])
  isAway = false
  assert.deepEqual((await index.rank('print', { limit: 5 }, signal)).warnings, [])
})

test('Y-FIND-1 a caller that does not wait for the tools to be embedded is answered by words, with a warning', async () => {
  const index = toolIndex(rows, parts)
  const found = await index.rank('print', { limit: 5, patience: AbortSignal.abort() }, signal)
  assert.deepEqual(namesOf(found)[0], 'print_page')
  assert.match(String(found.warnings), /words only: the tools are still being embedded/)
})

test('Y-FIND-1 a question without a word in common still has an answer', async () => {
  assert.equal((await toolIndex(rows, parts).rank('zzz', { limit: 2 }, signal)).rows.length, 2)
})

test('Y-FIND-1 tools that an earlier process has embedded are not embedded again', async () => {
  let remembered: readonly (Float32Array | null)[] = []
  const vectors: VectorMemory = {
    load: async ({ texts }) => texts.map((_, place) => remembered[place] ?? null),
    async save(_, made) {
      remembered = made
    },
  }
  let embedded = 0
  const embedder = {
    ...parts.embedder,
    embedQuery(text: string, aborted: AbortSignal) {
      embedded += 1
      return parts.embedder.embedQuery(text, aborted)
    },
  }
  const first = await toolIndex(rows, { ...parts, embedder, vectors }).rank('print', { limit: 5 }, signal)
  assert.equal(embedded, 1 + rows.length)
  const second = await toolIndex(rows, { ...parts, embedder, vectors }).rank('print', { limit: 5 }, signal)
  assert.equal(embedded, 2 + rows.length)
  assert.deepEqual(namesOf(second), namesOf(first))
})

test('a tool that only removes is not first for a request that asks for nothing to be removed', async () => {
  const removing = {
    ...tool('delete_ink', 'Delete an ink from the shelf of inks.'),
    access: 'destroy' as const,
  }
  const { rows: shelf } = toolTable([
    defineToolset<object>({
      name: 'inks',
      title: 'Inks',
      description: 'Inks.',
      tools: [removing, tool('print_page', 'Press a sheet.')],
      wordFailure: failure => failure.message,
    }),
  ])
  const index = toolIndex(shelf, parts)
  const first = async (says: string) => namesOf(await index.rank(says, { limit: 1 }, signal))[0]
  for (const says of ['an ink from the shelf of inks', 'a copy of the ink shelf as a backup'])
    assert.equal(await first(says), 'print_page', says)
  for (const says of [
    'remove an ink from the shelf',
    'get rid of that ink',
    'throw the old ink out',
    'wipe the ink',
  ])
    assert.equal(await first(says), 'delete_ink', says)
})

test('a request that asks to see something ranks tools that read before those that change', async () => {
  const changing = { ...tool('change_shelf', 'Inks of the shop.'), access: 'write' as const }
  const { rows: shop } = toolTable([
    defineToolset<object>({
      name: 'inks',
      title: 'Inks',
      description: 'Inks.',
      tools: [changing, tool('view_shelf', 'Inks of the shop.'), tool('print_page', 'Press a sheet.')],
      wordFailure: failure => failure.message,
    }),
  ])
  const index = toolIndex(shop, parts)
  const first = async (says: string) => namesOf(await index.rank(says, { limit: 1 }, signal))[0]
  for (const says of ['which inks has the shop', 'show me the inks of the shop', 'any inks in the shop?'])
    assert.equal(await first(says), 'view_shelf', says)
  for (const says of ['put inks into the shop', 'can you add inks to the shop?'])
    assert.equal(await first(says), 'change_shelf', says)
})
