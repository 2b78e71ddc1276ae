import type { Draft } from '../../../core/references/finish-reference.ts'
import { lowerText, plainText, raiseText } from '../../../core/references/plain-text.ts'
import { type Item, isRecord, listOf } from '../../../core/text/json-values.ts'
import { cslToDraft } from './csl-to-draft.ts'
import { readItems } from './read-json-references.ts'
import type { RefusedEntry } from './reference-reader.ts'

/**
 * Reads CSL-YAML: a list of items, alone or as `references` in a document or in the front matter of a Markdown file.
 */
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

/** Imports the YAML library on first use. The limit on aliases prevents a small file from expanding to a huge one. */
async function openYaml(): Promise<Parse> {
  const { parseDocument } = await import('yaml')
  return text => {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
    const [error] = document.errors
    if (error !== undefined) return { problem: `it is not valid YAML: ${error.message.slice(0, 120)}` }
    try {
      return { value: document.toJS({ maxAliasCount: 100 }) }
    } catch (cause) {
      return { problem: cause instanceof Error ? cause.message : 'its aliases cannot be resolved' }
    }
  }
}

/** Returns the first YAML document of the file. */
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

/** Splits a list at the dashes with the indentation of the first one. */
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

/** Removes Pandoc's Markdown from a field: drops emphasis and converts sub- and superscript to characters. */
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
