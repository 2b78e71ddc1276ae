import { writeZip } from '../archive/write-zip.ts'
import type { Zip } from '../archive/zip.ts'
import { type Dom, type DomElement, parseXml } from '../web/parse-html.ts'
import { readOfficeXml } from './open-office-zip.ts'

/** Parts with slides and speaker notes. */
const slideParts = /^(?:ppt\/(?:slides|notesSlides)\/[^/]+\.xml|content\.xml)$/

/** What a part contains if it must be changed. */
const signs =
  /type="(?:sldNum|dt|ftr|hdr|slidenum|datetime)|presentation:class="(?:page-number|date-time|footer|header)"|[hv]Merge="/

/**
 * Returns a copy of a presentation without what repeats on every slide (number, date, footer), and with merged cells
 * filled: the office library reads neither from the file. A file without these is returned as it is.
 */
export async function rewriteSlides(bytes: Uint8Array, zip: Zip, signal: AbortSignal): Promise<Uint8Array> {
  if (await isEncrypted(zip, signal)) return bytes
  const rewritten = new Map<string, Uint8Array>()
  for (const entry of zip.entries) {
    if (!slideParts.test(entry.name)) continue
    const xml = new TextDecoder().decode(await zip.read(entry, signal).catch(() => new Uint8Array()))
    if (!signs.test(xml)) continue
    const $ = await parseXml(xml)
    removeFurniture($)
    fillMergedCells($)
    rewritten.set(entry.name, Buffer.from($.xml()))
  }
  if (rewritten.size === 0) return bytes
  const files: { name: string; content: Uint8Array }[] = []
  for (const entry of zip.entries) {
    if (entry.isFolder) continue
    const content = rewritten.get(entry.name) ?? (await zip.read(entry, signal).catch(() => null))
    // Damaged parts are left out; the office library reports those that it needs.
    if (content !== null) files.push({ name: entry.name, content })
  }
  return writeZip(files)
}

/** The parts of an encrypted OpenDocument file are not XML until the office library has opened it. */
async function isEncrypted(zip: Zip, signal: AbortSignal): Promise<boolean> {
  const $ = await readOfficeXml(zip, 'META-INF/manifest.xml', signal)
  return $ !== null && $('manifest\\:encryption-data').length > 0
}

function removeFurniture($: Dom): void {
  for (const type of ['sldNum', 'dt', 'ftr', 'hdr']) $(`p\\:ph[type="${type}"]`).closest('p\\:sp').remove()
  for (const field of $('a\\:fld').toArray())
    if (/^(?:slidenum|datetime)/.test(field.attribs.type ?? '')) $(field).remove()
  for (const kind of ['page-number', 'date-time', 'footer', 'header'])
    $(`[presentation\\:class="${kind}"]`).remove()
}

/** A merged cell is followed by cells without text, which continue it to the right or below. */
function fillMergedCells($: Dom): void {
  for (const table of $('a\\:tbl').toArray()) {
    let above: DomElement[] = []
    for (const row of $(table).children('a\\:tr').toArray()) {
      const cells = $(row).children('a\\:tc').toArray()
      for (const [index, cell] of cells.entries()) {
        const from = isSet(cell.attribs.vMerge)
          ? above[index]
          : isSet(cell.attribs.hMerge)
            ? cells[index - 1]
            : undefined
        if (from === undefined) continue
        $(cell).children('a\\:txBody').remove()
        $(cell).prepend($(from).children('a\\:txBody').clone())
      }
      above = cells
    }
  }
}

function isSet(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}
