import { lowerText, raiseText } from './raise-text.ts'

/** Text as reference managers keep it (rich text tags, entities, stray blanks) as a reader would write it. */
export function plainText(value: string): string {
  const untagged = value
    .replace(/<su([bp])>([^<]*)<\/su\1>/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'p' ? raiseText(text) : lowerText(text),
    )
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?(?:i|b|u|em|strong|sub|sup|sc|nc|span|small|tt|code|p|pre)(?:\s[^<>]*)?\/?>/gi, '')
  return collapse(decodeEntities(untagged))
}

/** Blanks of every kind as one space; direction and joining marks stay, soft hyphens and zero-width spaces go. */
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
