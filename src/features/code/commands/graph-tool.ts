import { toolTable } from '../../../core/contract/tool-table.ts'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import { runTool } from '../../../surfaces/cli/tool-command.ts'
import { graph } from '../index.ts'
import type { App } from '../../../app/app.ts'

/** `quire graph parse`, `query` and `show`: tools of the same work under short words. */
export async function callGraphTool(app: App, tool: string, call: CommandCall): Promise<number> {
  const row = toolTable([graph]).find(tool)
  if (row === undefined) throw new Error(`There is no tool ${tool}.`)
  return runTool(row, app.shell, call)
}
