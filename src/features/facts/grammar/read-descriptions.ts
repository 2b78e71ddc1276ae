import { isAsserted, isPresupposed } from '../clauses/is-asserted.ts'
import { isPersonName } from '../clauses/name-kinds.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { periodOf } from '../clauses/read-time.ts'
import type { Reading } from '../clauses/resolve-names.ts'
import type { Draft } from '../read-text.ts'
import { basedIn, staffOf } from './body-descriptions.ts'
import type { Chunk, Noun } from './chunk.ts'
import { beforeDate, isMark, isPreposition } from './chunk-steps.ts'
import { periodBehind, timed } from './description-time.ts'
import { draftOf, nothing, offsetOf } from './draft-said.ts'
import { nounList } from './find-complements.ts'
import type { Predicate } from './find-subject.ts'
import type { Names } from './names.ts'
import { rolesFrom } from './read-roles.ts'
import { factsOfRole } from './role-facts.ts'
import { isArea, isPersonal, isRole, kin } from './role-nouns.ts'

export type Sentence = { chunks: readonly Chunk[]; parsed: ParsedSentence; names: Names; reading: Reading }

/** "The daughter of A, B was …", "A member of C, she …": a description before the subject. */
export function readOpening(
  chunks: readonly Chunk[],
  main: Predicate | undefined,
  { parsed, names, reading }: Sentence,
): Draft[] {
  // "As chairman of A, B opposed it"
  const at = isMark(chunks[0], 'as') ? 1 : 0
  const first = chunks[at]
  if (
    first?.type !== 'noun' ||
    first.name !== null ||
    !isRole(first) ||
    main === undefined ||
    main.subjects.includes(at)
  )
    return []
  const subject = chunks[main.subjects[0] ?? -1]
  const isFront =
    subject !== undefined &&
    chunks.slice(0, main.at).some(chunk => isMark(chunk, ',')) &&
    !isOfFirst(chunks, main)
  if (!isFront || !isAsserted(parsed.line, 0, offsetOf(subject.from, parsed))) return []
  // "As president of A from 2001 to 2009, B …"
  const stated = periodOf(` ${parsed.line.slice(0, offsetOf(subject.from, parsed))}`, parsed)
  return rolesFrom(chunks, at).flatMap(role =>
    factsOfRole(role, names.all(main.subjects, 'any'), names).map(({ time, ...fact }) =>
      draftOf({ ...fact, time: time === 'state' && stated === null ? 'none' : time }, stated ?? nothing, {
        isPresent: false,
        spoken: reading.context.date,
      }),
    ),
  )
}

/** "Professor of botany at A.": a description without a verb, of the person whom the text is about. */
export function readFragment(chunks: readonly Chunk[], { parsed, names, reading }: Sentence): Draft[] {
  const [first] = chunks
  const person = reading.memory.find('their', 'person')
  const isBare =
    first?.type === 'noun' &&
    first.name === null &&
    isRole(first) &&
    /^(?:an?|)$/.test(first.determiner ?? '')
  if (!isBare || person === null || !isAsserted(parsed.line, 0, parsed.line.length)) return []
  return rolesFrom(chunks, 0).flatMap(role =>
    factsOfRole(role, [person], names).map(({ time, ...fact }) =>
      draftOf({ ...fact, time: time === 'state' ? 'none' : time }, nothing, {
        isPresent: false,
        spoken: null,
      }),
    ),
  )
}

/** Whether a name before the verb only says who the first noun is: "The founder of A, B, was". */
function isOfFirst(chunks: readonly Chunk[], main: Predicate): boolean {
  const subject = main.subjects[0] ?? -1
  return isMark(chunks[subject + 1], ',') && isMark(chunks[main.at - 1], ',')
}

