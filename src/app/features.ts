import type { Toolset } from '../core/contract/define-toolset.ts'
import { leanMount } from '../core/contract/tool-table.ts'
import type { Services } from '../features/services.ts'

/** Every toolset of this program, in the order they are listed. A server loads only those it offers. */
const toolsets = {
  documents: async () => (await import('../features/documents/index.ts')).documents,
  citations: async () => (await import('../features/citations/index.ts')).citations,
  hansard: async () => (await import('../features/hansard/index.ts')).hansard,
  crawl: async () => (await import('../features/crawl/index.ts')).crawl,
  knowledge: async () => (await import('../features/knowledge/index.ts')).knowledge,
  graph: async () => (await import('../features/code/index.ts')).graph,
  workflows: async () => (await import('../features/workflows/index.ts')).workflows,
  system: async () => (await import('../features/system/index.ts')).system,
  conformance: async () => (await import('../../test/mcp-conformance/index.ts')).conformance,
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
