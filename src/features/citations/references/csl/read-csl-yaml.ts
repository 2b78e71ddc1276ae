import type { Draft } from '../../../../core/references/finish-reference.ts'
import { lowerText, plainText, raiseText } from '../../../../core/references/plain-text.ts'
import { type Item, isRecord, listOf } from '../../../../core/text/json-values.ts'
import { readItems } from '../read-items.ts'
import type { RefusedEntry } from '../reference-reader-port.ts'
import { cslToDraft } from './csl-to-draft.ts'

/** Reads CSL-YAML: a list of items, alone or as `references` of a document or of a Markdown file's head. */
export async function readCslYaml(text: string): Promise<{ drafts: Draft[]; refused: RefusedEntry[] }> {
  const parse = await openYaml()
  const head = headOf(text)
  const whole = parse(head.text)
  const items = 'value' in whole ? wholeItems(head, whole.value) : brokenItems(head, parse)
  return readItems(items, item => cslToDraft(item, markdownText))
}

type Parsed = { value: unknown } | { problem: string }
type Parse = (text: string) => Parsed
type Head = { text: string; firstLine: number }

/** Imported when the first such file is read. Aliases are counted by the library: no small file may grow huge. */
async function openYaml(): Promise<Parse> {
  const { parseDocument } = await import('yaml')
  return text => {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
    const [error] = document.errors
    if (error !== undefined) return { problem: `it is not valid YAML: ${error.message.slice(0, 120)}` }
    try {
      return { value: document.toJS({ maxAliasCount: 100 }) as unknown }
    } catch (cause) {
      return { problem: cause instanceof Error ? cause.message : 'its aliases cannot be resolved' }
    }
  }
}

/** The first document of the file. */
function headOf(text: string): Head {
  const lines = text.split('\n')
  const from = /^---\s*$/.test(lines[0] ?? '') ? 1 : 0
  const length = lines.slice(from).findIndex(line => /^(?:---|\.\.\.)\s*$/.test(line))
  const body = length === -1 ? lines.slice(from) : lines.slice(from, from + length)
  return { text: body.join('\n'), firstLine: from + 1 }
}

function wholeItems(head: Head, value: unknown): Item[] {
  const list = listOf(isRecord(value) ? (value.references ?? value.items) : value)
  const lines = splitList(head).map(part => part.line)
  const fits = lines.length === list.length
  return list.map((item, index) => ({
    line: fits ? (lines[index] ?? null) : null,
    value: item,
    problem: null,
  }))
}

function brokenItems(head: Head, parse: Parse): Item[] {
  return splitList(head).map(({ line, source }) => {
    const parsed = parse(source)
    if ('problem' in parsed) return { line, value: null, problem: parsed.problem }
    return { line, value: listOf(parsed.value)[0], problem: null }
  })
}

/** Cuts a list at the dashes that stand as far to the left as the first. */
function splitList(head: Head): { line: number; source: string }[] {
  const lines = head.text.split('\n')
  const start = Math.max(
    0,
    lines.findIndex(line => /^(?:references|items)\s*:/.test(line)),
  )
  const dash = /^(\s*)- /.exec(lines.slice(start).find(line => /^\s*- /.test(line)) ?? '')?.[1] ?? ''
  const parts: { line: number; lines: string[] }[] = []
  for (const [index, line] of lines.entries()) {
    if (index < start) continue
    if (line.startsWith(`${dash}- `)) parts.push({ line: head.firstLine + index, lines: [] })
    else if (/^[\w-]+\s*:/.test(line) && index > start) break
    parts.at(-1)?.lines.push(line)
  }
  return parts.map(part => ({ line: part.line, source: part.lines.join('\n') }))
}

/** Pandoc's Markdown in fields: emphasis goes, sub- and superscript become characters. */
function markdownText(value: string): string {
  return plainText(
    value
      .replace(/(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1/g, '$2')
      .replace(/(?<![\w\\])_(\S(?:[^_]*\S)?)_(?!\w)/g, '$1')
      .replace(/~([^\s~]{1,20})~/g, (_, text: string) => lowerText(text))
      .replace(/\^([^\s^]{1,20})\^/g, (_, text: string) => raiseText(text))
      .replace(/\[([^[\]]*)\]\{\.[\w-]+\}/g, '$1')
      .replace(/\\([*_~^[\]<>$@#\\])/g, '$1'),
  )
}
