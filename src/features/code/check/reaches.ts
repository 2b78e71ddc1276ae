import type { GraphView } from '../graph/graph-view.ts'
import type { CodeFile } from '../model/code.ts'

/** Whether importing a module brings in another library, through however many re-exports. */
export function reaches(view: GraphView, from: CodeFile, module: string, library: string): boolean {
  const first = view.findModule(module, from)
  const files = [...(first.kind === 'found' ? first.files : [])]
  const seen = new Set(files)
  for (const file of files) {
    if (view.libraryOf(file) === library || file.module === library) return true
    for (const { module: written } of file.imports) {
      const next = view.findModule(written, file)
      if (next.kind !== 'found') continue
      for (const other of next.files) {
        if (seen.has(other)) continue
        seen.add(other)
        files.push(other)
      }
    }
  }
  return false
}
