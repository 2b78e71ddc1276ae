import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

export type PdfLine = { text: string; x: number; y: number; size?: number }
/** Grey pixels, one byte each, stretched over the whole page. */
export type PdfPicture = { width: number; height: number; pixels: Uint8Array }
/**
 * `operators` are drawn unchanged, with the font `/F1`, or `/F2`, which does not map codes 1 to 7; `form` is drawn by
 * `/X1 Do`.
 */
export type PdfPage = {
  lines?: PdfLine[]
  operators?: string
  form?: string
  /** Property lists by name, in PDF syntax: `/P1 <</ActualText(one)>>`. */
  properties?: string
  /** More fonts in PDF syntax: `/F3 <</Type/Font …>>`. */
  fonts?: string
  picture?: PdfPicture
  width?: number
  height?: number
}
export type PdfOutline = { title: string; page: number; y?: number; level?: number }
export type PdfRecipe = {
  pages: PdfPage[]
  outline?: PdfOutline[]
  /** PageLabels in PDF syntax, e.g. `[0 <</S/r>> 2 <</S/D>>]`. */
  labels?: string
  title?: string
  /** Document information in PDF syntax: `/Subject(one) /doi(two)`. */
  info?: string
  xmp?: string
  /** Compresses the content streams, and puts the pages into an object stream. */
  isPacked?: boolean
  userPassword?: string
  /** Makes the last outline entry point back to the first. */
  loopOutline?: boolean
}

/** Writes a small PDF. `y` is in points from the top of the page. */
export function makePdf(recipe: PdfRecipe): Uint8Array {
  const file = new PdfFile(recipe.userPassword ?? null, recipe.isPacked ?? false)
  const catalog = file.reserve()
  const pages = file.reserve()
  const font = file.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  const kids = recipe.pages.map(page => addPage(file, page, { parent: pages, font }))
  const outline = recipe.outline ? addOutline(file, recipe, kids) : ''
  file.set(pages, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map(kid => `${kid} 0 R`).join(' ')}]>>`)
  const labels = recipe.labels ? `/PageLabels<</Nums ${recipe.labels}>>` : ''
  const xmp =
    recipe.xmp === undefined ? null : file.addStream('/Type/Metadata/Subtype/XML', Buffer.from(recipe.xmp))
  const metadata = xmp === null ? '' : `/Metadata ${xmp} 0 R`
  file.set(catalog, `<</Type/Catalog/Pages ${pages} 0 R${labels}${outline}${metadata}>>`)
  const facts = `${recipe.title === undefined ? '' : `/Title(${recipe.title})`}${recipe.info ?? ''}`
  return file.write(catalog, facts === '' ? null : file.add(`<<${facts}>>`))
}

function addPage(file: PdfFile, page: PdfPage, { parent, font }: { parent: number; font: number }): number {
  const { width = 612, height = 792, lines = [] } = page
  const text = lines.map(
    line =>
      `BT /F1 ${line.size ?? 10} Tf 1 0 0 1 ${line.x} ${height - line.y} Tm (${escapeText(line.text)}) Tj ET`,
  )
  if (page.operators !== undefined) text.push(page.operators)
  const picture = page.picture ? addPicture(file, page.picture) : null
  if (picture !== null) text.unshift(`q ${width} 0 0 ${height} 0 0 cm /I1 Do Q`)
  const content = file.addStream('', Buffer.from(text.join('\n'), 'latin1'))
  const form =
    page.form === undefined
      ? null
      : file.addStream(
          `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Resources<</Font<</F1 ${font} 0 R>>>>`,
          Buffer.from(page.form, 'latin1'),
        )
  const drawn = `${picture === null ? '' : `/I1 ${picture} 0 R`}${form === null ? '' : `/X1 ${form} 0 R`}`
  const properties = page.properties === undefined ? '' : `/Properties<<${page.properties}>>`
  const unknown = addUnknownFont(file)
  const resources = `/Font<</F1 ${font} 0 R/F2 ${unknown} 0 R${page.fonts ?? ''}>>${drawn === '' ? '' : `/XObject<<${drawn}>>`}${properties}`
  return file.add(
    `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 ${width} ${height}]/Resources<<${resources}>>/Contents ${content} 0 R>>`,
  )
}

/** Maps its codes 1 to 7 to private use characters. */
function addUnknownFont(file: PdfFile): number {
  const map =
    'begincmap 1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <01><07><e000> endbfrange endcmap'
  const widths = '/FirstChar 1/LastChar 7/Widths[500 500 500 500 500 500 500]'
  const toUnicode = file.addStream('', Buffer.from(map))
  return file.add(`<</Type/Font/Subtype/Type1/BaseFont/Unknown${widths}/ToUnicode ${toUnicode} 0 R>>`)
}

function addPicture(file: PdfFile, { width, height, pixels }: PdfPicture): number {
  const facts = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`
  return file.addStream(facts, Buffer.from(pixels))
}

