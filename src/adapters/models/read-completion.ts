import type { ModelAnswer, ModelUsage } from '../../core/ports/language-model.ts'

/** One chunk of a streamed chat completion, or a whole one. */
export type CompletionPiece = { text: string; finish: string | null; usage: ModelUsage | null }

/** Null when the data is not JSON of that shape. Keep-alive chunks have no text. */
export function readCompletion(data: string): CompletionPiece | null {
  const value = parse(data)
  if (typeof value !== 'object' || value === null) return null
  const choice: unknown = at(at(value, 'choices'), '0')
  const message = at(choice, 'delta') ?? at(choice, 'message')
  const content = at(message, 'content')
  const finish = at(choice, 'finish_reason')
  return {
    text: typeof content === 'string' ? content : '',
    finish: typeof finish === 'string' ? finish : null,
    usage: readUsage(at(value, 'usage')),
  }
}

/** Joins the chunks to the whole answer. */
export function joinPieces(pieces: readonly CompletionPiece[]): ModelAnswer {
  return {
    text: pieces.map(({ text }) => text).join(''),
    isCut: pieces.some(({ finish }) => finish === 'length'),
    usage: pieces.findLast(({ usage }) => usage !== null)?.usage ?? null,
  }
}

function readUsage(value: unknown): ModelUsage | null {
  const promptTokens = at(value, 'prompt_tokens')
  const completionTokens = at(value, 'completion_tokens')
  return typeof promptTokens === 'number' && typeof completionTokens === 'number'
    ? { promptTokens, completionTokens }
    : null
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

/** Parses a stream of server-sent events and calls `onData` with the data of each event. */
export function eventStream(onData: (data: string) => void): { add(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder()
  let open = ''
  const readLines = () => {
    const lines = open.split(/\r\n|\n|\r/)
    open = lines.pop() ?? ''
    for (const line of lines) readLine(line)
  }
  // Every endpoint writes one `data:` line per event, so a line is an event.
  const readLine = (line: string) => {
    if (line.startsWith('data:')) onData(line.slice('data:'.length).trim())
  }
  return {
    add(bytes) {
      open += decoder.decode(bytes, { stream: true })
      readLines()
    },
    end() {
      open += decoder.decode()
      readLine(open)
      open = ''
    },
  }
}
