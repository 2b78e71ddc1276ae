import type { Host } from '../../core/feature.ts'
import { featurePrompt, featureTool } from '../../core/feature-tools.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { FileReader } from '../../core/ports/source-reader.ts'
import type { HansardReader } from './record/hansard-reader.ts'

type HansardAccess = {
  /** Returns a reader of record files. It looks members up in `tables` first, then in the tables of the settings. */
  open(
    tables: readonly RawSource[],
    signal: AbortSignal,
  ): Promise<{ reader: HansardReader; warnings: string[] }>
}

/** The host and the record reader, as the Hansard tools receive them. */
export type Services = Host & { hansard: HansardAccess }

export const defineTool = featureTool<Services>()

export const definePrompt = featurePrompt<Services>()

/** Opens the reader of the record. The member tables of the settings are loaded by the first import and kept. */
export function hansardAccess(
  files: FileReader,
  { paths, roots }: { paths: readonly string[]; roots: readonly string[] | null },
): HansardAccess {
  let usual: ReturnType<HansardAccess['open']> | null = null

  async function open(tables: readonly RawSource[], signal: AbortSignal) {
    const [{ hansardReader }, { loadMembers }] = await Promise.all([
      import('./record/hansard-reader.ts'),
      import('./record/members/load-members.ts'),
    ])
    const configured = await Promise.all(paths.map(path => readTables(files, { path, roots }, signal)))
    const { directory, warnings } = loadMembers([...tables, ...configured.flat()])
    return { reader: hansardReader({ members: directory }), warnings }
  }

  return {
    open(tables, signal) {
      if (tables.length > 0) return open(tables, signal)
      usual ??= open([], signal).catch((error: unknown) => {
        usual = null
        throw error
      })
      return usual
    },
  }
}

/** Reads one table, or every table in a folder. */
async function readTables(
  files: FileReader,
  { path, roots }: { path: string; roots: readonly string[] | null },
  signal: AbortSignal,
): Promise<RawSource[]> {
  if (!(await files.isFolder(path))) return [await files.read(path, roots, signal)]
  const { files: found } = await files.list(path, { recursive: true, roots }, signal)
  const tables = found.filter(file => file.path.endsWith('.csv'))
  return Promise.all(tables.map(file => files.read(file.path, roots, signal)))
}
