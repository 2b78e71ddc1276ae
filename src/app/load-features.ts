import type { Prompt } from '../core/contract/define-prompt.ts'
import type { Tool } from '../core/contract/define-tool.ts'
import type { Toolset } from '../core/contract/define-toolset.ts'
import type { ToolsetResource } from '../core/contract/resources.ts'
import { leanMount, type ToolTable } from '../core/contract/tool-table.ts'
import type { Feature, FeatureContents, Host, OpenedFeature, OpeningHost } from '../core/feature.ts'
import { asPerson } from '../core/model/rights.ts'
import type { Offers } from '../core/ports/offers.ts'
import type { McpExtension } from '../surfaces/mcp/mcp-server-factory.ts'
import { features } from './features.ts'

/** The toolsets that servers offer by default. */
export const defaultToolsets: readonly string[] = ['documents', 'citations', 'system']

/** Loads all toolsets. Hidden ones are mounted only by name. */
export function loadToolsets(list: readonly Feature[] = features): Promise<Toolset<Host>[]> {
  return fillToolsets(list)
}

/** Loads only the toolsets that are chosen; loads all of them if the choice contains "all" or an unknown name. */
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

/** Loads what a feature adds to the program, once. */
export function loadContents(feature: Feature): Promise<FeatureContents<Host>> {
  const known = loaded.get(feature) ?? feature.load?.() ?? Promise.resolve({})
  loaded.set(feature, known)
  return known
}

/** The features of a running program. Each is opened at the first use of one of its tools. */
type OpenFeatures = {
  /** Returns the services for the tools of a feature; without a feature, those for every tool. */
  services(feature: string | undefined): Promise<Host>
  offered: OpeningHost['offered']
  close(): Promise<void>
}

export function openFeatures(
  features: readonly Feature[],
  /** The services for every tool. */
  host: Host,
  /** Returns the host with which a feature is opened; `offered` is added here. */
  hostFor: (feature: Feature) => Omit<OpeningHost, 'offered'>,
): OpenFeatures {
  const opened = new Map<string, Promise<OpenedFeature<object>>>()

  function open(feature: Feature): Promise<OpenedFeature<object>> {
    const known = opened.get(feature.name)
    if (known !== undefined) return known
    // All callers share what is opened, whoever comes first.
    const opening = asPerson(
      () => feature.open?.({ ...hostFor(feature), offered }) ?? Promise.resolve({ services: {} }),
    )
    opened.set(feature.name, opening)
    // The next call tries again.
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

/** Loads the MCP extensions of features whose toolset is mounted. */
export async function extensionsOf<Services>(
  { toolsets }: ToolTable<Services>,
  features: readonly Feature[],
): Promise<McpExtension[]> {
  const mounted = features.filter(({ toolset }) => toolsets.some(({ name }) => name === toolset?.name))
  const extensions = await Promise.all(mounted.map(feature => feature.extend?.mcp?.()))
  // SAFETY: a feature that extends MCP returns an McpExtension; the core cannot name that type.
  return extensions.filter(extension => extension !== undefined) as McpExtension[]
}
