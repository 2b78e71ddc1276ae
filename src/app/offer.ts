import { sourcesAreData } from '../core/contract/define-tool.ts'
import type { Toolset } from '../core/contract/define-toolset.ts'
import type { ItemFolder } from '../core/contract/resources.ts'
import { chooseMount, type Mount, type ToolTable, toolTable } from '../core/contract/tool-table.ts'
import type { Feature, Host } from '../core/feature.ts'
import type { Config } from './config/load-config.ts'
import { defaultToolsets, loadChosen, loadToolsets } from './load-features.ts'
import type { World } from './world.ts'

/** What servers offer. It depends only on the settings; nothing has to be opened. */
export type Offer = {
  features: readonly Feature[]
  /** Returns all toolsets, which are loaded by the first call. */
  toolsets(): Promise<readonly Toolset<Host>[]>
  /** The tools that servers offer. */
  table: ToolTable<Host>
  /** The tools that MCP lists: the same, or only search_tools and call_tool. */
  listed: ToolTable<Host>
  /** The toolsets that search_tools and call_tool can reach; null if MCP lists all tools. */
  reach: readonly string[] | null
  /** Whether the toolsets were chosen in the settings; then no other tool can be called. */
  isBounded: boolean
  info: { name: string; title: string; version: string }
  instructions(has: (tool: string) => boolean): string
  /** The folders of addresses that features declare. */
  itemFolders: readonly ItemFolder[]
}

/** Loads the chosen toolsets. Every command that serves or calls tools makes one offer at its start. */
export async function makeOffer(config: Config, { version }: Pick<World, 'version'>): Promise<Offer> {
  const { toolsets, default_library } = config.values
  const { features } = config
  const chosen = withDefaultLibrary(await loadChosen(toolsets, features), default_library)
  const mount = mountOf(chosen, config)
  const table = toolTable(mount.toolsets)
  return {
    features,
    toolsets: async () => withDefaultLibrary(await loadToolsets(features), default_library),
    table,
    listed: mount.reach === null ? table : toolTable(mount.listed),
    reach: mount.reach,
    isBounded: mount.isBounded,
    info: { name: 'quire', title: 'Quire', version },
    instructions: has => instructions(features, has),
    itemFolders: features.flatMap(feature => feature.itemFolders ?? []),
  }
}

/** Returns the instructions for a model. They name only tools that are listed. */
function instructions(features: readonly Feature[], has: (tool: string) => boolean): string {
  const begin = features
    .flatMap(({ toolset }) => toolset?.firstCall ?? [])
    .find(({ tool }) => has(tool))?.advice
  const catalog = has('list_libraries') ? 'list_libraries shows what there is.' : null
  const what = 'Quire searches a library of documents and answers with exact citations.'
  return [what, begin, catalog, sourcesAreData].filter(Boolean).join(' ')
}

/**
 * Returns the toolsets to mount. Default toolsets that this build does not have are skipped. Toolsets that were chosen
 * in the settings must exist, and no others can be reached.
 */
export function mountOf<Services>(
  all: readonly Toolset<Services>[],
  { values, origins }: Config,
): Mount<Services> & { isBounded: boolean } {
  const isThere = (name: string) => all.some(toolset => toolset.name === name)
  const isBounded = origins.toolsets.from !== 'default'
  const choice = isBounded ? values.toolsets : values.toolsets.filter(isThere)
  return { ...chooseMount(all, choice, defaultToolsets.filter(isThere)), isBounded }
}

/** The default library in the declarations of tools. */
const builtInDefault = 'default'

/** Returns the toolsets with the default of their `library` inputs set to this library. */
export function withDefaultLibrary<Services>(
  toolsets: readonly Toolset<Services>[],
  library: string,
): readonly Toolset<Services>[] {
  if (library === builtInDefault) return toolsets
  return toolsets.map(toolset => ({
    ...toolset,
    tools: toolset.tools.map(tool => {
      const field = tool.input.shape.library
      if (field === undefined || !('defaultValue' in field.def) || field.def.defaultValue !== builtInDefault)
        return tool
      const renamed = field.clone({ ...field.def, defaultValue: library }).describe(field.description ?? '')
      return { ...tool, input: tool.input.extend({ library: renamed }) }
    }),
  }))
}
