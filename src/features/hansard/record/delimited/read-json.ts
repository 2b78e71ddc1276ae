import type { RawSource } from '../../../../core/model/source.ts'
import { brokenJsonItems, isRecord, jsonItems } from '../../../../core/text/json-values.ts'
import type { HansardProblem } from '../../hansard-reader.ts'
import { invalidHansard } from '../invalid-hansard.ts'
import { lineAt } from '../markup/line-at.ts'
import { fieldsOf } from './fields.ts'
import { flatRecord } from './flat-record.ts'
import type { SpeechFileContent } from './read-speech-file.ts'

type JsonItems = ReturnType<typeof jsonItems>

/** `{ "speeches": […] }`, a bare list, or one speech alone. In a broken file every record that is whole is read. */
export function readJson(text: string, file: RawSource): SpeechFileContent {
  const problems: HansardProblem[] = []
  const items = itemsOf(text, file, problems)
  const flat = items.flatMap(({ line, value, problem }) => {
    if (isRecord(value)) return flatRecord(fieldsOf(value), { line: line ?? 1, file, problems }) ?? []
    problems.push({ line, message: problem ?? 'This is no speech.' })
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
    return shiftLines(text, list => brokenJsonItems(list))
  }
  const { value } = whole
  if (Array.isArray(value)) return jsonItems(text, value)
  if (isRecord(value) && Array.isArray(value.speeches)) {
    const { speeches } = value
    return shiftLines(text, list => jsonItems(list, speeches))
  }
  if (isRecord(value)) return [{ line: 1, value, problem: null }]
  throw invalidHansard(
    file.name,
    'holds no list of speeches',
    'Give {"speeches": […]} with one object for each.',
  )
}

/** Reads the list of speeches as if it were the file, and counts its lines from where it begins. */
function shiftLines(text: string, read: (list: string) => JsonItems): JsonItems {
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
