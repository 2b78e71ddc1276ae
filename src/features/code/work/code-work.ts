import { Failure } from '../../../core/model/failure.ts'
import { checkScript } from '../check/check-script.ts'
import { type NameModel, nameSuggester } from '../check/name-suggester.ts'
import { type TypeCheckers, typeCheckers } from '../checkers/type-checkers.ts'
import { codeLibrary, type LibraryView } from '../graph/code-library.ts'
import { updateRepository } from '../graph/update-repository.ts'
import type { CodeScript } from '../model/code.ts'
import type { CodeParser } from '../ports/code-parser.ts'
import type { CodeWork, ScriptSource } from '../ports/code-work.ts'
import type { GraphStore } from '../ports/graph-store.ts'
import type { Diagnosis } from '../ports/type-checker.ts'

export type CodeWorkParts = {
  store: GraphStore
  parser: CodeParser
  /** Compares the meaning of names; without it suggestions are by spelling and documentation alone. */
  model: NameModel | null
  /** By default they write into a folder of their own, which `close` removes. */
  checkers?: TypeCheckers
}

/** Does the work on the calling thread. */
export function codeWork({ store, parser, model, checkers = typeCheckers() }: CodeWorkParts): CodeWork {
  const library = codeLibrary(store)
  const suggest = nameSuggester(model)

  async function diagnose(
    source: ScriptSource,
    { script, found, signal }: { script: CodeScript; found: LibraryView; signal: AbortSignal },
  ): Promise<{ diagnosis: Diagnosis | null; notices: string[] }> {
    const libraries = await found.sources()
    if (libraries.length === 0) return { diagnosis: null, notices: [] }
    const patience = AbortSignal.timeout(patienceMs)
    try {
      const checker = await checkers.of(source)
      const context = { view: found.view, script: script.file, signal: AbortSignal.any([signal, patience]) }
      return { diagnosis: await checker.diagnose(source, libraries, context), notices: [] }
    } catch (error) {
      if (patience.aborted && !signal.aborted)
        return { diagnosis: null, notices: [`${tooSlow} ${graphAlone}`] }
      if (!(error instanceof Failure) || !error.code.startsWith('CHECKER_')) throw error
      return { diagnosis: null, notices: [`${error.message} ${error.hint ?? ''} ${graphAlone}`] }
    }
  }

  return {
    async check(source, signal) {
      try {
        const script = await parser.readScript({ ...source, module: '__main__' }, signal)
        const found = await library.viewFor(script)
        const told = await diagnose(source, { script, found, signal })
        return await checkScript(script, found.view, { suggest, signal, ...told })
      } catch (error) {
        throw error instanceof RangeError ? nestedTooDeeply(source.path, error) : error
      }
    },
    update: (state, read, context) => updateRepository(state, { store, parser, read }, context),
    close: () => checkers.close(),
  }
}

/** Half of the time limit of the tool, so that the graph can answer when a type checker does not. */
const patienceMs = 30_000

const tooSlow = `The type checker did not finish within ${patienceMs / 1000} s.`
const graphAlone = 'The script was checked by the graph alone, which finds less.'

function nestedTooDeeply(path: string, cause: RangeError): Failure {
  return new Failure('too_large', 'CODE_FILE_TOO_LARGE', `${path} is nested too deeply to be checked.`, {
    hint: 'Split the script and check the parts.',
    cause,
  })
}
