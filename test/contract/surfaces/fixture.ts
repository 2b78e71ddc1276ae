import { once } from 'node:events'
import { z } from 'zod'
import { toolMaker } from '../../../src/core/contract/define-tool.ts'
import { defineToolset } from '../../../src/core/contract/define-toolset.ts'
import type { Runtime } from '../../../src/core/contract/invoke.ts'
import type { ResourceProvider } from '../../../src/core/contract/resources.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { Failure, type FailureKind, statusOfKind } from '../../../src/core/model/failure.ts'
import { createHttpApp, type HttpAppOptions } from '../../../src/surfaces/http/http-app.ts'

/** A test toolset with known behaviour, a runtime that records calls, and the HTTP app for both. */

export type Services = { journal: Journal }

/** Events as promises that tests wait for. */
export class Journal {
  readonly started = Promise.withResolvers<void>()
  readonly stopped = Promise.withResolvers<string>()
}

const defineTool = toolMaker<Services>()
const kinds = Object.keys(statusOfKind) as FailureKind[]

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again. Use it to see what arrived.',
  access: 'read',
  timeoutMs: 60_000,
  failures: [],
  tags: ['fixture', 'voice'],
  version: '2.1.0',
  stability: 'beta',
  input: z.object({
    text: z.string().min(1).describe('What to say'),
    times: z.int().min(1).max(10).default(1).describe('How often'),
    loud: z.boolean().default(false).describe('Whether to shout'),
    tags: z.array(z.string()).default([]).describe('Words to say along'),
    filter: z.record(z.string(), z.unknown()).nullable().default(null).describe('Anything'),
  }),
  output: z.object({
    said: z.array(z.string()).describe('What was said'),
    tags: z.array(z.string()).describe('What was said along'),
    filter: z.record(z.string(), z.unknown()).nullable().describe('What was given'),
    surface: z.string().describe('Who called'),
  }),
  async run({ caller }, { text, times, loud, tags, filter }) {
    const said = Array.from({ length: times }, () => (loud ? text.toUpperCase() : text))
    return { said, tags, filter, surface: caller.surface }
  },
})

const fail = defineTool({
  name: 'fail',
  title: 'Fail',
  description: 'Fails in the way you ask for.',
  access: 'write',
  timeoutMs: 60_000,
  failures: ['ASKED_FOR'],
  input: z.object({ kind: z.enum(kinds).describe('How to fail') }),
  output: z.object({ never: z.string().describe('Nothing') }),
  async run(_context, { kind }) {
    throw new Failure(kind, 'ASKED_FOR', `Failed as ${kind}.`, { hint: 'Ask for less.' })
  },
})

const surprise = defineTool({
  name: 'surprise',
  title: 'Surprise',
  description: 'Breaks in a way nobody planned for.',
  access: 'read',
  timeoutMs: 60_000,
  failures: [],
  input: z.object({}),
  output: z.object({}),
  async run() {
    throw new Error('secret detail at /home/someone')
  },
})

const wait = defineTool({
  name: 'wait',
  title: 'Wait',
  description: 'Waits until it is stopped.',
  access: 'read',
  timeoutMs: 60_000,
  failures: [],
  input: z.object({}),
  output: z.object({}),
  async run({ signal, journal }) {
    journal.started.resolve()
    await once(signal, 'abort')
    journal.stopped.resolve(String((signal.reason as Error).message))
    return {}
  },
})

const count = defineTool({
  name: 'count',
  title: 'Count',
  description: 'Counts up and reports each step.',
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 60_000,
  failures: [],
  input: z.object({ to: z.int().describe('Where to stop') }),
  output: z.object({ counted: z.int().describe('How far') }),
  async run({ progress }, { to }) {
    for (let done = 1; done <= to; done++) progress({ done, total: to, message: `step ${done}` })
    progress({ done: to, total: to, message: 'said twice' })
    return { counted: to }
  },
})

