import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { moduleNameOf } from '../graph/import-names.ts'
import { parseFiles } from '../graph/parse-files.ts'
import { manifestFile, readManifests } from '../graph/read-package.ts'
import type { CodeParser, CodeSource } from '../ports/code-parser.ts'
import type { KeptRepository } from '../ports/type-checker.ts'

type ReadOptions = { accept: (path: string) => boolean }

/** Reads a folder as a repository. */
export async function readRepository(
  parser: CodeParser,
  name: string,
  root: string,
  { accept }: ReadOptions,
): Promise<KeptRepository> {
  const paths = (await readdir(root, { recursive: true })).map(path => path.replaceAll('\\', '/')).sort()
  const kept = paths.filter(path => !/(^|\/)(__pycache__|node_modules)\//.test(path))
  const folders = new Set(
    kept
      .filter(path => /(^|\/)__init__\.pyi?$/.test(path))
      .map(path => path.replace(/\/?__init__\.pyi?$/, '')),
  )
  const manifests: [string, string][] = []
  for (const path of kept.filter(one => manifestFile.test(one)))
    manifests.push([path, await readFile(join(root, path), 'utf8')])
  const packages = readManifests(manifests)
  const sources = async function* (): AsyncGenerator<CodeSource> {
    for (const path of kept.filter(accept)) {
      const language = parser.languageOf(path)
      if (!language || !(await stat(join(root, path))).isFile()) continue
      const text = await readFile(join(root, path), 'utf8')
      yield { path, language, module: moduleNameOf(path, language, folder => folders.has(folder)), text }
    }
  }
  const { files, texts } = await parseFiles(
    sources(),
    { parser, before: new Map() },
    AbortSignal.timeout(600_000),
  )
  const nativeModules = kept.flatMap(
    path => /^(.*?)(\.[\w-]+)*\.(so|pyd)$/.exec(path)?.[1]?.replaceAll('/', '.') ?? [],
  )
  // Files that exist but are left out must not be reported as missing.
  const leftOut = kept
    .filter(path => path.endsWith('.py') && !accept(path))
    .map(path => moduleNameOf(path, 'python', folder => folders.has(folder)))
  const repository = { name, files, packages, nativeModules: [...nativeModules, ...leftOut] }
  return { repository, version: 1, texts }
}
