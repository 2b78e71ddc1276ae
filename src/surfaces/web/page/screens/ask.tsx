import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { AnswerView } from '../parts/answer-view.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { HitCard } from '../parts/hit-card.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { offers } from '../state/catalog.ts'
import { readerAddress } from '../state/links.ts'
import { useTool } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import type { Answer, SearchAnswer } from '../state/types.ts'
import { texts } from '../texts.ts'

/** An answer in the sources' own words, each sentence with the passage that it is from. */
export function AskScreen() {
  const typed = useSignal(query.value.get('q') ?? '')
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    typed.value = query.value.get('q') ?? ''
  }, [query.value])
  const question = query.value.get('q') ?? ''
  const input = question === '' ? null : { query: question }
  const answer = useTool<Answer>('knowledge/agent_query', input, { keep: false, isLong: true })
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
        {answer.isLoading.value ? (
          <Waiting what={texts.ask.searching} progress={answer.progress.value} />
        ) : null}
        {found === null ? null : (
          <AnswerView
            answer={found}
            open={({ document_id, chunk_id }, quoted) =>
              addressOf(`/read/${document_id}`, { chunk: chunk_id, quoted, q: query.value.get('q') })
            }
            search={addressOf('/search', { q: found.query })}
            nearest={<Nearest question={found.query} />}
          />
        )}
      </div>
    </div>
  )
}

/** How many passages are shown for a question without an answer. */
const nearestPassages = 3

function Nearest({ question }: { question: string }) {
  const input = offers('search') ? { query: question, top_k: nearestPassages } : null
  const nearest = useTool<SearchAnswer>('documents/search', input)
  const hits = nearest.value.value?.results ?? []
  if (hits.length === 0) return null
  return (
    <>
      <p>{texts.ask.nearest}</p>
      <ol class="hits">
        {hits.map(hit => (
          <HitCard
            key={hit.chunk_id}
            hit={hit}
            question={question}
            open={readerAddress(hit, question)}
            isChosen={false}
            explained={undefined}
            more={null}
          />
        ))}
      </ol>
    </>
  )
}
