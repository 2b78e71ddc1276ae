import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AnswerView } from '../parts/answer-view.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { callTool } from '../state/api.ts'
import { useLoaded } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import type { Answer } from '../state/types.ts'
import { texts } from '../texts.ts'

/** An answer in the sources' own words, each sentence with the passage that it is from. */
export function AskScreen() {
  const typed = useSignal(query.value.get('q') ?? '')
  useEffect(() => {
    typed.value = query.value.get('q') ?? ''
  }, [query.value])
  const answer = useLoaded<Answer>(
    () => {
      const question = query.value.get('q') ?? ''
      return question === '' ? null : abort => callTool('knowledge/agent_query', { query: question }, abort)
    },
    { keep: false },
  )
  const found = answer.value.value
  return (
    <div class="ask-screen">
      <h1>{texts.ask.title}</h1>
      <form
        onSubmit={event => {
          event.preventDefault()
          go(addressOf('/ask', { q: typed.value.trim() }))
        }}
      >
        <input
          class="search-box"
          type="text"
          required
          aria-label={texts.ask.label}
          placeholder={texts.ask.placeholder}
          value={typed.value}
          onInput={event => {
            typed.value = event.currentTarget.value
          }}
        />
        <button type="submit" class="primary">
          {texts.ask.send}
        </button>
      </form>
      <ErrorNote error={answer.error.value} />
      <div aria-live="polite">
        {answer.isLoading.value ? <p class="quiet">{texts.ask.searching}</p> : null}
        {found === null ? null : (
          <AnswerView
            answer={found}
            open={({ document_id, chunk_id }) =>
              addressOf(`/read/${document_id}`, { chunk: chunk_id, q: query.value.get('q') })
            }
          />
        )}
      </div>
    </div>
  )
}
