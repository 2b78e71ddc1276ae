import type { ComponentChildren } from 'preact'
import { pageText } from '../state/links.ts'
import { plainText } from '../state/match-words.ts'
import type { Answer } from '../state/types.ts'
import { texts } from '../texts.ts'
import { Warnings } from './error-note.tsx'
import { OpenLink, type Opens } from './open-link.tsx'

type AnswerProps = {
  answer: Answer
  /** `quoted` is the sentence that the person turns to; empty for the passage as a whole. */
  open(citation: Answer['citations'][number], quoted: string): Opens
  /** Where all passages for the question are. */
  search?: string
  /** Shows the nearest passages of a question without an answer; else its text names them. */
  nearest?: ComponentChildren
}

/** An answer in the sources' own words, each sentence opening its place in the source. */
export function AnswerView({ answer, open, search, nearest }: AnswerProps) {
  const searched = answer.searched.length === 0 ? [answer.query] : answer.searched
  return (
    <section class="answer">
      {answer.answered ? (
        <ul class="statements">
          {(answer.sentences ?? []).map(({ text, citations }) => (
            <li key={text}>
              <Quoted
                text={text}
                cited={answer.citations.find(({ id }) => id === citations[0])}
                open={open}
              />{' '}
              {citations.map(id => (
                <a key={id} class="cited" href={`#source-${id}`}>
                  [{id}]
                </a>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <div class="note refusal">
          <p>{nearest === undefined ? answer.response : answer.response.split('\n\n')[0]}</p>
          {search === undefined ? null : (
            <p>
              <a class="button" href={search}>
                {texts.ask.allPassages}
              </a>
            </p>
          )}
        </div>
      )}
      <Warnings warnings={answer.warnings} />
      {answer.answered ? null : nearest}
      {answer.citations.length === 0 ? null : (
        <>
          <h2>{texts.ask.sources}</h2>
          <ol class="sources">
            {answer.citations.map(citation => (
              <li key={citation.id} id={`source-${citation.id}`}>
                <OpenLink to={open(citation, '')} kind="link">
                  {citation.title}
                </OpenLink>
                <p class="place">
                  {citation.section_path.length === 0 ? null : (
                    <span>{citation.section_path.join(' › ')}</span>
                  )}
                  {citation.page === null ? null : (
                    <span>{pageText({ page: citation.page, page_label: citation.page_label })}</span>
                  )}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
      <p class="quiet">
        {texts.ask.searched}: {searched.join(' · ')}
      </p>
    </section>
  )
}

type QuotedProps = Pick<AnswerProps, 'open'> & {
  text: string
  cited: Answer['citations'][number] | undefined
}

function Quoted({ text, cited, open }: QuotedProps) {
  const quoted = <q>{plainText(text)}</q>
  return cited === undefined ? (
    quoted
  ) : (
    <OpenLink to={open(cited, text)} kind="link">
      {quoted}
    </OpenLink>
  )
}
