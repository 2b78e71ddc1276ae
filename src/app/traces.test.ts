import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { stillClock } from '../../test/conformance/store-fixtures.ts'
import { testProcess } from '../../test/contract/world.ts'
import { readConfig } from './config/read-config.ts'
import { openTraces } from './traces.ts'

/** A collector on loopback that keeps what it gets. */
async function collector() {
  const received: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on a port has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    answer(next: number) {
      status = next
    },
    spans: () => received.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function tracesTo(env: Record<string, string>) {
  const lines: string[] = []
  const log = {
    write: (_level: string, event: string, fields = {}) =>
      void lines.push(`${event} ${JSON.stringify(fields)}`),
  }
  const { values } = await readConfig({ ...testProcess('/', []), env })
  return { traces: openTraces(values, { log, version: '1.2.3', clock: stillClock }), lines }
}

const call = { tool: 'search', surface: 'rest', correlation_id: 'c-1', ms: 25, outcome: 'ok' }
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('a call becomes a span of the trace that its client names, and nothing else of it is sent', async () => {
  await using at = await collector()
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: at.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=s%20ecret',
    OTEL_SERVICE_NAME: 'library',
  }
  const { traces, lines } = await tracesTo(env)
  traces.log.write('info', 'call', {
    ...call,
    traceparent,
    token: 'abc',
    client: '10.0.0.9',
    text: 'a question',
  })
  traces.log.write('warn', 'call', { ...call, outcome: 'TIMEOUT' })
  traces.log.write('info', 'call', { ...call, tool: 'get_document' })
  traces.log.write('info', 'call', { ...call, traceparent: traceparent.replace(/01$/, '00') })
  traces.log.write('info', 'job', { job_id: 'j', kind: 'ingest_folder', ms: 5, outcome: 'done' })
  traces.log.write('info', 'started', { port: 1 })
  await traces.close()
  assert.equal(lines.length, 6, 'the log is written as before')
  const [{ path, headers, body } = assert.fail('nothing was sent')] = at.received
  assert.equal(path, '/v1/traces')
  assert.equal(headers['x-key'], 's ecret')
  assert.doesNotMatch(body, /a question/)
  const { resource } = JSON.parse(body).resourceSpans[0]
  assert.deepEqual(resource.attributes[0], { key: 'service.name', value: { stringValue: 'library' } })
  const [first, late, other, job, ...more] = at.spans()
  assert.deepEqual(more, [], 'neither what a client does not sample, nor other events')
  const end = BigInt(Date.parse(stillClock.now())) * 1_000_000n
  assert.deepEqual(
    { ...first, spanId: first.spanId.length, attributes: first.attributes.length },
    {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      spanId: 16,
      name: 'tool search',
      kind: 2,
      startTimeUnixNano: String(end - 25_000_000n),
      endTimeUnixNano: String(end),
      attributes: 6,
      status: {},
    },
  )
  assert.deepEqual(late.status, { code: 2, message: 'TIMEOUT' })
  assert.match(late.traceId, /^[0-9a-f]{32}$/)
  assert.equal(other.traceId, late.traceId, 'one correlation id is one trace')
  assert.equal(job.name, 'job ingest_folder')
})

test('a collector that fails is reported once, costs no call, and gets the spans when it works again', async () => {
  await using at = await collector()
  at.answer(503)
  const { traces, lines } = await tracesTo({ OTEL_EXPORTER_OTLP_ENDPOINT: at.url })
  for (let number = 0; number < 512; number++) traces.log.write('info', 'call', call)
  while (at.received.length < 1) await new Promise(setImmediate)
  at.answer(200)
  await traces.close()
  assert.equal(at.received.length, 2)
  assert.equal(at.spans().length, 1_024, 'the same batch twice')
  assert.equal(lines.filter(line => line.startsWith('traces')).length, 2)
})

test('without an endpoint nothing is wrapped', async () => {
  const log = { write() {} }
  const { values } = await readConfig(testProcess('/', []))
  assert.equal(openTraces(values, { log, version: '1', clock: stillClock }).log, log)
})
