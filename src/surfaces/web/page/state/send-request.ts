import { signal } from '@preact/signals'
import { texts } from '../texts.ts'

/** A call that failed, in words for a person: what is wrong, and what to do next. */
export class CallError extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  constructor(message: string, { code = '', hint = '', status = 0 } = {}) {
    super(message)
    this.code = code
    this.hint = hint
    this.status = status
  }
}

/** Whether the server refused a call because nobody has signed in. */
export const mustSignIn = signal(false)

/** Returns a response of success; throws a `CallError` for any other, and when the server does not answer. */
export async function sendRequest(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new CallError(texts.errors.unreachable, { hint: texts.errors.unreachableHint })
  })
  if (response.ok) return response
  if (response.status === 401) mustSignIn.value = true
  throw readError(parsed(await response.text().catch(() => '')), response.status)
}

/** Some toolsets word their errors as plain text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? null : text
  }
}

/** Toolsets word their errors in different shapes: a text, or an object with code, message and hint. */
export function readError(body: unknown, status: number): CallError {
  const { error = body } = Object(body)
  if (typeof error === 'string') return new CallError(forPeople(error), { status })
  const { code, message, hint, details } = Object(error)
  const { reason, hint: detailed } = Object(details)
  // One toolset has a single code, and the reason beside it.
  const kind = code === 'HTTP_ERROR' ? reason : code
  const words = typeof message === 'string' ? message : texts.errors.unknown(status)
  return new CallError(forPeople(words), {
    code: typeof kind === 'string' ? kind : '',
    hint: typeof hint === 'string' ? hint : typeof detailed === 'string' ? detailed : '',
    status,
  })
}

/** Messages are written for programs and shells too: names of tools and flags mean nothing on a page. */
function forPeople(message: string): string {
  let words = message.replace(/^\w+ failed: /, '')
  for (const [pattern, instead] of texts.errors.forPeople) words = words.replace(pattern, instead)
  return words
}

/** An error that was caught, as one that can be shown. */
export function asCallError(problem: unknown): CallError {
  return problem instanceof CallError ? problem : new CallError(String(problem))
}
