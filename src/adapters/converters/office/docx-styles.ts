import type { Zip } from '../archive/zip.ts'
import { readOfficeXml } from './read-office-xml.ts'

type Style = { name: string; basedOn: string | null; outlineLevel: number | null }

/** Words that programs put before the number when they translate "Heading 1". */
const headingWords =
  /^(?:heading|überschrift|titre|título|titulo|encabezado|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|címsor|標題|标题|見出し|제목)\s*([1-9])$/iu
const titleWords = /^(?:title|titel|titre|título|titulo|titolo|название|標題|标题|表題|제목)$/iu

/** Which paragraph styles are headings, by their declared outline level first and by their names in many languages. */
export async function readHeadingStyles(zip: Zip, signal: AbortSignal): Promise<Map<string, number>> {
  const $ = await readOfficeXml(zip, 'word/styles.xml', signal)
  const headings = new Map<string, number>()
  if ($ === null) return headings
  const styles = new Map<string, Style>()
  for (const style of $('w\\:style[w\\:type="paragraph"]').toArray()) {
    const level = $(style).find('w\\:pPr > w\\:outlineLvl').attr('w:val')
    styles.set(style.attribs['w:styleId'] ?? '', {
      name: ($(style).children('w\\:name').attr('w:val') ?? '').trim(),
      basedOn: $(style).children('w\\:basedOn').attr('w:val') ?? null,
      outlineLevel: level === undefined ? null : Number(level),
    })
  }
  for (const id of styles.keys()) {
    const level = headingLevel(id, styles)
    if (level !== null) headings.set(id, level)
  }
  return headings
}

/** Styles inherit; a circle of them ends after a few steps. Outline level 9 means body text. */
function headingLevel(id: string, styles: ReadonlyMap<string, Style>): number | null {
  let style = styles.get(id)
  for (let step = 0; style !== undefined && step < 10; step++) {
    const named = headingWords.exec(style.name)?.[1]
    if (named !== undefined) return Math.min(Number(named), 6)
    if (titleWords.test(style.name)) return 1
    if (style.outlineLevel !== null)
      return style.outlineLevel < 9 ? Math.min(style.outlineLevel + 1, 6) : null
    style = style.basedOn === null ? undefined : styles.get(style.basedOn)
  }
  return null
}
