import { adobeGlyphs, texGlyphs } from './glyph-list.ts'

/**
 * The text of a glyph by its name, by the rules of the Adobe Glyph List: what follows the first dot chooses a form
 * (`one.os` is a one), underscores join the letters of a ligature (`f_f_i`), and `uni0031` or `u1F600` are code points.
 * Null when the name says nothing.
 */
export function textOfGlyphName(name: string): string | null {
  const dot = name.indexOf('.')
  const base = dot < 0 ? name : name.slice(0, dot)
  if (base === '') return null
  const parts = base.split('_').map(textOfPart)
  if (parts.includes(null)) return null
  const text = parts.join('')
  const form = dot < 0 ? '' : name.slice(dot + 1)
  if (raisedForm.test(form)) return raise(text)
  return loweredForm.test(form) ? lower(text) : text
}

const raisedForm = /^(?:sups?|superior|numr|numerator)\b/
const loweredForm = /^(?:subs?|sinf|inferior|dnom|denominator)\b/

function textOfPart(name: string): string | null {
  return textOfAdobeName(name) ?? texGlyphs.get(name) ?? textOfCode(name) ?? textOfForm(name)
}

/** The text of a name of the Adobe Glyph List itself, which every reader of PDF knows; null for other names. */
export function textOfAdobeName(name: string): string | null {
  return adobeGlyphs.get(name) ?? (/^[A-Za-z]$/.test(name) ? name : composeLetter(name))
}

function textOfCode(name: string): string | null {
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(name)?.[1]?.match(/.{4}/g)
  const codes = units ?? [/^u([0-9A-F]{4,6})$/.exec(name)?.[1] ?? '']
  const points = codes.map(code => (code === '' ? -1 : Number.parseInt(code, 16)))
  const isText = points.every(
    point => point > 0x1f && point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000),
  )
  return isText ? String.fromCodePoint(...points) : null
}

const accents: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circumflex', '\u0302'],
  ['tilde', '\u0303'],
  ['macron', '\u0304'],
  ['breve', '\u0306'],
  ['dotaccent', '\u0307'],
  ['dieresis', '\u0308'],
  ['ring', '\u030a'],
  ['hungarumlaut', '\u030b'],
  ['caron', '\u030c'],
  ['dotbelow', '\u0323'],
  ['commaaccent', '\u0327'],
  ['cedilla', '\u0327'],
  ['ogonek', '\u0328'],
])

/** `Aacute`, `ccaron`. */
function composeLetter(name: string): string | null {
  const mark = accents.get(name.slice(1))
  const composed = mark === undefined || !/^[A-Za-z]/.test(name) ? null : `${name[0]}${mark}`.normalize('NFC')
  return composed?.length === 1 ? composed : null
}

/** Forms that are spelled into the name: `oneoldstyle`, `Asmall`, `foursuperior`, and sizes of TeX (`parenleftbigg`). */
function textOfForm(name: string): string | null {
  const [, base = '', form = ''] =
    /^(.+?)(oldstyle|small|fitted|superior|inferior|[bB]igg?|display|text|wider?|widest)$/.exec(name) ?? []
  const text = base === '' ? null : textOfPart(base)
  if (text === null) return null
  if (form === 'superior') return raise(text)
  if (form === 'inferior') return lower(text)
  return form === 'small' && /^\p{Lu}/u.test(text) ? text.toLowerCase() : text
}

const raisedDigits = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const loweredDigits = [...'₀₁₂₃₄₅₆₇₈₉']

function raise(text: string): string {
  return text.replace(/\d/g, digit => raisedDigits[Number(digit)] ?? digit)
}

function lower(text: string): string {
  return text.replace(/\d/g, digit => loweredDigits[Number(digit)] ?? digit)
}

/**
 * The text of the private characters that Adobe gave to forms of letters (old-style figures, small capitals, raised
 * letters) and to the parts of tall brackets. The top part of a bracket is written as the bracket, the other parts as
 * nothing. Null for other characters.
 */
export function textOfPrivateUse(character: string): string | null {
  const code = character.codePointAt(0) ?? 0
  if (code >= 0xf721 && code <= 0xf7ff) return latinOf(code - 0xf700)
  if (code >= 0xf6e9 && code <= 0xf6f3) return 'abdeilmorst'[code - 0xf6e9] ?? null
  if (code >= 0xf8eb && code <= 0xf8fe) return bracketParts[code - 0xf8eb] ?? null
  return privateForms.get(code) ?? null
}

function latinOf(code: number): string | null {
  if (code === 0xff) return 'ÿ'
  const character = String.fromCodePoint(code)
  return /[\p{L}\p{N}!$&?`¡¢¨¯´¸¿]/u.test(character) ? character : null
}

/** From U+F8EB: top, extension and bottom of ( and [; top, middle, bottom and extension of {; then the right ones. */
const bracketParts = ['(', '', '', '[', '', '', '{', '', '', '', '', ')', '', '', ']', '', '', '}', '', '']

const privateForms: ReadonlyMap<number, string> = new Map([
  [0xf6be, 'ȷ'],
  [0xf6d9, '©'],
  [0xf6da, '®'],
  [0xf6db, '™'],
  [0xf6dc, '1'],
  [0xf6de, '—'],
  [0xf6df, '¢'],
  [0xf6e0, '¢'],
  [0xf6e1, ','],
  [0xf6e2, ','],
  [0xf6e3, '$'],
  [0xf6e4, '$'],
  [0xf6e5, '-'],
  [0xf6e6, '-'],
  [0xf6e7, '.'],
  [0xf6e8, '.'],
  [0xf6f9, 'ł'],
  [0xf6fa, 'œ'],
  [0xf6fd, 'š'],
  [0xf6ff, 'ž'],
  [0xf8e5, ''],
  [0xf8e8, '®'],
  [0xf8e9, '©'],
  [0xf8ea, '™'],
])

const ligatures = /[\ufb00-\ufb06]/g

/** Writes ligatures as letters. */
export function spellLigatures(text: string): string {
  return text.replace(ligatures, ligature => ligature.normalize('NFKC'))
}
