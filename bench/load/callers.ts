import { setTimeout as pause } from 'node:timers/promises'
import { type Random, seededRandom } from '../../src/app/eval/seeded-random.ts'

export const kinds = ['search', 'list', 'write', 'delete'] as const
export type Kind = (typeof kinds)[number]

/** `retriable`: the answer says that it can be repeated; `cut`: the connection ended; `wrong`: anything else. */
export type Outcome = {
  kind: Kind
  at: number
  ms: number
  state: 'ok' | 'retriable' | 'cut' | 'wrong'
  says: string
}

export type Load = {
  outcomes: Outcome[]
  /** Content of every write that was acknowledged, by source; null: its deletion was. */
  acknowledged: Map<string, string | null>
  /** Sources whose last write or deletion got no answer: either state is right, and no caller uses them again. */
  unsure: Set<string>
  stop(): Promise<void>
}

export const library = 'load'
/** Longer than the server itself lets any of these calls take. */
const limitMs = 75_000
const words = 'river lamp stone paper winter garden letter engine harbour copper silver market'.split(' ')

/** Callers that search, list, write and delete until they are stopped, each over another server when one is gone. */
export function startCallers(
  urls: readonly string[],
  { callers, pauseMs }: { callers: number; pauseMs: number },
): Load {
  const outcomes: Outcome[] = []
  const acknowledged = new Map<string, string | null>()
  const unsure = new Set<string>()
  const ids = new Map<string, string>()
  let isOver = false

  async function call(
    kind: Kind,
    tool: string,
    input: object,
    at: number,
  ): Promise<Record<string, unknown> | null> {
    const startedAt = performance.now()
    const note = (state: Outcome['state'], says: string) =>
      void outcomes.push({ kind, at: startedAt, ms: performance.now() - startedAt, state, says })
    try {
      const response = await fetch(`${urls[at % urls.length]}/api/v1/documents/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(limitMs),
      })
      const text = await response.text()
      if (response.ok) {
        note('ok', '')
        return JSON.parse(text)
      }
      const isRetriable = [429, 503, 504].includes(response.status)
      note(isRetriable ? 'retriable' : 'wrong', `${response.status} ${text.slice(0, 160)}`)
    } catch (error) {
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      note(/Timeout/.test(String(error)) ? 'wrong' : 'cut', cause)
    }
    return null
  }

  async function live(number: number): Promise<void> {
    const random: Random = seededRandom(1_000 + number)
    const own: string[] = []
    let server = number
    for (let turn = 0; !isOver; turn++) {
      const before = outcomes.length
      const chance = random.next()
      if (chance < 0.6)
        await call(
          'search',
          'search',
          { query: `${random.pick(words)} ${random.pick(words)}`, library },
          server,
        )
      else if (chance < 0.75) await call('list', 'list_documents', { library, limit: 10 }, server)
      else if (chance < 0.97 || own.length === 0) {
        const source = chance < 0.8 && own.length > 0 ? random.pick(own) : `load/${number}-${turn}.md`
        const content = `Note ${number}-${turn}. ${Array.from({ length: 40 }, () => random.pick(words)).join(' ')}.`
        unsure.add(source)
        const stored = await call('write', 'ingest_content', { content, source, library }, server)
        if (stored !== null) {
          unsure.delete(source)
          acknowledged.set(source, content)
          ids.set(source, String(stored.doc_id))
          if (!own.includes(source)) own.push(source)
        } else if (own.includes(source)) own.splice(own.indexOf(source), 1)
      } else {
        const source = own.splice(random.below(own.length), 1)[0] ?? ''
        unsure.add(source)
        const deleted = await call('delete', 'delete_document', { doc_id: ids.get(source) }, server)
        // 0: there is no document with this id.
        if (deleted !== null && deleted.deleted_chunks !== 0) {
          unsure.delete(source)
          acknowledged.set(source, null)
        }
      }
      if (outcomes.length > before && outcomes.at(-1)?.state === 'cut') server++
      await pause(pauseMs * (0.5 + random.next()))
    }
  }

  const living = Array.from({ length: callers }, (_, number) => live(number))
  return {
    outcomes,
    acknowledged,
    unsure,
    async stop() {
      isOver = true
      await Promise.all(living)
    },
  }
}
