import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type { Store } from '../../../core/ports/store.ts'
import { clusterEnd, scanText } from './scan-text.ts'

/**
 * A document prepared for searching quotes: its letters without anything between them, and a mapping back to the
 * Markdown.
 */
export type DocumentText = {
  document: Document
  /** All letters and digits of the Markdown, in lower case. */
  letters: string
  /** Returns where the letter at `unit` starts in the Markdown. */
  startOf(unit: number): number
  /** Returns where that letter ends in the Markdown. */
  endOf(unit: number): number
  /** The approximate memory it uses. */
  bytes: number
}

/** Every 64th position is stored exactly; the positions between are stored as steps of one byte. */
const stride = 64
const farStep = 255

export function prepareDocument(document: Document): DocumentText {
  const { markdown } = document
  const { codes, positions } = readUnits(markdown)
  const bases = new Uint32Array(Math.ceil(codes.length / stride))
  const steps = new Uint8Array(codes.length)
  const far = new Map<number, number>()
  let previous = 0
  for (let unit = 0; unit < codes.length; unit++) {
    const position = positions[unit] ?? 0
    const step = position - previous
    if (unit % stride === 0) bases[unit / stride] = position
    if (step >= farStep) far.set(unit, step)
    steps[unit] = Math.min(step, farStep)
    previous = position
  }

  const startOf = (unit: number) => {
    const base = Math.floor(unit / stride)
    let position = bases[base] ?? 0
    for (let at = base * stride + 1; at <= unit; at++) {
      const step = steps[at] ?? 0
      position += step === farStep ? (far.get(at) ?? step) : step
    }
    return position
  }
  const letters = toText(codes)
  return {
    document,
    letters,
    startOf,
    endOf: unit => signEnd(markdown, startOf(unit)),
    bytes: 2 * markdown.length + 3 * codes.length + 60 * far.size + 100 * document.pages.length,
  }
}

/** Reused for every document of ordinary size, because one search reads thousands of documents. */
let scratch = { codes: new Uint16Array(1 << 16), positions: new Uint32Array(1 << 16) }
const largestScratch = 1 << 22

/** The returned arrays are valid until the next call. */
function readUnits(markdown: string): { codes: Uint16Array; positions: Uint32Array } {
  let { codes, positions } = roomFor(markdown.length)
  let length = 0
  const reserve = (more: number) => {
    if (length + more <= codes.length) return
    codes = grow(codes, new Uint16Array(codes.length * 2 + more))
    positions = grow(positions, new Uint32Array(codes.length))
  }
  scanText(markdown, {
    letter({ folded }, start) {
      reserve(folded.length)
      for (let unit = 0; unit < folded.length; unit++) {
        codes[length] = folded.charCodeAt(unit)
        positions[length] = start
        length += 1
      }
    },
    run(start, end) {
      reserve(end - start)
      for (let at = start; at < end; at++) {
        const code = markdown.charCodeAt(at)
        codes[length] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code
        positions[length] = at
        length += 1
      }
    },
    mark() {},
  })
  return { codes: codes.subarray(0, length), positions: positions.subarray(0, length) }
}

function roomFor(length: number): typeof scratch {
  if (length <= scratch.codes.length) return scratch
  const room = { codes: new Uint16Array(length * 2), positions: new Uint32Array(length * 2) }
  if (length * 2 <= largestScratch) scratch = room
  return room
}

function grow<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** Converts in pieces, because the number of arguments of a call is limited. */
function toText(codes: Uint16Array): string {
  const pieces: string[] = []
  for (let at = 0; at < codes.length; at += 8192)
    pieces.push(String.fromCharCode(...codes.subarray(at, at + 8192)))
  return pieces.join('')
}

/** A letter may be written as an HTML entity; everything else is one grapheme cluster. */
function signEnd(markdown: string, start: number): number {
  if (markdown[start] !== '&') return clusterEnd(markdown, start)
  return markdown.indexOf(';', start) + 1
}

/** What a prepared document contains that can change without its text. */
type Description = Pick<DocumentSummary, 'title' | 'metadata' | 'pageLabelSource' | 'corrected'>

type CachedSummary = Pick<DocumentSummary, 'id' | 'fingerprint' | 'contentHash'> & Description

/** Prepared documents. The least recently used ones are dropped first. */
export type TextCache = {
  /** The prepared document, when it is cached in this state. */
  find(summary: CachedSummary): DocumentText | null
  /**
   * Prepares a document and caches it. One that is `optional` is cached only while there is room, so that a scan of a
   * large library does not evict everything.
   */
  prepare(document: Document, kind: 'wanted' | 'optional'): DocumentText
}

/** Room for about 25 million characters. */
const defaultBytes = 128 * 1024 * 1024

const caches = new WeakMap<Store, TextCache>()

/** Returns the cache of a store. Each open store has one. */
export function cacheOf(store: Store): TextCache {
  const cache = caches.get(store) ?? createTextCache()
  caches.set(store, cache)
  return cache
}

export function createTextCache(maxBytes = defaultBytes): TextCache {
  const texts = new Map<string, DocumentText & { described: string }>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= texts.get(key)?.bytes ?? 0
    texts.delete(key)
  }
  const keep = (key: string, text: DocumentText & { described: string }) => {
    drop(key)
    texts.set(key, text)
    bytes += text.bytes
    for (const oldest of texts.keys()) {
      if (bytes <= maxBytes || oldest === key) break
      drop(oldest)
    }
    if (bytes > maxBytes) drop(key)
  }

  return {
    find(summary) {
      const known = texts.get(keyOf(summary))
      if (known?.described !== describe(summary)) return null
      keep(keyOf(summary), known)
      return known
    },
    prepare(document, kind) {
      const text = { ...prepareDocument(document), described: describe(document) }
      if (kind === 'wanted' || bytes + text.bytes <= maxBytes) keep(keyOf(document), text)
      return text
    },
  }
}

function keyOf({ id, fingerprint, contentHash }: CachedSummary): string {
  return `${id} ${fingerprint} ${contentHash}`
}

function describe({ title, metadata, pageLabelSource, corrected }: Description): string {
  return JSON.stringify([title, metadata, pageLabelSource, corrected])
}
