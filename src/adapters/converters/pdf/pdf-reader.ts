/** A name, such as `/Span`. */
export type PdfName = { name: string }
/** A reference to another object of the file. */
export type PdfReference = { object: number }
/** An operator of a content stream, or a keyword of the file structure (`obj`, `stream`). */
export type PdfKeyword = { keyword: string }
export type PdfDictionary = Map<string, PdfValue>
/** Strings are bytes, one per character; null also replaces invalid values. */
export type PdfValue =
  | number
  | boolean
  | null
  | string
  | PdfName
  | PdfReference
  | PdfKeyword
  | PdfDictionary
  | PdfValue[]

/** Reads values one after another; undefined at the end. `at` is the current position. */
export type PdfReader = { at: number; next(): PdfValue | undefined }

/** Deeper nested values are not read. */
const deepest = 100

/** Reads PDF syntax leniently, for damaged files: invalid parts are skipped. */
export function pdfReader(bytes: Buffer, start = 0): PdfReader {
  const reader: PdfReader = { at: start, next: () => readValue(0) }

  function readValue(depth: number): PdfValue | undefined {
    reader.at = skipSpace(bytes, reader.at)
    const byte = bytes[reader.at]
    if (byte === undefined) return undefined
    if (byte === codes.slash) return readName()
    if (byte === codes.open) return readString()
    if (byte === codes.less && bytes[reader.at + 1] === codes.less) return readDictionary(depth + 1)
    if (byte === codes.less) return readHexString()
    if (byte === codes.bracket) return readArray(depth + 1)
    if (isDelimiter(byte)) {
      const length = byte === codes.greater && bytes[reader.at + 1] === codes.greater ? 2 : 1
      reader.at += length
      return { keyword: String.fromCharCode(byte).repeat(length) }
    }
    return readWord()
  }

  function readWord(): PdfValue {
    const word = takeWord()
    if (/^[+-]*(?:\d+\.?\d*|\.\d+)$/.test(word))
      return readReference(Number(word.replace(/^[+-]*(?=-)|^\++/, '')))
    if (word === 'true' || word === 'false') return word === 'true'
    return word === 'null' ? null : { keyword: word }
  }

  /** "12 0 R" is a reference; a number alone is a number. */
  function readReference(number: number): PdfValue {
    if (!Number.isInteger(number) || number < 0) return number
    const generation = skipWhile(bytes, reader.at, isSpace)
    const end = skipWhile(bytes, generation, isDigit)
    const letter = skipWhile(bytes, end, isSpace)
    const isPointer = generation > reader.at && end > generation && letter > end && bytes[letter] === codes.r
    const after = bytes[letter + 1]
    if (!isPointer || !(after === undefined || isSpace(after) || isDelimiter(after))) return number
    reader.at = letter + 1
    return { object: number }
  }

  function readName(): PdfName {
    reader.at += 1
    const name = takeWord()
    return {
      name: name.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    }
  }

  function takeWord(): string {
    const from = reader.at
    reader.at = skipWhile(bytes, from, byte => !isSpace(byte) && !isDelimiter(byte))
    return bytes.toString('latin1', from, reader.at)
  }

  function readHexString(): string {
    const end = bytes.indexOf('>', reader.at)
    const digits = bytes
      .toString('latin1', reader.at + 1, end < 0 ? bytes.length : end)
      .replace(/[^0-9a-f]/gi, '')
    reader.at = end < 0 ? bytes.length : end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex').toString('latin1')
  }

  function readString(): string {
    const parts: string[] = []
    let open = 1
    let from = reader.at + 1
    let at = from
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte === codes.open) open += 1
      else if (byte === codes.close) {
        open -= 1
        if (open === 0) break
      } else if (byte === codes.backslash) {
        const { text, length } = readEscape(bytes.toString('latin1', at + 1, at + 4))
        parts.push(bytes.toString('latin1', from, at), text)
        from = at + 1 + length
        at = from - 1
      }
    }
    parts.push(bytes.toString('latin1', from, at))
    reader.at = at + 1
    return parts.join('')
  }

  function readArray(depth: number): PdfValue[] {
    const items: PdfValue[] = []
    reader.at += 1
    for (let item = readInside(depth); item !== undefined && !isKeyword(item, ']'); item = readInside(depth))
      items.push(item)
    return items
  }

  function readDictionary(depth: number): PdfDictionary {
    const entries: PdfDictionary = new Map()
    reader.at += 2
    for (let key = readInside(depth); key !== undefined && !isKeyword(key, '>>'); key = readInside(depth)) {
      if (!isName(key)) continue
      const value = readInside(depth)
      if (value === undefined || isKeyword(value, '>>')) break
      entries.set(key.name, value)
    }
    return entries
  }

  function readInside(depth: number): PdfValue | undefined {
    if (depth < deepest) return readValue(depth)
    reader.at = bytes.length
    return undefined
  }

  return reader
}

export function isName(value: PdfValue | undefined): value is PdfName {
  return typeof value === 'object' && value !== null && 'name' in value
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'object' in value
}

export function isKeyword(value: PdfValue | undefined, keyword: string): boolean {
  return typeof value === 'object' && value !== null && 'keyword' in value && value.keyword === keyword
}

const codes = {
  open: 0x28,
  close: 0x29,
  slash: 0x2f,
  less: 0x3c,
  greater: 0x3e,
  bracket: 0x5b,
  backslash: 0x5c,
  percent: 0x25,
  r: 0x52,
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = skipWhile(bytes, from, isSpace)
  while (bytes[at] === codes.percent) {
    const end = skipWhile(bytes, at, byte => byte !== 0x0a && byte !== 0x0d)
    at = skipWhile(bytes, end, isSpace)
  }
  return at
}

function skipWhile(bytes: Buffer, from: number, belongs: (byte: number) => boolean): number {
  let at = from
  for (let byte = bytes[at]; byte !== undefined && belongs(byte); byte = bytes[at]) at += 1
  return at
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function isDelimiter(byte: number): boolean {
  return delimiters.has(byte)
}

const delimiters = new Set([...'()<>[]{}/%'].map(character => character.charCodeAt(0)))

/** What follows a backslash: an octal code, an ignored line end, or a character. */
function readEscape(after: string): { text: string; length: number } {
  const octal = /^[0-7]{1,3}/.exec(after)?.[0]
  if (octal !== undefined)
    return { text: String.fromCharCode(parseInt(octal, 8) & 255), length: octal.length }
  if (after.startsWith('\r\n')) return { text: '', length: 2 }
  const [first = ''] = after
  return { text: escapes.get(first) ?? first, length: 1 }
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['\n', ''],
  ['\r', ''],
])
