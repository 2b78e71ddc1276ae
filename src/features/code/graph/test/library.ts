import { checkScript } from '../../check/check-script.ts'
import type { CheckReport, Hallucination } from '../../check/report.ts'
import type { CodeRepository } from '../../model/code-graph.ts'
import { codeParser } from '../../parse/code-parser.ts'
import { graphView } from '../graph-view.ts'
import { moduleNameOf } from '../import-names.ts'
import { manifestFile, readManifests } from '../read-package.ts'

const parser = codeParser()
const { signal } = new AbortController()

/** Parses texts by path into a repository, including `package.json` files. */
export async function repository(
  texts: Readonly<Record<string, string>>,
  name = 'owner/lib',
): Promise<CodeRepository> {
  const folders = new Set(
    Object.keys(texts)
      .filter(path => path.endsWith('__init__.py'))
      .map(path => path.replace(/\/?__init__\.py$/, '')),
  )
  const files = []
  const packages = readManifests(Object.entries(texts).filter(([path]) => manifestFile.test(path)))
  for (const [path, text] of Object.entries(texts)) {
    const language = parser.languageOf(path)
    if (!language) continue
    const module = moduleNameOf(path, language, folder => folders.has(folder))
    files.push(await parser.parse({ path, language, module, text }, signal))
  }
  return { name, files, packages, nativeModules: [] }
}

export async function check(
  library: CodeRepository,
  text: string,
  language: 'python' | 'typescript' = 'python',
): Promise<CheckReport> {
  const path = language === 'python' ? 'script.py' : 'script.ts'
  const script = await parser.readScript({ path, language, module: '__main__', text }, signal)
  return checkScript(script, graphView([library]), { signal })
}

export function wrongs({ hallucinations }: CheckReport): [number, string, string][] {
  return hallucinations.map(({ line, type, name }: Hallucination) => [line, type, name])
}
