import type { RawSource } from '../../../../core/model/source.ts'
import { brokenJsonItems, isRecord, jsonItems } from '../../../../core/text/json-values.ts'
import type { RecordDraft } from '../draft.ts'
import { type FinishedRecord, finishRecord } from '../finish-record.ts'
import type { HansardFile, TextFormat } from '../hansard-reader.ts'
import type { MemberDirectory } from '../members/member-directory.ts'
import { type HansardProblem, invalidHansard, lineAt } from '../problems.ts'
import type { Sitting } from '../sitting.ts'
import { type FlatRecord, fieldsOf, finishFlat, flatRecord } from './flat-record.ts'
import { readCsv } from './read-csv.ts'

export type SpeechFileParts = {
  format: Exclude<TextFormat, 'markup'>
  text: string
  file: RawSource
  members: MemberDirectory
}

/** Content of a file of speeches: single speeches, or the turns of whole sittings. */
export type SpeechFileContent = {
  flat: FlatRecord[]
  sittings: { sitting: Sitting; drafts: RecordDraft[] }[]
  problems: HansardProblem[]
}

type JsonItems = ReturnType<typeof jsonItems>

/** Reads files that are already divided into speeches: CSV, JSON, Markdown with front matter. */
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

/** Reads `{ "speeches": […] }`, a bare list, or one speech. In invalid JSON, reads every record that is complete. */
function readJson(text: string, file: RawSource): SpeechFileContent {
  const problems: HansardProblem[] = []
  const items = itemsOf(text, file, problems)
  const flat = items.flatMap(({ line, value, problem }) => {
    if (isRecord(value)) return flatRecord(fieldsOf(value), { line: line ?? 1, file, problems }) ?? []
    problems.push({ line, message: problem ?? 'This is not a speech.' })
    return []
  })
  return { flat, sittings: [], problems }
}

function itemsOf(text: string, file: RawSource, problems: HansardProblem[]): JsonItems {
  const whole = parseWhole(text)
  if (whole === null) {
    problems.push({
      line: null,
      message: 'The file is not valid JSON as a whole; its records were read one by one.',
    })
    return readSpeechList(text, list => brokenJsonItems(list))
  }
  const { value } = whole
  if (Array.isArray(value)) return jsonItems(text, value)
  if (isRecord(value) && Array.isArray(value.speeches)) {
    const { speeches } = value
    return readSpeechList(text, list => jsonItems(list, speeches))
  }
  if (isRecord(value)) return [{ line: 1, value, problem: null }]
  throw invalidHansard({
    name: file.name,
    problem: 'contains no list of speeches',
    hint: 'Use {"speeches": […]} with one object for each.',
  })
}

/** Reads the list of speeches on its own, and adds the lines before it to the line numbers. */
function readSpeechList(text: string, read: (list: string) => JsonItems): JsonItems {
  const named = /"speeches"\s*:\s*(?=\[)/.exec(text)
  const start = named === null ? 0 : named.index + named[0].length
  const before = lineAt(text, start) - 1
  return read(text.slice(start)).map(item => ({
    ...item,
    line: item.line === null ? null : item.line + before,
  }))
}

function parseWhole(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** One speech: metadata in the front matter, text below. */
function readMarkdown(text: string, file: RawSource): SpeechFileContent {
  const problems: HansardProblem[] = []
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  const start = lines.findIndex(line => line.trim() !== '')
  const end = lines.findIndex((line, at) => at > start && /^(?:---|\.\.\.)\s*$/.test(line))
  if (end === -1) {
    problems.push({ line: start + 1, message: 'The front matter has no end.' })
    return { flat: [], sittings: [], problems }
  }
  const facts = parseFrontMatter(lines.slice(start + 1, end))
  const body = lines.slice(end + 1).join('\n')
  const record = flatRecord(fieldsOf({ ...facts, full_text: body }), { line: start + 1, file, problems })
  return { flat: record === null ? [] : [record], sittings: [], problems }
}

/**
 * Parses the part of YAML that front matter of speeches uses: `key: value`, quoted and folded text, lists in either
 * notation. Skips nested maps.
 */
function parseFrontMatter(lines: readonly string[]): Record<string, string | string[]> {
  const facts: Record<string, string | string[]> = {}
  let at = 0
  while (at < lines.length) {
    const [, key = '', first = ''] = /^([A-Za-z_][\w .-]*?)\s*:(?:\s+(.*))?$/.exec(lines[at] ?? '') ?? []
    at += 1
    if (key === '') continue
    const below: string[] = []
    while (at < lines.length && isBelow(lines[at] ?? '')) {
      below.push(lines[at] ?? '')
      at += 1
    }
    facts[key] = readValue(first.trim(), below)
  }
  return facts
}

/** Indented lines and items of a list belong to the key above. */
function isBelow(line: string): boolean {
  return /^\s+\S|^-\s|^\s*$/.test(line)
}

function readValue(first: string, below: readonly string[]): string | string[] {
  const items = below.filter(line => line.trim() !== '')
  if (first === '' && items.length > 0 && items.every(line => /^\s*-\s+/.test(line) || /^\s{2,}/.test(line)))
    return items.filter(line => /^\s*-\s+/.test(line)).map(line => unquote(line.replace(/^\s*-\s+/, '')))
  if (/^[|>][+-]?$/.test(first))
    return below
      .map(line => line.trim())
      .join(first.startsWith('|') ? '\n' : ' ')
      .trim()
  const whole = [first, ...items.map(line => line.trim())].join(' ').trim()
  if (/^\[.*\]$/.test(whole)) return splitList(whole.slice(1, -1))
  return unquote(whole)
}

function splitList(text: string): string[] {
  const items = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+/g) ?? []
  return items.map(item => unquote(item.trim())).filter(item => item !== '')
}

function unquote(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/s.test(text)) return text.replace(/\s+#.*$/, '')
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
