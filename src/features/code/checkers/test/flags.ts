import { checkScript } from '../../check/check-script.ts'
import { graphView } from '../../graph/graph-view.ts'
import { repository } from '../../graph/test/library.ts'
import type { CodeLanguage } from '../../model/code.ts'
import { codeParser } from '../../parse/code-parser.ts'
import { typeCheckers } from '../type-checkers.ts'

export const checkers = typeCheckers()

export const parser = codeParser()
let nextVersion = 1

/** What the check reports for a script over these files, as `line TYPE`. */
export async function flags(files: Record<string, string>, text: string, language: CodeLanguage = 'python') {
  const texts = new Map(Object.entries(files))
  const kept = { repository: await repository(files), version: nextVersion++, texts }
  const signal = AbortSignal.timeout(600_000)
  const source = { path: 'script', language, module: '__main__', text }
  const script = await parser.readScript(source, signal)
  const view = graphView([kept.repository])
  const checker = await checkers.of(source)
  const diagnosis = await checker.diagnose(source, [kept], { view, script: script.file, signal })
  const { hallucinations, problems } = await checkScript(script, view, { diagnosis, signal })
  return [
    ...problems.map(({ line }) => `${line} SYNTAX`),
    ...hallucinations.map(({ line, type, suggestion }) => `${line} ${type}${suggestion ? ' →' : ''}`),
  ]
}
