import { createHash, randomBytes } from 'node:crypto'
import { httpClient } from '../adapters/net/http.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Log } from '../core/ports/log.ts'
import type { CoreValues } from './config/settings.ts'
import { httpOptions } from './http-options.ts'

export type Traces = {
  /** A log that also makes a span of every call and job. */
  log: Log
  /** Sends what has not been sent yet. */
  close(): Promise<void>
}

type Fields = NonNullable<Parameters<Log['write']>[2]>

const batchMs = 5_000
const batchSpans = 512
/** More spans are dropped until the collector answers again. */
const mostSpans = 4_096
const sendMs = 5_000
const largestAnswer = 1_000_000

/**
 * Sends traces to an OpenTelemetry collector by OTLP over HTTP as JSON, when the settings name one. A span has the names of
 * the tool and its outcome, never content. A collector that does not answer costs spans, never a call.
 */
export function openTraces(
  values: CoreValues,
  { log, version, clock }: { log: Log; version: string; clock: Pick<Clock, 'now'> },
): Traces {
  const endpoint = values['otel.endpoint']
  if (endpoint === null) return { log, close: async () => {} }
  const client = httpClient(httpOptions(values))
  const address = new URL(`${endpoint}/v1/traces`)
  const headers = { 'Content-Type': 'application/json', ...headersOf(values['otel.headers']) }
  const waiting: object[] = []
  let isFailing = false
  let dropped = 0
  let sending = Promise.resolve()
  const timer = setInterval(() => flush(), batchMs).unref()

  function flush(): Promise<void> {
    sending = sending.then(send)
    return sending
  }

  async function send(): Promise<void> {
    const batch = waiting.slice(0, batchSpans)
    if (batch.length === 0) return
    try {
      const body = JSON.stringify(toRequest(batch, values['otel.service_name'], version))
      const request = { method: 'POST', headers, body, maxBytes: largestAnswer } as const
      const { status } = await client.request(address, request, AbortSignal.timeout(sendMs))
      if (status < 200 || status > 299) throw new Error(`The collector answered ${status}.`)
      waiting.splice(0, batch.length)
      if (isFailing) log.write('info', 'traces', { state: 'sent again', dropped })
      isFailing = false
    } catch (error) {
      // Reported once, until it works again.
      if (!isFailing) log.write('warn', 'traces', { problem: `Traces cannot be sent: ${String(error)}` })
      isFailing = true
    }
  }

  return {
    log: {
      write(level, event, fields) {
        log.write(level, event, fields)
        const span = fields === undefined ? null : spanOf(event, fields, Date.parse(clock.now()))
        if (span === null) return
        if (waiting.length < mostSpans) waiting.push(span)
        else dropped += 1
        if (waiting.length === batchSpans && !isFailing) void flush()
      },
    },
    async close() {
      clearInterval(timer)
      await flush()
      await client.close()
    },
  }
}

/** `name=value,name=value`, as OTEL_EXPORTER_OTLP_HEADERS writes headers. */
function headersOf(text: string | null): Record<string, string> {
  const pairs = (text ?? '').split(',').map(pair => pair.split('=', 2).map(part => part.trim()))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) =>
      name === '' || value === undefined ? [] : [[name.toLowerCase(), decodeURIComponent(value)]],
    ),
  )
}

const kinds = { server: 2, internal: 1 } as const
const failed = 2

/** The span of a call or a job; null for other events, and where whoever called does not want the trace. */
function spanOf(event: string, fields: Fields, endMs: number): object | null {
  if (event !== 'call' && event !== 'job') return null
  const { ms, outcome, tool, kind, correlation_id: correlation, job_id: job, traceparent } = fields
  const parent = parseParent(traceparent)
  if (parent !== null && !parent.isSampled) return null
  const trace = parent?.trace ?? digestOf(String(correlation ?? job))
  const isOk = outcome === 'ok' || outcome === 'done'
  return {
    traceId: trace,
    spanId: randomBytes(8).toString('hex'),
    ...(parent === null ? {} : { parentSpanId: parent.span }),
    name: event === 'call' ? `tool ${tool}` : `job ${kind}`,
    kind: event === 'call' ? kinds.server : kinds.internal,
    startTimeUnixNano: nanos(endMs - Number(ms)),
    endTimeUnixNano: nanos(endMs),
    attributes: attributesOf(fields),
    status: isOk ? {} : { code: failed, message: String(outcome) },
  }
}

/** Calls with one correlation id, such as a tool that another one calls, are one trace. */
function digestOf(correlation: string): string {
  return createHash('sha256').update(correlation).digest('hex').slice(0, 32)
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`
}

/** The header of W3C Trace Context. */
function parseParent(value: unknown): { trace: string; span: string; isSampled: boolean } | null {
  const [, trace, span, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(value)) ?? []
  if (trace === undefined || span === undefined || flags === undefined) return null
  if (/^0+$/.test(trace) || /^0+$/.test(span)) return null
  return { trace, span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const names: Readonly<Record<string, string>> = {
  tool: 'quire.tool',
  kind: 'quire.job.kind',
  job_id: 'quire.job.id',
  surface: 'quire.surface',
  outcome: 'quire.outcome',
  correlation_id: 'quire.correlation_id',
  token: 'quire.token',
  client: 'client.address',
}

function attributesOf(fields: Fields): object[] {
  return Object.entries(names).flatMap(([field, key]) => {
    const value = fields[field]
    return value === undefined || value === null ? [] : [{ key, value: { stringValue: String(value) } }]
  })
}

function toRequest(spans: readonly object[], service: string, version: string) {
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const attributes = [text('service.name', service), text('service.version', version)]
  return {
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'quire', version }, spans }] }],
  }
}
