import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryHome } from '../cli/spawn-quire.ts'
import { type McpProcess, openMcpProcess } from './mcp-process.ts'
import { readHome } from './read-home.ts'
import { writeText } from './write-text.ts'

/** The promise is a minute; QUIRE_TEST_LONG=1 runs that long, other runs a twelfth of it. */
const seconds = process.env.QUIRE_TEST_LONG === undefined ? 5 : 60

/** One version of one document: its title, and a question that only its own words match. */
type Version = { title: string; source: string; question: string }

/** What one writer did: acknowledged versions, oldest first, and the last title sent for each source. */
type Diary = { acknowledged: Version[]; sent: Map<string, string> }

test(`two processes write and one searches for ${seconds} s without an error, and what is written is found`, async t => {
  const home = await temporaryHome(t)
  // With fewer dimensions, words of different documents collide too often.
  const open = () => openMcpProcess(t, home, { QUIRE_EMBEDDER: 'hash:512' })
  const [searcher, ...writers] = await Promise.all([open(), open(), open()])
  const endsAt = performance.now() + seconds * 1000
  // Enough writes to compare, also on a slow machine.
  const isOver = (done: number) => performance.now() > endsAt && done > seconds
  const diaries = writers.map((): Diary => ({ acknowledged: [], sent: new Map() }))
  const [searches, ...texts] = await Promise.all([
    search(searcher, diaries, isOver),
    ...diaries.map((diary, number) => write(writers[number]!, { number, diary, isOver })),
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
  const writes = diaries.map(({ acknowledged }) => acknowledged.length)
  t.diagnostic(`${writes.join(' + ')} writes, ${searches} searches`)
  assert.ok([...writes, searches].every(count => count > seconds))
})

/** Every third write replaces an older document. */
async function write(
  writer: McpProcess,
  { number, diary, isOver }: { number: number; diary: Diary; isOver(done: number): boolean },
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (let turn = 0; !isOver(turn); turn++) {
    const title = `Writer ${number} turn ${turn}`
    const source = `writer-${number}/${turn % 3 === 2 ? turn - 2 : turn}.md`
    const content = writeText(title)
    diary.sent.set(source, title)
    await writer.call('ingest_content', { source, content, library: `shelf-${number}` })
    stored.set(source, content)
    diary.acknowledged.push({ title, source, question: content.slice(-100) })
  }
  return stored
}

/** Searches for the newest version of each writer in turn: it is acknowledged, so the next search must find it. */
async function search(
  searcher: McpProcess,
  diaries: readonly Diary[],
  isOver: (done: number) => boolean,
): Promise<number> {
  let asked = 0
  for (; !isOver(asked); asked++) {
    const diary = diaries[asked % diaries.length]
    const newest = diary?.acknowledged.at(-1)
    const { results } = await searcher.call('search', { query: newest?.question ?? 'anything', top_k: 3 })
    if (newest === undefined) continue
    const isFound = results.some((passage: { title: string }) => passage.title === newest.title)
    const isBeingReplaced = diary?.sent.get(newest.source) !== newest.title
    assert.ok(isFound || isBeingReplaced, `${newest.title} in ${newest.source} was not found`)
  }
  return asked
}
