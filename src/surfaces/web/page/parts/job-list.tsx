import { signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useAction } from '../state/action.ts'
import { callTool } from '../state/api.ts'
import { listedTools, loadCatalog } from '../state/catalog.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Job = {
  job_id: string
  tool: string
  title: string
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  progress: { done: number; total: number | null; message: string }
  counts: { created: number; replaced: number; skipped: number; failed: number }
  finished_at: string | null
  error?: { message?: string } | null
}

const pollMs = 4_000

/** Work that ended is shown for this long. */
const endedMs = 15 * 60_000

const changes = signal(0)

/** Looks for new work at once. */
export function jobsChanged(): void {
  changes.value += 1
}

/** Work on the server, also that of other programs; each running job is followed by its stream of events. */
export function JobList() {
  const jobs = useSignal<readonly Job[]>([])
  useEffect(() => {
    const streams = new Map<string, EventSource>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const put = (job: Job) => {
      jobs.value = jobs.value.map(known => (known.job_id === job.job_id ? job : known))
    }
    const follow = (id: string) => {
      if (streams.has(id)) return
      const stream = new EventSource(`/api/v1/jobs/${id}/events`)
      streams.set(id, stream)
      stream.addEventListener('progress', event => put(JSON.parse(event.data)))
      stream.addEventListener('end', event => {
        put(JSON.parse(event.data))
        stream.close()
        streams.delete(id)
        void loadCatalog()
      })
    }
    async function look(): Promise<void> {
      clearTimeout(timer)
      const found = await callTool<{ jobs: Job[] }>('system/list_jobs', { limit: 20 }).catch(() => null)
      if (found !== null) jobs.value = found.jobs.filter(isShown)
      for (const { job_id, state } of jobs.value) if (state === 'running') follow(job_id)
      timer = setTimeout(look, pollMs)
    }
    const stop = changes.subscribe(() => void look())
    return () => {
      stop()
      clearTimeout(timer)
      for (const stream of streams.values()) stream.close()
    }
  }, [])
  return (
    <section>
      <h2>{texts.add.jobs}</h2>
      {jobs.value.length === 0 ? <p class="quiet">{texts.add.noJobs}</p> : null}
      <ul class="uploads">
        {jobs.value.map(job => (
          <JobRow key={job.job_id} job={job} />
        ))}
      </ul>
    </section>
  )
}

/** Work that goes on or can go on, and what ended a short time ago. */
function isShown({ state, finished_at }: Job): boolean {
  if (state === 'running' || state === 'interrupted') return true
  return finished_at !== null && Date.now() - Date.parse(finished_at) < endedMs
}

function JobRow({ job: { job_id, tool, title, state, progress, counts } }: { job: Job }) {
  const { error, isBusy, run } = useAction()
  const canGoOn = state === 'interrupted' || state === 'failed' || state === 'cancelled'
  const toolset = listedTools.value.find(listed => listed.tool === tool)?.toolset
  const cancel = () => run(() => callTool('system/cancel_job', { job_id }).then(jobsChanged))
  const goOn = () =>
    run(async () => {
      const { input } = await callTool<{ input: object }>('system/get_job', { job_id, limit: 0 })
      // Unchanged documents are skipped, so work goes on where it ended.
      setTimeout(jobsChanged, 500)
      await callTool(`${toolset}/${tool}`, input)
      jobsChanged()
    })
  return (
    <li class={`upload job ${state}`}>
      <span class="upload-name">{title}</span>
      <span class="upload-state">
        {state === 'running'
          ? progress.message
          : `${texts.add.jobStates[state]}${texts.add.jobCounts(counts)}`}
      </span>
      {state === 'running' && progress.total !== null ? (
        <progress aria-label={title} max={progress.total} value={progress.done} />
      ) : null}
      <span class="actions">
        {state === 'running' ? (
          <button type="button" onClick={() => void cancel()}>
            {texts.add.cancel}
          </button>
        ) : null}
        {canGoOn && toolset !== undefined ? (
          <button type="button" disabled={isBusy.value} onClick={() => void goOn()}>
            {texts.add.goOn}
          </button>
        ) : null}
      </span>
      <ErrorNote error={error.value} />
    </li>
  )
}
