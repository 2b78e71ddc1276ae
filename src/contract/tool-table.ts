import { Failure } from '../model/failure.ts'
import type { Tool } from './define-tool.ts'
import type { Toolset } from './define-toolset.ts'
import { type JsonSchema, toJsonSchema } from './json-schema.ts'

/** One tool with everything a surface shows of it, computed once. */
export type ToolRow<Services> = {
  toolset: Toolset<Services>
  tool: Tool<Services>
  inputSchema: JsonSchema
  outputSchema: JsonSchema
}

export type ToolTable<Services> = {
  toolsets: readonly Toolset<Services>[]
  rows: readonly ToolRow<Services>[]
  find(name: string): ToolRow<Services> | undefined
}

/** All tools of these toolsets in a fixed order. Names are unique over all of them. */
export function toolTable<Services>(toolsets: readonly Toolset<Services>[]): ToolTable<Services> {
  const byName = new Map<string, ToolRow<Services>>()
  for (const toolset of toolsets)
    for (const tool of toolset.tools) {
      if (byName.has(tool.name)) throw new Error(`Two tools are called ${tool.name}.`)
      byName.set(tool.name, {
        toolset,
        tool,
        inputSchema: toJsonSchema(tool.input, 'input'),
        outputSchema: toJsonSchema(tool.output, 'output'),
      })
    }
  return { toolsets, rows: [...byName.values()], find: name => byName.get(name) }
}

/** The toolsets that a comma-separated choice names; "all" is every one that is not hidden. */
export function chooseToolsets<Services>(
  all: readonly Toolset<Services>[],
  choice: readonly string[],
): Toolset<Services>[] {
  const known = all.map(toolset => toolset.name)
  for (const name of choice)
    if (name !== 'all' && !known.includes(name))
      throw new Failure('invalid', 'INVALID_INPUT', `There is no toolset "${name}".`, {
        hint: `Choose from: ${known.join(', ')}, or "all".`,
      })
  return all.filter(
    toolset => choice.includes(toolset.name) || (choice.includes('all') && toolset.isHidden !== true),
  )
}
