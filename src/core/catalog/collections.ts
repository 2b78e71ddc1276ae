import { type Collection, collectionNotFound } from '../model/collection.ts'
import type { Store } from '../ports/store.ts'

/** What "everything" means: all shared collections, never an isolated one. */
export async function sharedCollections(store: Store): Promise<Collection[]> {
  return (await store.describeCollections()).filter(collection => collection.scope === 'shared')
}

export async function requireCollection(store: Store, name: string): Promise<Collection> {
  const collection = await store.getCollection(name)
  if (collection) return collection
  throw collectionNotFound(name, await store.describeCollections())
}
