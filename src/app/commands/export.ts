import { resolve } from 'node:path'
import { exportCollection } from '../../core/catalog/export-collection.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import type { App } from '../app.ts'
import { writeLibraryFile } from '../library-file.ts'

/** `quire export <library> <file>`. */
export async function exportLibrary(app: App, call: CommandCall): Promise<number> {
  const { values, terminal, signal } = call
  const { parts } = await app.open('error')
  const file = resolve(app.world.cwd, String(values.file))
  const library =
    values.project === undefined
      ? String(values.library)
      : await app.shell.collectionOf(String(values.project))
  const bar = openProgressBar(terminal)
  let documents = 0
  const progress: typeof bar.report = step => {
    documents = step.done
    bar.report(step)
  }
  const request = { collection: library, withVectors: values.vectors !== false }
  const lines = exportCollection(request, parts, { signal, progress })
  const options = { mayReplace: values.force === true, signal }
  const bytes = await writeLibraryFile(file, lines, options).finally(() => bar.close())

  const project = values.project === undefined ? {} : { project: String(values.project) }
  const report = { library, ...project, file, documents, bytes }
  if (call.wantsJson) terminal.print(JSON.stringify(report, null, 2))
  else
    terminal.print(
      `${terminal.style.good('exported')}  ${project.project ?? library} → ${file}  ${terminal.style.dim(sizeOf(report))}`,
    )
  return 0
}

function sizeOf({ documents, bytes }: { documents: number; bytes: number }): string {
  return `${documents} ${documents === 1 ? 'document' : 'documents'}, ${(bytes / 1_048_576).toFixed(1)} MB`
}
