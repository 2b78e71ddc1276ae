import { writeZip } from '../archive/write-zip.ts'
import type { Zip } from '../archive/zip.ts'
import { parseXml } from '../web/parse-html.ts'
import { linearMath } from './linear-math.ts'

const textParts = /^word\/(document|footnotes|endnotes|comments)\.xml$/

/**
 * The DOCX library leaves formulas out. Where a file has any, this gives the same file with each formula as a
 * run of linear text; pictures and other parts that hold no words are left behind. Other files pass unchanged.
 */
export async function withLinearMath(bytes: Uint8Array, zip: Zip, signal: AbortSignal): Promise<Uint8Array> {
  const rewritten = new Map<string, Uint8Array>()
  for (const entry of zip.entries) {
    if (!textParts.test(entry.name)) continue
    const xml = new TextDecoder().decode(await zip.read(entry, signal))
    if (xml.includes('<m:oMath')) rewritten.set(entry.name, Buffer.from(await replaceFormulas(xml)))
  }
  if (rewritten.size === 0) return bytes
  const files: { name: string; content: Uint8Array }[] = []
  for (const entry of zip.entries) {
    if (entry.isFolder || !/\.(xml|rels)$/.test(entry.name)) continue
    files.push({ name: entry.name, content: rewritten.get(entry.name) ?? (await zip.read(entry, signal)) })
  }
  return writeZip(files)
}

async function replaceFormulas(xml: string): Promise<string> {
  const $ = await parseXml(xml)
  for (const formula of $('m\\:oMath').toArray()) {
    const text = linearMath(formula)
    const run = $('<w:r><w:t xml:space="preserve"></w:t></w:r>')
    run.find('w\\:t').text(text === '' ? '' : `$${text}$`)
    $(formula).replaceWith(run)
  }
  for (const paragraph of $('m\\:oMathPara').toArray()) $(paragraph).replaceWith($(paragraph).find('w\\:r'))
  return $.xml()
}
