import type { ReportProgress } from '../../../core/model/progress.ts'
import type { CodeFile } from '../model/code.ts'
import type { CodePackage, CodeRepository } from '../model/code-graph.ts'
import type { CodeParser, CodeSource } from '../ports/code-parser.ts'
import type { OpenRepository } from '../ports/repository-reader.ts'
import { type ParsedFiles, parseFiles } from './parse-files.ts'
import { manifestFile, readManifests } from './read-package.ts'
import { type SelectedFile, selectFiles } from './select-files.ts'

export type ReadRepository = { repository: CodeRepository; parsed: ParsedFiles }

/** Parses what a repository holds; files whose text is the same as before are not parsed again. */
export async function readRepository(
  opened: Pick<OpenRepository, 'files' | 'read'>,
  { name, parser, before }: { name: string; parser: CodeParser; before: ReadonlyMap<string, CodeFile> },
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<ReadRepository> {
  const packages = await readPackages(opened, signal)
  const selection = selectFiles(opened.files, packages, parser.languageOf)
  const total = selection.files.length
  const unreadable: ParsedFiles['skipped'] = []
  const parsed = await parseFiles(sources(), { parser, before }, signal)
  parsed.skipped.push(...selection.skipped, ...unreadable)
  return { repository: { name, files: parsed.files, packages, nativeModules: selection.unread }, parsed }

  async function* sources(): AsyncGenerator<CodeSource> {
    const byPath = new Map(selection.files.map((file): [string, SelectedFile] => [file.path, file]))
    let done = 0
    for await (const { path, text } of opened.read([...byPath.keys()], signal)) {
      progress({ done: done++, total, message: `Parsing ${path}` })
      const file = byPath.get(path)
      if (file === undefined) continue
      if (text === null) unreadable.push({ path, reason: 'not text' })
      else yield { ...file, text }
    }
  }
}

async function readPackages(
  opened: Pick<OpenRepository, 'files' | 'read'>,
  signal: AbortSignal,
): Promise<CodePackage[]> {
  const manifests = opened.files.filter(
    ({ path, bytes }) => manifestFile.test(path) && !path.includes('node_modules/') && bytes < 1_000_000,
  )
  const texts: [string, string][] = []
  const paths = manifests.map(({ path }) => path)
  for await (const { path, text } of opened.read(paths, signal)) if (text !== null) texts.push([path, text])
  return readManifests(texts)
}
