import { setTimeout as pause } from 'node:timers/promises'
import type { Sent } from './hostile-inputs.ts'

/** Sends it and waits for the end of the work, also where that goes on as a job; says how it ended. */
export async function send(url: string, sent: Sent): Promise<string> {
  const response = await fetch(
    `${url}${sent.kind === 'file' ? '/upload' : sent.path}`,
    requestOf(sent),
  ).catch((error: Error) => error)
  if (response instanceof Error) return `connection failed: ${String(response.cause ?? response.message)}`
  const text = await response.text()
  const answer = parse(text)
  if (typeof answer.job_id === 'string' && answer.status === 'running') return untilEnded(url, answer.job_id)
  const said = answer.error ?? answer.status ?? text
  return `${response.status} ${(typeof said === 'string' ? said : JSON.stringify(said)).slice(0, 80)}`.replaceAll(
    '\n',
    ' ',
  )
}

function requestOf(sent: Sent): RequestInit {
  if (sent.kind === 'body')
    return {
      method: 'POST',
      headers: {
        'Content-Type': sent.contentType,
        ...(sent.path === '/mcp' ? { Accept: 'application/json, text/event-stream' } : {}),
      },
      body: Buffer.from(sent.bytes),
    }
  const form = new FormData()
  form.set('file', new File([Buffer.from(sent.bytes)], sent.fileName))
  return { method: 'POST', body: form }
}

async function untilEnded(url: string, id: string): Promise<string> {
  for (;;) {
    const job = parse(await (await fetch(`${url}/api/v1/jobs/${id}`)).text())
    if (job.state !== 'running') return `job ${job.state ?? JSON.stringify(job)}`
    await pause(200)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: replies of many shapes, read for a report
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
