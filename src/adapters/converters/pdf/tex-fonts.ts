/**
 * Old TeX files draw letters as pictures (Type 3 fonts), with names that only repeat the code (`a11`). Letters and
 * figures have their usual codes; ligatures, dashes and quotation marks have those of the encodings of TeX. Returns the
 * text by code when the glyphs in use are such a font, else null.
 */
export function textOfTexCode(
  names: ReadonlyMap<number, string>,
  drawn: ReadonlyMap<number, string>,
): ((code: number) => string | null) | null {
  const codes = [...drawn.keys()]
  if (codes.length === 0 || !codes.every(code => isNumbered(names.get(code), code))) return null
  if (codes.every(code => code === bullet)) return () => '•'
  const letters = codes.filter(code => code >= 0x61 && code <= 0x7a).length
  if (letters < leastLetters) return null
  const isOt1 = codes.some(code => code >= 0x0b && code <= 0x0f) && codes.every(code => code < 0x80)
  const encoding = isOt1 ? ot1 : t1
  if (!codes.every(code => isUsual(code) || encoding.has(code))) return null
  return code => encoding.get(code) ?? null
}

/** Symbol fonts use a few of the codes of small letters too, but not most of them. */
const leastLetters = 9
/** In the encoding of text symbols (TS1). */
const bullet = 0x88

/** ASCII, and the letters with accents of T1 that have the codes of Latin-1. */
function isUsual(code: number): boolean {
  return (code >= 0x20 && code <= 0x7e) || code >= 0xc0
}

function isNumbered(name: string | undefined, code: number): boolean {
  return name !== undefined && /^[a-zA-Z]?\d+$/.test(name) && Number(name.replace(/\D/g, '')) === code
}

/** Accents are drawn before their letters. Codes that scans use too, and texts hardly, are left out. */
const ot1 = listFrom(
  [0x0b, 'ff fi fl ffi ffl ı ȷ'],
  [0x12, '` ´ ˇ ˘ ¯ ˚ ¸'],
  [0x19, 'ß æ œ ø Æ Œ Ø'],
  [0x22, '”'],
  [0x3c, '¡'],
  [0x3e, '¿'],
  [0x5c, '“'],
  [0x60, '‘'],
  [0x27, '’'],
  [0x7b, '– — ˝ ˜ ¨'],
)

const t1 = listFrom(
  [0x10, '“ ” „ « » – —'],
  [0x19, 'ı ȷ ff fi fl ffi ffl'],
  [0x27, '’'],
  [0x60, '‘'],
  [0x80, 'Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ §'],
  [0xa0, 'ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £'],
  [0xd7, 'Œ'],
  [0xdf, 'SS'],
  [0xf7, 'œ'],
  [0xff, 'ß'],
)

function listFrom(...runs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  return new Map(
    runs.flatMap(([first, texts]) =>
      texts.split(' ').map((text, index): [number, string] => [first + index, text]),
    ),
  )
}

/** The symbols of LaTeX are named by their codes too (`a50`), whatever code the file gives them. */
export function textOfLatexSymbol(fontName: string, name: string): string | null {
  const code = /^a(\d{1,2})$/.exec(name)?.[1]
  return code !== undefined && latexFont.test(fontName) ? (latexSymbols.get(Number(code)) ?? null) : null
}

const latexFont = /^(?:[A-Z]{6}\+)?(?:LASY|WASY)/i

const latexSymbols = listFrom([1, '◁ ⊴ ▷ ⊵'], [48, '℧ ⋈ □ ◇'], [59, '⇝ ⊏ ⊐'])
