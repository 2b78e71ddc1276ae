import { isPresupposed } from '../clauses/is-asserted.ts'
import { isPersonName } from '../clauses/name-kinds.ts'
import { isPlaceName } from '../clauses/place-names.ts'
import type { Draft } from '../read-text.ts'
import type { Noun } from './chunk.ts'
import { isMark } from './chunk-steps.ts'
import { draftOf, nothing, offsetOf } from './draft-said.ts'
import type { Sentence } from './read-descriptions.ts'

/** "Ida Holm from Acme Company". */
export function staffOf(noun: Noun, at: number, { chunks, parsed, names }: Sentence): Draft[] {
  const [mark, body] = [chunks[at + 1], chunks[at + 2]]
  const called = noun.name === null ? '' : (parsed.phrases[noun.name]?.text ?? '')
  if (!isPersonName(called) || !(isMark(mark, 'from') || isMark(mark, 'of')) || body?.type !== 'noun')
    return []
  if (!isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(body.to, parsed))) return []
  const bodies = names.all([at + 2], 'company')
  const schools = isMark(mark, 'of') ? names.all([at + 2], 'school') : []
  return names.all([at], 'person').flatMap(subject =>
    (bodies.length > 0 ? bodies : schools.filter(({ name }) => name.includes(' '))).map(object =>
      draftOf({ relation: 'EMPLOYED_BY', subject, object, time: 'none' }, nothing, {
        isPresent: false,
        spoken: null,
      }),
    ),
  )
}

/** "the Zurich-based insurer A". */
export function basedIn(noun: Noun, at: number, { chunks, parsed, names, reading }: Sentence): Draft[] {
  const [place] = noun.modifiers
  const suffix = noun.words.find(word => /^-(?:based|born|educated|trained)$/.test(word))
  if (place === undefined || suffix === undefined) return siteOf(noun, at, { chunks, parsed, names, reading })
  if (!isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(noun.to, parsed))) return []
  // "the Toronto-born playwright A", "the Harrow-educated merchant B"
  if (suffix !== '-based') {
    const relation = suffix === '-born' ? 'BORN_IN' : 'EDUCATED_AT'
    const [object] = [
      reading.memory.find(parsed.phrases[place]?.text ?? '', suffix === '-born' ? 'place' : 'alma mater'),
    ]
    return names.all([at], 'person').flatMap(subject =>
      object === null || object === undefined
        ? []
        : [
            draftOf({ relation, subject, object, time: 'none' }, nothing, {
              isPresent: false,
              spoken: null,
            }),
          ],
    )
  }
  const called = parsed.phrases[place]?.text ?? ''
  const where = isPlaceName(called) ? reading.memory.find(called, 'place') : null
  return names.all([at], 'organisation').flatMap(subject =>
    where === null || !isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(noun.to, parsed))
      ? []
      : [
          draftOf({ relation: 'LOCATED_IN', subject, object: where, time: 'none' }, nothing, {
            isPresent: false,
            spoken: null,
          }),
        ],
  )
}

/** "the Berlin start-up A", "the Mannheim foundry B". */
function siteOf(noun: Noun, at: number, { parsed, names, reading }: Sentence): Draft[] {
  const [place, ...others] = noun.modifiers
  const kind = noun.words.at(-1) ?? ''
  const called = place === undefined ? '' : (parsed.phrases[place]?.text ?? '')
  const isSite =
    place !== undefined &&
    others.length === 0 &&
    noun.determiner === 'the' &&
    noun.words.length <= 2 &&
    bodyNoun.test(kind) &&
    isPlaceName(called)
  const where = isSite ? reading.memory.find(called, 'known place') : null
  if (where === null || where === undefined) return []
  if (!isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(noun.to, parsed))) return []
  return names.all([at], 'organisation').map(subject =>
    draftOf({ relation: 'LOCATED_IN', subject, object: where, time: 'none' }, nothing, {
      isPresent: false,
      spoken: null,
    }),
  )
}

const bodyNoun =
  /^(?:start-?up|company|firm|foundry|brewery|publisher|publishing|bank|manufacturer|maker|retailer|museum|gallery|hospital|newspaper|agency|studio|factory|shipyard|theatre|club|restaurant|bakery|distillery|insurer|brewer|house|architects)$/
