import type { LogLevel } from '../ports/log.ts'
import type { Command } from '../surfaces/cli/command.ts'
import type { Terminal } from '../surfaces/cli/terminal.ts'
import { ownCommands } from './commands/index.ts'
import type { Config } from './config/load-config.ts'
import { readConfig } from './config/read-config.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'

/** What commands work with. Everything is made on first use: `--help` must not open a database. */
export type App = {
  world: World
  terminal: Terminal
  config(): Promise<Config>
  /** Opens the engine once. `quietLevel` is what is logged unless a level was asked for. */
  open(quietLevel: LogLevel): Promise<Wired>
  /** Every command there is, tools included. */
  commands(): Promise<readonly Command[]>
  /** The help page of a toolset, null when there is none of that name. */
  toolsetHelp(name: string): Promise<string | null>
  /** The help page of the program. */
  overview(): Promise<string>
  close(): Promise<void>
}

export function createApp(world: World, terminal: Terminal): App {
  let config: Promise<Config> | null = null
  let wired: Promise<Wired> | null = null
  let commands: Promise<readonly Command[]> | null = null

  const app: App = {
    world,
    terminal,
    config() {
      config ??= readConfig(world)
      return config
    },
    open(quietLevel) {
      wired ??= openWired(quietLevel)
      return wired
    },
    commands() {
      commands ??= listCommands()
      return commands
    },
    async toolsetHelp(name) {
      const [{ allToolsets }, { renderToolset }] = await Promise.all([
        import('../toolsets/index.ts'),
        import('../surfaces/cli/overview.ts'),
      ])
      const toolset = allToolsets.find(candidate => candidate.name === name)
      return toolset === undefined ? null : renderToolset(toolset, await app.commands(), terminal)
    },
    async overview() {
      const [{ allToolsets }, { renderOverview }] = await Promise.all([
        import('../toolsets/index.ts'),
        import('../surfaces/cli/overview.ts'),
      ])
      const program = { version: world.version, commands: await app.commands(), toolsets: allToolsets }
      return renderOverview(program, terminal)
    },
    async close() {
      const open = await wired?.catch(() => null)
      await open?.close()
    },
  }
  return app

  async function openWired(quietLevel: LogLevel): Promise<Wired> {
    const [settled, { wire }] = await Promise.all([app.config(), import('./wire.ts')])
    for (const warning of settled.warnings) terminal.note(`${terminal.noteStyle.warn('warning:')} ${warning}`)
    return wire(settled, world, { quietLevel })
  }

  /** A person at a shell has every toolset at hand; `toolsets` chooses what servers offer. */
  async function listCommands(): Promise<readonly Command[]> {
    const [{ allToolsets }, { withDefaultLibrary }, { toolTable }, { toolCommand }, { verbCommands }] =
      await Promise.all([
        import('../toolsets/index.ts'),
        import('./toolsets.ts'),
        import('../contract/tool-table.ts'),
        import('../surfaces/cli/tool-command.ts'),
        import('../surfaces/cli/verb-commands.ts'),
      ])
    // Help must come even when a setting is wrong; running a command will say what is.
    const settled = await app.config().catch(() => null)
    const library = settled?.values.default_library
    const table = toolTable(library === undefined ? allToolsets : withDefaultLibrary(allToolsets, library))
    const runtime = async () => (await app.open('error')).runtime
    const tools = table.rows
      .filter(row => row.toolset.isHidden !== true)
      .map(row => toolCommand(row, runtime))
    return [...verbCommands(table, runtime, world), ...ownCommands(app), ...tools]
  }
}
