import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { texts } from '../texts.ts'

type Job = {
  job_id: string
  title: string
  state: string
  progress: { done: number; total: number | null; message: string }
  counts: { created: number; replaced: number; skipped: number; failed: number }
}

/** Work that runs on the server, also that of other programs; each job is followed by its stream of events. */
export function JobList() {
  const jobs = useSignal<readonly Job[]>([])
  useEffect(() => {
    const streams: EventSource[] = []
    const put = (job: Job) => {
      jobs.value = [job, ...jobs.value.filter(({ job_id }) => job_id !== job.job_id)]
    }
    callTool<{ jobs: Job[] }>('system/list_jobs', { states: ['running', 'interrupted'], limit: 50 })
      .then(found => {
        jobs.value = found.jobs
        for (const { job_id, state } of found.jobs) {
          if (state !== 'running') continue
          const stream = new EventSource(`/api/v1/jobs/${job_id}/events`)
          stream.addEventListener('progress', event => put(JSON.parse(event.data)))
          stream.addEventListener('end', event => {
            put(JSON.parse(event.data))
            stream.close()
          })
          streams.push(stream)
        }
      })
      .catch(() => {})
    return () => {
      for (const stream of streams) stream.close()
    }
  }, [])
  return (
    <section>
      <h2>{texts.add.jobs}</h2>
      {jobs.value.length === 0 ? <p class="quiet">{texts.add.noJobs}</p> : null}
      <ul class="uploads">
        {jobs.value.map(({ job_id, title, state, progress }) => (
          <li key={job_id} class="upload">
            <span class="upload-name">{title}</span>
            <span class="upload-state">{state === 'running' ? progress.message : state}</span>
            {state === 'running' && progress.total !== null ? (
              <progress aria-label={title} max={progress.total} value={progress.done} />
            ) : null}
            {state === 'running' ? (
              <button
                type="button"
                onClick={() => void callTool('system/cancel_job', { job_id }).catch(() => {})}
              >
                {texts.add.cancel}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
