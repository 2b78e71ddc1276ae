import type { CommandCall } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/load-config.ts'

/** `quire run`: the server that the setting `transport` names. */
export async function run(app: App, call: CommandCall): Promise<number> {
  const { transport } = (await app.config()).values
  if (transport === 'stdio') return (await import('./mcp.ts')).mcp(app, call)
  const { serve } = await import('./serve.ts')
  return serve(app, call, { sse: transport === 'sse' })
}

/**
 * `quire mcp`, `serve` and `start` name their transport themselves: what files and the environment say is for `quire
 * run`. A flag that says otherwise on the same command line is a mistake.
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
