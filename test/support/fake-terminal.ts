import { createTerminal, type Streams, type Terminal } from '../../src/core/contract/shell/terminal.ts'

export type FakeTerminal = Terminal & { stdout(): string; stderr(): string }

/** A terminal that records what is written to it. */
export function fakeTerminal(
  options: { isTTY?: boolean; columns?: number; stdin?: string; env?: Record<string, string> } = {},
): FakeTerminal {
  const { isTTY = false, columns = 80, stdin = '', env = {} } = options
  const written = { out: '', error: '' }
  const streams: Streams = {
    stdin: (async function* () {
      yield stdin
    })(),
    stdout: { isTTY, columns, write: (text: string) => (written.out += text) },
    stderr: { isTTY, columns, write: (text: string) => (written.error += text) },
  }
  return { ...createTerminal(streams, env), stdout: () => written.out, stderr: () => written.error }
}
