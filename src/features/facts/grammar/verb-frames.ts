import type { Mention } from '../fact.ts'
import { date } from '../entity-names.ts'
import type { Chunk, Noun } from './chunk-sentence.ts'
import type { Predicate } from './find-predicates.ts'
import type { Names } from './names.ts'
import { factsOfRole, isPersonal, rolesFrom } from './roles.ts'

/** How the dates of a clause are meant. */
export type TimeMode = 'event' | 'state' | 'begin' | 'end' | 'none'
/** What a clause states. `isDated`: the fact is stated only if the clause has a date, which is its object. */
export type Said = {
  relation: string
  subject: Mention
  object: Mention
  time: TimeMode
  isFormer?: boolean
  isExclusive?: boolean
  /** The date of this fact alone, as the number of a phrase: "wrote A (1935) and B (1950)". */
  year?: number
}
/** A predicate with what its nouns mean; `day` is the words of its date. */
export type Clause = { predicate: Predicate; chunks: readonly Chunk[]; names: Names; day: string | null }

type Frame = (clause: Clause) => Said[]

/** What a predicate states. */
export function factsOfVerb(clause: Clause): Said[] {
  const frame = frames[clause.predicate.verb.lemma]
  return frame === undefined ? [] : frame(clause)
}

const pairs = (relation: string, subjects: readonly Mention[], objects: readonly Mention[], time: TimeMode): Said[] =>
  subjects.flatMap(subject =>
    objects.flatMap(object => (subject.key === object.key ? [] : [{ relation, subject, object, time }])),
  )

const nounsAfter = ({ predicate }: Clause, preposition: RegExp): number[] =>
  predicate.adjuncts.find(adjunct => preposition.test(adjunct.preposition))?.nouns ?? []

const nounAt = ({ chunks }: Clause, at: number | undefined): Noun | null => {
  const chunk = at === undefined ? undefined : chunks[at]
  return chunk?.type === 'noun' ? chunk : null
}

/** Where and when: "in Ulm on 14 March 1879". */
function lifeEvent(relation: string): Frame {
  return clause => {
    const { predicate, names, day } = clause
    const subjects = names.all(predicate.subjects, 'person')
    const where = predicate.adjuncts
      .filter(({ preposition }) => /^(?:in|at|on)$/.test(preposition))
      .flatMap(({ nouns }) => places(nouns, clause))
      .slice(0, 1)
    const when = day === null ? [] : [date(day)]
    return pairs(relation, subjects, [...where, ...when], 'event')
  }
}

/** The first place of a list; not "his home" or "a family". */
function places(nouns: readonly number[], { names, chunks }: Clause): Mention[] {
  const [first] = nouns
  const chunk = first === undefined ? undefined : chunks[first]
  if (chunk?.type !== 'noun' || chunk.name === null || chunk.owner !== null) return []
  return names.all(nouns.slice(0, 1), 'place')
}

const born: Frame = clause => {
  const { predicate, names } = clause
  if (!predicate.isPassive) return []
  const parents = names.all(nounsAfter(clause, /^to$/), 'person')
  return [
    ...lifeEvent('BORN_IN')(clause),
    ...pairs('CHILD_OF', names.all(predicate.subjects, 'person'), parents, 'none'),
  ]
}

const died: Frame = clause => (clause.predicate.isPassive ? [] : lifeEvent('DIED_IN')(clause))
const killed: Frame = clause => (clause.predicate.isPassive ? lifeEvent('DIED_IN')(clause) : [])

const body = /(?:company|firm|business|corporation|club|society|school|college|university|institute|party|movement|band|group|studio|label|church|foundation|association|organi[sz]ation|agency|bank|newspaper|magazine|journal|museum|brewery|laboratory|charity|publisher|house|works|factory|partnership|theatre|orchestra|airline)$/

