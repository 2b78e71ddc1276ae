/** Turns text of reference managers (rich text tags, entities, extra white space) into plain text. */
export function plainText(value: string): string {
  const untagged = value
    .replace(/<su([bp])>([^<]*)<\/su\1>/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'p' ? raiseText(text) : lowerText(text),
    )
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?(?:i|b|u|em|strong|sub|sup|sc|nc|span|small|tt|code|p|pre)(?:\s[^<>]*)?\/?>/gi, '')
  return collapse(decodeEntities(untagged))
}

/**
 * Collapses white space to one space. Keeps direction and joining marks; removes soft hyphens and zero-width spaces.
 */
export function collapse(value: string): string {
  return value
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

function decodeEntities(value: string): string {
  return value.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    const isCharacter = point > 31 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    return isCharacter ? String.fromCodePoint(point) : whole
  })
}

const raised = new Map(Object.entries(zip('0123456789+-=()nai', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿᵃⁱ')))
const lowered = new Map(Object.entries(zip('0123456789+-=()aeijmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑᵢⱼₘₙₒₚᵣₛₜᵤᵥₓ')))

/** The text in Unicode superscript when every character has one; else unchanged. */
export function raiseText(text: string): string {
  return shift(text, raised)
}

/** The text in Unicode subscript when every character has one; else unchanged. */
export function lowerText(text: string): string {
  return shift(text, lowered)
}

function shift(text: string, table: ReadonlyMap<string, string>): string {
  const shifted = [...text.replace(/[−–]/g, '-')].map(character => table.get(character))
  return shifted.some(character => character === undefined) ? text : shifted.join('')
}

function zip(keys: string, values: string): Record<string, string> {
  const characters = [...values]
  return Object.fromEntries([...keys].map((key, index) => [key, characters[index] ?? key]))
}
