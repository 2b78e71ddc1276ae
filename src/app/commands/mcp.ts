import { stdin, stdout } from 'node:process'
import type { CommandCall } from '../../surfaces/cli/command.ts'
import { mcpServerFactory } from '../../surfaces/mcp/mcp-server-factory.ts'
import { serveMcpOverStdio } from '../../surfaces/mcp/serve-stdio.ts'
import type { App } from '../app.ts'
import { extensionsOf } from '../extensions.ts'
import { warmSoon } from '../warm-soon.ts'

/** `quire mcp`: serves one client over stdin and stdout until it hangs up or the process is asked to stop. */
export async function mcp(app: App, { signal }: CommandCall): Promise<number> {
  const wired = await app.open('info')
  const { log } = wired
  const service = serveMcpOverStdio({
    createServer: mcpServerFactory({ ...wired, extensions: await extensionsOf(wired.table) }),
    input: stdin,
    output: stdout,
    onError: error => log.write('warn', 'mcp', { problem: error.message }),
  })
  warmSoon(wired, { stays: false })
  signal.addEventListener('abort', () => void service.close(), { once: true })
  await service.closed
  return 0
}
