import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { temporaryHome } from '../cli/spawn-quire.ts'
import { type McpProcess, openMcpProcess, ToolFailure } from './mcp-process.ts'
import { readHome } from './read-home.ts'
import { writeText } from './write-text.ts'

/** `QUIRE_TEST_ROUNDS=100 node --test` of this file looks longer. */
const rounds = Number(process.env.QUIRE_TEST_ROUNDS ?? 8)
const seed = 20261116
/** Few sources, so that most writes replace an older version; both writers write the last three. */
const ownSources = 12
const contested = ['both-1.md', 'both-2.md', 'both-3.md']
const inFlightAtOnce = 3

/**
 * Versions that may be stored for a source: the last version acknowledged to a writer (the order between two writers is not
 * known), or one that was being written when they were killed. The result of an earlier round counts until it is replaced.
 */
type Entry = { acknowledged: Map<number | 'before', string>; underWay: Set<string> }
type Ledger = Map<string, Entry>

test(`nothing acknowledged is lost in ${rounds} rounds of kill -9 with two writers`, async t => {
  const home = await temporaryHome(t)
  const random = seededRandom(seed)
  const ledger: Ledger = new Map()
  const counts = { acknowledged: 0, cutOff: 0, replaced: 0 }

  for (let round = 0; round < rounds; round++) {
    const writers = await Promise.all([openMcpProcess(t, home), openMcpProcess(t, home)])
    const enough = 1 + random.below(25)
    const { promise: hasEnough, resolve } = Promise.withResolvers<void>()
    let acknowledged = 0
    const onAcknowledged = () => {
      acknowledged += 1
      if (acknowledged >= enough) resolve()
    }
    const writing = writers.flatMap((writer, number) =>
      Array.from({ length: inFlightAtOnce }, (_, lane) =>
        write({ writer, number, lane }, ledger, {
          round,
          seed: random.below(2 ** 31),
          onAcknowledged,
          counts,
        }),
      ),
    )
    await hasEnough
    for (const writer of writers) {
      await pause(random.below(12))
      await writer.crash()
    }
    await Promise.all(writing)
    settle(ledger, await readHome(home))
  }

  t.diagnostic(
    `${counts.acknowledged} acknowledged (${counts.replaced} replaced an older version), ${counts.cutOff} cut off`,
  )
  assert.ok(counts.replaced > rounds && counts.cutOff > rounds, 'the kills must hit writers at work')
})

/** One lane of a writer writes a source at a time, so that its versions have an order. */
function sourcesOf(writer: number, lane: number): string[] {
  const own = Array.from({ length: ownSources }, (_, index) => `writer-${writer}-${index}.md`)
  return [...own, ...contested].filter((_, index) => index % inFlightAtOnce === lane)
}

async function write(
  { writer, number, lane }: { writer: McpProcess; number: number; lane: number },
  ledger: Ledger,
  context: {
    round: number
    seed: number
    onAcknowledged(): void
    counts: { acknowledged: number; cutOff: number; replaced: number }
  },
): Promise<void> {
  const random = seededRandom(context.seed)
  const sources = sourcesOf(number, lane)
  for (let version = 0; ; version++) {
    const source = random.pick(sources)
    const content = writeText(`${source} round ${context.round} writer ${number} version ${version}`)
    const entry = entryOf(ledger, source)
    entry.underWay.add(content)
    try {
      const { status } = await writer.call('ingest_content', { source, content })
      entry.acknowledged.delete('before')
      entry.acknowledged.set(number, content)
      context.counts.acknowledged += 1
      if (status === 'replaced') context.counts.replaced += 1
      context.onAcknowledged()
    } catch (error) {
      if (!(error instanceof ToolFailure)) {
        context.counts.cutOff += 1
        return
      }
      // On a contested source the other writer may be first; any other failure is an error.
      assert.ok(contested.includes(source), error.message)
      assert.match(error.message, /replaced or deleted by another process/)
    }
    entry.underWay.delete(content)
  }
}

function entryOf(ledger: Ledger, source: string): Entry {
  const entry = ledger.get(source) ?? { acknowledged: new Map(), underWay: new Set() }
  ledger.set(source, entry)
  return entry
}

/** What is stored after a round must not be lost in the next. */
function settle(ledger: Ledger, stored: ReadonlyMap<string, string>): void {
  for (const source of stored.keys()) assert.ok(ledger.has(source), `${source} was never sent`)
  for (const [source, { acknowledged, underWay }] of ledger) {
    const content = stored.get(source)
    if (content === undefined) assert.equal(acknowledged.size, 0, `${source} was acknowledged and is lost`)
    else {
      const mayStand = [...acknowledged.values(), ...underWay]
      assert.ok(mayStand.includes(content), `${source} is not what was acknowledged: ${content.slice(0, 60)}`)
      acknowledged.clear()
      acknowledged.set('before', content)
    }
    underWay.clear()
  }
}
