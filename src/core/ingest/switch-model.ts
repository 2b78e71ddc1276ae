import { type Collection, isUnfinished } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { Succession } from '../ports/store.ts'
import type { Parts } from './ingest-request.ts'
import { abandonRebuild, beginRebuild, carryOver, completeFor } from './rebuild-collection.ts'

/** `collections: null` means all, except projects whose own settings name a model. `choice` names the model of `parts`. */
export type ModelSwitch = { collections: readonly string[] | null; choice: string }

export type SwitchReport = {
  /** Names of the collections that were embedded again. */
  collections: string[]
  chunks: number
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/**
 * Embeds collections again with the model of `parts`. The old vectors are searched until every collection is complete;
 * then all are replaced in one transaction. It may stop at any time: the same call continues with the rest.
 */
export async function switchModel(
  request: ModelSwitch,
  parts: Parts,
  context: Context,
): Promise<SwitchReport> {
  const { embedder, store } = parts
  for (;;) {
    // Listed each time: a collection that was created meanwhile has the old model, too.
    const moving = await collectionsToMove(request, parts)
    const versions: { from: Collection; to: Collection }[] = []
    for (const from of moving) {
      const binding = { model: embedder.id, dimensions: embedder.dimensions, embedder: request.choice }
      versions.push({ from, to: await beginRebuild(from, binding, parts) })
    }
    for (const [index, pair] of versions.entries())
      await carryOver(pair, parts, {
        ...context,
        progress: step =>
          context.progress({
            ...step,
            message: `"${pair.from.name}" (${index + 1} of ${versions.length}): ${step.message}`,
          }),
      })
    const successions: Succession[] = []
    for (const pair of versions) {
      const version = await completeFor(pair, parts)
      if (version !== null) successions.push({ name: pair.from.name, by: pair.to.name, version })
    }
    if (successions.length < versions.length || !(await store.replaceCollections(successions))) continue
    if (moving.length > 0) {
      context.progress({ done: 0, total: null, message: 'Freeing the space of the old vectors' })
      await store.compact(context.signal).catch(keepSpace)
    }
    const collections = moving.map(({ name }) => name)
    const counts = (await store.listCollections()).filter(({ name }) => collections.includes(name))
    return { collections, chunks: counts.reduce((sum, { chunks }) => sum + chunks, 0) }
  }
}

/** Space that cannot be given back now is used by what is stored next. */
function keepSpace(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}

/** Removes what an unfinished switch has made. */
export async function abandonSwitch(
  { collections: names, choice }: ModelSwitch,
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  for (const { name, embedder } of await store.describeCollections()) {
    const owner = name.replace(/~next$/, '')
    if (isUnfinished(name) && embedder === choice && (names === null || names.includes(owner)))
      await abandonRebuild({ name: owner }, { store })
  }
}

async function collectionsToMove(
  { collections: names }: ModelSwitch,
  { store, embedder }: Pick<Parts, 'store' | 'embedder'>,
): Promise<Collection[]> {
  const all = (await store.describeCollections()).filter(({ name }) => !isUnfinished(name))
  return all
    .filter(({ model }) => model !== embedder.id)
    .filter(({ name, project }) =>
      names === null ? (project?.embedder ?? null) === null : names.includes(name),
    )
}
