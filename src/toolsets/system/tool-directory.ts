import type { Toolset } from '../../contract/define-toolset.ts'
import { invoke, type Runtime } from '../../contract/invoke.ts'
import { toolTable } from '../../contract/tool-table.ts'
import type { Services, ToolDirectory } from '../services.ts'
import { type RankParts, toolIndex } from './rank-tools.ts'

/** Half of what a question may take: embedding all tools takes some four seconds, once, on one core that is free. */
const patienceMs = 7_500

/**
 * Every tool that a caller may reach by asking. A hidden toolset is part of it only where it is mounted, as with a
 * URL that names it.
 */
export function toolDirectory(
  toolsets: () => Promise<readonly Toolset<Services>[]>,
  mounted: readonly Toolset<Services>[],
  parts: RankParts & { runtime(): Runtime<Services> },
): ToolDirectory {
  const names = new Set(mounted.map(toolset => toolset.name))
  // Schemas of every tool are only needed by those who ask for them.
  const made = lazily(async () => {
    const all = await toolsets()
    const table = toolTable(all.filter(({ isHidden, name }) => isHidden !== true || names.has(name)))
    return { table, index: toolIndex(table.rows, parts) }
  })
  return {
    find: async name => (await made()).table.find(name),
    names: async () => (await made()).table.rows.map(({ tool }) => tool.name),
    async findResource(uri) {
      const declared = (await made()).table.toolsets.flatMap(toolset => toolset.resources ?? [])
      return declared.find(resource => resource.uri === uri)
    },
    async rank(query, limit, signal) {
      const patience = parts.runtime().clock.timeout(patienceMs)
      try {
        return await (await made()).index.rank(query, limit, signal, patience.signal)
      } finally {
        patience.dispose()
      }
    },
    isMounted: ({ toolset }) => names.has(toolset.name),
    call: (row, call) => invoke(row, call, parts.runtime()),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
