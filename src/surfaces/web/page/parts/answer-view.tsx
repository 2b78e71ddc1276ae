import { pageText } from '../state/links.ts'
import { plainText } from '../state/match-words.ts'
import type { Answer } from '../state/types.ts'
import { texts } from '../texts.ts'
import { Warnings } from './error-note.tsx'
import { OpenLink, type Opens } from './open-link.tsx'

type AnswerProps = { answer: Answer; open(citation: Answer['citations'][number]): Opens }

/** An answer in the sources' own words, each sentence with the passages that it is from. */
export function AnswerView({ answer, open }: AnswerProps) {
  return (
    <section class="answer">
      {answer.answered ? (
        <ul class="statements">
          {(answer.sentences ?? []).map(({ text, citations }) => (
            <li key={text}>
              <q>{plainText(text)}</q>{' '}
              {citations.map(id => (
                <a key={id} class="cited" href={`#source-${id}`}>
                  [{id}]
                </a>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <p class="note">{answer.response}</p>
      )}
      <Warnings warnings={answer.warnings} />
      {answer.citations.length === 0 ? null : (
        <>
          <h2>{texts.ask.sources}</h2>
          <ol class="sources">
            {answer.citations.map(citation => (
              <li key={citation.id} id={`source-${citation.id}`}>
                <OpenLink to={open(citation)} kind="link">
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
      {answer.searched.length === 0 ? null : (
        <p class="quiet">
          {texts.ask.searched}: {answer.searched.join(' · ')}
        </p>
      )}
    </section>
  )
}
