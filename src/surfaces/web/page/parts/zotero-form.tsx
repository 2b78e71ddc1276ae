import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { CallError, callTool } from '../state/api.ts'
import { loadCatalog, projects } from '../state/catalog.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'
import { jobsChanged } from './job-list.tsx'
import { TextField } from './text-field.tsx'
import { say } from './toasts.tsx'

type Ingested = { documents: { added: number; updated: number; skipped: number; failed: number } }

/** Adds a collection of the person's Zotero library to a project, with its references. */
export function ZoteroForm() {
  const project = useSignal('')
  const collection = useSignal('')
  const { error, isBusy, run } = useAction()
  const send = () =>
    run(async () => {
      setTimeout(jobsChanged, 500)
      const options = { collection: collection.value.trim(), create_project: true }
      const input = { project: project.value.trim(), source: 'zotero', options }
      try {
        const { documents } = await callTool<Ingested>('citations/ingest_from_source', input)
        say(texts.add.zoteroDone(documents.added + documents.updated, documents.failed))
      } catch (problem) {
        // More than 15 seconds: it continues, and the list of work shows it.
        if (!(problem instanceof CallError) || problem.code !== 'TIMEOUT') throw problem
        say(texts.add.running)
      }
      jobsChanged()
      await loadCatalog()
    })
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>{texts.add.zotero}</h2>
      <p class="quiet">{texts.add.zoteroWhy}</p>
      <TextField label={texts.add.zoteroCollection} value={collection} required />
      <TextField label={texts.add.zoteroProject} value={project} required list="projects" />
      <datalist id="projects">
        {projects.value.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <p class="actions">
        <button type="submit" disabled={isBusy.value} aria-busy={isBusy.value}>
          {texts.add.zoteroSend}
        </button>
      </p>
      <ErrorNote error={error.value} />
    </form>
  )
}
