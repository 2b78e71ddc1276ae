import { Failure } from '../../core/model/failure.ts'
import type { Services } from './services.ts'

/** People type the first few characters of an id, as the list shows them. */
export async function completeJobId(
  values: Record<string, unknown>,
  open: () => Promise<Pick<Services, 'engine'>>,
): Promise<Record<string, unknown>> {
  const given = values.job_id
  if (typeof given !== 'string') return values
  const { engine } = await open()
  const known = (await engine.jobs.list({ states: null, limit: 500 })).map(job => job.id)
  if (known.includes(given)) return values
  const fitting = known.filter(id => id.startsWith(given))
  if (fitting.length > 1)
    throw new Failure('invalid', 'INVALID_INPUT', `${fitting.length} jobs begin with "${given}".`, {
      hint: 'Type some more characters of the id.',
    })
  return { ...values, job_id: fitting[0] ?? given }
}
