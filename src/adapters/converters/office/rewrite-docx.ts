import { writeZip } from '../archive/write-zip.ts'
import type { Zip } from '../archive/zip.ts'
import { parseXml } from '../web/parse-html.ts'
import { labelLists, readNumbering } from './docx-lists.ts'
import { replaceFormulas } from './docx-math.ts'

const textParts = /^word\/(document|footnotes|endnotes|comments)\.xml$/

/**
 * Writes what the DOCX library drops as text: formulas, and the numbers of list items. Parts without text, such as
 * pictures, are left out of the copy. A file that needs no change is returned as it is.
 */
export async function rewriteDocx(bytes: Uint8Array, zip: Zip, signal: AbortSignal): Promise<Uint8Array> {
  const numbering = await readNumbering(zip, signal)
  const rewritten = new Map<string, Uint8Array>()
  for (const entry of zip.entries) {
    if (!textParts.test(entry.name)) continue
    const xml = new TextDecoder().decode(await zip.read(entry, signal))
    const hasLists = numbering !== null && (xml.includes('<w:numPr') || numbering.byStyle.size > 0)
    if (!hasLists && !xml.includes('<m:oMath')) continue
    const $ = await parseXml(xml)
    replaceFormulas($)
    if (hasLists) labelLists($, numbering)
    rewritten.set(entry.name, Buffer.from($.xml()))
  }
  if (rewritten.size === 0) return bytes
  const files: { name: string; content: Uint8Array }[] = []
  for (const entry of zip.entries) {
    if (entry.isFolder || !/\.(xml|rels)$/.test(entry.name)) continue
    files.push({ name: entry.name, content: rewritten.get(entry.name) ?? (await zip.read(entry, signal)) })
  }
  return writeZip(files)
}
