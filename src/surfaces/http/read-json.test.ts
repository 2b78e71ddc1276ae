import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '../../../test/support/cpu-ms.ts'
import { findExcess, jsonLimits, parseJson } from './read-json.ts'

const excessOf = (text: string) => findExcess(Buffer.from(text))

test('a body with too many names, members, texts or levels is named before it is parsed', async () => {
  const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`
  const objects = `[${`${names(1000)},`.repeat(jsonLimits.others / 1000)}{"one":"more"}]`
  const lists = `[${`[${'"a",'.repeat(1000)}"a"],`.repeat(jsonLimits.others / 1000)}1]`
  const nested = '['.repeat(jsonLimits.depth + 1)
  assert.match(String(await excessOf(objects)), /more than 50000 names, texts/)
  assert.match(String(await excessOf(names(jsonLimits.members + 1))), /more than 20000 members/)
  assert.match(String(await excessOf(lists)), /more than 50000 names, texts/)
  assert.match(String(await excessOf(nested)), /more than 100 levels/)
})

test('signs inside texts do not count', async () => {
  const text = JSON.stringify({ content: `"${'[{,:\\"'.repeat(100_000)}` })
  assert.equal(await excessOf(text), null)
  assert.deepEqual(await parseJson(Buffer.from(text)), { state: 'read', value: JSON.parse(text) })
})

test('counts are kept over slices, wherever a slice ends', async () => {
  const padding = ' '.repeat(1024 * 1024 - 3)
  assert.match(String(await excessOf(`${padding}${'['.repeat(jsonLimits.depth + 1)}`)), /levels/)
  assert.equal(await excessOf(`${padding}{"a\\"${'['.repeat(200)}":1}`), null)
})

test('five hundred vectors of 3072 numbers are no excess', async () => {
  const items = Array.from({ length: 500 }, (_, id) => ({
    id: String(id),
    embedding: Array(3072).fill(0.125),
  }))
  assert.equal(await excessOf(JSON.stringify({ items })), null)
})

test('an absurd body of sixteen megabytes costs less than it would take to parse a quarter of it', async () => {
  const bodyOf = (names: number) =>
    Buffer.from(`{${Array.from({ length: names }, (_, at) => `"k${at}":${at % 10}`).join(',')}}`)
  const [body, quarter] = [bodyOf(1_000_000), bodyOf(250_000)]
  await findExcess(body.subarray(0, 1000))
  const excessMs = await cpuMs(() => findExcess(body))
  const parseMs = await cpuMs(() => JSON.parse(quarter.toString()))
  assert.ok(excessMs < parseMs, `${excessMs} ms, and ${parseMs} ms to parse a quarter`)
})
