import { brokenSource } from '../../text/make-converted.ts'

/** A tag or a text of XML, with its position in the source, so that the source can be changed there. */
export type XmlToken =
  | { kind: 'open'; name: string; attributes: string; isEmpty: boolean; start: number; end: number }
  | { kind: 'close'; name: string; start: number; end: number }
  | { kind: 'text'; start: number; end: number }

const tag = /<(\/?)([^\s/>"'=<]+)((?:\s+[^\s=/>"']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y

/** Yields tags and texts in order. Comments and processing instructions are skipped; a DTD is refused. */
export function* scanXml(xml: string, name: string): Generator<XmlToken> {
  for (let at = 0; at < xml.length; ) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at)
      const end = next === -1 ? xml.length : next
      yield { kind: 'text', start: at, end }
      at = end
    } else if (xml.startsWith('<!--', at)) at = after({ xml, at, name }, '-->')
    else if (xml.startsWith('<?', at)) at = after({ xml, at, name }, '?>')
    else {
      tag.lastIndex = at
      const found = tag.exec(xml)
      if (found === null) throw brokenSource(name, 'has malformed XML')
      const [whole, slash, tagName = '', attributes = '', empty] = found
      const end = at + whole.length
      if (slash === '/') yield { kind: 'close', name: tagName, start: at, end }
      else yield { kind: 'open', name: tagName, attributes, isEmpty: empty === '/', start: at, end }
      at = end
    }
  }
}

function after({ xml, at, name }: { xml: string; at: number; name: string }, ending: string): number {
  const end = xml.indexOf(ending, at)
  if (end === -1) throw brokenSource(name, 'has malformed XML')
  return end + ending.length
}

/** The value of an attribute; null when it is absent. */
export function attributeOf(attributes: string, name: string): string | null {
  for (const [, found, double, single] of attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (found === name) return decodeXml(double ?? single ?? '')
  return null
}

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/giy
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export function decodeXml(text: string): string {
  return text.includes('&') ? decodeWithMap(text).text : text
}

/** Decodes entities. `starts[i]` is where unit i of the decoded text starts in the source. */
export function decodeWithMap(source: string): { text: string; starts: number[] } {
  let text = ''
  const starts: number[] = []
  for (let at = 0; at < source.length; ) {
    entity.lastIndex = at
    const found = source[at] === '&' ? entity.exec(source) : null
    const sign = found === null ? (source[at] ?? '') : signOf(found)
    for (let unit = 0; unit < sign.length; unit++) starts.push(at)
    text += sign
    at += found === null ? 1 : found[0].length
  }
  return { text, starts }
}

function signOf([whole, hexadecimal, decimal, name]: RegExpExecArray): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ''
}

/** Escapes text for XML and removes characters that XML cannot contain. */
export function encodeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
