import type { Toolset } from '../core/contract/define-toolset.ts'
import type { Command } from '../core/contract/shell/command.ts'
import type { Terminal } from '../core/contract/shell/terminal.ts'
import type { Feature, Host } from '../core/feature.ts'
import type { LogLevel } from '../core/ports/log.ts'
import { renderCommandHelp } from '../surfaces/cli/help.ts'
import { inShellWords, shellWords } from '../surfaces/cli/shell-words.ts'
import type { Shell } from '../surfaces/cli/tool-command.ts'
import { ownCommands } from './commands/own-commands.ts'
import type { Config } from './config/load-config.ts'
import { readConfig } from './config/read-config.ts'
import { features } from './features.ts'
import type { Offer } from './offer.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'

/** What commands can use. Everything is created on first use: `--help` must not open a database. */
export type App = {
  world: World
  terminal: Terminal
  config(): Promise<Config>
  /** The toolsets that servers offer. Opens nothing. */
  offer(): Promise<Offer>
  /**
   * Opens the engine once. `quietLevel` is the log level unless the settings name one. With `serves`, large sources are
   * ingested in child processes, so that the server keeps answering.
   */
  open(quietLevel: LogLevel, options?: { serves: boolean }): Promise<Wired>
  /** All commands, including one for every tool. */
  commands(): Promise<readonly Command[]>
  /** The commands of the features that have this first word; loads only these features. */
  commandsFor(word: string): Promise<readonly Command[]>
  /** All toolsets. */
  toolsets(): Promise<readonly Toolset<Host>[]>
  /** What commands that run tools can use. */
  shell: Shell<Host>
  /** The help page of a toolset, or of the commands with these first words; null when there are none. */
  toolsetHelp(words: readonly string[]): Promise<string | null>
  /** The help page of a command. */
  commandHelp(command: Command): Promise<string>
  /** The help page of the program. */
  overview(): Promise<string>
  /** Waits for vectors that a command has left to be made in the background, unless the program serves. */
  settleVectors(): Promise<void>
  close(): Promise<void>
}

export function createApp(world: World, terminal: Terminal): App {
  let config: Promise<Config> | null = null
  let offer: Promise<Offer> | null = null
  let wired: Promise<Wired> | null = null
  let isServing = false
  let commands: Promise<readonly Command[]> | null = null
  let toolsets: Promise<readonly Toolset<Host>[]> | null = null

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
      isServing ||= serves
      wired ??= openWired(quietLevel, serves).catch((error: unknown) => {
        // The next call tries again.
        wired = null
        throw error
      })
      return wired
    },
    async commands() {
      commands ??= knownFeatures().then(listCommands)
      return [...(await commands), ...ownCommands(app)]
    },
    async commandsFor(word) {
      const answering = (await knownFeatures()).filter(feature => answersTo(feature, word))
      return answering.length === 0 ? [] : listCommands(answering)
    },
    toolsets() {
      toolsets ??= loadAll()
      return toolsets
    },
    shell: {
      open: async () => (await app.open('error')).runtime,
      wordsFor: async command => shellWords(await app.commands(), command),
      collectionOf: async id => (await (await app.open('error')).engine.projects.require(id)).collection,
      async projectIds() {
        const [{ engine }, { countProjects }] = await Promise.all([
          app.open('error'),
          import('../core/catalog/projects.ts'),
        ])
        const projects = await countProjects(engine)
        return projects
          .toSorted((one, other) => other.documents - one.documents)
          .map(({ project }) => project)
      },
      async endedJob(correlationId) {
        const { engine } = await app.open('error')
        const { endedJob } = await import('./jobs-on-surfaces.ts')
        return endedJob(engine.jobs, correlationId)
      },
    },
    async toolsetHelp(words) {
      const { renderGroup, renderToolset } = await import('../surfaces/cli/overview.ts')
      const toolset = (await app.toolsets()).find(({ name }) => name === words.join(' '))
      const commands = await app.commands()
      return toolset === undefined
        ? renderGroup(words, commands, terminal)
        : renderToolset(toolset, commands, terminal)
    },
    async commandHelp(command) {
      // Only commands of tools have texts that name tools and parameters.
      if (command.tools === undefined) return renderCommandHelp(command, terminal)
      return renderCommandHelp(inShellWords(command, await app.shell.wordsFor(null)), terminal)
    },
    async overview() {
      const { renderOverview } = await import('../surfaces/cli/overview.ts')
      const program = {
        version: world.version,
        commands: await app.commands(),
        toolsets: await app.toolsets(),
      }
      return renderOverview(program, terminal)
    },
    async settleVectors() {
      const open = await wired?.catch(() => null)
      if (!open || isServing || open.engine.vectors.underWay().length === 0) return
      const { openProgressBar } = await import('../core/contract/shell/progress-bar.ts')
      const bar = openProgressBar(terminal)
      await open.engine.vectors.settle(world.signal, bar.report).finally(() => bar.close())
    },
    async close() {
      const open = await wired?.catch(() => null)
      await open?.close()
    },
  }
  return app

  /** Help must work even when a setting is wrong; running a command reports the wrong setting. */
  async function knownFeatures(): Promise<readonly Feature[]> {
    return (await app.config().catch(() => null))?.features ?? features
  }

  async function loadAll(): Promise<readonly Toolset<Host>[]> {
    const { loadToolsets } = await import('./load-features.ts')
    return loadToolsets(await knownFeatures())
  }

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

  /** The command line has every toolset; the setting `toolsets` applies to servers only. */
  async function listCommands(choice: readonly Feature[]): Promise<readonly Command[]> {
    const { featureCommands } = await import('./feature-commands.ts')
    const settled = await app.config().catch(() => null)
    return featureCommands(app, choice, {
      features: settled?.features ?? features,
      library: settled?.values.default_library ?? null,
    })
  }
}

/** Returns whether a command line that begins with this word may belong to the feature. */
function answersTo({ words = [], toolset }: Feature, word: string): boolean {
  return words.includes(word) || toolset?.name === word
}

/** Drops repeated notices: a store that is opened again repeats them. */
function once(notice: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return text => {
    if (said.has(text)) return
    said.add(text)
    notice(text)
  }
}
