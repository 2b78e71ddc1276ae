import { isAsserted } from '../clauses/is-asserted.ts'
import { isSchool } from '../clauses/name-kinds.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import type { Reading } from '../clauses/resolve-names.ts'
import type { Draft } from '../read-text.ts'
import { chunkSentence } from './chunk-sentence.ts'
import { bracketedYear, type Said } from './clause.ts'
import { bareDate, dayIn, endOf, isPastState, timeOf } from './clause-time.ts'
import { draftOf, isSoleOffice, nothing, offsetOf } from './draft-said.ts'
import { findPredicates } from './find-predicates.ts'
import type { Predicate } from './find-subject.ts'
import { type Names, namesOf } from './names.ts'
import { readDescriptions, readFragment, readOpening, type Sentence } from './read-descriptions.ts'
import { readWorks } from './read-works.ts'
import { factsOfVerb } from './verb-frames.ts'

/** The facts that the verbs and the descriptions of a sentence state. */
export function readGrammar(parsed: ParsedSentence, reading: Reading): Draft[] {
  if (!parsed.line.includes('⟦')) return []
  const chunks = chunkSentence(parsed)
  const names = namesOf(chunks, parsed, reading)
  const predicates = findPredicates(chunks)
  const main = predicates.find(
    ({ verb, isRelative, subjects }) => verb.form === 'finite' && !isRelative && subjects.length > 0,
  )
  return [
    ...predicates.flatMap(predicate =>
      readPredicate(predicate, predicate === main, { chunks, parsed, names, reading }),
    ),
    ...readOpening(chunks, main, { chunks, parsed, names, reading }),
    ...(predicates.length === 0 ? readFragment(chunks, { chunks, parsed, names, reading }) : []),
    ...readDescriptions(predicates, { chunks, parsed, names, reading }),
    ...readWorks({ chunks, parsed, names, reading }),
  ]
}

function readPredicate(
  predicate: Predicate,
  isFirst: boolean,
  { chunks, parsed, names, reading }: Sentence,
): Draft[] {
  const { verb } = predicate
  if (verb.isNegative || predicate.subjects.length === 0) return []
  const [start, end] = [offsetOf(verb.from, parsed), endOf(chunks, predicate, parsed)]
  if (!isAsserted(parsed.line, start, end)) return []
  const stated = timeOf(predicate, isFirst, { chunks, parsed })
  // "was born, August 9, 1631, at A"
  const isOpen = stated.from === null && stated.to === null && stated.at === null && !stated.isUncertain
  const bare = isOpen && /^(?:bear|die)$/.test(verb.lemma) ? bareDate(predicate, chunks, parsed) : null
  const time = bare === null ? stated : { ...nothing, at: bare }
  const day = time.at === null || time.isUncertain ? null : dayIn(parsed, time.at.start)
  const said = factsOfVerb({ predicate, chunks, names, day })
  for (const { relation, subject, object } of said) {
    if (/^(?:MEMBER_OF|EMPLOYED_BY)$/.test(relation))
      reading.ties.set(`${subject.key}|${object.key}`, relation)
    if (relation === 'HOLDS_OFFICE') {
      const office = { name: object.name, isSole: isSoleOffice(object), holder: subject }
      reading.offices.set(subject.key, office)
      reading.offices.set('last', office)
    }
  }
  const dated = said.map(one => withYear(one, predicate, { chunks, names }))
  return [...dated, ...leaving(predicate, names, { reading, chunks }), ...changing(predicate, names)].map(
    said =>
      draftOf(said, time, {
        isPresent: verb.isPresent,
        isPast: isPastState(predicate, parsed),
        spoken: reading.context.date,
        parsed,
      }),
  )
}

/** "bought A (2006) and B (2009)", "Winners include C (2001) and D (2005)": the year behind a name is its own. */
function withYear(
  said: Said,
  { objects, adjuncts }: Predicate,
  { chunks, names }: Pick<Sentence, 'chunks' | 'names'>,
): Said {
  if (said.year !== undefined || said.term !== undefined || !ownYear.test(said.relation)) return said
  const listed = [...objects, ...adjuncts.flatMap(({ nouns }) => nouns)]
  const years = listed.map(at => bracketedYear(chunks, at))
  if (years.filter(year => year !== null).length < 2) return said
  const at = listed.findIndex(index => {
    const name = names.textOf(index)
    return (
      name !== '' &&
      [said.subject.name, said.object.name].some(one => one === name || one === name.replace(/^The /, ''))
    )
  })
  const year = years[at] ?? null
  return year === null ? said : { ...said, year }
}

const ownYear = /^(?:ACQUIRED|RECEIVED|AUTHORED|FOUNDED|MERGED_WITH|MEMBER_OF)$/

/** "left A for B": from one body to another. */
function changing({ verb, isPassive, subjects, objects, adjuncts }: Predicate, names: Names): Said[] {
  const [to] = adjuncts
  if (verb.lemma !== 'leave' || isPassive || to?.preposition !== 'for' || objects.length !== 1) return []
  const kind = names.hasPlayers() ? 'club' : 'organisation'
  const [from] = names.all(objects, kind)
  const [into] = names.all(to.nouns.slice(0, 1), kind)
  const people = names.all(subjects, 'person')
  const isBodies = from?.label === 'Organisation' && into?.label === 'Organisation' && !isSchool(from.name)
  if (!isBodies || isSchool(into.name)) return []
  const isClub = names.hasPlayers() || [from, into].some(({ name }) => club.test(name))
  const relation = isClub ? 'MEMBER_OF' : 'EMPLOYED_BY'
  return people.flatMap(subject => [
    { relation, subject, object: from, time: 'end' as const },
    { relation, subject, object: into, time: 'begin' as const },
  ])
}

const club =
  /(?:^FC | F\.?C\.?| CF| United| City| Rovers| Athletic| Albion| Wanderers| Town| Party| Club| CP| SC| Hotspur| Villa| Rangers| County)$/

/** "left A", where an earlier sentence says that the person worked there or belonged to it. */
function leaving(
  { verb, isPassive, subjects, objects, end }: Predicate,
  names: Names,
  { reading: { ties }, chunks }: { reading: Reading; chunks: Sentence['chunks'] },
): Said[] {
  if (!/^(?:leave|quit)$/.test(verb.lemma) || isPassive) return []
  // "left A to join B": who leaves a job for another had one.
  const next = chunks[end]
  const isJob =
    next?.type === 'verb' &&
    next.form === 'infinitive' &&
    /^(?:join|become|start|found|co-found|set up|head|run|lead|launch|establish|take|form|create|open|work)$/.test(
      next.lemma,
    ) &&
    !names.hasPlayers()
  return names.all(subjects, 'any').flatMap(subject =>
    names.all(objects, 'organisation').flatMap(object => {
      const isBody =
        isJob && subject.label === 'Person' && object.label === 'Organisation' && !isSchool(object.name)
      const isParty =
        subject.label === 'Person' && /(?:Party|Society|Union|Front|Movement|League)$/.test(object.name)
      const relation =
        ties.get(`${subject.key}|${object.key}`) ??
        (isParty ? 'MEMBER_OF' : isBody ? 'EMPLOYED_BY' : undefined)
      return relation === undefined ? [] : [{ relation, subject, object, time: 'end' as const }]
    }),
  )
}
