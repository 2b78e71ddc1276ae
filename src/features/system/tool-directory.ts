import type { Caller } from '../../core/contract/caller.ts'
import { invoke } from '../../core/contract/invoke.ts'
import { mayCall } from '../../core/contract/permissions.ts'
import { type ToolRow, toolTable } from '../../core/contract/tool-table.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import { currentRights } from '../../core/model/rights.ts'
import type { ToolDirectory } from './services.ts'
import { type RankParts, toolIndex } from './tool-index.ts'

/** Half of the time limit of search_tools. Embedding all tools takes about four seconds on one idle core, once. */
const patienceMs = 7_500

/**
 * Creates the directory of all tools. A hidden toolset is part of it only if it is mounted, for example by a URL that
 * names it.
 */
export function toolDirectory({
  program: { table: mounted, isBounded, toolsets, runtime },
  ...parts
}: { program: Omit<ProgramFacts, 'examine' | 'calls' | 'clients'> } & RankParts): ToolDirectory {
  const names = new Set(mounted.toolsets.map(toolset => toolset.name))
  // Built by the first use, because the schemas of all tools take time.
  const made = lazily(async () => {
    const all = await toolsets()
    const table = toolTable(all.filter(({ isHidden, name }) => isHidden !== true || names.has(name)))
    const reached = isBounded ? mounted : table
    return { table, reached, index: toolIndex(reached.rows, parts) }
  })
  const isOpenTo = ({ toolset }: ToolRow<Host>, { reach }: Caller) =>
    reach === undefined || reach.includes(toolset.name)
  const mayList = (row: ToolRow<Host>, caller: Caller) =>
    isOpenTo(row, caller) && mayCall(row.tool, currentRights())
  return {
    isBounded,
    find: async name => (await made()).table.find(name),
    async reach(name, caller) {
      const row = (await made()).reached.find(name)
      return row !== undefined && isOpenTo(row, caller) ? row : undefined
    },
    names: async caller =>
      (await made()).reached.rows.filter(row => mayList(row, caller)).map(({ tool }) => tool.name),
    async findResource(uri, { reach }) {
      const open = (await made()).reached.toolsets.filter(({ name }) => reach?.includes(name) ?? true)
      return open.flatMap(toolset => toolset.resources ?? []).find(resource => resource.uri === uri)
    },
    async rank(query, { limit, caller }, signal) {
      const patience = runtime().clock.timeout(patienceMs)
      try {
        const { index, reached } = await made()
        const { rows, warnings } = await index.rank(
          query,
          { limit: reached.rows.length, patience: patience.signal },
          signal,
        )
        return { rows: rows.filter(row => mayList(row, caller)).slice(0, limit), warnings }
      } finally {
        patience.dispose()
      }
    },
    isMounted: ({ tool }, caller) => caller.tools?.has(tool.name) ?? mounted.find(tool.name) !== undefined,
    call: (row, call) => invoke(row, call, runtime()),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
