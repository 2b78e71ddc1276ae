import { documentsPolicy } from '../../src/model/collection.ts'
import type { Document } from '../../src/model/document.ts'
import { chunkIdOf, sha256, uuidOf } from '../../src/model/identity.ts'
import type { Analyzer } from '../../src/ports/analyzer.ts'
import type { ChunkWrite, Store } from '../../src/ports/store.ts'
import { mixTexts, perturb } from './corpus.ts'
import type { Random } from './random.ts'

export const collection = 'bench'
const chunksPerDocument = 10
const never = new AbortController().signal

type Ingredients = {
  texts: readonly string[]
  vectors: readonly Float32Array[]
  analyzer: Analyzer
  random: Random
}

/** Fills the store with documents of ten chunks each; every hundredth document is marked `slice: 0`. */
export async function buildStore(
  store: Store,
  chunks: number,
  ingredients: Ingredients,
): Promise<Map<string, Float32Array>> {
  const createdAt = '2026-01-01T00:00:00+00:00'
  await store.ensureCollection({
    name: collection,
    scope: 'shared',
    model: 'gte-small-int8',
    dimensions: 384,
    policy: documentsPolicy,
    createdAt,
  })
  const all = new Map<string, Float32Array>()
  for (let number = 0; number < chunks / chunksPerDocument; number++) {
    const { document, writes } = makeDocument(number, createdAt, ingredients)
    for (const { chunk, vector } of writes) all.set(chunk.id, vector)
    await store.putDocument({ document, chunks: writes }, never)
  }
  return all
}

function makeDocument(number: number, createdAt: string, { texts, vectors, analyzer, random }: Ingredients) {
  const id = uuidOf('bench', String(number))
  const bodies = Array.from({ length: chunksPerDocument }, () => mixTexts(texts, random))
  const markdown = bodies.join('\n\n')
  let start = 0
  const writes: ChunkWrite[] = bodies.map((body, ordinal) => {
    const from = start
    start += body.length + 2
    return {
      chunk: {
        id: chunkIdOf(id, '', 'gte-small-int8', ordinal),
        ordinal,
        start: from,
        end: from + body.length,
        pages: null,
        sectionPath: [],
        tokens: 230,
      },
      vector: perturb(random.pick(vectors), random),
      terms: { heading: [], body: analyzer.analyze(body, 'en') },
    }
  })
  const document: Document = {
    id,
    collection,
    source: `bench-${number}.md`,
    title: `Document ${number}`,
    fileType: 'md',
    lastModified: null,
    contentHash: sha256(markdown),
    fingerprint: sha256(`${number}`),
    createdAt,
    language: 'en',
    metadata: { slice: number % 100 },
    warnings: [],
    markdown,
    pages: [],
    outline: [],
  }
  return { document, writes }
}
