import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openStore, type StoreOptions } from '../../src/adapters/stores/index.ts'
import type { Collection } from '../../src/core/model/collection.ts'
import { documentsPolicy } from '../../src/core/model/collection.ts'
import type { Document } from '../../src/core/model/document.ts'
import type { Ranked } from '../../src/core/model/hit.ts'
import type { LexicalScoring } from '../../src/core/model/lexical-scoring.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import type { Candidate, ChunkWrite, DocumentWrite, RankScope, Store } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'

/** The URL of a new store, which may lie in the folder; how it is opened, and what tests see of it. */
export type UrlIn = ((folder: string) => string | Promise<string>) & {
  options?: Partial<StoreOptions>
  /** Why no other process can open it; absent when any can. */
  inOneProcess?: string
  wrap?(store: Store, url: string): Promise<Store>
}

export const never = new AbortController().signal

export const stillClock: Clock = {
  now: () => '2026-01-02T03:04:05+00:00',
  elapsed: () => 0,
  timeout: () => ({ signal: never, dispose() {} }),
}

/** A place for one test, removed after it; every handle opened there is closed before. */
export async function storePlace(context: TestContext, urlIn: UrlIn) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-store-'))
  const opened: Store[] = []
  context.after(async () => {
    for (const store of opened) await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const url = await urlIn(folder)
  return {
    url,
    async open(): Promise<Store> {
      const store = await openStore(url, { clock: stillClock, ...urlIn.options })
      const seen = (await urlIn.wrap?.(store, url)) ?? store
      opened.push(seen)
      return seen
    },
  }
}

export function collection(name: string, changes: Partial<Collection> = {}): Collection {
  return {
    name,
    scope: 'shared',
    model: 'test-model',
    dimensions: 4,
    policy: documentsPolicy,
    project: null,
    createdAt: '2026-01-01T00:00:00+00:00',
    ...changes,
  }
}

type ChunkDraft = {
  id?: string
  text: string
  vector?: readonly number[]
  /** The text that its vector is still to be made from. */
  pending?: string
  terms?: readonly string[]
  headings?: readonly string[]
  page?: [number, number]
}

/** A document whose Markdown is the concatenation of its chunks' texts, with ids derived from its source. */
export function write(
  draft: { collection: string; source: string; chunks: readonly ChunkDraft[] } & Partial<Document>,
): DocumentWrite {
  const { chunks, ...fields } = draft
  let markdown = ''
  const written = chunks.map<ChunkWrite>((chunk, ordinal) => {
    const start = markdown.length
    markdown += chunk.text
    const end = markdown.length
    markdown += '\n\n'
    const headings = [...(chunk.headings ?? [])]
    return {
      chunk: {
        id: chunk.id ?? `${draft.collection}/${draft.source}#${ordinal}`,
        ordinal,
        start,
        end,
        pages: chunk.page
          ? { first: chunk.page[0], last: chunk.page[1], firstLabel: `p${chunk.page[0]}`, lastLabel: null }
          : null,
        sectionPath: headings,
        tokens: 7,
      },
      vector:
        chunk.pending === undefined
          ? Float32Array.from(chunk.vector ?? [1, 0, 0, 0])
          : { text: chunk.pending },
      terms: { heading: headings, body: [...(chunk.terms ?? chunk.text.split(' '))] },
    }
  })
  return {
    document: {
      id: `${draft.collection}/${draft.source}`,
      title: `About ${draft.source}`,
      fileType: 'md',
      lastModified: null,
      contentHash: 'c0ffee',
      fingerprint: 'f00d',
      createdAt: '2026-01-01T00:00:00+00:00',
      language: 'en',
      metadata: {},
      warnings: [],
      pageLabelSource: 'none' as const,
      markdown,
      pages: [],
      outline: [],
      ...fields,
    },
    chunks: written,
  }
}

/** A store with one collection "notes" that contains these documents. */
export async function storeWith(
  context: TestContext,
  urlIn: UrlIn,
  documents: readonly Omit<Parameters<typeof write>[0], 'collection'>[],
): Promise<Store> {
  const store = await (await storePlace(context, urlIn)).open()
  await store.ensureCollection(collection('notes'))
  for (const document of documents)
    await store.putDocument(write({ ...document, collection: 'notes' }), never)
  return store
}

export const idsOf = (ranked: readonly { chunkId: string }[]) => ranked.map(({ chunkId }) => chunkId)

type Scope = RankScope & { limit: number }

/** The ranking by words alone, best first. */
export async function rankByWords(
  store: Store,
  {
    terms,
    scoring = lexicalScoring,
    ...scope
  }: Scope & { terms: readonly string[]; scoring?: LexicalScoring },
  signal: AbortSignal,
): Promise<{ ranked: Ranked[]; usedTerms: string[]; droppedTerms: string[] }> {
  const words = terms.map(term => ({ forms: [term], near: null }))
  const ranking = await store.rank({ ...scope, lexical: { words, scoring }, dense: null }, signal)
  const { usedTerms = [], droppedTerms = [] } = ranking.lexical ?? {}
  return { ranked: sortBy(ranking.candidates, 'lexical'), usedTerms, droppedTerms }
}

/** The ranking by vector alone, best first. */
export async function rankByVector(
  store: Store,
  { vector, ...scope }: Scope & { vector: Float32Array },
  signal: AbortSignal,
): Promise<Ranked[]> {
  const dense = { vector, collections: scope.collections }
  const { candidates } = await store.rank({ ...scope, lexical: null, dense }, signal)
  return sortBy(candidates, 'dense')
}

function sortBy(candidates: readonly Candidate[], leg: 'lexical' | 'dense'): Ranked[] {
  return candidates
    .map(candidate => ({ chunkId: candidate.chunkId, score: candidate[leg] ?? Number.NaN }))
    .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
}

/** Replaces a collection in the state in which it is now. */
export async function succeed(store: Store, name: string, by: string): Promise<boolean> {
  const version = (await store.describeCollections()).find(one => one.name === name)?.version ?? ''
  return store.replaceCollections([{ name, by, version }])
}
