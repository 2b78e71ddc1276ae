import type { Check } from './run-checks.ts'

const shownProblems = 5

export const storeCheck: Check = {
  name: 'store',
  async examine(patient, signal) {
    const { engine } = await patient.open()
    const [found, collections] = await Promise.all([
      engine.check(signal),
      engine.catalog.listCollections({ includeIsolated: true }),
    ])
    const sum = (count: 'documents' | 'chunks') => collections.reduce((total, one) => total + one[count], 0)
    const holds = `${sum('documents')} documents, ${sum('chunks')} chunks`
    if (found.ok)
      return {
        state: 'ok',
        says: `${engine.facts.store}: sound; ${holds}, schema ${engine.facts.schemaVersion}`,
      }
    return found.problems.slice(0, shownProblems).map(problem => ({
      state: 'fail' as const,
      says: problem,
      remedy: 'Restore a backup, or export what can be read, delete the library and import it again.',
    }))
  },
}
