import type { Quire } from './spawn-quire.ts'

/** Initializes `quire mcp` as a client does and sends `tools/list` as message 2. */
export function askForTools({ child }: Quire): void {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const messages = [
    { id: 1, method: 'initialize', params: hello },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}
