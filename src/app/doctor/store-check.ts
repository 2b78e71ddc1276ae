import { type CollectionCount, isUnfinished } from '../../core/model/collection.ts'
import type { Check, Diagnosis } from './run-checks.ts'

const shownProblems = 5

export const storeCheck: Check = {
  name: 'store',
  async examine(patient, signal) {
    const { engine } = await patient.open()
    const [found, collections] = await Promise.all([
      engine.check(signal),
      engine.catalog.listCollections({ includeIsolated: true }),
    ])
    const answering = collections.filter(({ name }) => !isUnfinished(name))
    const sum = (count: 'documents' | 'chunks') => answering.reduce((total, one) => total + one[count], 0)
    const holds = `${sum('documents')} documents, ${sum('chunks')} chunks`
    if (found.ok)
      return [
        {
          state: 'ok',
          says: `${engine.facts.store}: sound; ${holds}, schema ${engine.facts.schemaVersion}`,
        },
        ...collections.filter(({ name }) => isUnfinished(name)).map(describeUnfinished),
      ]
    return found.problems.slice(0, shownProblems).map(problem => ({
      state: 'fail' as const,
      says: problem,
      remedy: 'Restore a backup, or export what can be read, delete the library and import it again.',
    }))
  },
}

/** Under way, or left by a process that was killed; the version before it answers. */
function describeUnfinished({ project, name, model, documents }: CollectionCount): Diagnosis {
  return {
    state: 'warn',
    says: `The rebuild of ${project?.id ?? name} for the model "${model}" is not finished; ${documents} documents are done.`,
    remedy:
      'ingest_from_source or store_chunks with force_rebuild finishes it; ingest_from_source with force_rebuild and the model it has gives it up.',
  }
}
