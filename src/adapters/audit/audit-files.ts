import { appendFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import type { AuditLines } from './audit-trail.ts'

const extension = '.jsonl'

/** One JSON Lines file per run in a folder, named after its correlation id. */
export function auditFiles({ folder, keep }: { folder: string; keep: number }): AuditLines {
  return {
    async prepare() {
      makeFolder(folder)
      await dropOldest(folder, keep - 1)
    },
    // One append per line, so that lines of concurrent writers are not interleaved.
    append: (run, line) => appendFile(join(folder, fileName(run)), `${line}\n`, { mode: 0o600 }),
  }
}

/** Callers choose correlation ids, so characters that are unsafe in a file name are replaced. */
function fileName(correlationId: string): string {
  return `${correlationId.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '_')}${extension}`
}

async function dropOldest(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter(name => name.endsWith(extension))
  if (names.length <= keep) return
  const found = await Promise.all(
    names.map(async name => {
      const facts = await stat(join(folder, name)).catch(() => null)
      return { name, changed: facts?.mtimeMs ?? 0 }
    }),
  )
  const oldest = found.toSorted(
    (one, other) => one.changed - other.changed || (one.name < other.name ? -1 : 1),
  )
  for (const { name } of oldest.slice(0, names.length - keep)) await rm(join(folder, name), { force: true })
}
