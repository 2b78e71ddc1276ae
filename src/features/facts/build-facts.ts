import { setImmediate as breathe } from 'node:timers/promises'
import { throwIfAborted } from '../../core/model/failure.ts'
import type { Filter } from '../../core/model/filter.ts'
import type { Observation } from './fact.ts'
import type { Reading } from './fact-store.ts'
import type { BuildParts, FactContext, FactParts, FactReport } from './facts.ts'
import { type Directory, directoryOf, type KnownPerson, nobody } from './people.ts'
import { readByModel, readDocument, readerName } from './read-document.ts'
import { isPersonName, speechOf } from './read-speech.ts'

/** Documents whose observations are stored in one transaction. */
const batch = 20
/** Facts whose vectors are stored in one transaction. */
const embedBatch = 256

/**
 * Reads the documents of the collections that are new or changed, then embeds facts without a vector. Each batch is
 * stored, so that an interrupted build continues where it stopped.
 */
export async function buildFacts(
  collections: readonly string[],
  parts: BuildParts,
  { signal, progress }: FactContext,
): Promise<FactReport> {
  const { rules } = parts
  const report: FactReport = {
    documents: 0,
    factsAdded: 0,
    chunksProcessed: 0,
    totalChunks: 0,
    embedded: 0,
    errors: [],
  }
  const directory = directories(parts)
  const reader = readerName(parts.reader)
  await parts.facts.settle(rules, signal)
  for (;;) {
    const { ids, total } = await parts.facts.listPending(collections, reader, batch)
    if (ids.length === 0) break
    const readings: Reading[] = []
    for (const id of ids) {
      readings.push(
        await readOne(id, { store: parts.store, reader: parts.reader, directory, report }, signal),
      )
      // Reading is CPU-bound: let other work of this process run.
      await breathe()
      throwIfAborted(signal)
    }
    const added = await parts.facts.put({ reader, readings, rules }, signal)
    report.factsAdded += added
    report.documents += ids.length
    progress({
      done: report.documents,
      total: report.documents + total - ids.length,
      message: 'Reading facts',
    })
  }
  await embedFacts(collections, { ...parts, report }, { signal, progress })
  return report
}

/** A document that cannot be read is stored as read without observations, so that it is not tried again. */
async function readOne(
  id: string,
  {
    store,
    reader,
    directory,
    report,
  }: Pick<FactParts, 'store' | 'reader'> & { directory: Directories; report: FactReport },
  signal: AbortSignal,
): Promise<Reading> {
  const document = await store.readDocument(id)
  if (document === null) return { documentId: id, observations: [], readsMetadata: true }
  const chunks = (await store.readSummary(id))?.chunkCount ?? 0
  report.totalChunks += chunks
  const date = speechOf(document.metadata)?.date ?? null
  const known = date === null ? nobody : await directory(document.collection, date)
  // A model that cannot be run fails the build: the documents stay unread.
  const read = await readByModel(reader, document, signal)
  let observations: Observation[] = []
  try {
    observations = readDocument(document, known, read)
    report.chunksProcessed += chunks
  } catch (error) {
    report.errors.push(`${document.title}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { documentId: id, observations, readsMetadata: true }
}

type Directories = (collection: string, date: string) => Promise<Directory>

/** Years before and after a day within which a full name still means the same speaker. */
const lifetime = 15

/** Directories of the people whom names may mean on a day: its speakers, and all speakers of those years. Cached. */
function directories({ store }: Pick<FactParts, 'store'>): Directories {
  const days = new Map<string, Promise<Directory>>()
  const speakers = new Map<string, Promise<Speaker[]>>()
  const remember = <T>(memory: Map<string, Promise<T>>, key: string, ask: () => Promise<T>) => {
    const found = memory.get(key) ?? ask()
    memory.set(key, found)
    return found
  }
  return (collection, date) =>
    remember(days, `${collection}\0${date}`, async () => {
      const all = await remember(speakers, collection, () => listSpeakers(store, collection, []))
      const day = await listSpeakers(store, collection, [
        { field: 'metadata.date', op: 'equals', value: date },
      ])
      const year = Number(date.slice(0, 4))
      const near = all.filter(({ first, last }) => first - lifetime <= year && year <= last + lifetime)
      return directoryOf(day, near)
    })
}

type Speaker = KnownPerson & { first: number; last: number }

/** Lists speakers by their id in the record, so that namesakes stay separate; those without an id by name. */
async function listSpeakers(
  store: FactParts['store'],
  collection: string,
  filter: Filter,
): Promise<Speaker[]> {
  const sums = { filter, sum: 'word_count', range: 'date', top: 'topic_tags' }
  const [byId, byName] = await Promise.all([
    store.groupDocuments(collection, { ...sums, by: 'speaker_id', latest: ['speaker', 'electorate'] }),
    store.groupDocuments(collection, { ...sums, by: 'speaker', latest: ['speaker_id', 'electorate'] }),
  ])
  const known = new Map(
    byId.map(group => [group.value, { id: group.value, ...group, name: group.latest.speaker ?? '' }]),
  )
  // Other spellings of a known speaker's name keep the years of that speaker.
  const spellings = byName.map(group => {
    const own = known.get(group.latest.speaker_id ?? '')
    return own === undefined ? { ...group, id: null, name: group.value } : { ...own, name: group.value }
  })
  return [...known.values(), ...spellings]
    .filter(({ name }) => isPersonName(name))
    .map(({ name, id, latest, first, last }) => ({
      name,
      id,
      electorate: latest.electorate ?? null,
      first: Number(first?.slice(0, 4) ?? 0),
      last: Number(last?.slice(0, 4) ?? 9999),
    }))
}

async function embedFacts(
  collections: readonly string[],
  { facts, embedder, report }: FactParts & { report: FactReport },
  { signal, progress }: FactContext,
): Promise<void> {
  for (;;) {
    const { facts: bare, total } = await facts.listBare(collections, embedder.id, embedBatch)
    if (bare.length === 0) return
    throwIfAborted(signal)
    const vectors = await embedder.embedDocuments(
      bare.map(({ fact }) => fact),
      signal,
    )
    await facts.putVectors(
      embedder.id,
      bare.flatMap((fact, index) => {
        const vector = vectors[index]
        return vector === undefined ? [] : [{ ...fact, vector }]
      }),
      signal,
    )
    report.embedded += bare.length
    progress({
      done: report.embedded,
      total: report.embedded + total - bare.length,
      message: 'Embedding facts',
    })
  }
}
