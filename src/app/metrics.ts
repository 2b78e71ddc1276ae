import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cpuUsage, memoryUsage, uptime } from 'node:process'
import type { Log } from '../core/ports/log.ts'
import type { OuterIndexState } from '../core/ports/store.ts'

/** Upper bounds of the durations that are counted, in seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const

type LoopDelay = ReturnType<typeof monitorEventLoopDelay>

type Durations = { counts: number[]; sum: number; total: number }

/** Facts that are asked for when the metrics are read: jobs by state, documents and chunks. */
export type StoreFacts = {
  jobs: ReadonlyMap<string, number>
  documents: number
  chunks: number
  /** The index of vectors outside the store's database; null when there is none. */
  outerIndex: OuterIndexState | null
}

export type Metrics = {
  /** A log that also counts calls and refusals. */
  log: Log
  /** Starts to measure how late the event loop is. */
  start(): void
  /** In the text format of Prometheus. `facts` is null when the store cannot be read. */
  render(facts: StoreFacts | null): string
}

/** Counts what is logged about calls. Nothing here holds content of calls; label values are names of this program. */
export function createMetrics(log: Log, version: string): Metrics {
  const calls = new Map<string, number>()
  const refusals = new Map<string, number>()
  const durations = new Map<string, Durations>()
  let loop: LoopDelay | null = null

  return {
    log: {
      write(level, event, fields) {
        log.write(level, event, fields)
        if (event === 'call' && fields !== undefined) {
          const { tool, surface, outcome, ms } = fields
          add(calls, labels({ tool, surface, outcome }))
          addDuration(durations, labels({ tool }), Number(ms) / 1000)
        } else if (event === 'refused') add(refusals, labels({ code: fields?.code }))
      },
    },
    start() {
      loop ??= monitorEventLoopDelay({ resolution: 20 })
      loop.enable()
    },
    render(facts) {
      const { user, system } = cpuUsage()
      const lines = [
        ...metric('quire_build_info', ['gauge', 'The version of this server'], [[labels({ version }), 1]]),
        ...metric('quire_calls_total', ['counter', 'Calls of tools by outcome'], calls),
        ...histogram('quire_call_seconds', 'How long calls of tools took', durations),
        ...metric('quire_refused_total', ['counter', 'Requests that were refused before a tool'], refusals),
        ...metric('quire_store_up', ['gauge', '1 when the store answers'], [['', facts === null ? 0 : 1]]),
        ...(facts === null ? [] : factLines(facts)),
        ...metric(
          'process_cpu_seconds_total',
          ['counter', 'CPU time of this process'],
          [['', (user + system) / 1e6]],
        ),
        ...metric(
          'process_resident_memory_bytes',
          ['gauge', 'Memory of this process'],
          [['', memoryUsage().rss]],
        ),
        ...metric('process_uptime_seconds', ['gauge', 'How long this process has run'], [['', uptime()]]),
        ...(loop === null ? [] : loopLines(loop)),
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

type Label = string | number | boolean | null | undefined

function labels(values: Record<string, Label>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return `{${pairs.join(',')}}`
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function addDuration(durations: Map<string, Durations>, name: string, seconds: number): void {
  const known = durations.get(name) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 }
  durations.set(name, known)
  const at = bounds.findIndex(bound => seconds <= bound)
  if (at !== -1) known.counts[at] = (known.counts[at] ?? 0) + 1
  known.sum += seconds
  known.total += 1
}

type Values = Iterable<readonly [label: string, value: number]>

function metric(name: string, [type, help]: ['counter' | 'gauge', string], values: Values): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...series(name, values)]
}

function series(name: string, values: Values): string[] {
  return [...values].map(([label, value]) => `${name}${label} ${value}`)
}

function histogram(name: string, help: string, durations: ReadonlyMap<string, Durations>): string[] {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const [label, { counts, sum, total }] of durations) {
    const withBound = (bound: string) => label.replace('}', `,le="${bound}"}`)
    let reached = 0
    for (const [at, bound] of bounds.entries()) {
      reached += counts[at] ?? 0
      lines.push(`${name}_bucket${withBound(String(bound))} ${reached}`)
    }
    lines.push(`${name}_bucket${withBound('+Inf')} ${total}`)
    lines.push(`${name}_sum${label} ${sum}`, `${name}_count${label} ${total}`)
  }
  return lines
}

function factLines({ jobs, documents, chunks, outerIndex }: StoreFacts): string[] {
  const states = [...jobs].map(([state, count]) => [labels({ state }), count] as const)
  return [
    ...metric('quire_jobs', ['gauge', 'Jobs that have not ended, by state'], states),
    ...metric('quire_documents', ['gauge', 'Stored documents'], [['', documents]]),
    ...metric('quire_chunks', ['gauge', 'Stored chunks'], [['', chunks]]),
    ...(outerIndex === null ? [] : indexLines(outerIndex)),
  ]
}

function indexLines({ chunks, seconds, used, problem }: OuterIndexState): string[] {
  const name = 'quire_vector_index'
  return [
    ...metric(
      `${name}_up`,
      ['gauge', '1 when the index of vectors can be used'],
      [['', problem === null ? 1 : 0]],
    ),
    ...metric(
      `${name}_waiting_chunks`,
      ['gauge', 'Chunks whose change it does not have yet'],
      [['', chunks]],
    ),
    ...metric(`${name}_behind_seconds`, ['gauge', 'How long the first of them has waited'], [['', seconds]]),
    ...metric(`${name}_answers_total`, ['counter', 'Rankings that it answered'], [['', used]]),
  ]
}

function loopLines(loop: LoopDelay): string[] {
  const seconds = (quantile: number) => loop.percentile(quantile * 100) / 1e9
  const quantiles = [0.5, 0.99].map(quantile => [labels({ quantile }), seconds(quantile)] as const)
  return metric('nodejs_eventloop_lag_seconds', ['gauge', 'Delay of the event loop'], quantiles)
}
