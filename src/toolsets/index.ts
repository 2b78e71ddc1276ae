import type { Toolset } from '../contract/define-toolset.ts'
import { leanMount } from '../contract/tool-table.ts'
import type { Services } from './services.ts'

/** Every toolset of this program, in the order they are listed. A server loads only those it offers. */
const toolsets = {
  documents: async () => (await import('./documents/index.ts')).documents,
  citations: async () => (await import('./citations/index.ts')).citations,
  hansard: async () => (await import('./hansard/index.ts')).hansard,
  crawl: async () => (await import('./crawl/index.ts')).crawl,
  knowledge: async () => (await import('./knowledge/index.ts')).knowledge,
  graph: async () => (await import('./graph/index.ts')).graph,
  workflows: async () => (await import('./workflows/index.ts')).workflows,
  system: async () => (await import('./system/index.ts')).system,
  conformance: async () => (await import('./conformance/index.ts')).conformance,
} satisfies Record<string, () => Promise<Toolset<Services>>>

/** All of them; hidden ones are mounted only by name. */
export function loadToolsets(): Promise<Toolset<Services>[]> {
  return Promise.all(Object.values(toolsets).map(load => load()))
}

/** What servers offer when nothing else is asked for. */
export const defaultToolsets: readonly string[] = ['documents', 'citations', 'system']

/** Those that a choice of names needs: just these, or all where it says anything else, be it "all" or a mistake. */
export async function loadChosen(choice: readonly string[]): Promise<Toolset<Services>[]> {
  const isLean = choice.includes(leanMount)
  const beside = choice.filter(name => name !== leanMount)
  const needed = isLean ? [...(beside.length === 0 ? defaultToolsets : beside), 'system'] : choice
  const isNamed = needed.every(name => Object.hasOwn(toolsets, name))
  if (!isNamed) return loadToolsets()
  const named = Object.entries(toolsets).filter(([name]) => needed.includes(name))
  return Promise.all(named.map(([, load]) => load()))
}
