/**
 * Reads the names of glyphs from an OpenType font with PostScript outlines, by character (as its `cmap` assigns them).
 * Of the standard strings of the format, only signs and ligatures are included: files map the others right. Empty for
 * other fonts, and for what cannot be parsed.
 */
export function readGlyphNames(font: Uint8Array): Map<number, string> {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  try {
    const program = tableOf(bytes, 'CFF ')
    const mapping = tableOf(bytes, 'cmap')
    if (program === null || mapping === null) return new Map()
    const names = namesByGlyph(program)
    if (names.size === 0) return new Map()
    return new Map(
      [...glyphsByCharacter(mapping)].flatMap(([character, glyph]) => {
        const name = names.get(glyph)
        return name === undefined ? [] : [[character, name] as const]
      }),
    )
  } catch (error) {
    // Offsets of a damaged font lead out of the buffer.
    if (error instanceof RangeError) return new Map()
    throw error
  }
}

function tableOf(font: Buffer, tag: string): Buffer | null {
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index += 1) {
    const at = 12 + 16 * index
    if (font.toString('latin1', at, at + 4) !== tag) continue
    const start = font.readUInt32BE(at + 8)
    return font.subarray(start, start + font.readUInt32BE(at + 12))
  }
  return null
}

/** Formats 4 and 12 of the character map, which cover ordinary fonts. */
function glyphsByCharacter(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, glyphs)
    if (format === 12) readGroups(table, glyphs)
  }
  return glyphs
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const size = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size]
  for (let at = 0; at < size; at += 2) {
    const [start, end] = [table.readUInt16BE(starts + at), table.readUInt16BE(ends + at)]
    const delta = table.readUInt16BE(deltas + at)
    const offset = table.readUInt16BE(offsets + at)
    if (end === 0xffff) continue
    for (let code = start; code <= end; code += 1) {
      const glyph = offset === 0 ? code : table.readUInt16BE(offsets + at + offset + 2 * (code - start))
      if (offset === 0 || glyph > 0) glyphs.set(code, (glyph + delta) & 0xffff)
    }
  }
}

function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  const count = table.readUInt32BE(12)
  for (let index = 0; index < count; index += 1) {
    const at = 16 + 12 * index
    const [start, end, first] = [
      table.readUInt32BE(at),
      table.readUInt32BE(at + 4),
      table.readUInt32BE(at + 8),
    ]
    if (end - start > 0xffff) return
    for (let code = start; code <= end; code += 1) glyphs.set(code, first + code - start)
  }
}

/** Strings with a lower number belong to the format itself. */
const firstOwnString = 391
/** The standard strings from number 96: signs, ligatures and special letters, which some files map to control characters. */
const firstSign = 96
const standardSigns = (
  'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft ' +
  'guilsinglright fi fl endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright ' +
  'guillemotright ellipsis perthousand questiondown grave acute circumflex tilde macron breve dotaccent dieresis ring ' +
  'cedilla hungarumlaut ogonek caron emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls ' +
  'onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn threequarters ' +
  'twosuperior registered minus eth multiply threesuperior copyright'
).split(' ')
const charsetOperator = 15
const charStringsOperator = 17
const registryOperator = 0x0c1e

/** The own names of the glyphs of a Compact Font Format program (Adobe Technical Note 5176). */
function namesByGlyph(program: Buffer): Map<number, string> {
  const names = new Map<number, string>()
  const fontNames = readIndex(program, program.readUInt8(2))
  const dictionaries = readIndex(program, fontNames.end)
  const strings = readIndex(program, dictionaries.end)
  const [dictionary] = dictionaries.items
  if (dictionary === undefined) return names
  const entries = readDictionary(dictionary)
  const charsetAt = entries.get(charsetOperator) ?? 0
  const charStrings = entries.get(charStringsOperator)
  // Glyphs of a font with a registry are numbered, not named; 0 to 2 are predefined sets of ordinary names.
  if (entries.has(registryOperator) || charsetAt <= 2 || charStrings === undefined) return names
  const count = program.readUInt16BE(charStrings)
  const charset = readCharset(program, charsetAt, count)
  // The PDF library writes the entry of glyph 0, which the format leaves out, and thereby loses the last one.
  const shift = charset[0] === 0 ? 1 : 0
  for (const [index, string] of charset.entries()) {
    const name =
      strings.items[string - firstOwnString]?.toString('latin1') ?? standardSigns[string - firstSign]
    if (name !== undefined) names.set(index + 1 - shift, name)
  }
  const lost = shift === 1 ? strings.items.length - 1 : -1
  const isConverted = strings.items[0]?.toString('latin1') === convertedMark
  if (isConverted && lost > 4 && !charset.includes(lost + firstOwnString))
    names.set(count - 1, strings.items[lost]?.toString('latin1') ?? '')
  return names
}

/** The first string of a font that the library converted from Type 1; four others follow, then the names of glyphs. */
const convertedMark = 'Version 0.11'

function readIndex(program: Buffer, start: number): { items: Buffer[]; end: number } {
  const count = program.readUInt16BE(start)
  if (count === 0) return { items: [], end: start + 2 }
  const size = program.readUInt8(start + 2)
  const offsets = Array.from({ length: count + 1 }, (_, index) =>
    program.readUIntBE(start + 3 + index * size, size),
  )
  const data = start + 2 + (count + 1) * size
  const items = offsets
    .slice(1)
    .map((end, index) => program.subarray(data + (offsets[index] ?? 0), data + end))
  return { items, end: data + (offsets.at(-1) ?? 1) }
}

/** The first operand of each operator; real numbers count as 0. */
function readDictionary(data: Buffer): Map<number, number> {
  const entries = new Map<number, number>()
  let operands: number[] = []
  for (let at = 0; at < data.length; ) {
    const byte = data.readUInt8(at)
    at += 1
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 | data.readUInt8(at) : byte
      at += byte === 12 ? 1 : 0
      entries.set(operator, operands[0] ?? 0)
      operands = []
    } else if (byte === 28) {
      operands.push(data.readInt16BE(at))
      at += 2
    } else if (byte === 29) {
      operands.push(data.readInt32BE(at))
      at += 4
    } else if (byte === 30) {
      while (at < data.length && (data.readUInt8(at) & 0x0f) !== 0x0f) at += 1
      at += 1
      operands.push(0)
    } else if (byte <= 246) operands.push(byte - 139)
    else {
      const second = data.readUInt8(at)
      at += 1
      operands.push(byte <= 250 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108)
    }
  }
  return entries
}

/** The number of the name of each glyph; glyph 0 has none. */
function readCharset(program: Buffer, start: number, count: number): number[] {
  const format = program.readUInt8(start)
  const names: number[] = []
  for (let at = start + 1; names.length < count - 1; ) {
    const first = program.readUInt16BE(at)
    const more = format === 0 ? 0 : format === 1 ? program.readUInt8(at + 2) : program.readUInt16BE(at + 2)
    at += format === 0 ? 2 : format === 1 ? 3 : 4
    for (let step = 0; step <= more && names.length < count - 1; step += 1) names.push(first + step)
  }
  return names
}
