import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Ocr } from '../src/adapters/converters/ocr/ocr.ts'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import type { Converted } from '../src/core/model/document.ts'
import { Failure } from '../src/core/model/failure.ts'
import { silent } from '../src/core/model/progress.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'
import type { TrueHeading } from '../test/support/pdf-truth/score-headings.ts'
import type { TruePages } from '../test/support/pdf-truth/score-labels.ts'

export type TrueStructure = {
  file: string
  set?: 'develop' | 'judge' | 'last'
  upTo?: number
  title: string | null
  otherTitles?: string[]
  authors: string[]
  headings: TrueHeading[]
}

export type TrueTable = {
  file: string
  page: number
  label: string | null
  set: 'develop' | 'judge'
  rows: string[][]
}

export type Folders = { data: string; debian: string | null }

export const readStructures = (): TrueStructure[] =>
  read<{ documents: TrueStructure[] }>('structure.json').documents
/** Files of Debian packages: `untouched`, or the `develop`, `judge` or `last` part of the later ones. */
export const readDebianStructures = (set: string): TrueStructure[] =>
  ['structure-untouched.json', 'structure-debian.json']
    .flatMap(name => read<{ documents: TrueStructure[] }>(name).documents)
    .filter(truth => (truth.set ?? 'untouched') === set)
export const readTables = (): TrueTable[] => read<TrueTable[]>('tables.json')
export const readPrintedPages = (): TruePages[] => read<TruePages[]>('printed-pages.json')

function read<T>(name: string): T {
  // SAFETY: the file is committed beside this one and has this shape.
  return JSON.parse(readFileSync(join(import.meta.dirname, 'truth', name), 'utf8')) as T
}

/** The bytes of a file of the truth, unpacked; null when it is not on this machine. */
export function readPdf(file: string, { data, debian }: Folders): Uint8Array | null {
  const isDebian = file.startsWith('debian/')
  if (isDebian && debian === null) return null
  const path = isDebian ? join(debian ?? '', file.slice('debian/'.length)) : join(data, file)
  try {
    const bytes = readFileSync(path)
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Recognises nothing: the text layer is measured. */
const withoutOcr: Ocr = {
  name: 'none',
  recognise: async () => ({ paragraphs: [], warnings: [] }),
  close: async () => {},
}

/** Returns null when the converter refuses the file. */
export async function convertBytes(
  file: string,
  bytes: Uint8Array,
  ocr: Ocr = withoutOcr,
): Promise<Converted | null> {
  const name = basename(file)
  const raw = { source: file, name, bytes, mediaType: 'application/pdf', charset: null }
  try {
    return await pdfConverter(ocr).convert(
      { ...raw, lastModified: null, fileType: null },
      { password: passwordOf(name), ocrLanguages: ['en'] },
      { signal: new AbortController().signal, progress: silent },
    )
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** The share of right answers among those given and among the true ones, and their harmonic mean; 0 for nothing. */
export function scoreOf({ hits, given, real }: { hits: number; given: number; real: number }): {
  precision: number
  recall: number
  f1: number
} {
  const precision = given === 0 ? 0 : hits / given
  const recall = real === 0 ? 0 : hits / real
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  }
}

export function sayScore(counts: { hits: number; given: number; real: number }): string {
  const { precision, recall, f1 } = scoreOf(counts)
  const { hits, given, real } = counts
  return `F1 ${f1.toFixed(3)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; ${hits} right, ${given} given, ${real} true)`
}
