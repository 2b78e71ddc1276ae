import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { loadCatalog, projects } from '../state/catalog.ts'
import { CallError } from '../state/send-request.ts'
import { texts } from '../texts.ts'
import { ActionForm } from './action-form.tsx'
import { jobsChanged } from './job-list.tsx'
import { TextField } from './text-field.tsx'
import { say } from './toasts.tsx'

type Ingested = { documents: { added: number; updated: number; skipped: number; failed: number } }

/** Adds a collection of the person's Zotero library to a project, with its references. */
export function ZoteroForm() {
  const project = useSignal('')
  const collection = useSignal('')
  const action = useAction()
  const send = () =>
    action.run(async report => {
      setTimeout(jobsChanged, 500)
      const options = { collection: collection.value.trim(), create_project: true }
      const input = { project: project.value.trim(), source: 'zotero', options }
      try {
        const { documents } = await callLong<Ingested>('citations/ingest_from_source', input, { report })
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
    <ActionForm
      title={texts.add.zotero}
      name={texts.add.zoteroSend}
      send={send}
      action={action}
      waiting={texts.add.readingZotero}
    >
      <p class="quiet">{texts.add.zoteroWhy}</p>
      <TextField label={texts.add.zoteroCollection} value={collection} required />
      <TextField label={texts.add.zoteroProject} value={project} required list="projects" />
      <datalist id="projects">
        {projects.value.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </ActionForm>
  )
}
