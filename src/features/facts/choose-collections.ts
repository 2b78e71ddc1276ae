import { collectionNotFound, isUnfinished } from '../../core/model/collection.ts'
import type { FactParts } from './types.ts'

/** The collections named, or every shared one; isolated collections are reached only by their name. */
export async function chooseCollections(
  names: readonly string[] | null,
  { store }: Pick<FactParts, 'store'>,
): Promise<string[]> {
  const all = (await store.describeCollections()).filter(({ name }) => !isUnfinished(name))
  const shared = all.filter(({ scope }) => scope === 'shared').map(({ name }) => name)
  if (names === null) return shared
  const known = new Set(all.map(({ name }) => name))
  for (const name of names) if (!known.has(name)) throw collectionNotFound(name, all)
  return [...new Set(names)]
}
