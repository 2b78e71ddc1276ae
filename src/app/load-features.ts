import type { Prompt } from '../core/contract/define-prompt.ts'
import type { Tool } from '../core/contract/define-tool.ts'
import type { Toolset } from '../core/contract/define-toolset.ts'
import { leanMount } from '../core/contract/tool-table.ts'
import type { ToolsetResource } from '../core/contract/toolset-resources.ts'
import type { Feature, FeatureContents, Host } from '../core/feature.ts'
import { features } from './features.ts'

/** What servers offer when nothing else is asked for. */
export const defaultToolsets: readonly string[] = ['documents', 'citations', 'system']

/** All toolsets, filled by their features; hidden ones are mounted only by name. */
export function loadToolsets(list: readonly Feature[] = features): Promise<Toolset<Host>[]> {
  return fillToolsets(list)
}

/** Only the toolsets that a choice of names needs; all where it says anything else, be it "all" or a mistake. */
export function loadChosen(
  choice: readonly string[],
  list: readonly Feature[] = features,
): Promise<Toolset<Host>[]> {
  const isLean = choice.includes(leanMount)
  const beside = choice.filter(name => name !== leanMount)
  const needed = isLean ? [...(beside.length === 0 ? defaultToolsets : beside), 'system'] : choice
  const known = new Set(list.map(feature => feature.toolset?.name))
  if (!needed.every(name => known.has(name))) return loadToolsets(list)
  return fillToolsets(list.filter(({ toolset }) => toolset !== undefined && needed.includes(toolset.name)))
}

async function fillToolsets(list: readonly Feature[]): Promise<Toolset<Host>[]> {
  const contents = await Promise.all(list.map(loadContents))
  const filled = new Map<string, Filled>()
  for (const [index, { name, toolset }] of list.entries()) {
    if (toolset === undefined) continue
    const { tools = [], resources = [], prompts = [] } = contents[index] ?? {}
    const known = filled.get(toolset.name) ?? { ...toolset, tools: [], resources: [], prompts: [] }
    known.tools.push(...tools.map(tool => ({ ...tool, feature: name })))
    known.resources.push(...resources.map(resource => ({ ...resource, feature: name })))
    known.prompts.push(...prompts.map(prompt => prompt.of(name)))
    filled.set(toolset.name, known)
  }
  return [...filled.values()]
}

type Filled = Omit<Toolset<Host>, 'tools' | 'resources' | 'prompts'> & {
  tools: Tool<Host>[]
  resources: ToolsetResource<Host>[]
  prompts: Prompt<Host>[]
}

const loaded = new WeakMap<Feature, Promise<FeatureContents<Host>>>()

/** What a feature adds to the program, loaded once. */
export function loadContents(feature: Feature): Promise<FeatureContents<Host>> {
  const known = loaded.get(feature) ?? feature.load?.() ?? Promise.resolve({})
  loaded.set(feature, known)
  return known
}
