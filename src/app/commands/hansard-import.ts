import { toolTable } from '../../contract/tool-table.ts'
import type { CommandCall } from '../../surfaces/cli/command.ts'
import { runTool } from '../../surfaces/cli/tool-command.ts'
import { hansard } from '../../toolsets/hansard/index.ts'
import type { App } from '../app.ts'

/** `quire hansard import <files or folders…>`: the tool, once for each; the worst outcome is the exit code. */
export async function importRecord(app: App, call: CommandCall): Promise<number> {
  const { runtime } = await app.open('error')
  const row = toolTable([hansard]).find('import_hansard')
  if (row === undefined) throw new Error('There is no tool import_hansard.')
  const { source, members } = call.values
  let worst = 0
  for (const one of Array.isArray(source) ? source : [source]) {
    const values = { source: one, ...(members === undefined ? {} : { members }) }
    worst = Math.max(worst, await runTool(row, async () => runtime, { ...call, values }))
  }
  return worst
}
