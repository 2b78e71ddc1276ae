import { randomInt } from 'node:crypto'
import type { Collection, CollectionScope } from '../../../core/model/collection.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Store } from '../../../core/ports/store.ts'

/** The columns of a collection that every store has. */
export type CollectionColumns = {
  key: number
  name: string
  scope: CollectionScope
  model: string
  dimensions: number
  policy: string
  /** JSON; null for libraries. */
  project: string | null
  created_at: string
  /** Number of writes to the collection. */
  version: number
  /** JSON; null when nothing was measured. */
  calibration: string | null
  /** How to open its model; null for the server's model. */
  embedder: string | null
  /** JSON. */
  former_models: string
}

export function toCollection(row: CollectionColumns): Collection {
  const formerModels: string[] = JSON.parse(row.former_models)
  return {
    name: row.name,
    scope: row.scope,
    model: row.model,
    dimensions: row.dimensions,
    policy: JSON.parse(row.policy),
    project: row.project === null ? null : JSON.parse(row.project),
    createdAt: row.created_at,
    ...(row.embedder === null ? {} : { embedder: row.embedder }),
    ...(formerModels.length === 0 ? {} : { formerModels }),
  }
}

/** Values of a new row: name, scope, model, dimensions, policy, project, created_at, embedder, former_models. */
export function newCollectionValues(collection: Collection) {
  const { name, scope, model, dimensions, policy, project, createdAt, embedder, formerModels } = collection
  return [
    name,
    scope,
    model,
    dimensions,
    JSON.stringify(policy),
    project === null ? null : JSON.stringify(project),
    createdAt,
    embedder ?? null,
    JSON.stringify(formerModels ?? []),
  ] as const
}

/** Changes policy and project; the model can be changed only while the collection is empty. */
export function changeCollection(
  row: CollectionColumns,
  change: Parameters<Store['updateCollection']>[1],
  { isEmpty }: { isEmpty: boolean },
): Collection {
  const { embedder, ...known } = toCollection(row)
  const { model, dimensions } = isEmpty && change.binding ? change.binding : known
  // Another model than the one that was chosen for the collection is the server's.
  const isChosen = embedder !== undefined && model === known.model
  return {
    ...known,
    ...(isChosen ? { embedder } : {}),
    policy: change.policy ?? known.policy,
    project: change.project === undefined ? known.project : change.project,
    model,
    dimensions,
  }
}

/** Values of a changed row: policy, project, model, dimensions, calibration, embedder, and the key. */
export function changedCollectionValues(
  row: CollectionColumns,
  changed: Collection,
  { calibration }: Parameters<Store['updateCollection']>[1],
) {
  return [
    JSON.stringify(changed.policy),
    changed.project === null ? null : JSON.stringify(changed.project),
    changed.model,
    changed.dimensions,
    calibration === undefined ? row.calibration : calibration && JSON.stringify(calibration),
    changed.embedder ?? null,
    row.key,
  ] as const
}

/** Keys are never reused, so a collection that was recreated has other versions. */
export function versionOf({ key, version }: Pick<CollectionColumns, 'key' | 'version'>): string {
  return `${key}.${version}`
}

/**
 * How far the versions of a store's collections leap when it is restored from a backup. Servers that run, and caches, know
 * what they hold by the version of a collection, and may have seen more versions than the backup has. None of these may
 * be given to other content.
 */
export function restoredLeap(): number {
  return 2 ** 32 + randomInt(2 ** 32)
}

export function collectionNotFound(name: string): Failure {
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no collection "${name}".`, {
    hint: 'List the collections, or create it first.',
    details: { collection: name },
  })
}

/** Throws INVALID_INPUT unless a store with this limit can hold vectors of so many dimensions. */
export function requireDimensions(dimensions: number, most: number): void {
  if (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= most) return
  throw new Failure('invalid', 'INVALID_INPUT', `${dimensions} is not a valid number of dimensions.`, {
    hint: `Use an embedding model with 1 to ${most} dimensions.`,
  })
}
