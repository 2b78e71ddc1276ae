import { Failure } from './failure.ts'

/** Names what could have been meant; isolated collections are never given away. */
export function collectionNotFound(name: string, shared: readonly string[]): Failure {
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no library "${name}".`, {
    hint: shared.length === 0 ? 'Nothing has been ingested yet.' : `There are: ${shared.join(', ')}.`,
    details: { available: [...shared] },
  })
}
