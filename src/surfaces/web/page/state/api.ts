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

/** Calls a tool over REST, as every other client does. */
export async function callTool<Value>(tool: string, input: object = {}, abort?: AbortSignal): Promise<Value> {
  return request<Value>(`/api/v1/${tool}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(input),
    ...(abort === undefined ? {} : { signal: abort }),
  })
}

export async function request<Value>(address: string, init: RequestInit = {}): Promise<Value> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new CallError(texts.errors.unreachable, { hint: texts.errors.unreachableHint })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    // SAFETY: the routes of this server return what their schemas in /openapi.json say.
    return body as Value
  }
  if (response.status === 401) mustSignIn.value = true
  throw readError(body, response.status)
}

/** Toolsets word their errors in different shapes: a text, or an object with code, message and hint. */
export function readError(body: unknown, status: number): CallError {
  const { error = body } = Object(body)
  if (typeof error === 'string') return new CallError(error, { status })
  const { code, message, hint, details } = Object(error)
  const words = typeof message === 'string' ? message : texts.errors.unknown(status)
  return new CallError(words, {
    code: typeof code === 'string' ? code : '',
    hint:
      typeof hint === 'string' ? hint : typeof Object(details).hint === 'string' ? Object(details).hint : '',
    status,
  })
}

/** Sends a file as a form and reports how much of it has been sent. `fetch` cannot report that. */
export function sendForm<Value>(
  address: string,
  form: FormData,
  { progress, signal: abort }: { progress(share: number): void; signal: AbortSignal },
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const sending = new XMLHttpRequest()
  sending.open('POST', address)
  sending.setRequestHeader('Accept', 'application/json')
  sending.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total)
  sending.onerror = () =>
    reject(new CallError(texts.errors.unreachable, { hint: texts.errors.unreachableHint }))
  sending.onload = () => {
    const body = parse(sending.responseText)
    if (sending.status < 300) resolve(body as Value)
    else reject(readError(body, sending.status))
  }
  abort.addEventListener('abort', () => {
    sending.abort()
    reject(abort.reason)
  })
  sending.send(form)
  return promise
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
