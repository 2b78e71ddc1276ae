import type { Chunk, Noun, Verb } from './chunk.ts'
import { isOpenToHead } from './open-noun.ts'
import { auxiliary, isAdverb, number, reflexive } from './small-words.ts'
import { particles, verbWord } from './verb-words.ts'

type Words = (at: number) => string

/** The verb that begins at a word: auxiliaries, adverbs, the verb itself and its particle; null when there is none. */
export function findVerb(
  start: number,
  word: Words,
  { before, open }: { before: readonly Chunk[]; open: Noun | null },
): Verb | null {
  let at = start
  const helpers: string[] = []
  let isNegative = false
  const isInfinitive = word(at) === 'to'
  if (isInfinitive) at++
  for (;;) {
    const text = word(at)
    if (auxiliary.test(text)) helpers.push(text)
    else if (/^(?:not|never|n[’']t)$/.test(text) && helpers.length > 0) isNegative = true
    else if (!((reflexive.test(text) || isAdverb(text)) && (helpers.length > 0 || isInfinitive))) break
    at++
  }
  const main = verbWord(word(at))
  const make = (lemma: string, to: number, rest: Pick<Verb, 'form' | 'isPassive'>): Verb => {
    const joined = particles[`${lemma} ${word(to)}`]
    return {
      type: 'verb',
      from: start,
      to: joined === undefined ? to : to + 1,
      lemma: joined ?? lemma,
      isNegative,
      isPresent:
        /^(?:is|are|has|have)$/.test(helpers[0] ?? '') || (helpers.length === 0 && isPresentForm(word(at))),
      hasAuxiliary: helpers.length > 0,
      isSingular: /^(?:was|is|has)$/.test(helpers[0] ?? ''),
      ...rest,
    }
  }
  const last = helpers.at(-1) ?? ''
  const isBe = /^(?:is|are|was|were|be|been|being)$/.test(last)
  const form: Verb['form'] = isInfinitive
    ? 'infinitive'
    : helpers[0] === 'having' || helpers[0] === 'being'
      ? 'ing'
      : 'finite'
  if (isInfinitive) {
    if (helpers.length === 0 && word(at) === 'found') return make('found', at + 1, { form, isPassive: false })
    if (helpers.length === 0 && main?.forms.includes('base') === true)
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (isBe && main?.forms.includes('participle') === true)
      return make(main.lemma, at + 1, { form, isPassive: true })
    if (/^be$/.test(last)) return make('be', at, { form, isPassive: false })
    if (/^have$/.test(last))
      return make(
        main?.forms.includes('participle') === true ? main.lemma : 'have',
        main?.forms.includes('participle') === true ? at + 1 : at,
        { form, isPassive: false },
      )
    return null
  }
  if (helpers.length > 0) {
    if (main !== null && isBe && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form, isPassive: true })
    if (main !== null && isBe && main.forms.includes('ing'))
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (main !== null && /^(?:has|have|had|having)$/.test(last) && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (
      main !== null &&
      /^(?:do|does|did|would|could|should|may|might|must|will|shall|can)$/.test(last) &&
      main.forms.includes('base')
    )
      return make(main.lemma, at + 1, { form, isPassive: false })
    return make(isBe ? 'be' : /^(?:has|have|had|having)$/.test(last) ? 'have' : last, at, {
      form,
      isPassive: false,
    })
  }
  if (main === null) return null
  const text = word(start)
  const previous = before.at(-1)
  const isAfterSubject =
    open !== null ||
    previous?.type === 'noun' ||
    (previous?.type === 'mark' && /^(?:relative|and|other)$/.test(previous.kind))
  if (main.forms.includes('past')) {
    if (open?.name === undefined && previous === undefined && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form: 'participle', isPassive: true })
    return make(main.lemma, at + 1, { form: 'finite', isPassive: false })
  }
  if (main.forms.includes('participle'))
    return make(main.lemma, at + 1, { form: 'participle', isPassive: true })
  if (main.forms.includes('present') && text !== main.lemma) {
    // "three MIT graduates"
    if (open !== null && number.test(open.determiner ?? '')) return null
    const isVerb =
      (open !== null &&
        (open.name !== null || open.determiner !== null) &&
        !isOpenToHead(open) &&
        open.name !== null) ||
      previousIsSubject(open, previous) ||
      // "Jane Doe now lives"
      (open === null && previous?.type === 'noun' && previous.name !== null && previous.to < start)
    const isClosing =
      open === null &&
      previous?.type === 'mark' &&
      /^(?:,|\)|and)$/.test(previous.text) &&
      /^(?:an?|the|as|at|for)$/.test(word(at + 1))
    if (isClosing) return make(main.lemma, at + 1, { form: 'finite', isPassive: false })
    return isVerb && isAfterSubject ? make(main.lemma, at + 1, { form: 'finite', isPassive: false }) : null
  }
  if (main.forms.includes('ing')) {
    const isFree =
      open === null &&
      (previous === undefined ||
        (previous.type === 'verb' && !/^(?:study|teach|learn|read)$/.test(previous.lemma)) ||
        previous.type === 'date' ||
        (previous.type === 'mark' &&
          previous.text !== '(' &&
          !/^(?:of|in|for|as|with|on|to)$/.test(previous.text)))
    return isFree ? make(main.lemma, at + 1, { form: 'ing', isPassive: false }) : null
  }
  return null
}

function previousIsSubject(open: Noun | null, previous: Chunk | undefined): boolean {
  if (open !== null) return false
  return (
    (previous?.type === 'noun' && previous.pronoun !== null) ||
    (previous?.type === 'mark' && previous.kind === 'relative')
  )
}

function isPresentForm(text: string): boolean {
  return verbWord(text)?.forms.includes('present') === true
}
