import { abortFailure } from '../../model/failure.ts'
import { withoutControls } from '../../text/shown-text.ts'
import { type Style, styles } from './style.ts'

/** What a command reads from and writes to. Answers go to stdout, everything else to stderr. */
export type Terminal = {
  /** Writes an answer to stdout; adds a line end when it has none. */
  print(text: string): void
  /** Writes a remark to stderr. */
  note(text: string): void
  /** Writes raw text to stderr, for a line that is redrawn. */
  draw(text: string): void
  /** Returns all of stdin as text. Rejects when the signal aborts. */
  readStdin(signal: AbortSignal): Promise<string>
  /** Asks a question and returns the line that the person typed; null when stdin or stderr is not a terminal. */
  ask(question: string, signal: AbortSignal): Promise<string | null>
  columns: number
  /** Width of stderr. */
  noteColumns: number
  /** Whether stderr is a terminal on which a line can be redrawn. */
  isInteractive: boolean
  /** Colours for stdout. */
  style: Style
  /** Colours for stderr. */
  noteStyle: Style
}

export type Streams = {
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean }
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number }
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number }
}

/** Colours only on a terminal, and never when NO_COLOR is set (https://no-color.org). */
export function createTerminal(
  streams: Streams,
  env: { NO_COLOR?: string | undefined; TERM?: string | undefined; FORCE_COLOR?: string | undefined },
): Terminal {
  const { stdin, stdout, stderr } = streams
  const isAllowed = (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  const isForced = isAllowed && (env.FORCE_COLOR ?? '') !== '' && env.FORCE_COLOR !== '0'
  return {
    print: text => stdout.write(withLineEnd(printable(text))),
    note: text => stderr.write(withLineEnd(printable(text))),
    draw: text => stderr.write(text),
    readStdin: signal => untilAborted(readAll(stdin), signal),
    async ask(question, signal) {
      if (stdin.isTTY !== true || stderr.isTTY !== true) return null
      stderr.write(question)
      return untilAborted(readLine(stdin), signal)
    },
    columns: Math.max(40, Math.min(stdout.columns ?? 100, 120)),
    noteColumns: Math.max(40, Math.min(stderr.columns ?? 100, 160)),
    isInteractive: stderr.isTTY === true && env.TERM !== 'dumb',
    style: styles(isForced || (isAllowed && stdout.isTTY === true)),
    noteStyle: styles(isForced || (isAllowed && stderr.isTTY === true)),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const colours = /(\u001b\[[0-9;]*m)/

/** Removes control characters except our own colours: commands print names and titles that come from sources. */
function printable(text: string): string {
  const parts = text.split(colours)
  return parts.map((part, at) => (at % 2 === 1 ? part : withoutControls(part))).join('')
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : part)
  return new TextDecoder().decode(Buffer.concat(parts))
}

/** A terminal delivers whole lines. */
async function readLine(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  for await (const part of stream) return Buffer.from(part).toString('utf8').trim()
  return ''
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onAbort = () => reject(abortFailure(signal))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  return promise
}
