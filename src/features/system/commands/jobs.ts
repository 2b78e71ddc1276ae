import { toolTable } from '../../../core/contract/tool-table.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { JobSummary } from '../../../core/model/job.ts'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import { openProgressBar } from '../../../core/contract/shell/progress-bar.ts'
import { renderAnswer } from '../../../surfaces/cli/render/index.ts'
import { runTool } from '../../../surfaces/cli/tool-command.ts'
import { system } from '../index.ts'
import { jobNotFound, jobOnWire } from '../job-fields.ts'
import type { App } from '../../../app/app.ts'

/** `quire jobs`, `quire jobs show <id>` and `quire jobs cancel <id>`: the tools of the same work under short words. */
export async function callJobTool(app: App, tool: string, call: CommandCall): Promise<number> {
  const row = toolTable([system]).find(tool)
  if (row === undefined) throw new Error(`There is no tool ${tool}.`)
  const job_id = await completeId(app, call.values.job_id)
  const values = job_id === null ? call.values : { ...call.values, job_id }
  return runTool(row, app.shell, { ...call, values })
}

/** `quire jobs watch <id>`: a bar until the job ends; then its outcome, which is also the exit code. */
export async function watchJob(app: App, call: CommandCall): Promise<number> {
  const { terminal, wantsJson, signal } = call
  const { engine } = await app.open('error')
  const id = (await completeId(app, call.values.job_id)) ?? ''
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
    terminal.print(renderAnswer('get_job', { value, input: {}, terminal }).answer)
  }
  return last.state === 'done' ? 0 : 1
}

/** People type the first few characters of an id, as the list shows them. */
async function completeId(app: App, given: unknown): Promise<string | null> {
  if (typeof given !== 'string') return null
  const { engine } = await app.open('error')
  const known = (await engine.jobs.list({ states: null, limit: 500 })).map(job => job.id)
  const fitting = known.filter(id => id.startsWith(given))
  if (fitting.length > 1 && !known.includes(given))
    throw new Failure('invalid', 'INVALID_INPUT', `${fitting.length} jobs begin with "${given}".`, {
      hint: 'Type some more characters of the id.',
    })
  return known.includes(given) ? given : (fitting[0] ?? given)
}
