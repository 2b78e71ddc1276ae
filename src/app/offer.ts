import type { Toolset } from '../contract/define-toolset.ts'
import { type ToolTable, toolTable } from '../contract/tool-table.ts'
import { loadChosen, loadToolsets } from '../toolsets/index.ts'
import type { Services } from '../toolsets/services.ts'
import type { Config } from './config/load-config.ts'
import { mountedToolsets, withDefaultLibrary } from './toolsets.ts'
import type { World } from './world.ts'

/** What servers offer: known from the settings alone, before anything is opened. */
export type Offer = {
  /** Every toolset there is, loaded by the first who asks. */
  toolsets(): Promise<readonly Toolset<Services>[]>
  /** The tools that servers offer. */
  table: ToolTable<Services>
  info: { name: string; title: string; version: string }
  instructions: string
}

const instructions =
  'Quire searches a library of documents and answers with exact citations. Call search first; cite title, page_label (or page) and link. list_libraries shows what there is.'

export async function makeOffer(config: Config, { version }: Pick<World, 'version'>): Promise<Offer> {
  const { toolsets, default_library } = config.values
  const chosen = withDefaultLibrary(await loadChosen(toolsets), default_library)
  return {
    toolsets: async () => withDefaultLibrary(await loadToolsets(), default_library),
    table: toolTable(mountedToolsets(chosen, config)),
    info: { name: 'quire', title: 'Quire', version },
    instructions,
  }
}
