import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '../../src/app/config/read-config.ts'
import { wire } from '../../src/app/wire.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { testProcess } from '../../test/contract/world.ts'
import { library } from '../speed/build-library.ts'

/** The same passages for everybody: texts, ids, and one vector each. */
export type Passages = {
  count: number
  idAt(index: number): string
  textAt(index: number): string
  vectorAt(index: number): Float32Array
}

export type Question = { text: string; vector: Float32Array }

export const races = ['dense', 'lexical', 'hybrid', 'hybrid deep'] as const
export type Race = (typeof races)[number]

/** One engine. `build` writes to its folder; `open` starts from what is there; races that are absent are not offered. */
export type Contestant = {
  build(passages: Passages): Promise<void>
  open(): Promise<void>
  /** Returns ids, best first. */
  run: Partial<Record<Race, (question: Question) => Promise<string[]>>>
  /** What is not part of the search, as the embedding of the question: not measured. */
  warmUp?(question: Question): Promise<void>
}

/** How many hits a person gets, and how deep each leg goes in a hybrid search. */
const limit = 10
const depth = 200
/** From Cormack, Clarke and Büttcher 2009. */
const damping = 60

type Place = { folder: string; peers: string }

export const contestants: Readonly<Record<string, (place: Place) => Contestant>> = {
  quire,
  'lancedb flat': place => lance(place, 'flat'),
  'lancedb hnsw': place => lance(place, 'hnsw'),
  'sqlite-vec + FTS5': sqliteVec,
  usearch,
  orama,
}