function addOutline(file: PdfFile, { outline = [], pages, loopOutline }: PdfRecipe, kids: number[]): string {
  const root = file.reserve()
  const entries = outline.map(() => file.reserve())
  const levelOf = (index: number) => outline[index]?.level ?? 1
  for (const [index, entry] of outline.entries()) {
    const later = entries.map((_, other) => other).filter(other => other > index)
    const next = later.find(other => levelOf(other) <= levelOf(index))
    const child = levelOf(index + 1) > levelOf(index) && index + 1 < outline.length ? index + 1 : null
    const follows = next !== undefined && levelOf(next) === levelOf(index) ? entries[next] : null
    const looped = loopOutline && index === outline.length - 1 ? entries[0] : follows
    const height = pages[entry.page - 1]?.height ?? 792
    const place = entry.y === undefined ? '/Fit' : `/XYZ 0 ${height - entry.y} 0`
    const links = `${looped ? `/Next ${looped} 0 R` : ''}${child === null ? '' : `/First ${entries[child]} 0 R/Last ${entries[child]} 0 R/Count 1`}`
    file.set(
      entries[index]!,
      `<</Title(${escapeText(entry.title)})/Parent ${root} 0 R/Dest[${kids[entry.page - 1]} 0 R ${place}]${links}>>`,
    )
  }
  file.set(
    root,
    `<</Type/Outlines/First ${entries[0]} 0 R/Last ${entries.at(-1)} 0 R/Count ${entries.length}>>`,
  )
  return `/Outlines ${root} 0 R`
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, '\\$&').replace(/’/g, '\\222')
}

/** Objects by number; with a password, streams are encrypted as in PDF 1.3 (RC4, 40 bits). */
class PdfFile {
  private readonly objects: (Buffer | null)[] = []
  private readonly id = Buffer.from('0123456789abcdef')
  private readonly security: { key: Buffer; owner: Buffer; user: Buffer } | null
  private readonly isPacked: boolean

  constructor(password: string | null, isPacked: boolean) {
    this.security = password === null ? null : secure(password, this.id)
    this.isPacked = isPacked
  }

  reserve(): number {
    return this.objects.push(null)
  }

  set(number: number, body: string | Buffer): void {
    this.objects[number - 1] = Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1')
  }

  add(body: string): number {
    const number = this.reserve()
    this.set(number, body)
    return number
  }

  addStream(facts: string, data: Buffer): number {
    const number = this.reserve()
    const packed = this.isPacked ? deflateSync(data) : data
    const bytes = this.security ? rc4(objectKey(this.security.key, number), packed) : packed
    const filter = this.isPacked ? '/Filter/FlateDecode' : ''
    const head = Buffer.from(`<<${facts}${filter}/Length ${bytes.length}>>\nstream\n`)
    this.set(number, Buffer.concat([head, bytes, Buffer.from('\nendstream')]))
    return number
  }

