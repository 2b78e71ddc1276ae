import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../../src/app/eval/seeded-random.ts'
import { documentsPolicy } from '../../src/core/model/collection.ts'
import type { Document } from '../../src/core/model/document.ts'
import { chunkIdOf, documentIdOf, sha256 } from '../../src/core/model/identity.ts'
import type { Analyzer } from '../../src/core/ports/analyzer.ts'
import type { ChunkWrite, Store } from '../../src/core/ports/store.ts'
import { drawRows } from './draw-rows.ts'

export const library = 'bench'

/** Each value of one of these keys is in one document of a hundred. */
export const filterKeys = ['a', 'b', 'c', 'd', 'e', 'f'] as const
export const filterValues = 100

export const chunksPerDocument = 10
/** About 230 tokens, like abstracts and paragraphs of papers. */
const charactersPerChunk = 1_150

/** A sentence with its terms: analysed once, used in many chunks. */
type Sentence = { text: string; terms: string[] }

type Job = {
  chunks: number
  texts: readonly Text[]
  model: { id: string; dimensions: number; tokens?: { width: number } | null }
  analyzer: Analyzer
  random: Random
  makeVector(): Float32Array
  /** Characters of a chunk; by default as many as abstracts and paragraphs of papers have. */
  charactersPerChunk?: number
  /** The first document to make; earlier ones are there. */
  from?: number
  /** Called before each document: a job that can be continued draws each one from numbers of its own. */
  onDocument?(number: number): void
  /** Called with every vector and the id of its chunk. */
  onVector(chunkId: string, vector: Float32Array): void
}

/** Fills the store with documents that consist of real sentences in random order. */
export async function buildLibrary(
  store: Pick<Store, 'ensureCollection' | 'putDocument'>,
  job: Job,
): Promise<void> {
  const { signal } = new AbortController()
  const createdAt = '2026-01-01T00:00:00.000+00:00'
  const { id: model, dimensions } = job.model
  await store.ensureCollection({
    name: library,
    scope: 'shared',
    model,
    dimensions,
    policy: documentsPolicy,
    project: null,
    createdAt,
  })
  const sentences = splitSentences(job)
  for (let number = job.from ?? 0; number * chunksPerDocument < job.chunks; number++) {
    job.onDocument?.(number)
    const document = emptyDocument(number, job.random.pick(job.texts).title, createdAt)
    const heading = job.analyzer.analyze(document.title, 'en')
    document.markdown = `# ${document.title}\n`
    document.outline = [{ level: 1, title: document.title, start: 0 }]
    const chunks = Array.from({ length: chunksPerDocument }, (_, ordinal): ChunkWrite => {
      const passage = writePassage(sentences, job)
      const start = document.markdown.length + 1
      document.markdown += `\n${passage.text}\n`
      const vector = job.makeVector()
      const id = chunkIdOf({ documentId: document.id, location: document.title, model, ordinal })
      job.onVector(id, vector)
      return {
        chunk: {
          id,
          ordinal,
          start,
          end: start + passage.text.length,
          pages: null,
          sectionPath: [document.title],
          tokens: Math.round(passage.text.length / 5),
        },
        vector,
        ...drawRows(job.model, job.random),
        terms: { heading, body: passage.terms },
      }
    })
    await store.putDocument({ document, chunks }, signal)
  }
}

function splitSentences({ texts, analyzer }: Job): Sentence[] {
  return texts
    .flatMap(({ body }) => body.split(/(?<=[.!?]) /))
    .map(text => ({ text, terms: analyzer.analyze(text, 'en') }))
}

function writePassage(
  sentences: readonly Sentence[],
  { random, charactersPerChunk: characters = charactersPerChunk }: Job,
): Sentence {
  const chosen: Sentence[] = []
  for (let length = 0; length < characters; length += chosen.at(-1)?.text.length ?? 1)
    chosen.push(random.pick(sentences))
  return {
    text: chosen.map(({ text }) => text).join(' '),
    terms: chosen.flatMap(({ terms }) => terms),
  }
}

function emptyDocument(number: number, title: string, createdAt: string): Document {
  const source = `bench/${number}.md`
  const fingerprint = sha256(source)
  return {
    id: documentIdOf(library, source, fingerprint),
    collection: library,
    source,
    title,
    fileType: 'md',
    lastModified: null,
    contentHash: fingerprint,
    fingerprint,
    createdAt,
    language: 'en',
    // Each key distributes its values differently: its factor and the number of values are coprime.
    metadata: Object.fromEntries(
      filterKeys.map((key, index) => [
        key,
        (Math.floor(number / filterValues) + number * (2 * index + 1)) % filterValues,
      ]),
    ),
    warnings: [],
    pageLabelSource: 'none' as const,
    markdown: '',
    pages: [],
    outline: [],
  }
}

export type Text = { title: string; body: string }

/** The texts of the benchmark: abstracts, and questions that people asked about them, stop words included. */
export type Texts = { texts: Text[]; questions: string[][] }

const sets = ['nfcorpus', 'cranfield']

/** Null when the texts are not on this machine. `questions` has one list per set. */
export async function readTexts(folder: string): Promise<Texts | null> {
  if (!sets.every(set => existsSync(join(folder, set, 'corpus.jsonl')))) return null
  const corpora = await Promise.all(sets.map(set => readLines(join(folder, set, 'corpus.jsonl'))))
  const queries = await Promise.all(sets.map(set => readLines(join(folder, set, 'queries.jsonl'))))
  return {
    texts: corpora
      .flat()
      .map(({ title, text }) => ({ title: oneLine(title), body: oneLine(text) }))
      .filter(({ title, body }) => title !== '' && body.length > 200),
    questions: queries.map(rows => rows.map(({ text }) => oneLine(text)).filter(text => text !== '')),
  }
}

async function readLines(path: string): Promise<Record<string, unknown>[]> {
  const content = await readFile(path, 'utf8')
  return content
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line))
}

function oneLine(value: unknown): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
