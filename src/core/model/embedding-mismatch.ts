import type { Collection } from './collection.ts'
import { Failure } from './failure.ts'

/** Vectors of two models cannot be compared; both ways out are named. */
export function embeddingMismatch(collection: Pick<Collection, 'name' | 'model'>, model: string): Failure {
  return new Failure(
    'conflict',
    'EMBEDDING_MISMATCH',
    `The collection "${collection.name}" is bound to the embedding model "${collection.model}", but this server uses "${model}".`,
    {
      hint: `Either start the server with the bound model (--embedder), or delete the collection and ingest it again with "${model}".`,
      details: { collection: collection.name, bound_model: collection.model, requested_model: model },
    },
  )
}
