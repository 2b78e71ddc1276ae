import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../../core/contract/caller.ts'
import type { McpServerFactory } from './mcp-server-factory.ts'

export type StdioOptions = {
  createServer: McpServerFactory
  input: Readable
  /** Must contain only protocol messages. */
  output: Writable
  onError(error: Error): void
}

export type StdioService = {
  /** Resolves when the client has closed the connection or `close` was called. */
  closed: Promise<void>
  close(): Promise<void>
}

/** Serves one client of any protocol revision over a pair of streams. */
export function serveMcpOverStdio({ createServer, input, output, onError }: StdioOptions): StdioService {
  const caller: Caller = { surface: 'stdio', isLocal: true }
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  input.once('end', resolve)
  input.once('close', resolve)
  const handle = serveStdio(() => createServer(caller), {
    transport: new StdioServerTransport(input, output),
    onerror: onError,
  })
  return {
    closed,
    async close() {
      await handle.close()
      resolve()
    },
  }
}