/** `isAlways`: the verb says that its object is a body ("founded"), not only that something began ("started"). */
function founding(isAlways: boolean): Frame {
  return clause => {
    const { predicate, names, day } = clause
    // "formed A Records": people form bodies.
    const isSure = isAlways || (/^(?:form|set up|incorporate)$/.test(predicate.verb.lemma) && !predicate.isPassive && names.all(predicate.subjects, 'person').length > 0) || (predicate.isPassive && names.all(nounsAfter(clause, /^by$/), 'person').length > 0 && /^(?:form|set up)$/.test(predicate.verb.lemma)) || (predicate.isPassive && predicate.verb.lemma === 'incorporate')
    const things = predicate.isPassive ? predicate.subjects : predicate.objects
    const founders = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
    const bodies = names.all(things, isSure ? 'organisation' : 'body').concat(
      isSure ? [] : things.flatMap(at => (body.test(nounAt(clause, at)?.head ?? '') ? names.all([at], 'organisation') : [])),
    )
    const unique = [...new Map(bodies.map(one => [one.key, one])).values()].filter(({ label }) => label === 'Organisation')
    const where = predicate.isPassive ? places(nounsAfter(clause, /^(?:in|at)$/), clause) : []
    return [
      ...pairs('FOUNDED', names.all(founders, 'person or body'), unique, 'event'),
      ...pairs('FOUNDED_IN', unique, [...where, ...(day === null ? [] : [date(day)])], 'event'),
    ]
  }
}

const acquired: Frame = clause => {
  const { predicate, names } = clause
  const buyers = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
  const things = predicate.isPassive ? predicate.subjects : predicate.objects
  const parts = things.flatMap(at => partOf(clause, at))
  if (parts.length === 0 && things.some(at => isPartial(nounAt(clause, at)))) return []
  // "took over as director of A"
  if (!predicate.isPassive && things.length === 0) return rolesAfter(clause, /^as$/, 'begin')
  const bodies = names.all(buyers, 'organisation').filter(isBody)
  const people = bodies.length > 0 ? [] : names.all(buyers, 'person')
  // Bodies buy bodies, also those with a person's name: "Acme bought Dale Mirrors".
  const isFirm = bodies.length > 0 && predicate.second === null && things.every(at => /^acquire|^absorb|^purchase/.test(predicate.verb.lemma) || isPlural(clause, at))
  const isPersonal = people.length > 0
  return pairs('ACQUIRED', isPersonal ? people : bodies, parts.length > 0 ? parts : names.all(things, isFirm ? 'firm' : isPersonal && !predicate.isPassive ? 'body' : 'organisation').filter(isBody), 'event')
}

function isPlural({ names }: Clause, at: number): boolean {
  return names.all([at], 'firm').every(({ name }) => / \p{Lu}\p{Ll}+s$/u.test(name))
}

function partOf(clause: Clause, at: number): Mention[] {
  const noun = nounAt(clause, at)
  const { predicate, names } = clause
  const own = predicate.isPassive ? null : (names.all(predicate.subjects, 'organisation')[0] ?? null)
  const part = noun === null ? null : names.part(noun, predicate.verb.lemma === 'sell' ? own : null)
  return part === null ? [] : [part]
}

const isBody = ({ label }: Mention) => label === 'Organisation'

const notWhole = /^(?:name|title|nickname|rights?|trademark|licen[cs]e|stake|shares?|interest|part|copy|taste|reputation|version|half|percent)$/
/** "a stake in A", "rights": less than the whole. */
function isPartial(noun: Noun | null): boolean {
  return noun === null || noun.words.some(word => notWhole.test(word)) || (noun.head !== null && noun.modifiers.length === 0 && noun.determiner !== 'the')
}

const sold: Frame = clause => {
  const { predicate, names } = clause
  const sale = predicate.isPassive ? predicate.subjects : predicate.objects
  const parts = sale.flatMap(at => partOf(clause, at))
  const things = parts.length > 0 ? parts : names.all(sale, 'organisation').filter(isBody)
  return pairs('ACQUIRED', names.all(nounsAfter(clause, /^to$/), 'organisation').filter(isBody), things, 'event')
}

const merged: Frame = clause => {
  const { predicate, names } = clause
  const subjects = names.all(predicate.subjects, 'organisation').filter(isBody)
  const others = names.all(nounsAfter(clause, /^(?:with|into)$/), 'organisation').filter(isBody)
  if (others.length > 0) return pairs('MERGED_WITH', subjects, others, 'event')
  const [first, second] = subjects
  const isNew = predicate.adjuncts.some(({ preposition }) => preposition === 'into')
  return first === undefined || second === undefined || isNew || predicate.objects.length > 0 ? [] : pairs('MERGED_WITH', [first], [second], 'event')
}

