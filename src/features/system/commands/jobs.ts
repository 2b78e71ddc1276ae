import { jobNotFound, jobOnWire } from '../../../core/contract/job-fields.ts'
import { type Command, type CommandCall, option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../../core/contract/shell/progress-bar.ts'
import type { JobSummary } from '../../../core/model/job.ts'
import { completeJobId } from '../complete-job-id.ts'
import type { Services } from '../services.ts'

/** `quire jobs watch`. Listing, showing and ending jobs are tools. */
export function jobCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['jobs', 'watch'],
      group: 'Jobs',
      summary: 'Follow a job until it ends',
      details:
        'Shows a bar until the job ends, wherever it runs. Exits with 0 when it is done and 1 otherwise; Ctrl-C ends the watching, not the job. With --json, one line per change.',
      positionals: [{ field: 'job_id', isRepeatable: false, isRequired: true, placeholder: 'id' }],
      options: [option('job_id', 'Id of the job, or its beginning', { isRequired: true })],
      examples: [],
      run: call => watchJob(host, call),
    },
  ]
}

/** A bar until the job ends; then its outcome, which is also the exit code. */
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
