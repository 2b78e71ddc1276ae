import type { Toolset } from '../../contract/define-toolset.ts'
import { invoke, type Runtime } from '../../contract/invoke.ts'
import { toolTable } from '../../contract/tool-table.ts'
import type { Services, ToolDirectory } from '../services.ts'
import { type RankParts, toolIndex } from './rank-tools.ts'

/**
 * Every tool that a caller may reach by asking. A hidden toolset is part of it only where it is mounted, as with a
 * URL that names it.
 */
export function toolDirectory(
  toolsets: readonly Toolset<Services>[],
  mounted: readonly Toolset<Services>[],
  parts: RankParts & { runtime(): Runtime<Services> },
): ToolDirectory {
  const names = new Set(mounted.map(toolset => toolset.name))
  // Schemas of every tool are only needed by those who ask for them.
  const made = lazily(() => {
    const table = toolTable(toolsets.filter(({ isHidden, name }) => isHidden !== true || names.has(name)))
    return { table, index: toolIndex(table.rows, parts) }
  })
  return {
    find: name => made().table.find(name),
    rank: (query, limit, signal) => made().index.rank(query, limit, signal),
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
