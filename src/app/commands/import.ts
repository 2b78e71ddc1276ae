import { resolve } from 'node:path'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { importCollection } from '../../core/ingest/import-collection.ts'
import type { App } from '../app.ts'
import { readLibraryFile } from '../library-file.ts'

/** `quire import <file>`. */
export async function importLibrary(app: App, call: CommandCall): Promise<number> {
  const { values, terminal, signal } = call
  const { parts } = await app.open('error')
  const file = resolve(app.world.cwd, String(values.file))
  const name = typeof values.library === 'string' ? values.library : null
  const bar = openProgressBar(terminal)
  const request = { open: () => readLibraryFile(file), name }
  const report = await importCollection(request, parts, { signal, progress: bar.report }).finally(() =>
    bar.close(),
  )

  const { collection, project, imported, skipped, withheld, chunks, embedded } = report
  const owner = project === null ? {} : { project }
  const counts = { library: collection, ...owner, imported, skipped, chunks, embedded }
  if (call.wantsJson)
    terminal.print(JSON.stringify({ ...counts, ...(withheld > 0 ? { withheld } : {}) }, null, 2))
  else {
    const facts = [`${skipped} already there`, `${chunks} chunks`, `${embedded} embedded here`]
    if (withheld > 0) facts.push(`${withheld} left out: files for credentials`)
    const place = project === null ? `library ${collection}` : `project ${project}`
    terminal.print(
      `${terminal.style.good('imported')}  ${imported} of ${imported + skipped} documents → ${place}  ${terminal.style.dim(facts.join(', '))}`,
    )
  }
  return 0
}
