import type { Project } from '../../core/catalog/projects.ts'
import { Failure } from '../../core/model/failure.ts'

/** Names the collection, both models and both ways out. */
export function mismatch(project: Pick<Project, 'id' | 'collection' | 'model'>, requested: string): Failure {
  return new Failure(
    'conflict',
    'EMBEDDING_MISMATCH',
    `Project '${project.id}' (collection "${project.collection}") is bound to the embedding model "${project.model}", but "${requested}" was asked for.`,
    {
      hint: `Either use "${project.model}", or call again with force_rebuild to move the project to "${requested}".`,
      details: {
        project_id: project.id,
        collection: project.collection,
        bound_model: project.model,
        requested_model: requested,
      },
    },
  )
}
