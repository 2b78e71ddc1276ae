import { mkdir } from 'node:fs/promises'
import { type Contestant, contestants, type Passages, type Question, type Race } from './contestants.ts'
import { readPassages } from './passages.ts'

/** What the race asks of one contestant, each in a process of its own, so that memory and CPU time are its own. */
export type Order =
  | { kind: 'build'; name: string; folder: string; peers: string; passages: string }
  | { kind: 'open'; name: string; folder: string; peers: string }
  | { kind: 'run'; race: Race; text: string; vector: number[] }

export type Reply = { cpuMs: number; ids: string[] | null; rssMb: number; races: Race[] } | { error: string }

let contestant: Contestant | null = null

process.on('message', async (order: Order) => {
  try {
    process.send?.(await serve(order))
  } catch (error) {
    process.send?.({ error: String(error).slice(0, 300) } satisfies Reply)
  }
})

async function serve(order: Order): Promise<Reply> {
  if (order.kind !== 'run') {
    contestant = contestants[order.name]?.(order) ?? null
    if (contestant === null) throw new Error(`There is no contestant ${order.name}.`)
    const chosen = contestant
    if (order.kind === 'open') return measure(chosen, async () => void (await chosen.open()))
    await mkdir(order.folder, { recursive: true })
    const passages: Passages = await readPassages(order.passages)
    return measure(chosen, async () => void (await chosen.build(passages)))
  }
  if (contestant === null) throw new Error('Build or open it first.')
  const chosen = contestant
  const run = chosen.run[order.race]
  if (run === undefined) return { cpuMs: 0, ids: null, rssMb: 0, races: [] }
  const question: Question = { text: order.text, vector: Float32Array.from(order.vector) }
  const isHybrid = order.race.startsWith('hybrid')
  // A hybrid search of a product embeds the question; the others are given its vector. The model remembers the last one.
  if (isHybrid) await chosen.warmUp?.(question)
  return measure(chosen, () => run(question))
}

async function measure(chosen: Contestant, work: () => Promise<string[] | undefined>): Promise<Reply> {
  const before = cpuMs()
  const ids = (await work()) ?? null
  const used = cpuMs() - before
  // SAFETY: the keys of `run` are races.
  const races = Object.keys(chosen.run) as Race[]
  return { cpuMs: used, ids, rssMb: process.memoryUsage.rss() / 1e6, races }
}

/** Of all threads of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
