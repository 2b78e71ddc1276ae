import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import type { Procedural, Speech } from '../speech.ts'
import { readSpeechFile } from './delimited/read-speech-file.ts'
import { finishRecord } from './finish-record.ts'
import { readMarkup } from './markup/read-markup.ts'
import type { MemberDirectory } from './members/member-directory.ts'
import { type HansardProblem, invalidHansard, limitProblems } from './problems.ts'
import { findSitting } from './sitting.ts'

type HansardFormat = 'xml' | 'sgml' | 'csv' | 'json' | 'markdown'

export type TextFormat = 'markup' | 'csv' | 'json' | 'markdown'

export type HansardFile = {
  format: HansardFormat
  /** In the order of the record. */
  speeches: Speech[]
  /** In the order of the record; shares `order` with the speeches. */
  procedural: Procedural[]
  problems: HansardProblem[]
}

/** Reads files of the parliamentary record. */
export interface HansardReader {
  /**
   * Returns everything in the file that can be read: each word of the record is in exactly one speech or procedural
   * text. Detects the format by the content, with the file name as a hint. Reports damage in `problems`; throws
   * `INVALID_HANSARD` only when the file is not a record, or does not state its day.
   */
  read(file: RawSource, signal: AbortSignal): Promise<HansardFile>
}

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
          ? await readDay({ text, file, members }, signal)
          : await readSpeechFile({ format, text, file, members }, signal)
      if (read.speeches.length === 0 && read.procedural.length === 0) throw notHansard(file.name)
      return { ...read, problems: limitProblems(read.problems) }
    },
  }
}

/** Detects the format by the content; the file name decides only where the content is not enough. */
export function detectFormat(text: string, name: string): TextFormat | null {
  const head = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (/<(?:hansard|session\.header|chamber\.xscript|debate|speech|talk\.start)[\s>]/i.test(head))
    return 'markup'
  if (/^[[{]/.test(head)) return 'json'
  if (/^---\s*\n/.test(head)) return 'markdown'
  const [header = ''] = head.split('\n', 1)
  if (/[,;\t]/.test(header) && /\b(?:body|full_?text|text|speech|content)\b/i.test(header)) return 'csv'
  if (/\.xml$|\.sgml?$/i.test(name) && head.includes('<')) return 'markup'
  return null
}

async function readDay(
  { text, file, members }: { text: string; file: RawSource; members: MemberDirectory },
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
  const hint = 'Use Hansard XML or SGML, or speeches as CSV, JSON or Markdown with front matter.'
  return invalidHansard({ name, problem: 'contains no parliamentary record that can be read', hint, cause })
}