/** What descriptions beside names state: "A, the founder of B", "its founder, A", "his wife A", "B's chairman A". */
export function readDescriptions(
  predicates: readonly Predicate[],
  { chunks, parsed, names, reading }: Sentence,
): Draft[] {
  const drafts: Draft[] = []
  const add = (role: number, holder: number) => {
    if (isBodyOfRole(chunks, holder)) return
    const first = chunks[Math.min(role, holder)]
    const last = chunks[Math.max(role, holder)]
    if (first === undefined || last === undefined) return
    if (!isPresupposed(parsed.line, offsetOf(first.from, parsed), offsetOf(last.to, parsed))) return
    const noun = chunks[role]
    const isKin = noun?.type === 'noun' && kin.test(noun.head ?? '')
    const personal =
      noun?.type === 'noun' && isPersonal(noun) ? names.all([holder], isKin ? 'kin' : 'person') : []
    const holders = [...(personal.length > 0 ? personal : names.all([holder], 'any'))]
    const isPlace =
      role > holder &&
      personal.length === 0 &&
      noun?.type === 'noun' &&
      isPersonal(noun) &&
      (holders.every(({ label }) => label === 'Place') ||
        (isKinOf(noun) &&
          !isPersonName(parsed.phrases[nameOf(chunks[holder])]?.text ?? '') &&
          isPreposition(chunks[holder - 1])))
    // "was born in Ulm, Germany, the son of A": the description is of the subject.
    const clause = isPlace
      ? predicates.findLast(one => one.at < role && one.subjects.length > 0 && one.end >= holder - 2)
      : undefined
    if (clause !== undefined) holders.splice(0, holders.length, ...names.all(clause.subjects, 'person'))
    if (holders.length === 0) return
    for (const one of rolesFrom(chunks, role)) {
      const stated = periodBehind(one, chunks, parsed)
      for (const { time: _, ...fact } of factsOfRole(one, holders, names).filter(
        // "in Ulm, the members of A elected"
        ({ relation, subject }) => relation !== 'MEMBER_OF' || subject.label !== 'Place',
      ))
        drafts.push(
          draftOf(
            { ...fact, time: stated === null ? 'none' : (timed[fact.relation] ?? 'none') },
            stated ?? nothing,
            {
              isPresent: false,
              spoken: reading.context.date,
              parsed,
            },
          ),
        )
    }
  }
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.type !== 'noun') continue
    if (chunk.name === null) {
      if (!isRole(chunk)) continue
      // "the Prime Minister of Norway Per Dahl"
      const [own] = rolesFrom(chunks, at)
      const beside = own === undefined || own.adjuncts.length === 0 ? undefined : chunks[own.to]
      if (
        own !== undefined &&
        beside?.type === 'noun' &&
        beside.name !== null &&
        beside.words.length === 0 &&
        beside.determiner === null
      ) {
        if (isPersonName(parsed.phrases[beside.name]?.text ?? '')) {
          add(at, own.to)
          continue
        }
      }
      const previous = beforeDate(chunks, at - 2)
      const named = chunks[previous]
      // "A (chairman of B)"
      if (isMark(chunks[at - 1], '(') && !isArea(chunk) && named?.type === 'noun' && named.name !== null)
        add(at, previous)
      // "A, the founder of B"
      if (
        isMark(chunks[at - 1], ',') &&
        named?.type === 'noun' &&
        named.name !== null &&
        !isListed(at, predicates)
      )
        add(at, previous)
      // "the founder of B, A, …", "his wife, A, …"
      const [role] = rolesFrom(chunks, at)
      const to = role?.to ?? at + 1
      // "the new bishop of Lund, Sweden, A"
      const isInPlace = isMark(chunks[to + 2], ',') && names.all([to + 1], 'known place').length > 0
      const target = isInPlace ? to + 3 : to + 1
      const next = chunks[target]
      const isClosed = chunks[target + 1] === undefined || chunks[target + 1]?.type === 'mark'
      const isDefinite =
        chunk.determiner === 'the' ||
        chunk.owner !== null ||
        (chunk.determiner === null && chunk.modifiers.length === 1)
      if (
        isDefinite &&
        !isArea(chunk) &&
        isMark(chunks[to], ',') &&
        next?.type === 'noun' &&
        next.name !== null &&
        isClosed &&
        !isMark(chunks[at - 1], ',') &&
        !predicates.some(one => /^(?:be|become)$/.test(one.verb.lemma) && one.objects.includes(at))
      )
        for (const holder of /^(?:(?:co-)?founders|members|owners|creators|authors|directors|presidents|sons|daughters|children|brothers|sisters|parents)$/.test(
          chunk.head ?? '',
        )
          ? nounList(chunks, target).list
          : [target])
          add(at, holder)
    } else {
      drafts.push(
        ...staffOf(chunk, at, { chunks, parsed, names, reading }),
        ...basedIn(chunk, at, { chunks, parsed, names, reading }),
      )
      drafts.push(...siblingsOf(chunk, at, { chunks, parsed, names, reading }))
      const seat = seatOf(chunk, chunks[at + 1], chunks[at + 2])
      if (
        seat !== null &&
        isPresupposed(parsed.line, offsetOf(chunk.from, parsed), offsetOf(chunk.to, parsed))
      )
        for (const fact of factsOfRole(
          {
            head: seat.head ?? '',
            noun: seat,
            adjuncts: [{ preposition: 'of', nouns: [at + 2] }],
            to: at + 3,
          },
          names.all([at], 'person'),
          names,
        ))
          drafts.push(draftOf({ ...fact, time: 'none' }, nothing, { isPresent: false, spoken: null }))
      const title = titleOf(chunk)
      drafts.push(...sharedTitles(chunks, at, { chunks, parsed, names, reading }))
      if (title === null) continue
      const isKin = kin.test(title.head ?? '')
      const personal = isPersonal(title) ? names.all([at], isKin ? 'kin' : 'person') : []
      const called = parsed.phrases[chunk.name]?.text ?? ''
      // "the Foundation's editor, GNU Emacs": not everything with a trade is a person.
      if (isPersonal(title) && called.includes(' ') && !isPersonName(called)) continue
      const holders = [...(personal.length > 0 ? personal : names.all([at], 'any'))]
      if (!isPresupposed(parsed.line, offsetOf(chunk.from, parsed), offsetOf(chunk.to, parsed))) continue
      // "his sons A and B"
      const isMany = /^(?:sons|daughters|children|brothers|sisters|parents)$/.test(title.head ?? '')
      if (isMany) {
        const relatives = names.all(nounList(chunks, at).list, 'kin')
        if (relatives.length > holders.length) holders.splice(0, holders.length, ...relatives)
      }
      for (const fact of factsOfRole(
        { head: title.head ?? '', noun: title, adjuncts: [], to: at + 1 },
        holders,
        names,
      ))
        drafts.push(draftOf({ ...fact, time: 'none' }, nothing, { isPresent: false, spoken: null }))
    }
  }
  return drafts
}

