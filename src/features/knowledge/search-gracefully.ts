import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Failure } from '../../core/model/failure.ts'
import { isAvoidable } from '../../core/search/ask-model.ts'
import type { SearchAnswer, SearchMode, SearchRequest } from '../../core/search/search-request.ts'
import type { Services } from './services.ts'

/** What to try when a way of searching is not to be had, in order. */
const fallbacks: Readonly<Record<SearchMode, readonly SearchMode[]>> = {
  hybrid: ['dense', 'lexical'],
  dense: ['lexical'],
  lexical: ['dense'],
}

const names: Readonly<Record<SearchMode, string>> = {
  hybrid: 'by meaning and words together',
  dense: 'by meaning only',
  lexical: 'by words only',
}

/** Searches as asked; where one half is out of order, with the other half, and says so. */
export async function searchGracefully(
  { engine, signal }: Pick<ToolContext<Services>, 'engine' | 'signal'>,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const said: string[] = []
  let first: Failure | null = null
  for (const mode of [request.mode, ...fallbacks[request.mode]])
    try {
      const answer = await engine.search({ ...request, mode }, signal)
      return { ...answer, warnings: [...said, ...answer.warnings] }
    } catch (error) {
      if (!isAvoidable(error, signal)) throw error
      first ??= error
      said.push(`Searching ${names[mode]} failed: ${error.message}`)
    }
  throw first ?? new Error('no way of searching was tried')
}
