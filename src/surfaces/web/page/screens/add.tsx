import { useSignal } from '@preact/signals'
import { ActionForm } from '../parts/action-form.tsx'
import { AddressForm } from '../parts/address-form.tsx'
import { BibliographyForm } from '../parts/bibliography-form.tsx'
import { DropZone, FileButton } from '../parts/drop-zone.tsx'
import { JobList } from '../parts/job-list.tsx'
import { TextArea, TextField } from '../parts/text-field.tsx'
import { say } from '../parts/toasts.tsx'
import { UploadRow } from '../parts/upload-row.tsx'
import { ZoteroForm } from '../parts/zotero-form.tsx'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { libraries, loadCatalog, offers } from '../state/catalog.ts'
import { query } from '../state/router.ts'
import { addFiles, uploads, uploadsDone } from '../state/uploads.ts'
import { texts } from '../texts.ts'

/** Adds files, folders, web addresses and text to a library. */
export function AddScreen() {
  const library = useSignal(query.value.get('library') || 'default')
  const languages = useSignal('')
  const add = (files: readonly File[]) =>
    addFiles(files, { library: library.value.trim() || 'default', languages: languages.value.trim() })
  return (
    <div class="add-screen">
      <h1>{texts.add.title}</h1>
      <div class="row">
        <TextField label={texts.add.library} value={library} list="libraries" />
        <TextField label={texts.add.scans} value={languages} placeholder={texts.add.scansPlaceholder} />
      </div>
      <datalist id="libraries">
        {libraries.value.map(({ library: name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DropZone add={add}>
        <p>{texts.add.drop}</p>
        <p class="actions">
          <FileButton name={texts.add.choose} add={add} />
          <FileButton name={texts.add.chooseFolder} isFolder add={add} />
        </p>
        <p class="quiet">{texts.add.formats}</p>
      </DropZone>
      {uploads.value.length === 0 ? null : (
        <section aria-live="polite">
          <p role="status">{texts.add.summary(uploadsDone.value, uploads.value.length)}</p>
          <ul class="uploads">
            {uploads.value.map(upload => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
      <div class="columns">
        <AddressForm library={library.value} />
        <TextForm library={library.value} />
        {offers('match_references') ? <BibliographyForm library={library.value} /> : null}
        {offers('ingest_from_source') ? <ZoteroForm /> : null}
      </div>
      {offers('list_jobs') ? <JobList /> : null}
    </div>
  )
}

function TextForm({ library }: { library: string }) {
  const name = useSignal('')
  const text = useSignal('')
  const action = useAction()
  const send = () =>
    action.run(async report => {
      const input = { content: text.value, source: name.value, library }
      await callLong('documents/ingest_content', input, { report })
      say(texts.add.indexed)
      name.value = ''
      text.value = ''
      await loadCatalog()
    })
  return (
    <ActionForm
      title={texts.add.textTitle}
      name={texts.add.addText}
      send={send}
      action={action}
      waiting={texts.add.storing}
    >
      <TextField label={texts.add.textName} value={name} required />
      <TextArea label={texts.add.text} value={text} rows={3} placeholder={texts.add.textPlaceholder} />
    </ActionForm>
  )
}
