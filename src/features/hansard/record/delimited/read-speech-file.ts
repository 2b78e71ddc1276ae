import type { RawSource } from '../../../../core/model/source.ts'
import type { HansardFile, HansardProblem, MemberDirectory } from '../../hansard-reader.ts'
import type { TextFormat } from '../detect-format.ts'
import type { Draft } from '../draft.ts'
import { type FinishedRecord, finishRecord } from '../finish-record.ts'
import type { Sitting } from '../sitting.ts'
import { type FlatRecord, finishFlat } from './flat-record.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readMarkdown } from './read-markdown.ts'

export type SpeechFileParts = {
  format: Exclude<TextFormat, 'markup'>
  text: string
  file: RawSource
  members: MemberDirectory
}

/** What a file of speeches holds: records that stand alone, or the turns of whole sittings. */
export type SpeechFileContent = {
  flat: FlatRecord[]
  sittings: { sitting: Sitting; drafts: Draft[] }[]
  problems: HansardProblem[]
}

/** Speeches that were cut by someone else: CSV, JSON, Markdown with front matter. */
export async function readSpeechFile(parts: SpeechFileParts, signal: AbortSignal): Promise<HansardFile> {
  const { format, text, file, members } = parts
  const content =
    format === 'csv'
      ? await readCsv(text, file, signal)
      : format === 'json'
        ? readJson(text, file)
        : readMarkdown(text, file)
  const sourceUrl = /^https?:\/\//i.test(file.source) ? file.source : null
  const records: FinishedRecord[] = []
  for (const { sitting, drafts } of content.sittings)
    records.push(await finishRecord({ drafts, sitting, members, sourceUrl }, signal))
  const flat = await finishFlat(content.flat, members, signal)
  return {
    format,
    speeches: [...records.flatMap(({ speeches }) => speeches), ...flat.speeches],
    procedural: records.flatMap(({ procedural }) => procedural),
    problems: [...content.problems, ...records.flatMap(({ problems }) => problems), ...flat.problems],
  }
}
