import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import type { HansardFile, HansardReader, MemberDirectory } from '../hansard-reader.ts'
import { readSpeechFile } from './delimited/read-speech-file.ts'
import { detectFormat } from './detect-format.ts'
import { finishRecord } from './finish-record.ts'
import { invalidHansard } from './invalid-hansard.ts'
import { readMarkup } from './markup/read-markup.ts'
import { limitProblems } from './problems.ts'
import { findSitting } from './sitting.ts'

/**
 * Reads the record of the Australian Parliament: its XML of every version, its SGML of the 1980s and 90s, and speeches
 * as CSV, JSON or Markdown with front matter.
 */
export function hansardReader(options: { members: MemberDirectory }): HansardReader {
  const { members } = options
  return {
    async read(file, signal) {
      throwIfAborted(signal)
      const text = decode(file)
      const format = detectFormat(text, file.name)
      if (format === null) throw notHansard(file.name)
      const read =
        format === 'markup'
          ? await readDay(text, file, members, signal)
          : await readSpeechFile({ format, text, file, members }, signal)
      if (read.speeches.length === 0 && read.procedural.length === 0) throw notHansard(file.name)
      return { ...read, problems: limitProblems(read.problems) }
    },
  }
}

async function readDay(
  text: string,
  file: RawSource,
  members: MemberDirectory,
  signal: AbortSignal,
): Promise<HansardFile> {
  const { isSgml, header, drafts, problems } = await readMarkup(text, signal)
  if (drafts.length === 0) throw notHansard(file.name)
  throwIfAborted(signal)
  const found = findSitting(header, drafts, file)
  const { sitting } = found
  const record = await finishRecord({ drafts, sitting, members, sourceUrl: urlOf(file) }, signal)
  return {
    format: isSgml ? 'sgml' : 'xml',
    speeches: record.speeches,
    procedural: record.procedural,
    problems: [...problems, ...found.problems, ...record.problems],
  }
}

function decode(file: RawSource): string {
  try {
    return decodeText(file).text
  } catch (cause) {
    throw notHansard(file.name, cause)
  }
}

function urlOf({ source }: RawSource): string | null {
  return /^https?:\/\//i.test(source) ? source : null
}

function notHansard(name: string, cause?: unknown): ReturnType<typeof invalidHansard> {
  const hint = 'Give Hansard XML or SGML, or speeches as CSV, JSON or Markdown with front matter.'
  return invalidHansard(name, 'holds no parliamentary record that can be read', hint, cause)
}
