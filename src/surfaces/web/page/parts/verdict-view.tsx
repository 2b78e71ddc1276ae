import { compareLetters, type Letters } from '../state/compare-letters.ts'
import { pageText } from '../state/links.ts'
import type { QuoteMatch, Verdict } from '../state/types.ts'
import { texts } from '../texts.ts'
import { Warnings } from './error-note.tsx'
import { OpenLink, type Opens } from './open-link.tsx'

type VerdictProps = { verdict: Verdict; quote: string; open(match: QuoteMatch): Opens }

/** Whether a quotation is in the documents, and where, with each difference marked. */
export function VerdictView({ verdict, quote, open }: VerdictProps) {
  const [best] = verdict.matches
  return (
    <section class={`verdict ${verdict.verdict}`}>
      <h2>{texts.verify[verdict.verdict]}</h2>
      <p>{sentenceOf(verdict)}</p>
      {verdict.page_check ? <p>{verdict.page_check.message}</p> : null}
      <Warnings warnings={verdict.warnings} />
      {verdict.matches.map(match => (
        <MatchView
          key={`${match.doc_id} ${match.char_span[0]}`}
          match={match}
          compared={match === best && match.similarity < 1 ? compareLetters(quote, match.text) : null}
          open={open(match)}
        />
      ))}
      <p class="quiet">{texts.verify.checked(verdict.checked.documents, verdict.checked.chunks)}</p>
    </section>
  )
}

function sentenceOf({ verdict, matches }: Verdict): string {
  if (verdict === 'exact') return texts.verify.exactText
  if (verdict === 'not_found') return texts.verify.notFoundText
  return texts.verify.closeText(matches[0]?.differences.length ?? 0)
}

type MatchProps = { match: QuoteMatch; compared: ReturnType<typeof compareLetters> | null; open: Opens }

function MatchView({ match, compared, open }: MatchProps) {
  const [page] = match.page_span ?? []
  return (
    <article class="match">
      <h3>
        <OpenLink to={open} kind="link">
          {match.title}
        </OpenLink>
      </h3>
      <p class="place">
        {match.section_path.length === 0 ? null : <span>{match.section_path.join(' › ')}</span>}
        {page === undefined ? null : (
          <span>{pageText({ page, page_label: match.page_labels?.[0] ?? null })}</span>
        )}
        {match.similarity < 1 ? <span>{texts.verify.similarity(match.similarity)}</span> : null}
      </p>
      {compared === null ? (
        <blockquote>{match.text}</blockquote>
      ) : (
        <dl class="comparison">
          <dt>{texts.verify.quoted}</dt>
          <dd>{shown(compared.quoted, 'del')}</dd>
          <dt>{texts.verify.printed}</dt>
          <dd>{shown(compared.found, 'ins')}</dd>
        </dl>
      )}
      {match.note === null ? null : <p class="quiet">{match.note}</p>}
    </article>
  )
}

function shown(pieces: readonly Letters[], Tag: 'ins' | 'del') {
  return pieces.map(({ text, isSame }, at) => (isSame ? text : <Tag key={at}>{text}</Tag>))
}
