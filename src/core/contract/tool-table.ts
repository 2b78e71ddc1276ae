import { Failure } from '../model/failure.ts'
import type { Tool } from './define-tool.ts'
import type { Toolset } from './define-toolset.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

/** A tool with everything that a surface needs. Schemas are written on first access. */
export type ToolRow<Services> = {
  toolset: Toolset<Services>
  tool: Tool<Services>
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema
}

export type ToolTable<Services> = {
  toolsets: readonly Toolset<Services>[]
  rows: readonly ToolRow<Services>[]
  find(name: string): ToolRow<Services> | undefined
}

/** All tools of these toolsets, in a fixed order. Throws when two tools have the same name. */
export function toolTable<Services>(toolsets: readonly Toolset<Services>[]): ToolTable<Services> {
  const byName = new Map<string, ToolRow<Services>>()
  for (const toolset of toolsets)
    for (const tool of toolset.tools) {
      if (byName.has(tool.name)) throw new Error(`Two tools are called ${tool.name}.`)
      byName.set(tool.name, {
        toolset,
        tool,
        get inputSchema() {
          return toJsonSchema(tool.input, 'input')
        },
        get outputSchema() {
          return toJsonSchema(tool.output, 'output')
        },
      })
    }
  return { toolsets, rows: [...byName.values()], find: name => byName.get(name) }
}

/** The mount that lists only the tools which find and call others; these reach the toolsets named in addition to it. */
export const leanMount = 'lean'

export type Mount<Services> = {
  /** The toolsets that are offered; each of their tools can be called directly. */
  toolsets: Toolset<Services>[]
  /** The toolsets that MCP lists. */
  listed: Toolset<Services>[]
  /** Names of the toolsets that search_tools and call_tool can use; null when there is no limit but the server's own. */
  reach: string[] | null
}

/** Returns what a choice of names mounts. `fallback` are the toolsets that "lean" reaches when it is named alone. */
export function chooseMount<Services>(
  all: readonly Toolset<Services>[],
  choice: readonly string[],
  fallback: readonly string[],
): Mount<Services> {
  const names = choice.filter(name => name !== leanMount)
  if (names.length === choice.length) {
    const toolsets = chooseToolsets(all, names)
    return { toolsets, listed: toolsets, reach: null }
  }
  const reached = chooseToolsets(all, names.length === 0 ? fallback : names)
  const doors = all.flatMap(({ resources: _, prompts: __, ...toolset }) => {
    const tools = toolset.tools.filter(tool => tool.isDoor === true)
    return tools.length === 0 ? [] : [{ ...toolset, tools }]
  })
  if (doors.length === 0)
    throw new Failure('invalid', 'INVALID_INPUT', `This server cannot be mounted as "${leanMount}".`, {
      hint: 'Start it with the toolset "system" among --toolsets.',
    })
  const isReached = ({ name }: Toolset<Services>) => reached.some(toolset => toolset.name === name)
  const toolsets = [...reached, ...doors.filter(door => !isReached(door))]
  return { toolsets, listed: doors, reach: reached.map(({ name }) => name) }
}

/** Returns the toolsets of these names; "all" means every toolset that is not hidden. Throws INVALID_INPUT. */
export function chooseToolsets<Services>(
  all: readonly Toolset<Services>[],
  choice: readonly string[],
): Toolset<Services>[] {
  const known = all.map(toolset => toolset.name)
  for (const name of choice)
    if (name !== 'all' && !known.includes(name))
      throw new Failure(
        'invalid',
        'INVALID_INPUT',
        `This server offers no toolset ${JSON.stringify(name)}.`,
        {
          hint: `Choose from: ${known.join(', ')}, or "all"; "${leanMount}" lists only the tools that find and call others.`,
        },
      )
  return all.filter(
    toolset => choice.includes(toolset.name) || (choice.includes('all') && toolset.isHidden !== true),
  )
}