  write(catalog: number, info: number | null): Uint8Array {
    return this.isPacked ? this.writePacked(catalog, info) : this.writePlain(catalog, info)
  }

  /** Streams first, then all other objects in one object stream, then a cross-reference stream (PDF 1.5). */
  private writePacked(catalog: number, info: number | null): Uint8Array {
    const bodies = this.objects.map(body => body ?? Buffer.from('null'))
    const inside = bodies.flatMap((body, index) => (body.includes('endstream') ? [] : [index + 1]))
    const container = bodies.length + 1
    let length = 0
    const header = inside.map(number => {
      const entry = `${number} ${length}`
      length += bodies[number - 1]!.length + 1
      return entry
    })
    const first = `${header.join(' ')} `
    const content = [first, ...inside.map(number => `${bodies[number - 1]!.toString('latin1')} `)].join('')
    this.addStream(`/Type/ObjStm/N ${inside.length}/First ${first.length}`, Buffer.from(content, 'latin1'))

    const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')]
    const rows = [[0, 0, 65535], ...bodies.map((_, index) => [2, container, inside.indexOf(index + 1)])]
    let at = parts[0]!.length
    for (const [index, body] of this.objects.entries()) {
      if (inside.includes(index + 1)) continue
      rows[index + 1] = [1, at, 0]
      const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body!, Buffer.from('\nendobj\n')])
      parts.push(whole)
      at += whole.length
    }
    const table = Buffer.concat(
      rows.map(([kind = 0, second = 0, third = 0]) => {
        const row = Buffer.alloc(7)
        row.writeUInt8(kind, 0)
        row.writeUInt32BE(second, 1)
        row.writeUInt16BE(third, 5)
        return row
      }),
    )
    const facts = `/Type/XRef/W[1 4 2]/Size ${rows.length}/Root ${catalog} 0 R${info === null ? '' : `/Info ${info} 0 R`}`
    parts.push(Buffer.from(`${container + 1} 0 obj\n<<${facts}/Length ${table.length}>>\nstream\n`), table)
    parts.push(Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`))
    return new Uint8Array(Buffer.concat(parts))
  }

  private writePlain(catalog: number, info: number | null): Uint8Array {
    const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    const offsets: number[] = []
    let length = parts[0]!.length
    const push = (part: Buffer) => {
      parts.push(part)
      length += part.length
    }
    for (const [index, body] of this.objects.entries()) {
      offsets.push(length)
      push(
        Buffer.concat([
          Buffer.from(`${index + 1} 0 obj\n`),
          body ?? Buffer.from('null'),
          Buffer.from('\nendobj\n'),
        ]),
      )
    }
    const start = length
    const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
    push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`))
    const size = `/Size ${offsets.length + 1}/Root ${catalog} 0 R${info === null ? '' : `/Info ${info} 0 R`}`
    push(Buffer.from(`trailer\n<<${size}${this.encryption()}>>\nstartxref\n${start}\n%%EOF\n`))
    return new Uint8Array(Buffer.concat(parts))
  }

  private encryption(): string {
    if (!this.security) return ''
    const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
    const { owner, user } = this.security
    return `/ID[${hex(this.id)}${hex(this.id)}]/Encrypt<</Filter/Standard/V 1/R 2/O ${hex(owner)}/U ${hex(user)}/P -4>>`
  }
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

function secure(password: string, id: Buffer): { key: Buffer; owner: Buffer; user: Buffer } {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-4)
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5)
  return { key, owner, user: rc4(key, padding) }
}

function objectKey(key: Buffer, number: number): Buffer {
  const salt = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0])
  return md5(Buffer.concat([key, salt])).subarray(0, 10)
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest()
}

/** Obsolete, and missing from most libraries, but used by old PDFs. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a]!
    state[a] = state[b]!
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  const encrypted = data.map(byte => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  })
  return Buffer.from(encrypted)
}
