import { isPresupposed } from '../clauses/is-asserted.ts'
import type { Draft } from '../read-text.ts'
import { work, works } from './author-frames.ts'
import type { Chunk, Noun } from './chunk.ts'
import { afterBrackets, isMark, isPreposition, skipBrackets } from './chunk-steps.ts'
import { bracketedYear } from './clause.ts'
import { draftOf, nothing, offsetOf } from './draft-said.ts'
import type { Sentence } from './read-descriptions.ts'

/** Works with their owner: "his “Carmen”", "Ines Duarte's first novel, The Salt Road, appeared in 1991", "her other operas are: A, B". */
export function readWorks(sentence: Sentence): Draft[] {
  const { chunks, parsed, names, reading } = sentence
  return chunks.flatMap((noun, at) => {
    const authored = workBy(noun, at, sentence)
    if (authored.length > 0) return authored
    if (noun.type !== 'noun' || noun.owner === null || noun.owner === 'whose') return []
    const authors = names.ownerOf(noun, 'person').filter(({ label }) => label === 'Person')
    const titles = authors.length === 0 ? [] : titlesOf(chunks, at, parsed.phrases)
    const last = chunks[titles.at(-1) ?? at]
    if (titles.length === 0 || last === undefined) return []
    if (!isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(last.to, parsed))) return []
    const [only] = titles
    const published = titles.length === 1 && only !== undefined ? publishedIn(chunks, only) : null
    return titles.flatMap(title => {
      const year = bracketedYear(chunks, title) ?? published
      return authors.flatMap(subject =>
        names.all([title], 'work').map(object => {
          const fact = { relation: 'AUTHORED', subject, object, time: 'event' as const }
          return draftOf(year === null ? fact : { ...fact, year }, nothing, {
            isPresent: false,
            spoken: reading.context.date,
            parsed,
          })
        }),
      )
    })
  })
}

/** "A is a 1981 novel by B", "A, a novel by B, appeared in 1982", "the novel A by B". */
function workBy(noun: Chunk, at: number, { chunks, parsed, names, reading }: Sentence): Draft[] {
  const [by, author] = chunks.slice(at + 1, at + 3)
  if (noun.type !== 'noun' || !isMark(by, 'by') || author?.type !== 'noun') return []
  const isKind = [noun.head ?? '', ...noun.words].some(word => work.test(word))
  const [before, verb] = [chunks[at - 2], chunks[at - 1]]
  const behind = noun.name === null ? skipBrackets(chunks, at - 2) : at
  const isCopula = verb?.type === 'verb' && verb.lemma === 'be' && !verb.isNegative
  const named =
    noun.name !== null ? at : isCopula || (isMark(verb, ',') && before?.type === 'noun') ? behind : -1
  const title = chunks[named]
  if (!isKind || title?.type !== 'noun' || title.name === null) return []
  if (!isPresupposed(parsed.line, offsetOf(title.from, parsed), offsetOf(author.to, parsed))) return []
  const year =
    bracketedYear(chunks, named) ?? noun.date ?? publishedIn(chunks, named) ?? publishedIn(chunks, at + 2)
  return names.all([at + 2], 'person').flatMap(subject =>
    names.all([named], 'work').map(object => {
      const fact = { relation: 'AUTHORED', subject, object, time: 'event' as const }
      return draftOf(year === null ? fact : { ...fact, year }, nothing, {
        isPresent: false,
        spoken: reading.context.date,
        parsed,
      })
    }),
  )
}

/** The places of the titles that a noun with an owner has: in it, or behind "novel," and "operas are:". */
function titlesOf(chunks: readonly Chunk[], at: number, phrases: Sentence['parsed']['phrases']): number[] {
  const noun = chunks[at]
  if (noun?.type !== 'noun') return []
  const isTitle = (one: Chunk | undefined): one is Noun =>
    one?.type === 'noun' && one.name !== null && phrases[one.name]?.isQuoted === true
  const isKind = (word: string) => work.test(word) || works.test(word)
  if (noun.name !== null) {
    const isNamed =
      (isTitle(noun) && (noun.words.length === 0 || noun.words.some(isKind))) ||
      (typeof noun.owner === 'object' &&
        work.test(noun.words.at(-1) ?? '') &&
        chunks[at + 1]?.type === 'verb')
    return isNamed ? (isTitle(noun) ? titlesFrom(chunks, at, isTitle) : [at]) : []
  }
  if (noun.head === null || !isKind(noun.head)) return []
  let next = at + 1
  const verb = chunks[next]
  if (verb?.type === 'verb' && /^(?:be|include|comprise)$/.test(verb.lemma)) next++
  if (isMark(chunks[next], ',') || isMark(chunks[next], ':')) next++
  if (isPreposition(chunks[next]) && isMark(chunks[next], 'including')) next++
  if (next === at + 1) return []
  const first = chunks[next]
  // "his novel, Hunger, was": closed by a comma.
  const isClosed = isMark(chunks[next + 1], ',') && chunks[next + 2]?.type === 'verb' && verb?.type !== 'verb'
  const isAside = first?.type === 'noun' && first.name !== null && isClosed && !first.words.length
  if (isAside) return [next]
  return isTitle(first) ? titlesFrom(chunks, next, isTitle) : []
}

/** Titles joined by commas, also without "and". */
function titlesFrom(
  chunks: readonly Chunk[],
  from: number,
  isTitle: (one: Chunk | undefined) => boolean,
): number[] {
  const found: number[] = []
  for (let at = from; at < chunks.length; at++) {
    while (isMark(chunks[at], '(') && afterBrackets(chunks, at) > at) at = afterBrackets(chunks, at)
    const chunk = chunks[at]
    if (at > from && chunk?.type === 'noun' && chunk.owner !== null) break
    if (isTitle(chunk)) found.push(at)
    else if (chunk?.type === 'noun' || chunk?.type === 'verb') break
    else if (chunk?.type === 'mark' && !/^(?:,|;|and|\(|\)|["“”])$/.test(chunk.text)) break
  }
  return found
}

/** The date in "…, appeared in 1991", as the number of its phrase. */
function publishedIn(chunks: readonly Chunk[], title: number): number | null {
  // Over "(…)", ", a novel," and "by A,"
  let at = title + 1
  for (let steps = 0; steps < 8 && chunks[at] !== undefined && chunks[at]?.type !== 'verb'; steps++) {
    const chunk = chunks[at]
    if (chunk?.type === 'mark' && !/^(?:,|\(|\)|by|of)$/.test(chunk.text)) return null
    at++
  }
  const verb = chunks[at]
  let to = at + 1
  while (to < at + 5 && chunks[to]?.type !== 'date' && chunks[to]?.type !== 'verb') to++
  const [mark, date] = chunks.slice(to - 1, to + 1)
  const isOut =
    verb?.type === 'verb' &&
    /^(?:publish|release|appear|appeared|come|come out|premiered|debuted|issued|open|perform|performed|produce|produced|stage|staged)$/.test(
      verb.lemma,
    ) &&
    isPreposition(mark)
  return isOut && date?.type === 'date' ? date.at : null
}
