import { toolTable } from '../../core/contract/tool-table.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { runTools } from '../../surfaces/cli/tool-command.ts'
import { hansard } from './index.ts'
import type { App } from '../../app/app.ts'

/** `quire hansard import <files or folders…>`: the tool, once for each. */
export async function importRecord(app: App, call: CommandCall): Promise<number> {
  const row = toolTable([hansard]).find('import_hansard')
  if (row === undefined) throw new Error('There is no tool import_hansard.')
  const { source, ...shared } = call.values
  const sources = Array.isArray(source) ? source : [source]
  const plan = sources.map(one => ({ row, values: { ...shared, source: one } }))
  return runTools(plan, app.shell, call)
}
