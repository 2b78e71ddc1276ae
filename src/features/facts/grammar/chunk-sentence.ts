import { isPersonLike, isPersonName } from '../clauses/name-kinds.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { isPlaceName } from '../clauses/place-names.ts'
import type { Chunk, Mark, Noun, Verb } from './chunk.ts'
import { findVerb } from './find-verb.ts'
import { joinChunks } from './join-chunks.ts'
import { addWord, emptyNoun, isOpenToHead } from './open-noun.ts'
import {
  auxiliary,
  determiners,
  isAdverb,
  number,
  possessives,
  prepositions,
  pronouns,
  reflexive,
  stops,
} from './small-words.ts'

/** Splits a parsed sentence into nouns with their modifiers, verbs with their auxiliaries, dates and the marks between them. */
export function chunkSentence({ phrases }: ParsedSentence): Chunk[] {
  const chunks: Chunk[] = []
  const word = (at: number) => {
    const phrase = phrases[at]
    return phrase?.kind === 'word' ? phrase.text.toLowerCase() : ''
  }
  let open: Noun | null = null
  let owner: Noun | null = null
  const close = () => {
    if (open !== null && (open.name !== null || open.head !== null || open.pronoun !== null))
      chunks.push(open)
    open = null
  }
  const noun = (at: number): Noun => {
    if (open === null) {
      open = emptyNoun(at, owner)
      owner = null
    }
    open.to = at + 1
    return open
  }
  const mark = (at: number, kind: Mark['kind'], text: string) => {
    close()
    owner = null
    chunks.push({ type: 'mark', from: at, to: at + 1, kind, text })
  }
  for (let at = 0; at < phrases.length; ) {
    const phrase = phrases[at]
    const text = word(at)
    const isBare = open !== null && isOpenToHead(open)
    if (phrase === undefined) break
    if (phrase.kind === 'name') {
      // "Prime Minister of Norway [Per Dahl]"
      const last = open as Noun | null
      const isApart =
        last !== null &&
        last.name !== null &&
        last.words.length === 0 &&
        chunks.at(-1)?.type === 'mark' &&
        isPlaceName(phrases[last.name]?.text ?? '') &&
        isPersonName(phrase.text)
      if (isApart) close()
      const into = noun(at)
      if (into.name !== null) into.modifiers.push(into.name)
      if (into.head !== null) into.words.push(into.head)
      into.head = null
      into.name = at
      at++
    } else if (phrase.kind === 'date') {
      if (isBare && (phrases[at + 1]?.kind === 'name' || /^[a-z]/.test(word(at + 1)))) noun(at).date = at
      else {
        close()
        chunks.push({ type: 'date', from: at, to: at + 1, at })
      }
      at++
    } else if (phrase.kind === 'quote') {
      mark(at, 'other', 'quote')
      at++
    } else if (/^[’']s?$/.test(text) && open !== null) {
      owner = open
      open = null
      at++
    } else if (text === '-' && open !== null && phrases[at + 1]?.kind === 'word') at++
    else if (text === '.' && at < phrases.length - 1 && open !== null) at++
    else if (!/[a-z0-9]/.test(text)) {
      mark(at, /^(?:[;:—–]|-)$/.test(text) ? 'stop' : text === '&' ? 'and' : 'other', text)
      at++
    } else if (text === 'including') {
      mark(at, 'preposition', text)
      at++
    } else if (text === 'such' && word(at + 1) === 'as') {
      mark(at, 'preposition', 'including')
      at += 2
    } else if (
      text === 'her' &&
      chunks.at(-1)?.type === 'verb' &&
      (phrases[at + 1] === undefined || /^(?:an?|the|in|to|from|with|as|[,.;])$/.test(word(at + 1)))
    ) {
      // "won her the A"
      close()
      noun(at).pronoun = text
      close()
      at++
    } else if (possessives.has(text)) {
      close()
      owner = null
      const into = noun(at)
      into.determiner = text
      into.owner = text
      at++
    } else if (isBare && (open as Noun | null)?.owner != null && number.test(text)) at++
    else if (determiners.has(text) && !(text === 'both' && open !== null)) {
      close()
      noun(at).determiner = text
      // "some of his works"
      if (word(at + 1) === 'of') noun(at).head = text
      at++
    } else if (
      reflexive.test(text) &&
      (open !== null || chunks.at(-1)?.type === 'noun') &&
      findVerb(at + 1, word, { before: chunks, open }) !== null
    )
      at++
    else if (pronouns.has(text) && !(text === 'one' && word(at + 1) === 'of')) {
      close()
      noun(at).pronoun = text
      close()
      at++
    } else if (/^(?:who|which|whom|where|that|whose)$/.test(text)) {
      mark(at, 'relative', text)
      if (text === 'whose') noun(at).owner = 'whose'
      at++
    } else if (/^(?:and|or|but|nor)$/.test(text)) {
      const [before, after] = [open as Noun | null, phrases[at + 1]]
      // "a painter and sculptor": one noun after another; "a renowned and respected chemist": one noun.
      if (before !== null && isOpenToHead(before) && after !== undefined) at++
      else {
        mark(at, 'and', text)
        at++
      }
    } else if (stops.test(text)) {
      mark(at, 'stop', text)
      at++
    } else {
      // "Her books include A": one form for noun and verb elsewhere.
      const isListing =
        /^(?:include|comprise)$/.test(text) &&
        (open as Noun | null)?.to === at &&
        ((open as Noun | null)?.head !== null || (open as Noun | null)?.name !== null)
      const verb = isListing
        ? listing(at, text)
        : isBare && !auxiliary.test(text)
          ? null
          : findVerb(at, word, { before: chunks, open })
      if (verb !== null) {
        close()
        owner = null
        chunks.push(verb)
        at = verb.to
      } else if (prepositions.has(text) && !(isBare && text === 'like')) {
        mark(at, 'preposition', text)
        at++
      } else if (isAdverb(text) && (open === null || !isBare || /ly$/.test(text))) {
        if (!isBare) close()
        at++
      } else {
        // "named Jane Doe chief executive"
        const last = open as Noun | null
        const governor = chunks.at(-1)
        const isNamed =
          last !== null &&
          last.name !== null &&
          last.determiner === null &&
          governor?.type === 'verb' &&
          /^(?:name|appoint|elect|make|choose|promote|declare|crown)$/.test(governor.lemma) &&
          isPersonLike(phrases[last.name]?.text ?? '')
        if (isNamed) close()
        addWord(noun(at), text)
        if (/.[’']s$/.test(text)) {
          const into = noun(at)
          into.head = text.slice(0, -2)
          owner = into
          open = null
        }
        at++
      }
    }
  }
  close()
  return joinChunks(chunks)
}

function listing(at: number, lemma: string): Verb {
  return {
    type: 'verb',
    from: at,
    to: at + 1,
    lemma,
    form: 'finite',
    isPassive: false,
    isNegative: false,
    isPresent: true,
    hasAuxiliary: false,
    isSingular: false,
  }
}
