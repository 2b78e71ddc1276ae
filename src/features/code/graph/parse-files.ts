import { throwIfAborted } from '../../../core/model/failure.ts'
import { holdsCredentials } from '../../../core/text/excluded-files.ts'
import type { CodeFile } from '../model/code.ts'
import type { CodeParser, CodeSource } from '../ports/code-parser.ts'

export type SkippedFile = { path: string; reason: string }

export type ParsedFiles = {
  files: CodeFile[]
  /** Paths whose text is new or changed; all others were taken from before. */
  changed: string[]
  /** Paths that existed before and no longer do. */
  removed: string[]
  skipped: SkippedFile[]
  /** The texts of the parsed files of languages that are checked, except those that hold credentials. */
  texts: Map<string, string>
}

/** Parses what changed since `before`; one unreadable file never stops the rest. */
export async function parseFiles(
  sources: AsyncIterable<CodeSource> | Iterable<CodeSource>,
  { parser, before }: { parser: CodeParser; before: ReadonlyMap<string, CodeFile> },
  signal: AbortSignal,
): Promise<ParsedFiles> {
  const parsed: ParsedFiles = { files: [], changed: [], removed: [], skipped: [], texts: new Map() }
  const seen = new Set<string>()
  for await (const source of sources) {
    throwIfAborted(signal)
    seen.add(source.path)
    const known = before.get(source.path)
    if (known && known.hash === parser.hashOf(source)) {
      keep(parsed, source)
      parsed.files.push(known)
      continue
    }
    if (source.text.length > parser.maxCharacters) {
      parsed.skipped.push({ path: source.path, reason: `longer than ${parser.maxCharacters} characters` })
      continue
    }
    const file = await parser.parse(source, signal).catch((error: unknown) => {
      if (error instanceof RangeError) return null
      throw error
    })
    if (file === null) {
      parsed.skipped.push({ path: source.path, reason: 'nested too deeply' })
      continue
    }
    keep(parsed, source)
    parsed.files.push(file)
    parsed.changed.push(source.path)
  }
  parsed.removed.push(...[...before.keys()].filter(path => !seen.has(path)))
  return parsed
}

/** Languages whose scripts are checked. */
const checked: ReadonlySet<string> = new Set(['python', 'typescript', 'tsx', 'javascript'])

function keep({ texts }: ParsedFiles, { path, language, text }: CodeSource): void {
  if (checked.has(language) && !holdsCredentials(path)) texts.set(path, text)
}
