import { Failure } from '../../../core/model/failure.ts'
import { checkScript } from '../check/check-script.ts'
import { type NameModel, nameSuggester } from '../check/name-suggester.ts'
import { codeLibrary } from '../graph/code-library.ts'
import { updateRepository } from '../graph/update-repository.ts'
import type { CodeParser } from '../ports/code-parser.ts'
import type { CodeWork } from '../ports/code-work.ts'
import type { GraphStore } from '../ports/graph-store.ts'

export type CodeWorkParts = {
  store: GraphStore
  parser: CodeParser
  /** Compares the meaning of names; without it suggestions are by spelling and documentation alone. */
  model: NameModel | null
}

/** Does the work on the calling thread. */
export function codeWork({ store, parser, model }: CodeWorkParts): CodeWork {
  const library = codeLibrary(store)
  const suggest = nameSuggester(model)
  return {
    async check(source, signal) {
      try {
        const script = await parser.readScript({ ...source, module: '__main__' }, signal)
        return await checkScript(script, await library.viewFor(script), { suggest, signal })
      } catch (error) {
        throw error instanceof RangeError ? nestedTooDeeply(source.path, error) : error
      }
    },
    update: (state, read, context) => updateRepository(state, { store, parser, read }, context),
    async close() {},
  }
}

function nestedTooDeeply(path: string, cause: RangeError): Failure {
  return new Failure('too_large', 'CODE_FILE_TOO_LARGE', `${path} is nested too deeply to be checked.`, {
    hint: 'Split the script and check the parts.',
    cause,
  })
}