/** "the third daughter of A", "the youngest of seven children of B". */
function isKinOf({ head, determiner }: Noun): boolean {
  return (
    determiner === 'the' &&
    head !== null &&
    (kin.test(head) ||
      /^(?:eldest|youngest|oldest|second|third|fourth|fifth|sixth|seventh|only|last|first|one)$/.test(head))
  )
}

function nameOf(chunk: Chunk | undefined): number {
  return chunk?.type === 'noun' ? (chunk.name ?? -1) : -1
}

/** "dean for A, chair of B": A is what the first office is of, and holds none. */
function isBodyOfRole(chunks: readonly Chunk[], at: number): boolean {
  const [head, mark] = [chunks[at - 2], chunks[at - 1]]
  return (
    (isMark(mark, 'for') || isMark(mark, 'of')) &&
    head?.type === 'noun' &&
    head.name === null &&
    isPersonal(head) &&
    !kin.test(head.head ?? '')
  )
}

/** "[its founder] A", "[B chairman] A": the description before a name, as a noun of its own. */
function titleOf(noun: Noun): Noun | null {
  const head = noun.words.at(-1)
  if (head === undefined || (noun.owner === null && noun.modifiers.length === 0)) return null
  const title: Noun = { ...noun, name: null, head, words: noun.words.slice(0, -1) }
  return isRole(title) ? title : null
}

/** "[B president and chief executive] A": two offices of one body before a name. */
function sharedTitles(chunks: readonly Chunk[], at: number, { parsed, names }: Sentence): Draft[] {
  const [noun, first] = [chunks[at], chunks[at - 2]]
  const isJoined =
    noun?.type === 'noun' &&
    first?.type === 'noun' &&
    first.name === null &&
    isMark(chunks[at - 1], 'and') &&
    (first.owner !== null || first.modifiers.length === 1) &&
    noun.owner === null &&
    noun.determiner === null &&
    noun.modifiers.length === 0
  const head = isJoined ? noun.words.at(-1) : undefined
  if (!isJoined || head === undefined || !isRole(first)) return []
  const { owner, modifiers } = first
  const second: Noun = { ...noun, name: null, head, words: noun.words.slice(0, -1), owner, modifiers }
  if (!isRole(second) || !isPresupposed(parsed.line, offsetOf(first.from, parsed), offsetOf(noun.to, parsed)))
    return []
  const holders = names.all([at], 'person')
  return [first, second].flatMap(title =>
    factsOfRole({ head: title.head ?? '', noun: title, adjuncts: [], to: at + 1 }, holders, names).map(fact =>
      draftOf({ ...fact, time: 'none' }, nothing, { isPresent: false, spoken: null }),
    ),
  )
}

/** "the brothers A and B", "husband and wife A and B". */
function siblingsOf(noun: Noun, at: number, { chunks, parsed, names }: Sentence): Draft[] {
  const kind = noun.words.at(-1) ?? ''
  const isCouple = /(?:^| )(?:husband wife|wife husband|married couple|couple)(?: team)?$/.test(
    noun.words.join(' '),
  )
  if (!isCouple && (!/^(?:brothers|sisters|siblings|twins)$/.test(kind) || noun.owner !== null)) return []
  const isPair = isMark(chunks[at + 1], 'and') && !isMark(chunks[at - 1], ',')
  const [first, second, ...others] = isPair ? names.all([at, at + 2], 'person') : []
  if (first === undefined || second === undefined || others.length > 0) return []
  if (!isPresupposed(parsed.line, offsetOf(noun.from, parsed), offsetOf(noun.to, parsed))) return []
  const relation = isCouple ? 'MARRIED_TO' : 'SIBLING_OF'
  return [
    draftOf({ relation, subject: first, object: second, time: 'none' }, nothing, {
      isPresent: false,
      spoken: null,
    }),
  ]
}

/** "[Mayor] A of [B]": the office before a name, as a noun of its own. */
function seatOf(noun: Noun, mark: Chunk | undefined, place: Chunk | undefined): Noun | null {
  const head = noun.words.at(-1)
  const isSeat = head !== undefined && /^(?:mayor|governor|premier|archbishop|bishop|senator)$/.test(head)
  if (!isSeat || !isMark(mark, 'of') || place?.type !== 'noun' || place.name === null) return null
  return { ...noun, name: null, head, words: noun.words.slice(0, -1) }
}

/** Whether a comma before a role belongs to a list of objects: "He met A, the founder of B, and C". */
function isListed(at: number, predicates: readonly Predicate[]): boolean {
  const governing = predicates.findLast(one => one.at < at)
  return governing?.objects.includes(at) === true
}
