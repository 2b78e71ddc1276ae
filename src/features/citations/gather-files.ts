import { basename, relative } from 'node:path'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Services } from './services.ts'
import type { GatheredSource, SourceItem } from './source-item.ts'

/** The file at this path, or every readable file below the folder. */
export async function gatherFiles(
  { engine, files, caller, rootsFor, signal }: ToolContext<Services>,
  source: string,
): Promise<GatheredSource & { path: string }> {
  const roots = rootsFor(caller)
  const path = await files.resolve(source, roots)
  const toItem = (file: string, name: string): SourceItem => ({
    name,
    read: signal => files.read(file, roots, signal),
    metadata: { source_path: file },
    reference: null,
    page: null,
  })
  if (!(await files.isFolder(path))) return { path, items: [toItem(path, basename(path))], warnings: [] }
  const { files: found, leftOut } = await files.list(path, { recursive: true, roots }, signal)
  const readable = found.filter(file => engine.accepts(file.path))
  if (readable.length === 0)
    throw new Failure('invalid', 'VALIDATION_ERROR', `No file below "${source}" can be read.`, {
      hint: 'PDF, Office, EPUB, HTML, Markdown and text files are.',
      details: { field: 'source', files: found.length },
    })
  const items = readable.map(file => toItem(file.path, relative(path, file.path)))
  return {
    path,
    items,
    warnings: leftOut.map(left => `${relative(path, left.path)} was left out: ${left.reason}.`),
  }
}