const remove = defineTool({
  name: 'remove',
  title: 'Remove',
  description: 'Removes a thing by its id.',
  access: 'destroy',
  timeoutMs: 60_000,
  failures: [],
  rest: { method: 'DELETE', path: '/api/v1/things/{id}' },
  input: z.object({
    id: z.int().describe('Which thing'),
    dry: z.boolean().default(false).describe('Only say what would happen'),
  }),
  output: z.object({
    removed: z.int().describe('Which'),
    dry: z.boolean().describe('Whether it was only said'),
  }),
  async run(_context, { id, dry }) {
    return { removed: id, dry }
  },
})

const mutter = defineTool({
  name: 'mutter',
  title: 'Mutter',
  description: 'Fails in plain words.',
  access: 'read',
  timeoutMs: 60_000,
  failures: [],
  input: z.object({}),
  output: z.object({}),
  async run() {
    throw new Failure('not_found', 'NOTHING', 'There is nothing to say.')
  },
})

export const voice = defineToolset<Services>({
  name: 'voice',
  title: 'Voice',
  description: 'Tools that say things.',
  tools: [echo, fail, surprise, wait, count, remove],
  wordFailure: (failure, { tool, correlationId }) => ({
    error: { code: failure.code, message: failure.message },
    tool,
    correlation_id: correlationId,
  }),
})

export const plain = defineToolset<Services>({
  name: 'plain',
  title: 'Plain',
  description: 'Words failures as text.',
  tools: [mutter],
  wordFailure: failure => failure.message,
})

export const hidden = defineToolset<Services>({
  name: 'hidden',
  title: 'Hidden',
  description: 'Not for everyone.',
  isHidden: true,
  tools: [{ ...mutter, name: 'whisper' }],
  wordFailure: failure => failure.message,
})

export const resources: ResourceProvider = {
  templates: [{ uriTemplate: 'note://{id}', name: 'note', description: 'A note', mimeType: 'text/plain' }],
  async list(cursor) {
    const from = Number(cursor ?? 0)
    const page = [1, 2, 3, 4, 5].slice(from, from + 2)
    return {
      resources: page.map(id => ({ uri: `note://${id}`, name: `Note ${id}`, mimeType: 'text/plain' })),
      nextCursor: from + 2 < 5 ? String(from + 2) : null,
    }
  },
  async read(uri, { caller }) {
    if (uri === 'note://broken') throw new Error('secret detail at /home/someone')
    const id = /^note:\/\/([1-5])$/.exec(uri)?.[1]
    return id === undefined ? null : { uri, mimeType: 'text/plain', text: `Note ${id} for ${caller.surface}` }
  },
}

export type LogLine = { level: string; event: string } & Record<string, unknown>

export function fixtureRuntime() {
  const log: LogLine[] = []
  const journal = new Journal()
  const clocks: AbortController[] = []
  const runtime: Runtime<Services> = {
    services: () => ({ journal }),
    clock: {
      elapsed: () => 0,
      timeout() {
        const clock = new AbortController()
        clocks.push(clock)
        return { signal: clock.signal, dispose: () => {} }
      },
    },
    log: { write: (level, event, fields) => void log.push({ level, event, ...fields }) },
  }
  const runOutTheClock = () => clocks.at(-1)?.abort(new DOMException('late', 'TimeoutError'))
  return { runtime, log, journal, runOutTheClock }
}

export function fixtureOptions(over: Partial<HttpAppOptions<Services>> = {}) {
  const parts = fixtureRuntime()
  const options: HttpAppOptions<Services> = {
    table: toolTable([voice, plain]),
    toolsets: [voice, plain, hidden],
    runtime: parts.runtime,
    info: { name: 'quire', version: '1.2.3' },
    instructions: 'Say things.',
    resources,
    guard: { isLoopback: true, allowedHosts: [], token: null },
    ...over,
  }
  return { ...parts, options }
}

export function fixtureApp(over: Partial<HttpAppOptions<Services>> = {}) {
  const parts = fixtureOptions(over)
  const app = createHttpApp(parts.options)
  return {
    ...parts,
    app,
    async request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
      const headers = { host: '127.0.0.1:8321', ...init.headers }
      return app.fetch(new Request(`http://127.0.0.1:8321${path}`, { ...init, headers }))
    },
  }
}

/** Sends JSON with POST. */
export function posting(body: unknown, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes.
export async function jsonOf(response: Response): Promise<any> {
  return response.json()
}
