import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { libraries, projects } from '../state/catalog.ts'
import { streamed } from '../state/event-stream.ts'
import { readerAddress } from '../state/links.ts'
import { texts } from '../texts.ts'
import { ActionState } from './action-form.tsx'
import { DropZone, FileButton } from './drop-zone.tsx'
import { Warnings } from './error-note.tsx'

type Item = {
  kind: 'quotation' | 'citation'
  verdict: string
  place: string
  char_span: [number, number]
  quote: string | null
  citation: string | null
  message: string
  evidence: { doc_id: string; title: string; citation: string; text: string; char_span: [number, number] }[]
}

type Report = {
  manuscript: string
  summary: { quotations: number; citations: number; problems: number }
  items: Item[]
  warnings: string[]
}

/** Checks the quotations and citations of a whole paper. The file is sent to this server only, and not stored. */
export function ManuscriptCheck() {
  const scope = useSignal('')
  const report = useSignal<Report | null>(null)
  const action = useAction()
  const check = (files: readonly File[]) =>
    action.run(async send => {
      report.value = null
      const form = new FormData()
      const project = projects.value.find(({ id }) => id === scope.value)
      const library = scope.value || libraries.value[0]?.library || ''
      form.set(project === undefined ? 'library' : 'project', project?.id ?? library)
      for (const file of files) form.append('file', file, file.name)
      const init = { method: 'POST', body: form }
      report.value = await streamed<Report>('/api/v1/citations/verify_manuscript', init, send)
    })
  return (
    <section class="manuscript">
      <h2>{texts.verify.manuscript}</h2>
      <label>
        {texts.verify.project}{' '}
        <select
          value={scope.value || libraries.value[0]?.library}
          onChange={event => {
            scope.value = event.currentTarget.value
          }}
        >
          {libraries.value.map(({ library }) => (
            <option key={library} value={library}>
              {library}
            </option>
          ))}
          {projects.value.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <DropZone add={files => void check(files)}>
        <p>{texts.verify.drop}</p>
        <p class="actions">
          <FileButton name={texts.add.chooseOne} add={files => void check(files)} />
        </p>
      </DropZone>
      <div aria-live="polite">
        <ActionState action={action} waiting={texts.verify.checking} />
        {report.value === null ? null : <ReportView report={report.value} />}
      </div>
    </section>
  )
}

function ReportView({ report: { manuscript, summary, items, warnings } }: { report: Report }) {
  return (
    <>
      <h3>{manuscript}</h3>
      <p>{texts.verify.report(summary.quotations, summary.citations, summary.problems)}</p>
      <Warnings warnings={warnings} />
      <ol class="findings">
        {items.map(item => (
          <li key={`${item.kind} ${item.char_span[0]} ${item.char_span[1]}`}>
            <span class="badge">{item.verdict.replaceAll('_', ' ')}</span>{' '}
            <span class="quiet">{item.place}</span>
            <blockquote>{item.quote ?? item.citation}</blockquote>
            <p>{item.message}</p>
            {item.evidence.slice(0, 1).map(found => (
              <p key={found.doc_id} class="quiet">
                <a href={readerAddress(found)}>{found.title}</a> {found.citation}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
