import type { Parts } from './ingest/ingest-request.ts'
import type { Collection } from './model/collection.ts'
import { Failure } from './model/failure.ts'
import type { Embedder } from './ports/embedder.ts'
import type { ChosenModel } from './ports/model-shelf.ts'

/** The models of an engine: the server's own, and those that were chosen for single collections. */
export type CollectionModels = {
  byDefault: Embedder
  /** Opens each model once; tries again when opening failed. */
  open(choice: string): Promise<Embedder>
  /** The model that the collection was embedded with; the server's own when that one cannot be opened. */
  embedderOf(collection: Pick<Collection, 'model' | 'embedder'>): Promise<Embedder>
  /** The parts to write to a collection with. */
  partsFor(name: string): Promise<Parts>
  /** The parts to create a collection with: those of the model that is now in use. */
  partsForNew(): Promise<Parts>
  close(): Promise<void>
}

export function collectionModels(parts: Parts): CollectionModels {
  const { embedder: byDefault, store } = parts
  const others = new Map<string, Promise<Embedder>>()

  function open(choice: string): Promise<Embedder> {
    const known = others.get(choice)
    if (known) return known
    if (parts.openEmbedder === undefined)
      throw new Failure('unsupported', 'EMBEDDER_INVALID', `The model "${choice}" cannot be opened here.`, {
        hint: "Pass openEmbedder to createEngine, or let the project use the engine's own model.",
      })
    const opening = parts.openEmbedder(choice)
    others.set(choice, opening)
    opening.catch(() => others.delete(choice))
    return opening
  }

  async function partsWith(chosen: ChosenModel | null): Promise<Parts> {
    if (chosen === null || chosen.id === byDefault.id) return parts
    return { ...parts, embedder: await open(chosen.choice), embedderChoice: chosen.choice }
  }

  const partsForNew = async () => partsWith((await parts.modelInUse?.()) ?? null)

  return {
    byDefault,
    open,
    async embedderOf({ model, embedder: choice }) {
      if (choice === undefined || model === byDefault.id) return byDefault
      try {
        const own = await open(choice)
        return own.id === model ? own : byDefault
      } catch (error) {
        // The search then says that the collection is bound to a model that is missing.
        if (error instanceof Failure) return byDefault
        throw error
      }
    },
    async partsFor(name) {
      const existing = await store.getCollection(name)
      if (existing === null) return partsForNew()
      const { embedder: choice, model: id } = existing
      return partsWith(choice === undefined ? null : { choice, id })
    },
    partsForNew,
    async close() {
      for (const other of others.values()) await other.then(opened => opened.close()).catch(() => {})
    },
  }
}

/** One model for every collection, whatever they are bound to. */
export function oneModel(parts: Parts): Pick<CollectionModels, 'byDefault' | 'embedderOf' | 'partsFor'> {
  const { embedder } = parts
  return { byDefault: embedder, embedderOf: async () => embedder, partsFor: async () => parts }
}
