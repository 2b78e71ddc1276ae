import type { CommandCall } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/load-config.ts'

/** `quire run`: starts the server for the transport in the setting `transport`. */
export async function run(app: App, call: CommandCall): Promise<number> {
  const { transport } = (await app.config()).values
  if (transport === 'stdio') return (await import('./mcp.ts')).mcp(app, call)
  const { serve } = await import('./serve.ts')
  return serve(app, call, { sse: transport === 'sse' })
}

/**
 * `quire mcp`, `serve` and `start` have a fixed transport: the setting from files and the environment applies to
 * `quire run` only. Throws INVALID_SETTING when a flag on the same command line names another transport.
 */
export function requireTransport({ values, origins }: Config, command: 'mcp' | 'serve' | 'start'): void {
  if (origins.transport.from !== 'flag') return
  const isStdio = values.transport === 'stdio'
  if (isStdio === (command === 'mcp')) return
  throw new Failure(
    'invalid',
    'INVALID_SETTING',
    `quire ${command} serves over ${isStdio ? 'HTTP' : 'stdio'}, but --transport is ${values.transport}.`,
    { hint: `Leave the flag out, or run: quire run --transport ${values.transport}` },
  )
}
