import type { CommandCall } from '../../surfaces/cli/command.ts'
import type { App } from '../app.ts'

/** `quire run`: the server that the setting `transport` names. */
export async function run(app: App, call: CommandCall): Promise<number> {
  const { transport } = (await app.config()).values
  if (transport === 'stdio') return (await import('./mcp.ts')).mcp(app, call)
  const { serve } = await import('./serve.ts')
  return serve(app, call, { sse: transport === 'sse' })
}
