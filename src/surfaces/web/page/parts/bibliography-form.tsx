import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { projects } from '../state/catalog.ts'
import { texts } from '../texts.ts'
import { ActionState } from './action-form.tsx'
import { FileButton } from './drop-zone.tsx'
import { Warnings } from './error-note.tsx'

type Matched = {
  matched: { doc_id: string; title: string; citekey: string | null }[]
  matched_count: number
  unmatched_count: number
  unused: string[]
  warnings: string[]
}

/** Gives the documents of a library the references of a bibliography. */
export function BibliographyForm({ library }: { library: string }) {
  const result = useSignal<Matched | null>(null)
  const action = useAction()
  const match = ([file]: readonly File[]) =>
    action.run(async report => {
      result.value = null
      if (file === undefined) return
      const project = projects.value.find(({ id, collection }) => id === library || collection === library)
      const scope = project === undefined ? { library } : { project: project.id }
      const input = { ...scope, references: await file.text() }
      result.value = await callLong<Matched>('citations/match_references', input, { report })
    })
  return (
    <section class="card">
      <h2>{texts.add.bibliography}</h2>
      <p class="quiet">{texts.add.bibliographyWhy(library)}</p>
      <p class="actions">
        <FileButton name={texts.add.chooseBibliography} add={files => void match(files)} />
      </p>
      <ActionState action={action} waiting={texts.add.matching} />
      <div role="status">{result.value === null ? null : <Result result={result.value} />}</div>
    </section>
  )
}

function Result({
  result: { matched, matched_count, unmatched_count, unused, warnings },
}: {
  result: Matched
}) {
  return (
    <>
      <p>{texts.add.matched(matched_count, unmatched_count, unused.length)}</p>
      <ul class="preview">
        {matched.slice(0, 20).map(({ doc_id, title, citekey }) => (
          <li key={doc_id}>
            <a href={`/read/${doc_id}`}>{title}</a> <span class="quiet">{citekey}</span>
          </li>
        ))}
      </ul>
      <Warnings warnings={warnings} />
    </>
  )
}
