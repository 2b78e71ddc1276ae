import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvents } from './event-stream.ts'

async function eventsOf(pieces: readonly string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const events: object[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

test('events arrive whole, however the stream is cut', async () => {
  const text =
    'retry: 2000\n\nevent: progress\ndata: {"done":1}\n\n: still here\n\nevent: result\ndata: {"ok":"ü: x"}\n\n'
  const expected = [
    { event: 'progress', data: { done: 1 } },
    { event: 'result', data: { ok: 'ü: x' } },
  ]
  assert.deepEqual(await eventsOf([text]), expected)
  for (const at of [1, 14, 30, 47, 80])
    assert.deepEqual(await eventsOf([text.slice(0, at), text.slice(at)]), expected)
})

test('an event that is cut off is not an event', async () => {
  assert.deepEqual(await eventsOf(['event: result\ndata: {"ok"']), [])
})
