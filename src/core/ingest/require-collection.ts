import { type Collection, embeddingMismatch } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import { bindingOf, type Parts } from './ingest-request.ts'

/**
 * Returns the collection, or how it will be created with its first document: a failed first ingest must not leave an
 * empty collection. Throws EMBEDDING_MISMATCH when the collection has vectors of another model.
 */
export async function requireCollection(name: string, parts: Parts): Promise<Collection> {
  const existing = await parts.store.getCollection(name)
  if (existing !== null) return bound(existing, parts)
  requireName(name)
  return {
    name,
    scope: parts.collectionDefaults.scope,
    policy: parts.collectionDefaults.policy,
    ...bindingOf(parts),
    project: null,
    createdAt: parts.clock.now(),
  }
}

/** The first document binds a collection to a model; an empty collection can be bound to another one. */
async function bound(existing: Collection, { store, embedder }: Parts): Promise<Collection> {
  const binding = { model: embedder.id, dimensions: embedder.dimensions }
  if (existing.model === binding.model) return existing
  const rebound = await store.updateCollection(existing.name, { binding })
  if (rebound.model !== binding.model) throw embeddingMismatch(existing, binding.model)
  return rebound
}

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} ._:/-]{0,127}$/u

function requireName(name: string): void {
  if (namePattern.test(name)) return
  throw new Failure('invalid', 'INVALID_INPUT', `"${name.slice(0, 140)}" cannot name a collection.`, {
    hint: 'Use 1 to 128 letters, digits, spaces or any of . _ : / - and begin with a letter or digit.',
  })
}
