import type { Project } from '../../core/catalog/projects.ts'
import type { Collection } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ModelEngine } from '../../core/model-engine.ts'
import type { Services } from './services.ts'

type Target = {
  /** The collection to write to. */
  collection: Collection
  /** The project's current collection when `collection` is a new version for another model; otherwise null. */
  replaces: Collection | null
}

/**
 * Returns the collection to write vectors of a model to: the project's own, or, when a rebuild is allowed, the version
 * that is being built for another model. Throws EMBEDDING_MISMATCH when the models differ and no rebuild is allowed.
 */
export async function chooseTarget(
  { catalog, rebuild }: Pick<Services['engine'], 'catalog'> & Pick<ModelEngine, 'rebuild'>,
  project: Project,
  { mayRebuild, ...binding }: { model: string; dimensions: number; mayRebuild: boolean },
): Promise<Target> {
  const collection = await catalog.bindCollection(project.collection, binding)
  if (collection.model === binding.model) return { collection, replaces: null }
  if (!mayRebuild) throw embeddingMismatch(project, binding.model)
  return { collection: await rebuild.begin(collection, binding), replaces: collection }
}

function embeddingMismatch({ id, collection, model }: Project, requested: string): Failure {
  return new Failure(
    'conflict',
    'EMBEDDING_MISMATCH',
    `Project '${id}' (collection "${collection}") is bound to the embedding model "${model}", but "${requested}" was requested.`,
    {
      hint: `Either use "${model}", or call again with force_rebuild to move the project to "${requested}".`,
      details: { project_id: id, collection, bound_model: model, requested_model: requested },
    },
  )
}
