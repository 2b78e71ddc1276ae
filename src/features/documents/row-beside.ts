import type { Tool } from '../../core/contract/define-tool.ts'
import { toJsonSchema } from '../../core/contract/json-schema.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Host } from '../../core/feature.ts'
import type { Services } from './services.ts'

/** A row beside the table, of a route that is no tool: it runs with the services of this feature, like the row it is given. */
export function rowBeside(
  tool: Pick<Tool<Services>, 'input' | 'output'>,
  known: ToolRow<Host>,
): ToolRow<Host> {
  return {
    toolset: known.toolset,
    // SAFETY: `feature` names this feature, whose services the tool expects.
    tool: { ...tool, feature: known.tool.feature } as unknown as Tool<Host>,
    get inputSchema() {
      return toJsonSchema(tool.input, 'input')
    },
    get outputSchema() {
      return toJsonSchema(tool.output, 'output')
    },
  }
}
