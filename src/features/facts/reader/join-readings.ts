import { fold, type People } from '../people.ts'
import type { Draft } from '../read-text.ts'
import { draftFact } from './draft-fact.ts'
import type { ReadFact } from './read-facts.ts'
import { readRelations } from './read-relations.ts'
import { unread } from './signs-of.ts'

/** From this log odds on a fact is kept. */
const bar = 0.8

/** The facts of a sentence that a model reads and that are sure enough; those of the rules count as its support. */
export function joinReadings(drafts: readonly Draft[], read: readonly ReadFact[], people: People): Draft[] {
  const ofRules = new Map(drafts.map(draft => [keyOf(draft), draft]))
  const sure = read.flatMap(fact => {
    const draft = draftFact(fact, people)
    const known = ofRules.get(keyOf(draft))
    return oddsOf(fact, known !== undefined) < bar
      ? []
      : [known === undefined ? draft : joinDates(draft, known)]
  })
  const known = new Set(sure.map(keyOf))
  const successions = sure.filter(({ relation }) => relation === 'SUCCEEDED')
  return [...sure, ...drafts.filter(draft => !known.has(keyOf(draft)) && isOwn(draft, successions))]
}

/** Whether the rules alone state it: what the model does not read, ends of earlier facts, and the office of a succession. */
function isOwn(draft: Draft, successions: readonly Draft[]): boolean {
  if (!readRelations.has(draft.relation) || draft.isClosing === true) return true
  return (
    draft.relation === 'HOLDS_OFFICE' &&
    successions.some(({ subject, object }) =>
      [subject, object].some(({ name }) => fold(name) === fold(draft.subject.name)),
    )
  )
}

/** Log odds that a fact is right, fitted on texts that the model has not seen (decision 042). */
function oddsOf({ score, signs }: ReadFact, isOfRules: boolean): number {
  const { alone } = signs
  const best = Math.max(score, alone)
  // Two witnesses, and the model has little doubt: right in 346 of 374 such facts of texts that the rules were not fitted to.
  if (isOfRules && best > 3) return bar
  return (
    -1.36 +
    0.31 * score +
    0.1 * alone -
    0.17 * Math.min(score, alone) -
    (score === unread ? 1.26 : 0) -
    (alone === unread ? 0.76 : 0) +
    (isOfRules ? 1.91 - 0.1 * best : 0) -
    ([0, 0.33, 0.73][signs.apart] ?? 0) +
    0.19 * Math.min(signs.span, 4) +
    0.19 * Math.min(signs.link, 4) -
    0.06 * Math.max(0, signs.rival) -
    0.12 * Math.max(0, signs.other) -
    (signs.rival > best ? 0.46 : 0) -
    (signs.isDenied ? 0.33 : 0)
  )
}

/** The mention of the model, with the dates of the rules where it has none. */
function joinDates(draft: Draft, known: Draft): Draft {
  return {
    ...draft,
    ...(known.isExclusive === undefined ? {} : { isExclusive: known.isExclusive }),
    validAt: draft.validAt ?? known.validAt,
    invalidAt: draft.invalidAt ?? known.invalidAt,
  }
}

function keyOf({ subject, relation, object }: Draft): string {
  const ends = [fold(subject.name), fold(object.name)]
  return [
    relation,
    ...(/^(?:MARRIED_TO|SIBLING_OF|MERGED_WITH)$/.test(relation) ? ends.toSorted() : ends),
  ].join('|')
}
