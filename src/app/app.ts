import type { LogLevel } from '../ports/log.ts'
import type { Command } from '../surfaces/cli/command.ts'
import { renderCommandHelp } from '../surfaces/cli/help.ts'
import { inShellWords, shellWords } from '../surfaces/cli/shell-words.ts'
import type { Terminal } from '../surfaces/cli/terminal.ts'
import type { Shell } from '../surfaces/cli/tool-command.ts'
import type { Services } from '../toolsets/services.ts'
import { ownCommands } from './commands/index.ts'
import type { Config } from './config/load-config.ts'
import { readConfig } from './config/read-config.ts'
import type { Offer } from './offer.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'

/** What commands work with. Everything is made on first use: `--help` must not open a database. */
export type App = {
  world: World
  terminal: Terminal
  config(): Promise<Config>
  /** What servers offer; opens nothing. */
  offer(): Promise<Offer>
  /**
   * Opens the engine once. `quietLevel` is what is logged unless a level was asked for; `serves` keeps it answering while
   * it ingests.
   */
  open(quietLevel: LogLevel, options?: { serves: boolean }): Promise<Wired>
  /** Every command there is, tools included. */
  commands(): Promise<readonly Command[]>
  /** What commands that run tools work with. */
  shell: Shell<Services>
  /** The help page of a toolset or of commands that share these first words, null when there is none. */
  toolsetHelp(words: readonly string[]): Promise<string | null>
  /** The help page of a command. */
  commandHelp(command: Command): Promise<string>
  /** The help page of the program. */
  overview(): Promise<string>
  close(): Promise<void>
}

export function createApp(world: World, terminal: Terminal): App {
  let config: Promise<Config> | null = null
  let offer: Promise<Offer> | null = null
  let wired: Promise<Wired> | null = null
  let commands: Promise<readonly Command[]> | null = null

  const app: App = {
    world,
    terminal,
    config() {
      config ??= readConfig(world)
      return config
    },
    offer() {
      offer ??= readOffer()
      return offer
    },
    open(quietLevel, { serves } = { serves: false }) {
      wired ??= openWired(quietLevel, serves).catch((error: unknown) => {
        // What was in the way may be gone when a server is called again.
        wired = null
        throw error
      })
      return wired
    },
    commands() {
      commands ??= listCommands()
      return commands
    },
    shell: {
      open: async () => (await app.open('error')).runtime,
      wordsFor: async command => shellWords(await app.commands(), command),
      collectionOf: async id => (await (await app.open('error')).engine.projects.require(id)).collection,
      async projectIds() {
        const projects = await countedProjects()
        return projects
          .toSorted((one, other) => other.document_count - one.document_count)
          .map(({ project }) => project)
      },
      async endedJob(correlationId) {
        const { engine } = await app.open('error')
        const { endedJob } = await import('./ended-job.ts')
        return endedJob(engine.jobs, correlationId)
      },
    },
    async toolsetHelp(words) {
      const [{ loadToolsets }, { renderGroup, renderToolset }] = await Promise.all([
        import('../toolsets/index.ts'),
        import('../surfaces/cli/overview.ts'),
      ])
      const toolset = (await loadToolsets()).find(({ name }) => name === words.join(' '))
      const commands = await app.commands()
      return toolset === undefined
        ? renderGroup(words, commands, terminal)
        : renderToolset(toolset, commands, terminal)
    },
    async commandHelp(command) {
      // Only what is said of tools names tools.
      if (command.tools === undefined) return renderCommandHelp(command, terminal)
      return renderCommandHelp(inShellWords(command, await app.shell.wordsFor(null)), terminal)
    },
    async overview() {
      const [{ loadToolsets }, { renderOverview }] = await Promise.all([
        import('../toolsets/index.ts'),
        import('../surfaces/cli/overview.ts'),
      ])
      const program = {
        version: world.version,
        commands: await app.commands(),
        toolsets: await loadToolsets(),
      }
      return renderOverview(program, terminal)
    },
    async close() {
      const open = await wired?.catch(() => null)
      await open?.close()
    },
  }
  return app

  async function readOffer(): Promise<Offer> {
    const [settled, { makeOffer }] = await Promise.all([app.config(), import('./offer.ts')])
    for (const warning of settled.warnings) warn(warning)
    return makeOffer(settled, world)
  }

  async function openWired(quietLevel: LogLevel, serves: boolean): Promise<Wired> {
    const { wire } = await import('./wire.ts')
    return wire(await app.config(), world, {
      quietLevel,
      offer: await app.offer(),
      notice: once(warn),
      serves,
    })
  }

  function warn(text: string): void {
    terminal.note(`${terminal.noteStyle.warn('warning:')} ${text}`)
  }

  /** `quire libraries` is the one list of everything: projects stand beside the libraries. */
  async function addProjects(value: Record<string, unknown>): Promise<Record<string, unknown>> {
    return { ...value, projects: await countedProjects() }
  }

  async function countedProjects() {
    const { engine } = await app.open('error')
    const { listProjectsWithCounts } = await import('./commands/project.ts')
    return listProjectsWithCounts(engine)
  }

  /** A person at a shell has every toolset at hand; `toolsets` chooses what servers offer. */
  async function listCommands(): Promise<readonly Command[]> {
    const [{ loadToolsets }, { withDefaultLibrary }, { toolTable }, { toolCommand }, { verbCommands }] =
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
    const toolsets = await loadToolsets()
    const table = toolTable(library === undefined ? toolsets : withDefaultLibrary(toolsets, library))
    const tools = table.rows
      .filter(row => row.toolset.isHidden !== true)
      .map(row => toolCommand(row, app.shell))
    const additions = { libraries: addProjects }
    return [...verbCommands(table, app.shell, { base: world, additions }), ...ownCommands(app), ...tools]
  }
}

/** A store that is opened again would repeat itself. */
function once(notice: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return text => {
    if (said.has(text)) return
    said.add(text)
    notice(text)
  }
}
