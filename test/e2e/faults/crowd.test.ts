import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryHome } from '../cli/spawn-quire.ts'
import { type McpProcess, openMcpProcess } from './mcp-process.ts'
import { readHome } from './read-home.ts'
import { writeText } from './write-text.ts'

/** The promise is a minute; QUIRE_TEST_LONG=1 takes that long, every other run a third of it. */
const seconds = process.env.QUIRE_TEST_LONG === undefined ? 20 : 60

/** The title of one version of one document, which is found by no other word, and its source. */
type Mark = { word: string; source: string }

test(`two processes write and one searches for ${seconds} s without an error, and what is written is found`, async t => {
  const home = await temporaryHome(t)
  const [searcher, ...writers] = await Promise.all([
    openMcpProcess(t, home),
    openMcpProcess(t, home),
    openMcpProcess(t, home),
  ])
  const endsAt = performance.now() + seconds * 1000
  const isOver = () => performance.now() > endsAt
  const written: Mark[][] = [[], []]
  const [searches, ...texts] = await Promise.all([
    search(searcher, written, isOver),
    ...writers.map((writer, number) => write(writer, { number, marks: written[number] ?? [], isOver })),
  ])

  assert.deepEqual(
    await readHome(home),
    new Map(texts.flatMap(text => [...text])),
    'every document holds what was written to it last',
  )
  for (const process of [searcher, ...writers]) {
    assert.deepEqual(await process.hangUp(), { exitCode: 0, signal: null })
    assert.equal(process.quire.stderr(), '')
  }
  t.diagnostic(`${written.flat().length} writes, ${searches} searches`)
  assert.ok(written.every(marks => marks.length > seconds) && searches > seconds)
})

/** Every third write replaces an older document. */
async function write(
  writer: McpProcess,
  { number, marks, isOver }: { number: number; marks: Mark[]; isOver(): boolean },
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (let turn = 0; !isOver(); turn++) {
    const word = `mark${number}x${turn}`
    const source = `writer-${number}/${turn % 3 === 2 ? turn - 2 : turn}.md`
    const content = writeText(word)
    await writer.call('ingest_content', { source, content, library: `shelf-${number}` })
    stored.set(source, content)
    marks.push({ word, source })
  }
  return stored
}

/** Asks for the newest mark of each writer in turn: it was acknowledged, so the very next search must find it. */
async function search(
  searcher: McpProcess,
  written: readonly Mark[][],
  isOver: () => boolean,
): Promise<number> {
  let asked = 0
  for (; !isOver(); asked++) {
    const mark = written[asked % written.length]?.at(-1)
    const { results } = await searcher.call('search', { query: mark?.word ?? 'paper', top_k: 5 })
    if (mark === undefined) continue
    const isFound = results.some(
      (passage: { source: string; title: string }) =>
        passage.source === mark.source && passage.title === mark.word,
    )
    const isReplacedSince = written.flat().some(later => later.source === mark.source && later !== mark)
    assert.ok(isFound || isReplacedSince, `${mark.word} in ${mark.source} was not found`)
  }
  return asked
}
