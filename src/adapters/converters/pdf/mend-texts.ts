import { readGlyphNames } from './font-program.ts'
import { textOfAdobeName, textOfGlyphName, textOfPrivateUse } from './glyph-names.ts'
import { isDingbatFont, textOfSymbol } from './symbol-fonts.ts'
import { textOfLatexSymbol, textOfTexCode } from './tex-fonts.ts'

/** Control characters, private use, unassigned and lone surrogates: they cannot be read, searched or stored. */
export const unmappedGlyph = /[\p{Cs}\p{Co}\p{Cn}\ufffd]|(?![\t\n\r])\p{Cc}/u

/** A font as the PDF library returns it. */
export type FontFacts = Readonly<Record<string | number, unknown>>

/**
 * The library reads a glyph whose name it does not know, and that the file does not map, as the character with the
 * number of its code: a wrong letter, or a control character. Returns the right text by code, where the font tells it:
 * by the name of the glyph, or because it is a known symbol font. `drawn` are the codes in use with the texts of the
 * library.
 */
export function mendTexts(facts: FontFacts, drawn: ReadonlyMap<number, string>): Map<number, string> {
  // What a code of a Type 3 font means is told by all codes in use together, those of earlier pages included.
  if (facts.isType3Font === true) {
    const used = drawnBefore.get(facts) ?? new Map<number, string>()
    drawnBefore.set(facts, used)
    for (const [code, text] of drawn) used.set(code, text)
    return mend(facts, used)
  }
  const known = mendedBefore.get(facts) ?? new Map<number, Mended>()
  mendedBefore.set(facts, known)
  const isNew = ([code, text]: [number, string]) => known.get(code)?.text !== text
  if ([...drawn].some(isNew)) {
    const mended = mend(facts, drawn)
    for (const [code, text] of drawn) known.set(code, { text, better: mended.get(code) ?? null })
  }
  const found = new Map<number, string>()
  for (const code of drawn.keys()) {
    const better = known.get(code)?.better ?? null
    if (better !== null) found.set(code, better)
  }
  return found
}

/** Fonts are used on many pages: a code with its text, and the right text when that is another one. */
type Mended = { text: string; better: string | null }
const drawnBefore = new WeakMap<FontFacts, Map<number, string>>()
const mendedBefore = new WeakMap<FontFacts, Map<number, Mended>>()

function mend(facts: FontFacts, drawn: ReadonlyMap<number, string>): Map<number, string> {
  const mended = new Map<number, string>()
  const fontName = String(facts.name)
  const names = glyphNamesOf(facts, drawn)
  const texText = facts.isType3Font === true ? textOfTexCode(names, drawn) : null
  for (const [code, text] of drawn) {
    const better =
      textByName({ fontName, name: names.get(code) }, code, text) ??
      textBySymbol(fontName, text) ??
      textOfForms(text) ??
      texText?.(code) ??
      (isBlank(facts, { code, text, name: names.get(code) }) ? ' ' : null)
    if (better !== null && better !== text) mended.set(code, better)
  }
  return mended
}

/** Names by code: those that the file lists, else those of the embedded font. */
function glyphNamesOf(facts: FontFacts, drawn: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  if (facts.composite === true) return names
  if (facts.differences instanceof Map)
    for (const [code, name] of facts.differences) if (typeof name === 'string') names.set(Number(code), name)
  const isGuessed = ([code, text]: [number, string]) => !names.has(code) && isFallback(code, text)
  if (
    !(facts.data instanceof Uint8Array) ||
    !(facts.toFontChar instanceof Map) ||
    ![...drawn].some(isGuessed)
  )
    return names
  const own = ownNames.get(facts) ?? readGlyphNames(facts.data)
  ownNames.set(facts, own)
  for (const [code, character] of facts.toFontChar) {
    const name = own.get(Number(character))
    if (name !== undefined && !names.has(Number(code))) names.set(Number(code), name)
  }
  return names
}

/** Fonts are used on many pages. */
const ownNames = new WeakMap<FontFacts, ReadonlyMap<number, string>>()

function textByName(
  { fontName, name }: { fontName: string; name: string | undefined },
  code: number,
  text: string,
): string | null {
  if (name === undefined || !(isFallback(code, text) || unmappedGlyph.test(text))) return null
  // The library knows these names, so that its text comes from the map of the file.
  if (!unmappedGlyph.test(text) && textOfAdobeName(name) !== null) return null
  const named = textOfGlyphName(name) ?? textOfLatexSymbol(fontName, name)
  return named?.toLowerCase() === text.toLowerCase() ? null : named
}

/** Whether the text may be only the number of the code. */
function isFallback(code: number, text: string): boolean {
  return text === String.fromCharCode(code & 0xffff)
}

/** Files map dingbats to the letters that have their codes, or to private characters. */
function textBySymbol(fontName: string, text: string): string | null {
  const point = text.codePointAt(0) ?? 0
  if (point >= 0xf020 && point <= 0xf0ff)
    return textOfSymbol(fontName, point - 0xf000) ?? bullets.get(point) ?? null
  return isDingbatFont(fontName) && point > 0x20 && point < 0x100 ? textOfSymbol(fontName, point) : null
}

/** Bullets of Symbol and of Wingdings, also where the name of the font is lost. */
const bullets: ReadonlyMap<number, string> = new Map([
  [0xf0b7, '•'],
  [0xf0a7, '▪'],
  [0xf0d8, '➢'],
  [0xf0fc, '✓'],
])

/** Replaces private characters for forms of letters. */
function textOfForms(text: string): string | null {
  if (!/\p{Co}/u.test(text)) return null
  return text.replace(/\p{Co}/gu, character => textOfPrivateUse(character) ?? character)
}

/**
 * Some files do not map the space. It is the fourth glyph of fonts in the order of TrueType, and the second in the order
 * of PostScript.
 */
function isBlank(facts: FontFacts, glyph: { code: number; text: string; name: string | undefined }): boolean {
  if (!unmappedGlyph.test(glyph.text)) return false
  if (facts.composite === true) return glyph.code === 3 || (glyph.code === 1 && facts.type === 'CIDFontType0')
  return glyph.name === 'g3'
}
