import type { Prompt } from '../core/contract/define-prompt.ts'
import type { Tool } from '../core/contract/define-tool.ts'
import type { Toolset } from '../core/contract/define-toolset.ts'
import type { ToolsetResource } from '../core/contract/resources.ts'
import { leanMount, type ToolTable } from '../core/contract/tool-table.ts'
import type { Feature, FeatureContents, Host, OpenedFeature, OpeningHost } from '../core/feature.ts'
import type { Offers } from '../core/ports/offers.ts'
import type { McpExtension } from '../surfaces/mcp/mcp-server-factory.ts'
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

/** The features of a running program, each opened by the first use of one of its tools. */
type OpenFeatures = {
  /** What the tools of a feature are given; what every tool is given when no feature is named. */
  services(feature: string | undefined): Promise<Host>
  offered: OpeningHost['offered']
  close(): Promise<void>
}

export function openFeatures(
  features: readonly Feature[],
  /** What every tool is given. */
  host: Host,
  /** The host for opening a feature, without what is here. */
  hostFor: (feature: Feature) => Omit<OpeningHost, 'offered'>,
): OpenFeatures {
  const opened = new Map<string, Promise<OpenedFeature<object>>>()

  function open(feature: Feature): Promise<OpenedFeature<object>> {
    const known = opened.get(feature.name)
    if (known !== undefined) return known
    const opening = feature.open?.({ ...hostFor(feature), offered }) ?? Promise.resolve({ services: {} })
    opened.set(feature.name, opening)
    // What was in the way may be gone at the next call.
    opening.catch(() => opened.delete(feature.name))
    return opening
  }

  async function offered<Name extends keyof Offers>(name: Name): Promise<Offers[Name] | null> {
    const feature = features.find(({ offers }) => offers?.includes(name))
    if (feature === undefined) return null
    return (await open(feature)).offers?.[name] ?? null
  }

  return {
    offered,
    async services(name) {
      const feature = features.find(candidate => candidate.name === name)
      return feature === undefined ? host : { ...host, ...(await open(feature)).services }
    },
    async close() {
      for (const feature of opened.values()) await (await feature.catch(() => null))?.close?.()
    },
  }
}

/** What mounted features add to MCP beyond tools; loaded only where their toolset is mounted. */
export async function extensionsOf<Services>(
  { toolsets }: ToolTable<Services>,
  features: readonly Feature[],
): Promise<McpExtension[]> {
  const mounted = features.filter(({ toolset }) => toolsets.some(({ name }) => name === toolset?.name))
  const extensions = await Promise.all(mounted.map(feature => feature.extend?.mcp?.()))
  // SAFETY: a feature that extends MCP gives what this surface takes; the core does not know its type.
  return extensions.filter(extension => extension !== undefined) as McpExtension[]
}
