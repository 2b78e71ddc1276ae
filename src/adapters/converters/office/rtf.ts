import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown } from '../text/markdown-parts.ts'
import { titleOfText } from './office-title.ts'
import { plainText, prepareOffice, readOfficeTree, renderOfficeNodes } from './office-tree.ts'

/** Rich Text Format: headings, lists, tables, footnotes. */
export const rtfConverter: Converter = {
  name: 'rtf',
  version: 1,
  formats: ['rtf'],
  isolated: true,
  prepare: prepareOffice,
  async convert(raw, _options, { signal }) {
    try {
      const { markdown, properties, warnings } = await readRtf(raw, signal)
      const title = titleOfText(markdown, properties, raw.name)
      return makeConverted(raw, { fileType: 'rtf', markdown, title, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as Rich Text Format', error)
    }
  },
}

/** Word nests a few dozen groups; the library recurses into each. */
const maxDepth = 1000

/** The Markdown of Rich Text, which may be empty, and the title in its properties. */
export async function readRtf(
  raw: RawSource,
  signal: AbortSignal,
): Promise<{ markdown: string; properties: string | null; warnings: string[] }> {
  const { bytes, depth } = writeSigns(raw.bytes)
  if (depth > maxDepth) throw brokenSource(raw.name, `has more than ${maxDepth} nested groups`)
  const tree = await readOfficeTree({ ...raw, bytes }, { format: 'rtf', password: null }, signal)
  const markdown = cleanMarkdown(renderOfficeNodes(tree.nodes, { headingOffset: 0, charts: new Map() }))
  return { markdown, properties: await readTitle(raw, signal), warnings: tree.warnings }
}

/** The title among the properties: the library leaves them out, so the title is read as a text of its own. */
async function readTitle(raw: RawSource, signal: AbortSignal): Promise<string | null> {
  const head = Buffer.from(raw.bytes.subarray(0, 200_000)).toString('latin1')
  const title = /\{\\title ((?:[^{}\\]|\\.){1,2000})\}/s.exec(head)?.[1]
  if (title === undefined) return null
  const page = /\\ansicpg\d+/.exec(head)?.[0] ?? ''
  const bytes = Buffer.from(`{\\rtf1\\ansi${page} ${title}\\par}`, 'latin1')
  const { nodes } = await readOfficeTree({ ...raw, bytes }, { format: 'rtf', password: null }, signal)
  return nodes.map(plainText).join(' ')
}

const [backslash, open, close, tilde, underscore] = Buffer.from('\\{}~_')

/**
 * Writes protected spaces (`\~`) and hyphens (`\_`) as plain ones: the library keeps the signs. Each is followed by a
 * line end, which means nothing, so that binary data keeps its length. Also returns how deep groups are nested.
 */
function writeSigns(source: Uint8Array): { bytes: Uint8Array; depth: number } {
  const bytes = Uint8Array.from(source)
  let depth = 0
  let deepest = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) {
      const next = bytes[at + 1]
      if (next === tilde) bytes.set(Buffer.from(' \n'), at)
      if (next === underscore) bytes.set(Buffer.from('-\n'), at)
      at += 1
    } else if (byte === open) deepest = Math.max(deepest, ++depth)
    else if (byte === close) depth -= 1
  }
  return { bytes, depth: deepest }
}
