import type { RawSource } from '../../../../core/model/source.ts'
import type { HansardProblem } from '../../hansard-reader.ts'
import { fieldsOf } from './fields.ts'
import { flatRecord } from './flat-record.ts'
import { parseFrontMatter } from './parse-front-matter.ts'
import type { SpeechFileContent } from './read-speech-file.ts'

/** One speech: its facts in the front matter, its text below. */
export function readMarkdown(text: string, file: RawSource): SpeechFileContent {
  const problems: HansardProblem[] = []
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  const start = lines.findIndex(line => line.trim() !== '')
  const end = lines.findIndex((line, at) => at > start && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end === -1) {
    problems.push({ line: start + 1, message: 'The front matter does not end.' })
    return { flat: [], sittings: [], problems }
  }
  const facts = parseFrontMatter(lines.slice(start + 1, end))
  const body = lines.slice(end + 1).join('\n')
  const record = flatRecord(fieldsOf({ ...facts, full_text: body }), { line: start + 1, file, problems })
  return { flat: record === null ? [] : [record], sittings: [], problems }
}
