import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Services } from '../services.ts'

type Host = CommandHost<Services>

const zoteroPrefix = 'zotero:'

/** `quire refresh <source>`: the tool; what begins with "zotero:" is synchronised as `quire zotero sync` does. */
export async function refresh(host: Host, call: CommandCall): Promise<number> {
  const source = String(call.values.source)
  if (source.startsWith(zoteroPrefix)) return syncZotero(host, call, source.slice(zoteroPrefix.length))
  return host.runAll([{ tool: 'refresh_source', values: call.values }], call)
}

async function syncZotero(host: Host, call: CommandCall, collection: string): Promise<number> {
  const { library, dry_run: isDryRun } = call.values
  if (isDryRun === true)
    throw new Failure('unsupported', 'INVALID_INPUT', 'A Zotero collection has no dry run.', {
      hint: `\`quire zotero browse "${collection}"\` shows what is in it.`,
    })
  if (typeof library !== 'string')
    throw new Failure('invalid', 'INVALID_INPUT', '--library is missing: which project is it for?', {
      hint: `quire refresh "${zoteroPrefix}${collection}" --library <project>`,
    })
  const values = { project: library, collection }
  const exitCode = await host.runCommand(['zotero', 'sync'], { ...call, values })
  if (exitCode !== null) return exitCode
  throw new Failure('unsupported', 'INVALID_INPUT', 'This program was built without Zotero.')
}
