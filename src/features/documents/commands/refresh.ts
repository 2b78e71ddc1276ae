import { toolTable } from '../../../core/contract/tool-table.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import { runTool } from '../../../surfaces/cli/tool-command.ts'
import { documents } from '../index.ts'
import type { App } from '../../../app/app.ts'

const zoteroPrefix = 'zotero:'

/** `quire refresh <source>`: the tool; what begins with "zotero:" is synchronised as `quire zotero sync` does. */
export async function refresh(app: App, call: CommandCall): Promise<number> {
  const source = String(call.values.source)
  if (source.startsWith(zoteroPrefix)) return syncZotero(app, call, source.slice(zoteroPrefix.length))
  const row = toolTable([documents]).find('refresh_source')
  if (row === undefined) throw new Error('There is no tool refresh_source.')
  return runTool(row, app.shell, call)
}

async function syncZotero(app: App, call: CommandCall, collection: string): Promise<number> {
  const { library, dry_run: isDryRun } = call.values
  if (isDryRun === true)
    throw new Failure('unsupported', 'INVALID_INPUT', 'A Zotero collection has no dry run.', {
      hint: `\`quire zotero browse "${collection}"\` shows what is in it.`,
    })
  if (typeof library !== 'string')
    throw new Failure('invalid', 'INVALID_INPUT', '--library is missing: which project is it for?', {
      hint: `quire refresh "${zoteroPrefix}${collection}" --library <project>`,
    })
  const { zoteroSync } = await import('../../zotero/commands/zotero-sync.ts')
  return zoteroSync(app, { ...call, values: { project: library, collection } })
}
