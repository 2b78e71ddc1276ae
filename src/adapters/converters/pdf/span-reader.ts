import { findObjects, type PdfObjects } from './find-objects.ts'
import {
  isName,
  isReference,
  type PdfDictionary,
  type PdfReader,
  type PdfValue,
  pdfReader,
} from './pdf-reader.ts'

/** The start of marked content on a page, and the text that replaces what is drawn in it, if any. */
export type Span = { tag: string; text: string | null }

/** Returns the marked content of a page in drawing order; empty when none has a replacement text. */
export type SpanReader = (page: { object: number }) => Span[]

/** Forms nested deeper than this are treated as a cycle. */
const deepestForm = 12
/** More marked parts than this on one page are an attack. */
const mostSpans = 200_000

/**
 * Files declare the text of small capitals, ligatures and leaders as `/ActualText` in the property list of marked
 * content (ISO 32000-1, 14.9.4). The PDF library does not expose the list, so the content streams are parsed here a
 * second time, but only those that contain the entry.
 */
export function spanReader(file: Uint8Array): SpanReader {
  let objects: PdfObjects | null | undefined
  const forms = new Map<number, boolean>()
  return page => {
    if (objects === undefined) objects = findObjects(file)
    if (objects === null) return []
    const dictionary = objects.resolve(page)
    if (!(dictionary instanceof Map)) return []
    const data = unpackContents(objects, dictionary.get('Contents'))
    const resources = inherited(objects, dictionary, 'Resources')
    if (!namesText({ objects, forms }, data, resources)) return []
    const spans: Span[] = []
    collectSpans({ objects, spans, depth: 0 }, data, resources)
    return spans
  }
}

function unpackContents(objects: PdfObjects, contents: PdfValue | undefined): Buffer {
  const direct = objects.unpack(contents)
  if (direct !== null) return direct.data
  const parts = objects.resolve(contents)
  if (!Array.isArray(parts)) return Buffer.alloc(0)
  const unpacked = parts.map(part => objects.unpack(part)?.data ?? Buffer.alloc(0))
  return Buffer.concat(unpacked.flatMap(data => [data, Buffer.from('\n')]))
}

function inherited(objects: PdfObjects, page: PdfDictionary, key: string): PdfDictionary {
  let node: PdfValue = page
  for (let steps = 0; steps < 50 && node instanceof Map; steps += 1) {
    const value = objects.resolve(node.get(key))
    if (value instanceof Map) return value
    node = objects.resolve(node.get('Parent'))
  }
  return new Map()
}

/**
 * Whether a content stream, or a form that it may draw, contains the entry; most do not and are skipped. Pages share
 * forms, so the result is cached per form.
 */
function namesText(
  walk: { objects: PdfObjects; forms: Map<number, boolean> },
  data: Buffer,
  resources: PdfDictionary,
): boolean {
  const { objects, forms } = walk
  if (data.includes('/ActualText')) return true
  const listed = objects.resolve(resources.get('Properties'))
  for (const list of listed instanceof Map ? listed.values() : []) {
    const properties = objects.resolve(list)
    if (properties instanceof Map && properties.has('ActualText')) return true
  }
  const drawn = objects.resolve(resources.get('XObject'))
  for (const reference of drawn instanceof Map ? drawn.values() : []) {
    if (!isReference(reference)) continue
    const known = forms.get(reference.object)
    if (known) return true
    if (known === false) continue
    // Set before the form is examined, so that cyclic forms end.
    forms.set(reference.object, false)
    const form = unpackForm(objects, reference)
    if (!form || !namesText(walk, form.data, form.resources ?? resources)) continue
    forms.set(reference.object, true)
    return true
  }
  return false
}

type Walk = { objects: PdfObjects; spans: Span[]; depth: number }

function collectSpans(walk: Walk, data: Buffer, resources: PdfDictionary): void {
  if (walk.depth > deepestForm || walk.spans.length > mostSpans) return
  const { objects, spans } = walk
  const reader = pdfReader(data)
  let operands: PdfValue[] = []
  for (let value = reader.next(); value !== undefined; value = reader.next()) {
    if (typeof value !== 'object' || value === null || !('keyword' in value)) {
      operands.push(value)
      continue
    }
    if (value.keyword === 'BDC') spans.push(toSpan(objects, operands, resources))
    else if (value.keyword === 'Do') collectForm(walk, operands[0], resources)
    else if (value.keyword === 'ID') skipPicture(reader, data)
    operands = []
  }
}

function toSpan(objects: PdfObjects, operands: readonly PdfValue[], resources: PdfDictionary): Span {
  const [tag, given] = operands.slice(-2)
  const name = isName(tag) ? tag.name : ''
  const properties = isName(given)
    ? entryOf(objects, resources, { kind: 'Properties', name: given.name })
    : given
  const list = objects.resolve(properties)
  const text = list instanceof Map && name === 'Span' ? objects.resolve(list.get('ActualText')) : null
  const decoded = typeof text === 'string' ? decodeText(text) : null
  // Some programs write U+FFFD as the replacement text.
  return { tag: name, text: decoded?.includes('\ufffd') ? null : decoded }
}

function collectForm(walk: Walk, name: PdfValue | undefined, resources: PdfDictionary): void {
  if (!isName(name)) return
  const form = unpackForm(
    walk.objects,
    entryOf(walk.objects, resources, { kind: 'XObject', name: name.name }),
  )
  if (form) collectSpans({ ...walk, depth: walk.depth + 1 }, form.data, form.resources ?? resources)
}

function unpackForm(objects: PdfObjects, reference: PdfValue | undefined) {
  const dictionary = objects.resolve(reference)
  const kind = dictionary instanceof Map ? objects.resolve(dictionary.get('Subtype')) : null
  const form = isName(kind) && kind.name === 'Form' ? objects.unpack(reference) : null
  if (form === null) return null
  const resources = objects.resolve(form.dictionary.get('Resources'))
  return { data: form.data, resources: resources instanceof Map ? resources : null }
}

function entryOf(
  objects: PdfObjects,
  resources: PdfDictionary,
  { kind, name }: { kind: 'Properties' | 'XObject'; name: string },
) {
  const entries = objects.resolve(resources.get(kind))
  return entries instanceof Map ? entries.get(name) : undefined
}

/** The data of an inline image ends at the first separate `EI`. */
function skipPicture(reader: PdfReader, data: Buffer): void {
  for (let at = data.indexOf('EI', reader.at); at >= 0; at = data.indexOf('EI', at + 2))
    if (/^\s?EI(?:\s|$)/.test(data.toString('latin1', Math.max(0, at - 1), at + 3))) {
      reader.at = at + 2
      return
    }
  reader.at = data.length
}

/** Text strings are UTF-16 or UTF-8 when they begin with a byte order mark, else one byte per character. */
function decodeText(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const decoded = text.startsWith('\xfe\xff')
    ? new TextDecoder('utf-16be').decode(bytes)
    : text.startsWith('\xff\xfe')
      ? new TextDecoder('utf-16le').decode(bytes)
      : text.startsWith('\xef\xbb\xbf')
        ? new TextDecoder('utf-8').decode(bytes)
        : text
  // A language code may be embedded between escape characters.
  return decoded
    .split('\u001b')
    .filter((_, index) => index % 2 === 0)
    .join('')
}
