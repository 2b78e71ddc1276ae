import { jobNotFound, jobOnWire } from '../../core/contract/job-fields.ts'
import type { Command, CommandCall } from '../../core/contract/shell/command.ts'
import { option } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JobSummary } from '../../core/model/job.ts'
import type { Services } from './services.ts'

/** `quire jobs watch`. The other `quire jobs` commands are aliases of tools. */
export function jobCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['jobs', 'watch'],
      group: 'Jobs',
      summary: 'Follow a job until it ends',
      details:
        'Shows a progress bar until the job ends, whichever process runs it. The exit code is 0 if it is done, else 1. Ctrl-C stops watching, not the job. With --json, prints one line per change.',
      positionals: [{ field: 'job_id', isRepeatable: false, isRequired: true, placeholder: 'id' }],
      options: [option('job_id', 'Id of the job, or its first characters', { isRequired: true })],
      examples: [],
      run: call => watchJob(host, call),
    },
  ]
}

/** Shows a progress bar until the job ends, then prints the job. */
async function watchJob(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { terminal, wantsJson, signal } = call
  const { engine } = await host.open()
  const { job_id } = await completeJobId(call.values, host.open)
  const id = String(job_id)
  const bar = openProgressBar(terminal)
  let last: JobSummary | null = null
  try {
    for await (const job of engine.jobs.watch(id, signal)) {
      last = job
      if (wantsJson) terminal.print(JSON.stringify(jobOnWire(job)))
      else bar.report(job.progress)
    }
  } finally {
    bar.close()
  }
  if (last === null) throw jobNotFound(id)
  if (signal.aborted) return 130
  if (!wantsJson) {
    const value = { ...jobOnWire(last), items: [], items_total: 0 }
    terminal.print((await host.render('get_job', { value, input: {}, terminal })).answer)
  }
  return last.state === 'done' ? 0 : 1
}

/** Completes `job_id` from its first characters, which is what the list of jobs shows. */
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
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `${fitting.length} jobs have ids that start with "${given}".`,
      {
        hint: 'Pass more characters of the id.',
      },
    )
  return { ...values, job_id: fitting[0] ?? given }
}