const married: Frame = clause => {
  const { predicate, names } = clause
  const subjects = names.all(predicate.subjects, 'person')
  if (predicate.isPassive) return pairs('MARRIED_TO', subjects, names.all(nounsAfter(clause, /^to$/), 'person'), 'begin')
  if (predicate.objects.length > 0) return pairs('MARRIED_TO', subjects, spouses(clause), 'begin')
  const [first, second] = subjects
  return first === undefined || second === undefined || subjects.length > 2 ? [] : pairs('MARRIED_TO', [first], [second], 'begin')
}

/** "married Mette Gad", and "married a Danish woman, Mette Gad, …". */
function spouses({ predicate, chunks, names }: Clause): Mention[] {
  const [object] = predicate.objects
  if (object === undefined) return []
  const noun = chunks[object]
  if (noun?.type !== 'noun') return []
  if (noun.name !== null) return names.all([object], 'person')
  const [comma, next] = [chunks[object + 1], chunks[object + 2]]
  const isNamed = comma?.type === 'mark' && comma.text === ',' && next?.type === 'noun' && next.name !== null
  return isNamed ? names.all([object + 2], 'person') : []
}

const divorced: Frame = ({ predicate, names }) =>
  pairs('MARRIED_TO', names.all(predicate.subjects, 'person'), names.all(predicate.objects, 'person'), 'end')

function educated(places: RegExp, time: TimeMode, isActive = true): Frame {
  return clause => {
    const { predicate, names } = clause
    if (predicate.isPassive === isActive) return []
    const schools = predicate.adjuncts
      .filter(({ preposition }) => places.test(preposition))
      .flatMap(({ preposition, nouns }) => {
        const schools = names.all(nouns, 'school')
        return preposition === 'in' || schools.length > 0 ? schools : names.all(nouns, 'organisation')
      })
      .filter(isBody)
    return pairs('EDUCATED_AT', names.all(predicate.subjects, 'person'), schools, time)
  }
}

function schoolsOf({ predicate, names }: Clause): Mention[] {
  return predicate.adjuncts
    .filter(({ preposition }) => /^(?:at|from|by|in)$/.test(preposition))
    .flatMap(({ preposition, nouns }) => names.all(nouns, preposition === 'in' ? 'school' : 'organisation'))
    .filter(isBody)
}

/** "went to A School". */
const went: Frame = clause => {
  const { predicate, names } = clause
  const schools = predicate.objects.length > 0 ? [] : names.all(nounsAfter(clause, /^to$/), 'school').filter(({ name }) => name.includes(' '))
  return pairs('EDUCATED_AT', names.all(predicate.subjects, 'person'), schools, 'state')
}

const studied: Frame = clause => {
  const { predicate } = clause
  const isGraduation = predicate.end < clause.chunks.length && clause.chunks.some((chunk, at) => at >= predicate.end && at <= predicate.end + 1 && chunk.type === 'verb' && chunk.lemma === 'graduate' && chunk.form === 'ing')
  return educated(/^(?:at|in|from)$/, isGraduation ? 'none' : 'state')(clause)
}

const attended: Frame = ({ predicate, names }) =>
  predicate.isPassive ? [] : pairs('EDUCATED_AT', names.all(predicate.subjects, 'person'), names.all(predicate.objects, 'school').filter(isBody), 'state')

const entered: Frame = clause => {
  const { predicate, names } = clause
  const schools = [...names.all(predicate.objects, 'school'), ...names.all(nounsAfter(clause, /^(?:at|in|into|to)$/), 'school')]
  return pairs('EDUCATED_AT', names.all(predicate.subjects, 'person'), schools, 'begin')
}

const degree =
  /^(?:degrees?|doctorate|phd|ph\.d|bachelor|master|masters|diploma|mba|ba|bsc|msc|ma|bachelors|education|baccalaureate|licentiate|jd|md|certificate|studies|training|schooling)$/