/** A hybrid search is the product's, with its defaults; the question's vector is given, as to the others. */
function quire({ folder }: Place): Contestant {
  const { signal } = new AbortController()
  let wired: Awaited<ReturnType<typeof wire>> | null = null
  const opened = () => {
    if (wired === null) throw new Error('Open it first.')
    return wired
  }
  const scope = { collections: [library], filter: [], limit: depth }
  const words = (text: string) => ({
    words: opened()
      .parts.analyzer.analyzeWords(text, ['en'])
      .map(forms => ({ forms, near: null })),
    scoring: lexicalScoring,
  })
  const hybrid = async ({ text }: Question) => {
    const request = {
      collections: [library],
      text,
      limit,
      mode: 'hybrid',
      filter: [],
      sort: 'relevance',
    } as const
    return (await opened().engine.search(request, signal)).hits.map(({ chunk }) => chunk.id)
  }
  return {
    // `buildLibrary` made it, from the same passages.
    build: async () => {},
    async open() {
      const world = testProcess(folder, ['--home', folder, '--embedder', 'gte-small'])
      wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
    },
    warmUp: async ({ text }) => void (await opened().parts.embedder.embedQuery(text, signal)),
    run: {
      async dense({ vector }) {
        const dense = { vector, collections: [library] }
        const { candidates } = await opened().parts.store.rank({ ...scope, lexical: null, dense }, signal)
        const best = candidates.sort((one, other) => (other.dense ?? 0) - (one.dense ?? 0))
        return best.map(({ chunkId }) => chunkId)
      },
      async lexical({ text }) {
        const query = { ...scope, lexical: words(text), dense: null }
        const { candidates } = await opened().parts.store.rank(query, signal)
        const best = candidates.sort((one, other) => (other.lexical ?? 0) - (one.lexical ?? 0))
        return best.map(({ chunkId }) => chunkId)
      },
      // Always as deep as `depth`.
      hybrid,
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the peers are not installed when this file is checked.
type Untyped = any

const load = (peers: string, name: string): Promise<Untyped> =>
  import(createRequire(join(peers, 'package.json')).resolve(name))

function lance({ folder, peers }: Place, kind: 'flat' | 'hnsw'): Contestant {
  let table: Untyped = null
  let reranker: Untyped = null
  const nearest = (vector: Float32Array, count: number) => {
    const query = table.query().nearestTo(Array.from(vector)).distanceType('cosine')
    return (kind === 'flat' ? query.bypassVectorIndex() : query).limit(count)
  }
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const hybrid = (count: number) => async (question: Question) => {
    const query = nearest(question.vector, count).fullTextSearch(question.text, { columns: ['text'] })
    return idsOf(await query.rerank(reranker).limit(count).select(['id']).toArray())
  }
  return {
    async build({ count, idAt, textAt, vectorAt }) {
      const lancedb = await load(peers, '@lancedb/lancedb')
      const connection = await lancedb.connect(folder)
      const rows = (from: number, until: number) =>
        Array.from({ length: until - from }, (_, index) => ({
          id: idAt(from + index),
          text: textAt(from + index),
          vector: Array.from(vectorAt(from + index)),
        }))
      const made = await connection.createTable('passages', rows(0, Math.min(count, 10_000)), {
        mode: 'overwrite',
      })
      for (let from = 10_000; from < count; from += 10_000)
        await made.add(rows(from, Math.min(count, from + 10_000)))
      await made.createIndex('vector', { config: lancedb.Index.hnswSq({ distanceType: 'cosine' }) })
      await made.createIndex('text', { config: lancedb.Index.fts() })
    },
    async open() {
      const lancedb = await load(peers, '@lancedb/lancedb')
      table = await (await lancedb.connect(folder)).openTable('passages')
      reranker = await lancedb.rerankers.RRFReranker.create()
    },
    run: {
      dense: async ({ vector }) => idsOf(await nearest(vector, depth).select(['id']).toArray()),
      lexical: async ({ text }) =>
        idsOf(
          await table
            .query()
            .fullTextSearch(text, { columns: ['text'] })
            .limit(depth)
            .select(['id'])
            .toArray(),
        ),
      hybrid: hybrid(limit),
      'hybrid deep': hybrid(depth),
    },
  }
}

function sqliteVec({ folder, peers }: Place): Contestant {
  let database: DatabaseSync | null = null
  const connect = async () => {
    const { load: loadVec } = await load(peers, 'sqlite-vec')
    const connection = new DatabaseSync(join(folder, 'passages.db'), { allowExtension: true })
    loadVec(connection)
    connection.exec('PRAGMA cache_size = -262144')
    return connection
  }
  const bytesOf = (vector: Float32Array) =>
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  const ids = (sql: string, ...values: (string | Uint8Array | bigint)[]) =>
    (database?.prepare(sql).all(...values) ?? []).map(({ id }) => String(id))
  const dense = async ({ vector }: Question) =>
    ids(
      'SELECT id FROM (SELECT rowid, distance FROM vectors WHERE vector MATCH ? AND k = ?) JOIN passages USING (rowid) ORDER BY distance',
      bytesOf(vector),
      BigInt(depth),
    )
  const lexical = async ({ text }: Question) => {
    const match = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
      .map(word => `"${word}"`)
      .join(' OR ')
    return ids(
      'SELECT id FROM words JOIN passages ON passages.rowid = words.rowid WHERE words MATCH ? ORDER BY rank LIMIT ?',
      match,
      BigInt(depth),
    )
  }
  const hybrid = async (question: Question) => fuse([await dense(question), await lexical(question)])
  return {
    async build({ count, idAt, textAt, vectorAt }) {
      const made = await connect()
      made.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE passages (rowid INTEGER PRIMARY KEY, id TEXT, text TEXT);
        CREATE VIRTUAL TABLE words USING fts5(text, content = 'passages', tokenize = 'porter');
        CREATE VIRTUAL TABLE vectors USING vec0(vector float[${vectorAt(0).length}] distance_metric=cosine); BEGIN;`)
      const passage = made.prepare('INSERT INTO passages VALUES (?, ?, ?)')
      const word = made.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)')
      const vector = made.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)')
      for (let index = 0; index < count; index++) {
        passage.run(index + 1, idAt(index), textAt(index))
        word.run(index + 1, textAt(index))
        vector.run(BigInt(index + 1), bytesOf(vectorAt(index)))
      }
      made.exec('COMMIT')
      made.close()
    },
    async open() {
      database = await connect()
    },
    run: { dense, lexical, hybrid, 'hybrid deep': hybrid },
  }
}

function fuse(rankings: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const ranked of rankings)
    for (const [place, id] of ranked.entries())
      scores.set(id, (scores.get(id) ?? 0) + 1 / (damping + place + 1))
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id)
}

function usearch({ folder, peers }: Place): Contestant {
  let index: Untyped = null
  let ids: string[] = []
  const make = async (dimensions: number) => {
    const { Index } = (await load(peers, 'usearch')).default ?? (await load(peers, 'usearch'))
    return new Index({ metric: 'cos', dimensions, quantization: 'i8', connectivity: 16 })
  }
  return {
    async build({ count, idAt, vectorAt }) {
      const made = await make(vectorAt(0).length)
      for (let number = 0; number < count; number++) made.add(BigInt(number), vectorAt(number))
      made.save(join(folder, 'index.usearch'))
      const { writeFile } = await import('node:fs/promises')
      await writeFile(
        join(folder, 'ids.json'),
        JSON.stringify(Array.from({ length: count }, (_, number) => idAt(number))),
      )
    },
    async open() {
      const { readFile } = await import('node:fs/promises')
      ids = JSON.parse(await readFile(join(folder, 'ids.json'), 'utf8'))
      index = await make(384)
      index.load(join(folder, 'index.usearch'))
    },
    run: {
      dense: async ({ vector }) =>
        Array.from(index.search(vector, depth, 0).keys, key => ids[Number(key)] ?? ''),
    },
  }
}

/** Keeps everything in memory: opening it means building it. */
function orama({ folder: _folder, peers }: Place): Contestant {
  let database: Untyped = null
  let module: Untyped = null
  const idsOf = (found: Untyped) => found.hits.map(({ id }: { id: string }) => id)
  const hybrid =
    (count: number) =>
    async ({ text, vector }: Question) =>
      idsOf(
        await module.search(database, {
          mode: 'hybrid',
          term: text,
          vector: { value: Array.from(vector), property: 'vector' },
          similarity: 0,
          limit: count,
        }),
      )
  return {
    async build({ count, idAt, textAt, vectorAt }) {
      module = await load(peers, '@orama/orama')
      database = module.create({ schema: { text: 'string', vector: `vector[${vectorAt(0).length}]` } })
      for (let index = 0; index < count; index++)
        module.insert(database, { id: idAt(index), text: textAt(index), vector: Array.from(vectorAt(index)) })
    },
    open: async () => {},
    run: {
      dense: async ({ vector }) =>
        idsOf(
          await module.search(database, {
            mode: 'vector',
            vector: { value: Array.from(vector), property: 'vector' },
            similarity: 0,
            limit: depth,
          }),
        ),
      lexical: async ({ text }) => idsOf(await module.search(database, { term: text, limit: depth })),
      hybrid: hybrid(limit),
      'hybrid deep': hybrid(depth),
    },
  }
}
