import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { ErrorNote } from '../parts/error-note.tsx'
import { ManuscriptCheck } from '../parts/manuscript-check.tsx'
import { TextArea, TextField } from '../parts/text-field.tsx'
import { VerdictView } from '../parts/verdict-view.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { libraries, offers, projects } from '../state/catalog.ts'
import { readerAddress } from '../state/links.ts'
import { useTool } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import type { Verdict } from '../state/types.ts'
import { texts } from '../texts.ts'

/** Says whether a quotation is really in the documents, and where, with each difference marked. */
export function VerifyScreen() {
  const quote = useSignal(query.value.get('quote') ?? '')
  const page = useSignal(query.value.get('page') ?? '')
  const scope = useSignal(query.value.get('in') ?? '')
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    quote.value = query.value.get('quote') ?? ''
    page.value = query.value.get('page') ?? ''
    scope.value = query.value.get('in') ?? ''
  }, [query.value])
  const verdict = useTool<Verdict>('citations/verify_citation', verifyInput(query.value), { keep: false })

  function send(event: Event): void {
    event.preventDefault()
    go(addressOf('/verify', { quote: quote.value.trim(), page: page.value.trim(), in: scope.value }))
  }

  const found = verdict.value.value
  return (
    <div class="verify-screen">
      <h1>{texts.verify.title}</h1>
      <form onSubmit={send} class="card">
        <TextArea label={texts.verify.label} value={quote} rows={5} placeholder={texts.verify.placeholder} />
        <div class="row">
          <label>
            {texts.search.where}
            <select
              value={scope.value}
              onChange={event => {
                scope.value = event.currentTarget.value
              }}
            >
              <option value="">{texts.search.everywhere}</option>
              {libraries.value.map(({ library }) => (
                <option key={library} value={library}>
                  {library}
                </option>
              ))}
              {projects.value.map(({ id, collection }) => (
                <option key={id} value={collection}>
                  {id}
                </option>
              ))}
            </select>
          </label>
          <TextField label={texts.verify.page} value={page} size={8} />
          <button type="submit" class="primary">
            {texts.verify.send}
          </button>
        </div>
      </form>
      <ErrorNote error={verdict.error.value} />
      <div aria-live="polite">
        {verdict.isLoading.value ? <Waiting what={texts.verify.checking} /> : null}
        {found === null ? null : (
          <VerdictView
            verdict={found}
            quote={query.value.get('quote') ?? ''}
            open={match => readerAddress(match)}
          />
        )}
      </div>
      {offers('verify_manuscript') ? <ManuscriptCheck /> : null}
    </div>
  )
}

function verifyInput(values: URLSearchParams): Record<string, unknown> | null {
  const quote = values.get('quote') ?? ''
  if (quote === '') return null
  const within = values.get('in')
  const project = projects.value.find(({ collection }) => collection === within)
  return {
    quote,
    ...(within === null || within === ''
      ? {}
      : project === undefined
        ? { library: within }
        : { project: project.id }),
    ...(values.get('page') ? { page: values.get('page') } : {}),
    ...(values.get('document') ? { doc_id: values.get('document') } : {}),
  }
}
