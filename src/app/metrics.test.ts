import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from './metrics.ts'

const call = { tool: 'search', surface: 'rest', correlation_id: 'c', outcome: 'ok' }

test('calls are counted by tool and outcome, and their durations fall into cumulative buckets', () => {
  const lines: unknown[] = []
  const metrics = createMetrics({ write: (...line) => lines.push(line) }, '1.2.3')
  metrics.log.write('info', 'call', { ...call, ms: 20 })
  metrics.log.write('info', 'call', { ...call, ms: 700 })
  metrics.log.write('warn', 'call', { ...call, ms: 90_000, outcome: 'TIMEOUT' })
  metrics.log.write('warn', 'refused', { code: 'TOKEN_REQUIRED' })
  assert.equal(lines.length, 4, 'the log is written as before')
  const text = metrics.render({ jobs: new Map([['running', 2]]), documents: 3, chunks: 40, outerIndex: null })
  for (const line of [
    'quire_build_info{version="1.2.3"} 1',
    'quire_calls_total{tool="search",surface="rest",outcome="ok"} 2',
    'quire_calls_total{tool="search",surface="rest",outcome="TIMEOUT"} 1',
    'quire_call_seconds_bucket{tool="search",le="0.01"} 0',
    'quire_call_seconds_bucket{tool="search",le="0.025"} 1',
    'quire_call_seconds_bucket{tool="search",le="1"} 2',
    'quire_call_seconds_bucket{tool="search",le="60"} 2',
    'quire_call_seconds_bucket{tool="search",le="+Inf"} 3',
    'quire_call_seconds_count{tool="search"} 3',
    'quire_refused_total{code="TOKEN_REQUIRED"} 1',
    'quire_store_up 1',
    'quire_jobs{state="running"} 2',
    'quire_chunks 40',
  ])
    assert.ok(text.split('\n').includes(line), line)
})

test('a store that cannot be read is reported as such, and label values are escaped', () => {
  const metrics = createMetrics({ write() {} }, 'a"b\\c\nd')
  const text = metrics.render(null)
  assert.match(text, /^quire_store_up 0$/m)
  assert.doesNotMatch(text, /^quire_documents/m)
  assert.match(text, /^quire_build_info\{version="a\\"b\\\\c\\nd"\} 1$/m)
})
