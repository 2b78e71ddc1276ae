import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { mendTexts } from './mend-texts.ts'
import { isRecord } from './page-layout.ts'

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>

/** The metrics needed to place the glyphs of a font. */
export type PageFont = {
  name: string
  /** From glyph units to text units: 0.001 in ordinary fonts. */
  scale: number
  /** Factor from the nominal size to the real one: Type 3 fonts choose their own units. */
  sizing: number
  /** Extent above and below the baseline, in units of the size. */
  ascent: number
  descent: number
  vertical: boolean
  monospace: boolean
  bold: boolean
  italic: boolean
  /** Its name without the mark of a subset; empty when it has none. */
  face: string
  /** By code: texts that the PDF library does not read right. */
  texts: ReadonlyMap<number, string>
}

/** The glyphs of a font that a page uses: widths by text, and texts by code. */
type Use = { widths: Map<string, number>; texts: Map<number, string> }

/** The fonts that the operators of a page use. */
export async function readFonts(
  page: PDFPageProxy,
  { fnArray, argsArray }: Operators,
  codes: Readonly<Record<string, number>>,
): Promise<Map<string, PageFont>> {
  const uses = new Map<string, Use>()
  const useOf = (name: string): Use => {
    const use = uses.get(name) ?? { widths: new Map(), texts: new Map() }
    uses.set(name, use)
    return use
  }
  const saved: (Use | null)[] = []
  let current: Use | null = null
  for (const [index, code] of fnArray.entries()) {
    const args: unknown = argsArray[index]
    if (code === codes.save || code === codes.paintFormXObjectBegin) saved.push(current)
    else if (code === codes.restore || code === codes.paintFormXObjectEnd) current = saved.pop() ?? current
    if (!Array.isArray(args)) continue
    if (code === codes.setFont) current = useOf(String(args[0]))
    else if (code === codes.setGState) {
      for (const entry of Array.isArray(args[0]) ? args[0] : [])
        if (Array.isArray(entry) && entry[0] === 'Font') current = useOf(String(entry[1]))
    } else if (code === codes.showText && Array.isArray(args[0]) && current !== null)
      noteUse(current, args[0])
  }
  const fonts = new Map<string, PageFont>()
  for (const [name, use] of uses) fonts.set(name, toFont(name, await loadFont(page, name), use))
  return fonts
}

function noteUse({ widths, texts }: Use, shown: readonly unknown[]): void {
  for (const glyph of shown) {
    if (!isRecord(glyph) || typeof glyph.unicode !== 'string') continue
    if (texts.get(Number(glyph.originalCharCode)) === glyph.unicode) continue
    if (typeof glyph.width === 'number') widths.set(glyph.unicode, glyph.width)
    if (typeof glyph.originalCharCode === 'number') texts.set(glyph.originalCharCode, glyph.unicode)
  }
}

/** The library provides fonts shortly after the operators that use them. */
function loadFont(page: PDFPageProxy, name: string): Promise<unknown> {
  return new Promise(resolve => {
    page.commonObjs.get(name, resolve, () => resolve(null))
  })
}

function toFont(name: string, loaded: unknown, { widths, texts }: Use): PageFont {
  const facts = isRecord(loaded) ? loaded : {}
  const matrix = isRecord(facts.fontMatrix) ? facts.fontMatrix : { 0: 0.001, 3: 0.001 }
  const scale = typeof matrix[0] === 'number' && matrix[0] !== 0 ? matrix[0] : 0.001
  const steepness = typeof matrix[3] === 'number' && matrix[3] !== 0 ? Math.abs(matrix[3] / scale) : 1
  const vertical = facts.vertical === true
  const standard = standardExtents.find(({ names }) => names.test(String(facts.name)))
  return {
    name,
    scale,
    sizing: facts.isType3Font === true ? steepness * sizeByWidths(widths, scale) : 1,
    // Letters of vertical text are centred on the line.
    ascent: vertical ? 0.5 : (standard?.ascent ?? extentOf(facts.ascent, 0.95)),
    descent: vertical ? 0.5 : (standard?.descent ?? extentOf(facts.descent, 0.35)),
    vertical,
    monospace: facts.isMonospace === true || facts.fallbackName === 'monospace',
    bold: facts.bold === true || facts.black === true || boldName.test(String(facts.name)),
    italic: facts.italic === true || italicName.test(String(facts.name)),
    face: String(facts.name ?? '').replace(/^[A-Z]{6}\+/, ''),
    texts: mendTexts(facts, texts),
  }
}

/** Names of bold fonts, those of TeX included. */
const boldName =
  /bold|black|heavy|demi|\.BI?$|[-,](?:Bd|Blk|Hv|SemiBd|ExtraBd)(?:It|Cn|Ex)*\b|(?:^|\+)(?:CMBX|CMB\d|CMSSBX|CMSSDC|SFBX|SFSX|LMRoman\d+-Bold|NimbusRomNo9L-Medi|\w+-Medi\b)/i

const italicName = /ital|obli|slant|\.B?I$|(?:^|\+)(?:CMTI|CMSL|SFTI|\w+-It\b|\w+ReguItal)/i

/** Some files have no extent, one with the wrong sign, or an absurd one. */
function extentOf(value: unknown, usual: number): number {
  const extent = typeof value === 'number' ? Math.abs(value) : 0
  return extent > 0.001 && extent < 3 ? extent : usual
}

/** The standard fonts are seldom embedded, and what files say about them is unreliable. */
const standardExtents = [
  {
    names: /^(?:Helvetica|Arial)(?:MT)?(?:[,-](?:Bold|Italic|Oblique)+(?:MT)?)?$/,
    ascent: 0.718,
    descent: 0.207,
  },
  {
    names: /^Times(?:New)?(?:Roman)?(?:PS)?(?:MT)?(?:[,-](?:Roman|Bold|Italic)+(?:MT)?)?$/,
    ascent: 0.683,
    descent: 0.217,
  },
  {
    names: /^Courier(?:New)?(?:PS)?(?:MT)?(?:[,-](?:Bold|Italic|Oblique)+(?:MT)?)?$/,
    ascent: 0.629,
    descent: 0.157,
  },
  { names: /^Symbol$/, ascent: 1.01, descent: 0.293 },
  { names: /^ZapfDingbats$/, ascent: 0.82, descent: 0.143 },
]

/** Estimates the size: an m is about 0.6 of it wide, an average letter 0.5. */
function sizeByWidths(widths: ReadonlyMap<string, number>, scale: number): number {
  const m = widths.get('m')
  if (m) return (Math.abs(scale) * m) / 0.6
  const letter = [...widths].find(([text, width]) => /^[a-z]$/i.test(text) && width > 0)
  const any = letter ?? [...widths].find(([, width]) => width > 0)
  return any ? (Math.abs(scale) * any[1]) / 0.5 : 1
}
