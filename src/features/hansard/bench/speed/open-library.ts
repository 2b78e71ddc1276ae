import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawRows } from '../../../../../bench/speed/draw-rows.ts'
import { vectorMaker } from '../../../../../bench/speed/make-vectors.ts'
import { testProcess } from '../../../../../test/contract/world.ts'
import { postgresStore } from '../../../../adapters/stores/postgres/postgres-store.ts'
import { systemClock } from '../../../../app/clock.ts'
import { readConfig } from '../../../../app/config/read-config.ts'
import { type Random, seededRandom } from '../../../../app/eval/seeded-random.ts'
import { wire } from '../../../../app/wire.ts'
import { chunkIdOf, sha256 } from '../../../../core/model/identity.ts'
import type { Analyzer } from '../../../../core/ports/analyzer.ts'
import type { ChunkWrite, DocumentWrite, Store } from '../../../../core/ports/store.ts'
import type { Speech } from '../../speech.ts'
import { speechesPolicy } from '../../speech-fields.ts'
import { recordOf, sourceOf, speechIdOf, toMetadata } from '../../speech-record.ts'

export type Library = { speeches: number; chunks: number; diskMb: number }

/** Where the library is: a home, the flags that name its store, and the address of its database if it has one. */
export type Place = { home: string; flags: readonly string[]; url: string | null }

/** Opens the library in this folder, or builds it when there is none. */
export async function openLibrary(
  place: Place,
  speeches: readonly Speech[],
  count: number,
  note: (text: string) => void,
): Promise<Library> {
  const { home } = place
  const file = join(home, 'built.json')
  if (!existsSync(file)) {
    const library = await build(place, speeches, count, note)
    await writeFile(file, JSON.stringify(library))
    return library
  }
  const library = JSON.parse(await readFile(file, 'utf8')) as Library
  if (library.speeches === count) return library
  throw new Error(`${home} holds ${library.speeches} speeches, not ${count}: name another folder.`)
}

async function build(
  { home, flags, url }: Place,
  speeches: readonly Speech[],
  count: number,
  note: (text: string) => void,
): Promise<Library> {
  const database = join(home, 'quire.db')
  if (existsSync(database)) throw new Error(`${home} holds a library that was never finished: remove it.`)
  await mkdir(home, { recursive: true })
  const world = testProcess(home, ['--home', home, ...flags])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const { embedder, analyzer } = wired.parts
  // Without an index of vectors, which would be built while the library grows.
  const apart = url && postgresStore({ url, clock: systemClock, indexFrom: Number.POSITIVE_INFINITY })
  const store = apart || wired.parts.store
  const random = seededRandom(20261116)
  const texts = speeches.map(({ title, text }) => ({ title, body: text }))
  const { chunks } = await buildRecord(store, {
    speeches,
    count,
    model: embedder,
    analyzer,
    random,
    makeVector: await vectorMaker(texts, embedder, random),
    onProgress: done => done % 10_000 === 0 && note(`built ${done} speeches`),
  })
  if (apart) await apart.close()
  await wired.close()
  const bytes = (await stat(database).catch(() => null))?.size ?? 0
  return { speeches: count, chunks, diskMb: bytes / 1_048_576 }
}

const perWrite = 200
const charactersPerChunk = 780

type Sentence = { text: string; terms: string[] }

type Job = {
  speeches: readonly Speech[]
  count: number
  model: { id: string; dimensions: number; tokens: { width: number } | null }
  analyzer: Analyzer
  random: Random
  makeVector(): Float32Array
  onProgress(done: number): void
}

/** Fills the store with speeches that consist of real sentences, in another order and on another day. */
async function buildRecord(store: Store, job: Job): Promise<{ chunks: number }> {
  const { signal } = new AbortController()
  const createdAt = '2026-01-01T00:00:00.000+00:00'
  await store.ensureCollection({
    name: 'hansard',
    scope: 'isolated',
    model: job.model.id,
    dimensions: job.model.dimensions,
    policy: speechesPolicy,
    project: null,
    createdAt,
  })
  const sentences = new Map<Speech, Sentence[]>()
  let chunks = 0
  let writes: DocumentWrite[] = []
  for (let number = 0; number < job.count; number += 1) {
    const base = job.speeches[number % job.speeches.length]
    if (base === undefined) break
    const known = sentences.get(base) ?? splitSentences(base.text, job.analyzer)
    sentences.set(base, known)
    const write = toWrite(base, number, shuffled(known, job.random), job, createdAt)
    chunks += write.chunks.length
    writes.push(write)
    if (writes.length < perWrite && number < job.count - 1) continue
    await store.putDocuments(writes, signal)
    writes = []
    job.onProgress(number + 1)
  }
  return { chunks }
}

function toWrite(
  base: Speech,
  number: number,
  sentences: readonly Sentence[],
  job: Job,
  createdAt: string,
): DocumentWrite {
  const pieces = pack(sentences)
  const text = pieces.map(piece => piece.map(sentence => sentence.text).join(' ')).join(' ')
  const date = moved(base.date, number)
  const speech: Speech = { ...base, text, date, sourceId: `bench.${number}`, order: number, turns: [] }
  const record = recordOf(speech)
  const id = speechIdOf(record)
  const heading = job.analyzer.analyze(base.title, 'en')
  let start = 0
  const chunks = pieces.map((piece, ordinal): ChunkWrite => {
    const length = piece.reduce((sum, sentence) => sum + sentence.text.length + 1, -1)
    const chunk = {
      id: chunkIdOf({ documentId: id, location: '', model: job.model.id, ordinal }),
      ordinal,
      start,
      end: start + length,
      pages: null,
      sectionPath: [],
      tokens: Math.round(length / 5),
    }
    start += length + 1
    return {
      chunk,
      vector: job.makeVector(),
      ...drawRows(job.model, job.random),
      terms: { heading, body: piece.flatMap(sentence => sentence.terms) },
    }
  })
  const document = {
    id,
    collection: 'hansard',
    source: sourceOf(record),
    title: base.title,
    fileType: 'speech',
    lastModified: null,
    contentHash: sha256(text),
    fingerprint: sha256(text),
    createdAt,
    language: 'en',
    metadata: toMetadata(record),
    warnings: [],
    pageLabelSource: 'none' as const,
    markdown: text,
    pages: [],
    outline: [],
  }
  return { document, chunks }
}

function splitSentences(text: string, analyzer: Analyzer): Sentence[] {
  return text
    .split(/(?<=[.!?])\s+/)
    .filter(sentence => sentence.trim() !== '')
    .map(sentence => sentence.slice(0, charactersPerChunk))
    .map(sentence => ({ text: sentence, terms: analyzer.analyze(sentence, 'en') }))
}

function pack(sentences: readonly Sentence[]): Sentence[][] {
  const pieces: Sentence[][] = []
  let length = 0
  for (const sentence of sentences) {
    const last = pieces.at(-1)
    if (last !== undefined && length + sentence.text.length < charactersPerChunk) last.push(sentence)
    else {
      pieces.push([sentence])
      length = 0
    }
    length += sentence.text.length + 1
  }
  return pieces
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items]
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [copy[at], copy[other]]
    if (one !== undefined && two !== undefined) [copy[at], copy[other]] = [two, one]
  }
  return copy
}

function moved(date: string, number: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + (number % 365) * 86_400_000).toISOString().slice(0, 10)
}
