import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { App } from '../app.ts'
import { emptyTrashOnTime } from '../empty-trash.ts'
import { writeServersSoon } from '../generated-files.ts'
import { openHttp, untilStopped } from '../open-http.ts'
import { resumeSoon } from '../resume-jobs.ts'
import { warmSoon } from '../warm-soon.ts'
import { requireTransport } from './run.ts'

/** `quire serve`: serves over HTTP until the process is stopped. */
export async function serve(
  app: App,
  { terminal, wantsJson, signal }: CommandCall,
  transport: { sse: boolean } | null = null,
): Promise<number> {
  if (transport === null) requireTransport(await app.config(), 'serve')
  const wired = await app.open('info', { serves: true })
  const server = await openHttp(wired, { sse: transport?.sse === true })
  const { url } = server
  const addresses = { mcp: `${url}/mcp`, rest: `${url}/api/v1`, openapi: `${url}/openapi.json` }
  if (wantsJson) terminal.print(JSON.stringify({ url, ...addresses }))
  else terminal.print(`Quire ${wired.info.version} listens on ${url}  (MCP ${addresses.mcp})`)
  warmSoon(wired)
  writeServersSoon(wired, app.world)
  resumeSoon(wired, signal)
  emptyTrashOnTime(wired, signal)
  await untilStopped(signal)
  await server.close()
  return 0
}
