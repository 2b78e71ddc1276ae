import { texts } from '../texts.ts'
import { CallError, readError, sendRequest } from './send-request.ts'

/** The progress of a call, as the server reports it. */
export type Progress = { done: number; total: number | null; part?: number; message: string }

export type Report = (progress: Progress) => void

/** Sends a request whose answer is a stream of events: progress, then one result or error. */
export async function streamed<Value>(address: string, init: RequestInit, report: Report): Promise<Value> {
  const { body, status } = await sendRequest(address, {
    ...init,
    headers: { ...init.headers, Accept: 'text/event-stream' },
  })
  for await (const { event, data } of body === null ? [] : readEvents(body)) {
    // SAFETY: the server describes its events in /openapi.json.
    if (event === 'progress') report(data as Progress)
    else if (event === 'result') return data as Value
    else if (event === 'error') throw readError(data, status)
  }
  throw new CallError(texts.errors.unreachable, { hint: texts.errors.unreachableHint })
}

type StreamEvent = { event: string; data: unknown }

/** The events of a stream in order; comments are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    rest += decoder.decode(value, { stream: !done })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(line => splitField(line)))
      const data = fields.get('data')
      if (data !== undefined) yield { event: fields.get('event') ?? 'message', data: JSON.parse(data) }
    }
    if (done) return
  }
}

function splitField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trimStart()]
}