/** "a degree from A, a master's from B, and her doctorate from C": the schools after the first. */
function furtherSchools({ predicate, chunks, names }: Clause): Mention[] {
  const schools: Mention[] = []
  for (let at = predicate.end; at + 2 < chunks.length; at++) {
    const [mark, noun] = [chunks[at], chunks[at + 1]]
    const isJoint = mark?.type === 'mark' && (mark.text === ',' || mark.kind === 'and')
    if (!isJoint) break
    if (noun?.type !== 'noun') continue
    if (![noun.head ?? '', ...noun.words].some(word => degree.test(word.replace(/[’']s$/, '')))) break
    const from = chunks.findIndex((chunk, index) => index > at + 1 && chunk.type === 'mark' && /^(?:from|at)$/.test(chunk.text))
    if (from === -1 || from > at + 6) break
    schools.push(...names.all([from + 1], 'organisation').filter(isBody))
    at = from + 1
    while (chunks[at + 1]?.type === 'date' || (chunks[at + 1]?.type === 'mark' && chunks[at + 2]?.type === 'date')) at++
  }
  return schools
}

const post = /^(?:chair|professorship|lectureship|position|post|job|appointment|readership|assistantship|instructorship|faculty)$/

/** Degrees, posts and prizes. */
const received: Frame = clause => {
  const { predicate, names, chunks } = clause
  const isGiven = predicate.verb.lemma === 'award' || predicate.verb.lemma === 'give' || predicate.verb.lemma === 'present' || predicate.verb.lemma === 'grant'
  if (predicate.isPassive !== isGiven) return predicate.isPassive || !isGiven ? [] : []
  const [first] = predicate.objects
  const noun = nounAt(clause, first)
  if (noun === null && predicate.isPassive)
    return pairs('RECEIVED', names.all(nounsAfter(clause, /^to$/), 'any'), names.all(predicate.subjects, 'award'), 'event')
  if (noun === null) return []
  if (predicate.verb.lemma === 'complete' && /^(?:acquisition|purchase|takeover)$/.test(noun.head ?? ''))
    return pairs('ACQUIRED', names.all(predicate.subjects, 'organisation').filter(isBody), names.all(nounsAfter(clause, /^of$/), 'organisation').filter(isBody), 'event')
  const isHonorary = noun.words.includes('honorary')
  const isDegree = !isHonorary && [noun.head ?? '', ...noun.words].some(word => degree.test(word.replace(/[’']s$/, ''))) || (typeof noun.owner === 'object' && degree.test(noun.owner?.head ?? ''))
  const people = names.all(predicate.subjects, 'any')
  const holders = names.all(predicate.subjects, 'person')
  if (isDegree) {
    const schools = predicate.adjuncts.filter(({ preposition }) => /^(?:from|at|by)$/.test(preposition)).flatMap(({ nouns }) => names.all(nouns, 'organisation')).filter(isBody)
    return pairs('EDUCATED_AT', holders, [...schools, ...furtherSchools(clause)], 'end').map((said, index) => (index < holders.length * schools.length ? said : { ...said, time: 'none' as const }))
  }
  if (post.test(noun.head ?? '')) {
    const bodies = predicate.adjuncts.filter(({ preposition }) => /^(?:at|with|in)$/.test(preposition)).flatMap(({ preposition, nouns }) => names.all(nouns, preposition === 'in' ? 'body' : 'organisation')).filter(isBody)
    return predicate.isPassive && !isGiven ? [] : pairs('EMPLOYED_BY', holders, bodies, predicate.verb.lemma === 'hold' ? 'state' : 'begin')
  }
  if (/^(?:take|hold|complete|gain|get|do|pursue|finish)$/.test(predicate.verb.lemma)) return []
  const prizes = names.all(predicate.objects.filter(at => {
    const chunk = chunks[at]
    return chunk?.type === 'noun' && chunk.name !== null
  }), 'award')
  const year = noun.date
  return pairs('RECEIVED', people, prizes, 'event').map(said => (year === null ? said : { ...said, year }))
}

const honoured: Frame = clause =>
  clause.predicate.isPassive ? pairs('RECEIVED', clause.names.all(clause.predicate.subjects, 'any'), clause.names.all(nounsAfter(clause, /^(?:with|by)$/), 'award'), 'event') : []

const inducted: Frame = clause =>
  clause.predicate.isPassive ? pairs('MEMBER_OF', clause.names.all(clause.predicate.subjects, 'person'), clause.names.all(nounsAfter(clause, /^(?:into|to)$/), 'body'), 'begin') : []

const worked: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const bodies = predicate.adjuncts
    .filter(({ preposition }) => /^(?:at|for)$/.test(preposition))
    .flatMap(({ nouns }) => names.all(nouns, 'organisation'))
    .filter(isBody)
  return [
    ...pairs('EMPLOYED_BY', names.all(predicate.subjects, 'person'), bodies, 'state'),
    ...rolesAfter(clause, /^as$/, 'state'),
  ]
}

const trade = /^(?:company|firm|corporation|business|airline|bank|newspaper|magazine|university|laboratory|publisher|studio)$/
const joined: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const [object] = predicate.objects
  const noun = nounAt(clause, object)
  if (noun === null) return []
  const bodies = names.all(predicate.objects, 'organisation').filter(isBody)
  const members = names.all(predicate.subjects, 'any')
  const people = members.filter(({ label }) => label === 'Person')
  const roles = rolesAfter(clause, /^as$/, 'begin', bodies[0])
  const isJob = predicate.adjuncts.some(({ preposition, nouns }) => preposition === 'as' && nouns.length > 0) || trade.test(noun.head ?? '')
  const isStaff = /^(?:faculty|staff)$/.test(noun.head ?? '')
  if (isStaff) {
    const staff = names.all(nounsAfter(clause, /^(?:of|at)$/), 'organisation').filter(isBody)
    return pairs('EMPLOYED_BY', people, staff, 'begin')
  }
  return [...pairs(isJob ? 'EMPLOYED_BY' : 'MEMBER_OF', isJob ? people : members, bodies, 'begin'), ...roles]
}

const hired: Frame = clause => {
  const { predicate, names } = clause
  const employers = predicate.isPassive ? nounsAfter(clause, /^(?:by|at)$/) : predicate.subjects
  const people = predicate.isPassive ? predicate.subjects : predicate.objects
  return [
    ...pairs('EMPLOYED_BY', names.all(people, 'person'), names.all(employers, 'organisation').filter(isBody), 'begin'),
    ...(predicate.isPassive ? rolesAfter(clause, /^(?:as|to)$/, 'begin') : []),
  ]
}

const appointed: Frame = clause => {
  const { predicate, names, chunks } = clause
  if (predicate.isPassive) {
    const [first] = predicate.objects
    const own = first === undefined ? [] : rolesOf(clause, first, names.all(predicate.subjects, 'person'), 'begin')
    const bodies = /^(?:elect|admit|induct)$/.test(predicate.verb.lemma) ? names.all(nounsAfter(clause, /^(?:to|into)$/), 'body') : []
    return [...own, ...rolesAfter(clause, /^(?:as|to)$/, 'begin'), ...pairs('MEMBER_OF', names.all(predicate.subjects, 'person'), bodies, 'begin')]
  }
  const people = names.all(predicate.objects, 'person')
  if (people.length === 0 || chunks.length === 0) return []
  if (predicate.second !== null) return rolesOf(clause, predicate.second, people, 'begin')
  const as = predicate.adjuncts.find(({ preposition }) => /^(?:as|to)$/.test(preposition))?.nouns[0]
  return as === undefined ? [] : rolesOf(clause, as, people, 'begin')
}

const was: Frame = clause => {
  const { predicate, names, chunks } = clause
  const [subject] = predicate.subjects
  const [first] = predicate.adjuncts
  // "were two of A's founders"
  const object = predicate.objects[0] ?? (first?.preposition === 'of' ? first.nouns[0] : undefined)
  // "which is in A"
  if (subject !== undefined && object === undefined && predicate.isRelative && first?.preposition === 'in')
    return pairs('LOCATED_IN', names.all([subject], 'any').filter(({ label }) => label !== 'Person'), places(first.nouns, clause), 'state')
  if (subject === undefined || object === undefined) return []
  const noun = chunks[object]
  const said = nounAt(clause, subject)
  const time = predicate.verb.lemma === 'become' ? 'begin' : 'state'
  // "His father was A", "The founder of A is B".
  if (said !== null && said.name === null && said.pronoun === null && noun?.type === 'noun' && noun.name !== null) {
    const holders = names.all(predicate.objects, 'person')
    return rolesOf(clause, subject, holders, 'none')
  }
  const personal = noun?.type === 'noun' && isPersonal(noun) ? names.all(predicate.subjects, 'person') : []
  return rolesOf(clause, object, personal.length > 0 ? personal : names.all(predicate.subjects, 'any'), time)
}

const served: Frame = clause => (clause.predicate.isPassive ? [] : rolesAfter(clause, /^as$/, 'state'))
const resigned: Frame = clause => rolesAfter(clause, /^(?:as|from)$/, 'end')

function rolesAfter(clause: Clause, preposition: RegExp, time: TimeMode, body?: Mention): Said[] {
  const { predicate, names } = clause
  const at = predicate.adjuncts.find(adjunct => preposition.test(adjunct.preposition))?.nouns[0]
  const [object] = clause.predicate.objects
  const own = at === undefined ? [] : rolesOf(clause, at, names.all(predicate.subjects, 'person'), time)
  return body !== undefined && own.length === 0 && object !== undefined ? [] : own
}

/** What the roles from a place on state; the dates of the clause belong to all of them. */
function rolesOf({ chunks, names }: Clause, at: number, holders: readonly Mention[], time: TimeMode): Said[] {
  if (holders.length === 0) return []
  return rolesFrom(chunks, at).flatMap(role =>
    factsOfRole(role, holders, names).map(({ time: own, ...fact }) => ({ ...fact, time: own === 'state' ? time : own })),
  )
}

const wrote: Frame = clause => {
  const { predicate, names, chunks } = clause
  const things = predicate.isPassive ? predicate.subjects : predicate.objects
  const authors = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
  const works = things.filter(at => {
    const chunk = chunks[at]
    return chunk?.type === 'noun' && (chunk.name !== null || chunk.modifiers.length === 1 || (chunk.pronoun === 'it' && predicate.isPassive))
  })
  const isPublished = predicate.verb.lemma === 'publish' || predicate.verb.lemma === 'produce'
  if (isPublished && predicate.isPassive) return []
  return authorship(clause, names.all(authors, 'person'), works, 'event')
}

/** Works with the years in brackets behind them. */
function authorship({ chunks, names }: Clause, authors: readonly Mention[], works: readonly number[], time: TimeMode): Said[] {
  const isDated = works.length > 1 && works.some(at => bracketedYear(chunks, at) !== null)
  if (!isDated) return pairs('AUTHORED', authors, names.all(works, 'work'), time)
  return works.flatMap(at => {
    const year = bracketedYear(chunks, at)
    return pairs('AUTHORED', authors, names.all([at], 'work'), 'event').map(said => (year === null ? said : { ...said, year }))
  })
}

function bracketedYear(chunks: readonly Chunk[], at: number): number | null {
  const [open, day] = [chunks[at + 1], chunks[at + 2]]
  return open?.type === 'mark' && open.text === '(' && day?.type === 'date' ? day.at : null
}

const works = /^(?:books?|novels?|works?|writings|publications|compositions|stories|paintings|plays|poems|operas|films|albums|essays|collections|studies)$/
/** "Her books include A and B", "His awards include C". */
const included: Frame = clause => {
  const { predicate, names, chunks } = clause
  const subject = nounAt(clause, predicate.subjects[0])
  if (subject === null || subject.owner === null) return []
  const owners = names.ownerOf(subject, 'person')
  const named = predicate.objects.filter(at => nounAt(clause, at)?.name != null)
  if (works.test(subject.head ?? '')) return chunks.length === 0 ? [] : authorship(clause, owners, named, 'none')
  if (/^(?:awards?|honou?rs|prizes|distinctions)$/.test(subject.head ?? '')) return pairs('RECEIVED', owners, names.all(named, 'award'), 'none')
  return []
}

const located: Frame = clause => {
  const { predicate, names } = clause
  if (!predicate.isPassive && predicate.verb.lemma !== 'lie') return []
  const isOn = predicate.verb.lemma !== 'base'
  const near = predicate.adjuncts.find(({ preposition }) => preposition === 'in' || preposition === 'at' || (isOn && preposition === 'on'))
  return pairs('LOCATED_IN', names.all(predicate.subjects, 'any').filter(({ label }) => label !== 'Person'), near === undefined ? [] : places(near.nouns, clause), 'state')
}

const seat = /^(?:headquarters|head|office|offices|seat|base|operations|plant|factory)$/
const moved: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (predicate.isPassive || (object !== null && !seat.test(object.head ?? ''))) return []
  const firms = object === null ? names.all(nounsAfter(clause, /^to$/), 'company') : []
  if (firms.length > 0) return pairs('EMPLOYED_BY', names.all(predicate.subjects, 'person'), firms, 'begin')
  const bodies = names.all(predicate.subjects, 'any').filter(isBody)
  return pairs('LOCATED_IN', bodies, places(nounsAfter(clause, /^to$/), clause), 'begin')
}

/** "continued his work at A", "began her career with A". */
const began: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (predicate.isPassive) return []
  // "continued at A as a lecturer"
  if (object === null)
    return predicate.adjuncts.some(({ preposition }) => preposition === 'as')
      ? pairs('EMPLOYED_BY', names.all(predicate.subjects, 'person'), names.all(nounsAfter(clause, /^(?:at|with)$/), 'organisation').filter(isBody), 'begin')
      : []
  if (/^(?:studies|education|training|schooling|study)$/.test(object.head ?? '')) return pairs('EDUCATED_AT', names.all(predicate.subjects, 'person'), schoolsOf(clause), 'begin')
  if (!/^(?:work|career|job|employment|practice|apprenticeship)$/.test(object.head ?? '')) return []
  const bodies = names.all(nounsAfter(clause, /^(?:at|with|for)$/), 'organisation').filter(isBody)
  return pairs('EMPLOYED_BY', names.all(predicate.subjects, 'person'), bodies, 'begin')
}

/** "started": a body, or a career. */
const started: Frame = clause => [...founding(false)(clause), ...began(clause)]
/** "created": a body, or a work. */
const created: Frame = clause => {
  const founded = founding(false)(clause)
  return founded.length > 0 ? founded : wrote(clause)
}

const had: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (object?.head === 'headquarters' || object?.head === 'seat' || (object?.head === 'office' && object.words.some(word => /^(?:head|main)$/.test(word))))
    return pairs('LOCATED_IN', names.all(predicate.subjects, 'any').filter(isBody), places(nounsAfter(clause, /^(?:in|at)$/), clause), 'state')
  return []
}

const frames: Readonly<Record<string, Frame>> = {
  bear: born,
  die: died,
  ...Object.fromEntries(['kill', 'assassinate', 'murder', 'execute', 'behead', 'hang'].map(lemma => [lemma, killed])),
  ...Object.fromEntries(['found', 'co-found', 'cofound', 'establish'].map(lemma => [lemma, founding(true)])),
  ...Object.fromEntries(['form', 'set up', 'incorporate', 'launch', 'organize', 'organise', 'open'].map(lemma => [lemma, founding(false)])),
  ...Object.fromEntries(['acquire', 'buy', 'purchase', 'absorb'].map(lemma => [lemma, acquired])),
  start: started,
  begin: began,
  continue: began,
  resume: began,
  create: created,
  sell: sold,
  merge: merged,
  amalgamate: merged,
  marry: married,
  wed: married,
  remarry: married,
  divorce: divorced,
  study: studied,
  train: studied,
  attend: attended,
  enter: entered,
  enroll: entered,
  enrol: entered,
  matriculate: entered,
  graduate: educated(/^(?:from|at)$/, 'end'),
  educate: educated(/^(?:at|in|by)$/, 'state', false),
  school: educated(/^(?:at|in)$/, 'state', false),
  ...Object.fromEntries(
    ['earn', 'receive', 'obtain', 'complete', 'take', 'gain', 'hold', 'get', 'win', 'share', 'accept', 'award', 'give', 'present', 'presented', 'finish'].map(lemma => [lemma, received]),
  ),
  honor: honoured,
  honour: honoured,
  induct: inducted,
  admitted: inducted,
  work: worked,
  teach: worked,
  lecture: worked,
  join: joined,
  rejoin: joined,
  hire: hired,
  employ: hired,
  recruit: hired,
  ...Object.fromEntries(['appoint', 'elect', 'name', 'make', 'choose', 'promote', 'elected', 'crown'].map(lemma => [lemma, appointed])),
  be: was,
  become: was,
  remain: was,
  serve: served,
  act: served,
  resign: resigned,
  retire: resigned,
  ...Object.fromEntries(
    ['write', 'co-write', 'author', 'compose', 'paint', 'design', 'develop', 'invent', 'publish', 'conceive', 'sculpt', 'implement', 'compile', 'program', 'code', 'coin', 'co-author', 'co-design', 'co-create'].map(lemma => [lemma, wrote]),
  ),
  base: located,
  locate: located,
  headquarter: located,
  situate: located,
  lie: located,
  move: moved,
  relocate: moved,
  include: included,
  go: went,
  pursue: began,
  have: had,
  'drop out': educated(/^of$/, 'end'),
}
