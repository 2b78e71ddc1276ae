import type { Collection } from './collection.ts'
import { Failure } from './failure.ts'

/**
 * Names what could have been meant. Isolated collections are not listed; only a caller that writes the id of a project
 * where a library belongs learns that there is one.
 */
export function collectionNotFound(
  name: string,
  all: readonly Pick<Collection, 'name' | 'scope' | 'project'>[],
): Failure {
  const shared = all.filter(({ scope }) => scope === 'shared').map(collection => collection.name)
  const project = all.find(collection => collection.project?.id === name)
  const listed = shared.length === 0 ? 'Nothing has been ingested yet.' : `There are: ${shared.join(', ')}.`
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no library "${name}".`, {
    hint:
      project === undefined
        ? listed
        : `Did you mean project ${name}? Its collection can be named as library: ${project.name}.`,
    details: { available: shared, ...(project === undefined ? {} : { project: name }) },
  })
}
