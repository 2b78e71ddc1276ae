import { localCli } from '../core/contract/caller.ts'
import { invoke } from '../core/contract/invoke.ts'
import type { Command } from '../core/contract/shell/command.ts'
import type { CommandHost } from '../core/contract/shell/command-host.ts'
import { type ToolRow, type ToolTable, toolTable } from '../core/contract/tool-table.ts'
import type { BareHost, Feature, Host } from '../core/feature.ts'
import { Failure } from '../core/model/failure.ts'
import { renderAnswer } from '../surfaces/cli/render-answer.ts'
import { renderFailure } from '../surfaces/cli/render-failure.ts'
import { aliasCommands, runTools, toolCommand, toolOptions } from '../surfaces/cli/tool-command.ts'
import type { App } from './app.ts'
import { isChosenByHome } from './config/follow-models.ts'
import { loadContents, loadToolsets } from './load-features.ts'
import { withDefaultLibrary } from './offer.ts'

/** Returns the commands of these features: their own, aliases of tools, and every tool as `quire <toolset> <tool>`. */
export async function featureCommands(
  app: App,
  choice: readonly Feature[],
  { features, library }: { features: readonly Feature[]; library: string | null },
): Promise<readonly Command[]> {
  const contents = await Promise.all(choice.map(loadContents))
  const called = choice.flatMap(({ calls }) => calls ?? [])
  const table = await tableOf(
    features.filter(feature => choice.includes(feature) || called.includes(feature.name)),
    library,
  )
  const names = new Set(choice.map(({ name }) => name))
  const rows = table.rows.filter(({ tool }) => names.has(tool.feature ?? ''))
  const own = choice.flatMap(({ name }, index) => contents[index]?.commands?.(hostOf(app, name, table)) ?? [])
  return [
    ...rows.flatMap(row => aliasCommands(row, app.shell)),
    ...own,
    ...rows.filter(row => row.toolset.isHidden !== true).map(row => toolCommand(row, app.shell)),
  ]
}

async function tableOf(list: readonly Feature[], library: string | null): Promise<ToolTable<Host>> {
  const toolsets = await loadToolsets(list)
  return toolTable(library === null ? toolsets : withDefaultLibrary(toolsets, library))
}

/** Returns what the commands of one feature can use. */
function hostOf(app: App, feature: string, table: ToolTable<Host>): CommandHost<Host> & BareHost {
  const rowOf = (tool: string): ToolRow<Host> => {
    const row = table.find(tool)
    if (row !== undefined) return row
    throw new Failure('unsupported', 'UNKNOWN_TOOL', `This program has no tool ${tool}.`)
  }
  return {
    world: app.world,
    defaultLibrary: async () => (await app.config()).values.default_library,
    open: async () => (await app.open('error')).runtime.services({ feature }),
    async bare() {
      const [config, { openModelShelf }, { networkChoices }] = await Promise.all([
        app.config(),
        import('./open-model-shelf.ts'),
        import('./http-options.ts'),
      ])
      const own = config.features.find(({ name }) => name === feature)?.settings ?? {}
      const origin = config.origins['embedder.model']
      return {
        settings: Object.fromEntries(Object.keys(own).map(key => [key, config.all[key]])),
        network: networkChoices(config.values, app.world.version),
        models: openModelShelf(config.values),
        embedder: {
          choice: config.values['embedder.model'],
          setBy: isChosenByHome(origin) ? null : origin.name,
        },
      }
    },
    optionsOf(tool) {
      const row = table.find(tool)
      return row === undefined ? [] : toolOptions(row)
    },
    call: async (tool, input, context) =>
      invoke(rowOf(tool), { input, caller: localCli, ...context }, (await app.open('error')).runtime),
    runAll: (calls, call) =>
      runTools(
        calls.map(({ tool, values }) => ({ row: rowOf(tool), values })),
        app.shell,
        call,
      ),
    async runCommand(words, call) {
      const commands = await app.commands()
      const found = commands.find(command => command.words.join(' ') === words.join(' '))
      return found === undefined ? null : found.run(call)
    },
    render: (tool, answer) => renderAnswer(rowOf(tool).tool, answer),
    renderFailure: (failure, { noteStyle }) => renderFailure(failure, { style: noteStyle }),
  }
}
