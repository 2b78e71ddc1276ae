import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { Services } from './services.ts'
import type { Facts } from './types.ts'

/** How long a question waits for facts to be read; what is left goes on as a job. */
const patienceMs = 5_000

/**
 * Brings facts level with the documents before they are searched, and says so where that is not done in time. Trouble
 * with it never costs the answer: what is known is searched.
 */
export async function levelFacts(
  context: ToolContext<Services>,
  facts: Facts,
  collections: readonly string[] | null,
): Promise<string[]> {
  const lag = await facts.lag({ collections })
  if (lag.documents === 0 && lag.vectors === 0) return []
  try {
    const { state, errors } = await runBuild(
      context,
      facts,
      collections,
      Math.min(patienceMs, context.patienceMs),
    )
    if (state === 'done') return errors.map(error => `Facts could not be read from a document: ${error}`)
  } catch (error) {
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    return [`Facts may be missing: ${error.message}`]
  }
  const left = await facts.lag({ collections })
  return left.documents > 0
    ? [`Facts are still being read from ${left.documents} documents; ask again for the rest.`]
    : left.vectors > 0
      ? [`${left.vectors} facts are found by words and names only until their vectors are made.`]
      : []
}

/** As a job: who asks meanwhile, in any process, joins it. */
export async function runBuild(
  { engine, caller, correlationId, signal, progress }: ToolContext<Services>,
  facts: Facts,
  collections: readonly string[] | null,
  patience: number,
): Promise<{ state: 'done' | 'running'; errors: string[] }> {
  const job = await engine.jobs.run({
    key: sha256(JSON.stringify(['build_facts', collections])),
    kind: 'build_facts',
    title: 'Read facts from documents',
    collection: collections?.[0] ?? null,
    input: { collections: collections === null ? null : [...collections] },
    isRepeatable: false,
    isBrief: true,
    caller,
    correlationId,
    patienceMs: patience,
    signal,
    progress,
    work: async context => {
      const report = await facts.build({ collections }, context)
      return { ...report }
    },
  })
  return job.state === 'done' ? { state: 'done', errors: job.value.errors } : { state: 'running', errors: [] }
}
