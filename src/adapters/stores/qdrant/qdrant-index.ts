import type { OuterIndex, OuterOptions, OuterSpace } from '../common/outer-index.ts'
import { norm } from '../common/vector-codec.ts'
import { isMissing, isThereAlready, qdrantClient } from './qdrant-client.ts'

/** A search that takes longer is answered by the store. */
const searchMs = 1_500
const writeMs = 30_000
const manageMs = 30_000
/** How many candidates a walk of the graph keeps at least: the recall of smaller numbers is in decision 036. */
const leastEffort = 256
/**
 * A walk under a filter that a large part matches misses some of the best; so the nearest of all are asked for as well, and
 * those that match are found among these.
 */
const unfiltered = 1_000
const keysPerCollection = 2 ** 32

/**
 * Vectors in Qdrant (1.16 or later). One of its collections holds the vectors of one length of one store; points know the
 * collection and the facts that they can be filtered by, as hashes, and no text.
 */
export function qdrantIndex(options: OuterOptions): OuterIndex {
  const client = qdrantClient(options)
  const created = new Set<string>()
  const nameOf = ({ feed, dimensions }: OuterSpace) => `quire-${feed}-${dimensions}`
  const idOf = (collection: number, chunk: number) => collection * keysPerCollection + chunk

  async function create(space: OuterSpace, signal: AbortSignal): Promise<void> {
    const name = nameOf(space)
    if (created.has(name)) return
    const path = `/collections/${name}`
    const send = (method: 'PUT', at: string, body: unknown) =>
      client.send({ method, path: at, body, withinMs: manageMs }, signal)
    await send('PUT', path, {
      vectors: { size: space.dimensions, distance: 'Cosine' },
      shard_number: options.shards,
      replication_factor: options.replicas,
      on_disk_payload: true,
    }).catch(error => {
      if (!isThereAlready(error)) throw error
    })
    const index = (field_name: string, field_schema: unknown) =>
      send('PUT', `${path}/index?wait=true`, { field_name, field_schema })
    await index('collection', { type: 'keyword', is_tenant: true })
    await index('facts', { type: 'keyword' })
    created.add(name)
  }

  /** What is not there needs no removing. */
  async function remove(space: OuterSpace, chosen: unknown, signal: AbortSignal): Promise<void> {
    const path = `/collections/${nameOf(space)}/points/delete?wait=true`
    await client.send({ method: 'POST', path, body: chosen, withinMs: writeMs }, signal).catch(error => {
      if (!isMissing(error)) throw error
    })
  }

  return {
    description: client.description,
    from: options.from,
    async put(space, points, signal) {
      if (points.length === 0) return
      await create(space, signal)
      const body = {
        points: points.map(({ collection, chunk, vector, facts }) => ({
          id: idOf(collection, chunk),
          vector: directionOf(vector),
          payload: { collection: String(collection), facts },
        })),
      }
      const path = `/collections/${nameOf(space)}/points?wait=true`
      await client.send({ method: 'PUT', path, body, withinMs: writeMs }, signal).catch(error => {
        created.delete(nameOf(space))
        throw error
      })
    },
    async remove(space, { collection, chunks }, signal) {
      if (chunks.length > 0)
        await remove(space, { points: chunks.map(chunk => idOf(collection, chunk)) }, signal)
    },
    removeCollection: (space, collection, signal) =>
      remove(space, { filter: filterOf(collection, []) }, signal),
    async search(space, { collection, vector, facts, limit }, signal) {
      const query = directionOf(vector)
      const walk = (filter: readonly (readonly string[])[], most: number) => ({
        query,
        filter: filterOf(collection, filter),
        limit: most,
        params: { hnsw_ef: Math.max(leastEffort, most) },
        with_payload: false,
      })
      const searches = facts.length === 0 ? [walk([], limit)] : [walk(facts, limit), walk([], unfiltered)]
      const path = `/collections/${nameOf(space)}/points/query/batch`
      const answer = { method: 'POST', path, body: { searches }, withinMs: searchMs } as const
      const [matching = [], others = []] = idsIn(await client.send(answer, signal))
      const ids = new Set([...matching, ...others])
      return { chunks: Array.from(ids, id => id % keysPerCollection), isAll: matching.length < limit }
    },
    async count(space, collection, signal) {
      const path = `/collections/${nameOf(space)}/points/count`
      const body = { filter: filterOf(collection, []), exact: true }
      try {
        return countIn(await client.send({ method: 'POST', path, body, withinMs: manageMs }, signal))
      } catch (error) {
        if (isMissing(error)) return 0
        throw error
      }
    },
    async drop(feed, signal) {
      const result = await client.send({ method: 'GET', path: '/collections', withinMs: manageMs }, signal)
      for (const name of namesIn(result).filter(one => one.startsWith(`quire-${feed}-`))) {
        created.delete(name)
        await client.send({ method: 'DELETE', path: `/collections/${name}`, withinMs: manageMs }, signal)
      }
    },
    close: () => client.close(),
  }
}

function filterOf(collection: number, facts: readonly (readonly string[])[]) {
  return {
    must: [
      { key: 'collection', match: { value: String(collection) } },
      ...facts.map(any => ({ key: 'facts', match: { any } })),
    ],
  }
}

/** Of length 1, so that no number is out of range, and with the seven digits that float32 has. */
function directionOf(vector: Float32Array): number[] {
  const scale = 1 / norm(vector)
  return Array.from(vector, value => Math.round(value * scale * 1e8) / 1e8)
}

/** Of each search. */
function idsIn(result: unknown): number[][] {
  // SAFETY: the answer to points/query/batch (https://api.qdrant.tech/api-reference/search/query-batch-points).
  const answers = result as { points: { id: number }[] }[]
  return answers.map(({ points }) => points.map(({ id }) => id))
}

function countIn(result: unknown): number {
  // SAFETY: the answer to points/count.
  return (result as { count: number }).count
}

function namesIn(result: unknown): string[] {
  // SAFETY: the answer to GET /collections.
  return (result as { collections: { name: string }[] }).collections.map(({ name }) => name)
}
