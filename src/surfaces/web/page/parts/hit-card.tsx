import { useSignal } from '@preact/signals'
import { nameOfLibrary } from '../state/catalog.ts'
import { pageText } from '../state/links.ts'
import { excerptOf, matchWords, plainText } from '../state/match-words.ts'
import type { ExplainedHit, Passage } from '../state/types.ts'
import { texts } from '../texts.ts'
import { CiteMenu } from './cite-menu.tsx'
import { OpenLink, type Opens } from './open-link.tsx'

/** How much of a passage a list shows. */
const longest = 520

type HitCardProps = {
  hit: Passage
  question: string
  explained: ExplainedHit | undefined
  isChosen: boolean
  /** Called when the person turns to this hit. */
  choose?(): void
  open: Opens
  /** Shows only this document; null when that is already the case. */
  more: (() => void) | null
}

/** A hit: the passage with the words that were asked for, where it is, and what to do with it. */
export function HitCard({ hit, question, explained, isChosen, choose, open, more }: HitCardProps) {
  // A card shows another hit after the next answer.
  const explainedHit = useSignal('')
  const isExplained = explainedHit.value === hit.chunk_id
  const text = excerptOf(plainText(hit.content), question, longest)
  const section = hit.section_path.filter(heading => heading !== hit.title)
  return (
    <li class={isChosen ? 'hit chosen' : 'hit'} onFocusIn={choose}>
      <article>
        <h2>
          <OpenLink to={open} kind="link">
            {hit.title}
          </OpenLink>
        </h2>
        <p class="place">
          {section.length === 0 ? null : <span>{section.join(' › ')}</span>}
          {hit.page === 0 ? null : <span>{pageText(hit)}</span>}
          {hit.file_type === '' ? null : <span class="badge">{hit.file_type}</span>}
          <span class="library">{nameOfLibrary(hit.library)}</span>
          <span class="quiet">{texts.search.relevance(hit.score)}</span>
        </p>
        <p class="passage">
          {matchWords(text, question).map((piece, at) =>
            piece.isMatch ? <mark key={at}>{piece.text}</mark> : piece.text,
          )}
        </p>
        <p class="actions">
          <OpenLink to={open} kind="button">
            {texts.search.open}
          </OpenLink>
          <CiteMenu hit={hit} />
          {more === null ? null : (
            <button type="button" onClick={more}>
              {texts.search.more}
            </button>
          )}
          {explained === undefined ? null : (
            <button
              type="button"
              aria-expanded={isExplained}
              onClick={() => {
                explainedHit.value = isExplained ? '' : hit.chunk_id
              }}
            >
              {texts.search.why}
            </button>
          )}
        </p>
        {isExplained && explained !== undefined ? <Explanation hit={explained} /> : null}
      </article>
    </li>
  )
}

/** How both rankings placed the hit, as bars: the first rank fills the bar. */
function Explanation({ hit }: { hit: ExplainedHit }) {
  return (
    <dl class="why">
      <Bar name={texts.search.whyWords} rank={hit.lexical_rank} />
      <Bar name={texts.search.whyMeaning} rank={hit.dense_rank} />
      <div>
        <dt>{texts.search.whyFused}</dt>
        <dd>
          <meter min={0} max={1} value={Math.min(1, hit.fused_score)} />
          {hit.fused_score.toFixed(2)}
        </dd>
      </div>
    </dl>
  )
}

function Bar({ name, rank }: { name: string; rank: number | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <meter min={0} max={1} value={rank === null ? 0 : 1 / Math.sqrt(rank)} />
        {rank === null ? texts.search.notRanked : texts.search.rank(rank)}
      </dd>
    </div>
  )
}
