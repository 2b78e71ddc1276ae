import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'

type Message = {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/** Answers of the client to requests of the server, by method. */
type Answers = Readonly<Record<string, (params: unknown) => unknown>>

export type LanguageServer = {
  request(method: string, params: unknown): Promise<unknown>
  notify(method: string, params: unknown): void
}

/** Speaks the language server protocol with a child over its stdin and stdout. */
export function languageServer(child: ChildProcess, answers: Answers): LanguageServer {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let nextId = 1
  const send = (message: Message): void => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
    child.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`)
    child.stdin?.write(body)
  }
  const receive = ({ id, method, params, result, error }: Message): void => {
    if (method !== undefined) {
      if (id !== undefined) send({ id, result: answers[method]?.(params) ?? null })
      return
    }
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  if (child.stdout) readMessages(child.stdout, receive)
  // Writing to a child that has ended is reported by its exit.
  child.stdin?.on('error', () => {})
  const stop = (reason: string): void => {
    for (const asked of waiting.values()) asked.reject(new Error(reason))
    waiting.clear()
  }
  child.once('exit', (code, signal) => stop(`it ended with ${signal ?? `exit code ${code}`}`))
  child.once('error', error => stop(error.message))
  return {
    request(method, params) {
      const id = nextId++
      const asked = Promise.withResolvers<unknown>()
      waiting.set(id, asked)
      if (child.exitCode !== null || child.signalCode !== null) stop('it has ended')
      else send({ id, method, params })
      return asked.promise
    },
    notify: (method, params) => send({ method, params }),
  }
}

function readMessages(stream: Readable, receive: (message: Message) => void): void {
  let buffered = Buffer.alloc(0)
  stream.on('data', (data: Buffer) => {
    buffered = Buffer.concat([buffered, data])
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/Content-Length: (\d+)/i.exec(buffered.subarray(0, end).toString())?.[1] ?? 0)
      const start = end + 4
      if (buffered.length < start + length) return
      const body = buffered.subarray(start, start + length).toString()
      buffered = buffered.subarray(start + length)
      // SAFETY: the server speaks JSON-RPC; fields that it does not send are optional.
      receive(JSON.parse(body) as Message)
    }
  })
}
