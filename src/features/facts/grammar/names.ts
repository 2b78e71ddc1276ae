import { officeWords } from '../clauses/clause-parts.ts'
import type { NameKind } from '../clauses/clause-patterns.ts'
import { isCutTitle } from '../clauses/cut-titles.ts'
import { isGivenName } from '../clauses/given-names.ts'
import { groupNouns } from '../clauses/group-nouns.ts'
import { isBodyName, isNationality, isPersonName, isSchool } from '../clauses/name-kinds.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { isPlaceName } from '../clauses/place-names.ts'
import { groupIn, joinNames, nounMeaning, pronounOf, type Reading } from '../clauses/resolve-names.ts'
import { organisation, place, role as roleMention, thing } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { personMention } from '../people.ts'
import { readOffice } from '../read-office.ts'
import { organisationWord, callings as trades } from '../words.ts'
import type { Chunk, Noun } from './chunk.ts'
import { afterBrackets, isAnd, isMark, skipBrackets } from './chunk-steps.ts'
import { nounList } from './find-complements.ts'
import type { Role } from './read-roles.ts'

/** What the nouns of a sentence mean. */
export type Names = {
  /** The entities of the nouns at these places that can be of a kind. */
  all(nouns: readonly number[], kind: NameKind): Mention[]
  /** The name at a place as the sentence writes it; empty without one. */
  textOf(at: number): string
  /** The noun at a place, where it has no name. */
  headOf(at: number | undefined): string
  /** The year in brackets behind a noun, as the number of its phrase. */
  yearOf(at: number): number | null
  /** The date before a name: "the [1964] Nobel Prize", as the number of its phrase. */
  dateOf(at: number): number | null
  /** Whether a noun says that its name is a group of players: "the band A". */
  isGroup(at: number): boolean
  /** "the [Ahr] valley": a place that a name and a small word name. */
  placeAt(name: number, kind: string): Mention[]
  /** Whether a name is that of several: "the Beatles". */
  isPluralGroup(at: number): boolean
  /** The town that the text is about: "the city". */
  topicPlace(): Mention[]
  /** Whether a noun is a title in quotation marks. */
  isTitle(at: number): boolean
  /** The organisation that the text is about. */
  topicBody(): Mention[]
  /** Whether the text is about players or musicians. */
  hasPlayers(): boolean
  /** The office that the text last named for a person; null without one. */
  officeOf(person: Mention): string | null
  /** The person whose office the text named last. */
  lastHolder(): Mention[]
  /** The office of a person as an entity. */
  holdingOf(person: Mention): (Mention & { isSole: boolean }) | null
  /** What the only name before a noun means: "an [A] graduate". */
  modifierOf(noun: Noun, kind: NameKind): Mention[]
  /** Whom "his" or "A's" means. */
  ownerOf(noun: Noun, kind: 'person' | 'organisation' | 'work'): Mention[]
  /** "A's computer business": a part of a body, under the name that the text gives it; null when it is none. */
  part(noun: Noun, owner: Mention | null): Mention | null
  /** The office of a role with its body; null when the body is not named. */
  office(role: Role): (Mention & { isSole: boolean }) | null
}

const kindNoun =
  /^(?:language|publishing|kernel|software|library|project|system|program|editor|game|band|group|company|corporation|plc|firm|newspaper|magazine|brewery|airline|publisher|label|studio|chain|brand|orchestra|club|novel|book|film|opera|play|poem)$/
/** Offices that are not of a body which appoints somebody to them. */
const isBodyless =
  /^(?:king|queen|emperor|empress|pope|prime minister|mayor|ambassador|consul|minister|secretary of state)$/
/** Offices that in a text about a company are of the company. */
const companyHead =
  /^(?:ceo|chief executive|chief executive officer|managing director|chief technology officer|chief financial officer|chief operating officer|president|chairman|chairwoman|chair|rector|principal|headmaster|headmistress|chief conductor|principal conductor|music director|artistic director|general manager|director|vice-chancellor|chancellor|head coach|coach|manager|editor-in-chief)$/
const officeOnly = new RegExp(`^(?:${officeWords})$`)
const musicGroup = /^(?:band|group|trio|quartet|quintet|duo|ensemble|orchestra|team|club|side|choir)$/
const workNoun =
  /^(?:films?|movie|book|novel|album|song|play|opera|poem|series|story|painting|paper|magazine|symphony|single|record)$/
/** Nouns for a part of a company. */
const partNoun = /^(?:business|division|unit|group|arm|subsidiary|operations|brand|plant|factory|department)$/
const group = new RegExp(`^(?:${groupNouns})$`)
const callings = new RegExp(`^(?:${trades.join('|')}|justice|leader|activist|judge)$`)
/** Nouns for two persons who were named together. */
const pair =
  /^(?:pair|duo|two|couple|two (?:men|women|friends|brothers|sisters|partners|founders|engineers|students)|(?:brothers|sisters|friends|partners))$/
const noble =
  /^(?:prince|princess|king|queen|duke|duchess|emperor|empress|count|countess|archduke|archduchess|tsar|tsarina|pope|saint|baron|baroness)$/

export function namesOf(chunks: readonly Chunk[], parsed: ParsedSentence, reading: Reading): Names {
  const { memory } = reading
  const text = (at: number | null) => (at === null ? '' : (parsed.phrases[at]?.text ?? ''))
  const before = (noun: Noun) => parsed.line.slice(0, parsed.offsets[noun.from] ?? 0)

  function one(noun: Noun, kind: NameKind, called: string): Mention[] {
    const found = memory.find(called, kind)
    return found === null || noun.words.includes('fictional') ? [] : [found]
  }

  const isCut = (noun: Noun) => noun.name !== null && isCutTitle(parsed, noun.name)

  function meaning(noun: Noun, kind: NameKind): Mention[] {
    if (kind === 'work' && isCut(noun)) return []
    if (noun.pronoun !== null) {
      if (noun.pronoun === 'they') return /^person|^any$|^kin$/.test(kind) ? memory.joint() : []
      if (!/^(?:he|she|him|her|it)$/.test(noun.pronoun)) return []
      const pronoun = noun.pronoun === 'him' ? 'he' : noun.pronoun === 'her' ? 'she' : noun.pronoun
      if (pronoun === 'it') return one(noun, kind, 'it').filter(it => kind !== 'body' || isBodyName(it.name))
      return personOf(pronoun, before(noun), kind)
    }
    // "the pair", "the two men"
    if (
      noun.name === null &&
      noun.determiner === 'the' &&
      pair.test([...noun.words, noun.head ?? ''].join(' '))
    )
      return /^person|^any$|^kin$/.test(kind) && !/⟦n/.test(before(noun))
        ? noun.head === 'couple' && memory.couple().length > 0
          ? memory.couple()
          : memory.pair()
        : []
    // "Prince Christian of Denmark"
    if (noun.name !== null && /^person|^any$|^kin$/.test(kind) && noun.words.some(word => noble.test(word))) {
      const called = text(noun.name)
      const known = memory.find(called, 'person')
      if (
        known === null &&
        /^\p{Lu}\p{Ll}+(?: |$)/u.test(called) &&
        !organisationWord.test(called) &&
        noun.modifiers.length === 0
      )
        return [personMention(called, null)]
    }
    // "A US university" is none of that name.
    const isKind = /^an?$/.test(noun.determiner ?? '') && /^(?:organisation|company|body|school)$/.test(kind)
    if (noun.name !== null) return isKind ? [] : one(noun, kind, text(noun.name))
    const [only, ...rest] = noun.modifiers
    if (noun.head === null) return []
    // "the Sybilla prize"
    if (
      kind === 'award' &&
      only !== undefined &&
      rest.length === 0 &&
      noun.to - only === 2 &&
      noun.words.length === 0 &&
      /^(?:prize|award|medal|fellowship|scholarship|trophy)$/.test(noun.head) &&
      !isNationality(text(only))
    )
      return [thing('Thing', `${text(only)} ${noun.head}`)]
    const isNext =
      only !== undefined &&
      noun.to - only <= (noun.words.includes('programming') || noun.words.includes('operating') ? 3 : 2)
    if (
      only !== undefined &&
      isNext &&
      rest.length === 0 &&
      kindNoun.test(noun.head) &&
      (noun.owner === null || typeof noun.owner === 'string')
    )
      return one(noun, kind, text(only))
    if (
      ((noun.determiner === 'the' && noun.words.length === 0) || noun.determiner === 'this') &&
      noun.modifiers.length === 0 &&
      group.test(noun.head) &&
      noun.head !== 'brand'
    ) {
      const isBody = kind === 'organisation' || kind === 'any' || kind === 'person or body' || kind === 'body'
      const found = isBody ? nounMeaning(noun.head, before(noun), { parsed, reading }) : null
      return found === null ? [] : [found]
    }
    return []
  }

  function personOf(pronoun: string, line: string, kind: NameKind): Mention[] {
    if (!/^person|^any$|^kin$/.test(kind)) return []
    const found = pronounOf(pronoun, line, { parsed, reading }) ?? memory.find(pronoun, 'person')
    return found === null ? [] : [found]
  }

  /** "University College, Oxford": the town behind the comma. */
  function townAfter(at: number | undefined): string | null {
    const [comma, town] = at === undefined ? [] : [chunks[at + 1], chunks[at + 2]]
    const isTown =
      isMark(comma, ',') && town?.type === 'noun' && town.name !== null && town.words.length === 0
    return isTown && isPlaceName(text(town.name)) ? text(town.name) : null
  }

  /** The person to whom "and" joins a noun: "A, a baker, and his wife B". */
  function joinedBefore(noun: Noun): number | null {
    const own = chunks.findIndex(chunk => chunk.from === noun.from)
    // "and his mother was B": a clause of its own.
    if (chunks[own + 1]?.type === 'verb') return null
    let at = own - 1
    if (!isAnd(chunks[at])) return null
    at--
    if (isMark(chunks[at], ',')) at--
    at = skipBrackets(chunks, at)
    const aside = chunks[at]
    if (aside?.type === 'noun' && aside.name === null && isMark(chunks[at - 1], ','))
      at = skipBrackets(chunks, at - 2)
    const named = chunks[at]
    return named?.type === 'noun' && named.name !== null ? at : null
  }

  /** The last title in quotation marks before a noun: "A made its author famous". */
  function titleBefore(noun: Noun): Mention[] {
    const at = parsed.phrases.findLastIndex(
      ({ kind, isQuoted }, index) => kind === 'name' && isQuoted === true && index < noun.from,
    )
    const found = at === -1 ? null : memory.find(text(at), 'work')
    return found === null ? [] : [found]
  }

  function jointOwners(owner: Noun): Mention[] {
    const at = chunks.findIndex(chunk => chunk.from === owner.from)
    const index = at === -1 ? chunks.findIndex(chunk => chunk.to >= owner.to) : at
    const [first, and] = [chunks[index - 2], chunks[index - 1]]
    const isPair =
      isAnd(and) &&
      first?.type === 'noun' &&
      first.name !== null &&
      owner.name !== null &&
      first.words.length === 0 &&
      isGivenName(text(first.name))
    return isPair
      ? joinNames([text(first.name), text(owner.name)], 'kin').flatMap(name => memory.find(name, 'kin') ?? [])
      : []
  }

  /** The two persons whom a sentence has named so far, else the couple that the text named last. */
  function coupleIn(line: string): Mention[] {
    const named = [...line.matchAll(/⟦n(\d+)⟧(?! [’']s)/g)]
      .map(([, at]) => text(Number(at)))
      .filter(isPersonName)
    const persons = new Map(
      named.flatMap(name => memory.find(name, 'person') ?? []).map(one => [one.key, one] as const),
    )
    if (persons.size === 2) return [...persons.values()]
    if (persons.size === 0) return memory.couple()
    // "She is married to A; their daughter"
    const [spouse] = persons.values()
    const own = memory.find('their', 'person')
    const isCouple =
      persons.size === 1 && /(?:^| )(?:married|wed|wife|husband|partner|marriage)(?= |$)/.test(line)
    return isCouple && spouse !== undefined && own !== null && own.key !== spouse.key ? [own, spouse] : []
  }

  /** The name behind an unnamed noun: "a baker, Karl Doe, …". */
  function apposed(at: number | undefined): number | null {
    if (at === undefined) return null
    const [noun, comma, named, end] = [
      chunks[at],
      chunks[at + 1],
      chunks[at + 2],
      chunks[skipForward(at + 3)],
    ]
    const isPlain =
      noun?.type === 'noun' &&
      noun.name === null &&
      noun.pronoun === null &&
      (noun.determiner !== null || typeof noun.owner === 'object')
    // "by three graduates of B, A and C"
    if (
      isMark(comma, 'of') &&
      named?.type === 'noun' &&
      noun?.type === 'noun' &&
      /s$/.test(noun.head ?? '') &&
      isMark(chunks[at + 3], ',')
    ) {
      const behind = chunks[at + 4]
      if (noun.determiner !== null && behind?.type === 'noun' && behind.name !== null) return at + 4
    }
    const isNamed =
      (isMark(comma, ',') || isMark(comma, ':')) && named?.type === 'noun' && named.name !== null
    if (noun?.type === 'noun' && workNoun.test(noun.head ?? '')) return null
    return isPlain && isNamed && (end === undefined || end.type === 'mark') ? at + 2 : null
  }

  function skipForward(at: number): number {
    return afterBrackets(chunks, at)
  }

  const names: Names = {
    all(nouns, kind) {
      const known = nouns.flatMap(at => {
        const chunk = chunks[at]
        if (chunk?.type !== 'noun') return []
        // "inventor of the loom, poet Karl Doe": a person is no work.
        const isOther = kind === 'work' && (isCut(chunk) || callings.test(chunk.words.at(-1) ?? ''))
        return isOther ? [] : [chunk]
      })
      if (known.length > 1 && known.every(({ name }) => name !== null)) {
        const town = kind === 'place' ? null : townAfter(nouns.at(-1))
        const last = known.at(-1)
        // "at Eton and Oxford": a town is part of the name of a school only behind a comma.
        if (
          last !== undefined &&
          isAnd(chunks[(nouns.at(-1) ?? 0) - 1]) &&
          isPlaceName(text(last.name)) &&
          /^(?:organisation|school)$/.test(kind)
        )
          return [...names.all(nouns.slice(0, -1), kind), ...meaning(last, 'school')]
        const called = joinNames(
          [...known.map(({ name }) => text(name)), ...(town === null ? [] : [town])],
          kind,
        )
        return called.flatMap(name => memory.find(name, kind) ?? [])
      }
      const [single] = known
      // "University of California, Berkeley": a school and its town are one name.
      if (single !== undefined && single.name !== null && kind !== 'place') {
        const town = townAfter(nouns[0])
        if (
          town !== null &&
          isSchool(text(single.name)) &&
          !/^(?!University)\S+(?: \S+)? University$/.test(text(single.name)) &&
          !/ of | in /.test(text(single.name).replace(/^University of/, ''))
        )
          return one(single, kind, `${text(single.name)}, ${town}`)
      }
      const behind =
        /^(?:person|kin|organisation|any|body|company|school|firm)/.test(kind) && known.length === 1
          ? apposed(nouns[0])
          : null
      if (behind !== null) {
        const first = known[0]
        const isMany = first !== undefined && /s$|^(?:men|women|people|children)$/.test(first.head ?? '')
        return names.all(isMany ? nounList(chunks, behind).list : [behind], kind)
      }
      return known.flatMap(noun => meaning(noun, kind))
    },
    textOf(at) {
      const chunk = chunks[at]
      return chunk?.type === 'noun' ? text(chunk.name) : ''
    },
    headOf(at) {
      const chunk = at === undefined ? undefined : chunks[at]
      return chunk?.type === 'noun' ? (chunk.head ?? '') : ''
    },
    yearOf(at) {
      const [open, day] = [chunks[at + 1], chunks[at + 2]]
      return isMark(open, '(') && day?.type === 'date' ? day.at : null
    },
    dateOf(at) {
      const chunk = chunks[at]
      return chunk?.type === 'noun' ? chunk.date : null
    },
    isGroup(at) {
      const chunk = chunks[at]
      return (
        chunk?.type === 'noun' &&
        (chunk.words.some(word => musicGroup.test(word)) ||
          musicGroup.test(chunk.head ?? '') ||
          /(?: F\.?C\.?| United| City| Quartet| Trio| Band| Orchestra| Ensemble| Club)$/.test(
            text(chunk.name),
          ))
      )
    },
    placeAt: (name, kind) => [place(`${text(name)} ${kind}`)],
    isPluralGroup(at) {
      const chunk = chunks[at]
      const called = chunk?.type === 'noun' ? text(chunk.name) : ''
      return (
        chunk?.type === 'noun' && /s$/.test(called) && (chunk.determiner === 'the' || /^The /.test(called))
      )
    },
    topicPlace: () => [memory.topicPlace()].filter(one => one !== null),
    isTitle(at) {
      const chunk = chunks[at]
      return chunk?.type === 'noun' && chunk.name !== null && parsed.phrases[chunk.name]?.isQuoted === true
    },
    topicBody: () => [memory.topicBody()].filter(one => one !== null),
    hasPlayers: memory.hasPlayers,
    lastHolder: () => [reading.offices.get('last')?.holder].filter(one => one !== undefined),
    holdingOf(person) {
      const office = reading.offices.get(person.key)
      return office === undefined ? null : { ...roleMention(office.name), isSole: office.isSole }
    },
    officeOf: person => reading.offices.get(person.key)?.name ?? null,
    modifierOf(noun, kind) {
      const [only, ...rest] = noun.modifiers
      return only === undefined || rest.length > 0
        ? []
        : [memory.find(text(only), kind)].filter(one => one !== null)
    },
    ownerOf(noun, kind) {
      const { owner } = noun
      if (owner === null || owner === 'whose') return []
      // "the couple's daughter"
      if (typeof owner === 'object' && owner.name === null && owner.head === 'couple' && kind === 'person')
        return memory.couple()
      if (kind === 'work' && typeof owner === 'string' && /^(?:its|their)$/.test(owner))
        return titleBefore(noun)
      if (typeof owner === 'object') {
        // "Marie and Pierre Curie's daughter"
        const joint = kind === 'person' ? jointOwners(owner) : []
        return joint.length > 0 ? joint : meaning(owner, kind)
      }
      // "their daughters, A and B"
      if (owner === 'their' && kind === 'person') {
        const isChild = [...noun.words, noun.head ?? ''].some(word =>
          /^(?:sons?|daughters?|child|children|twins)$/.test(word),
        )
        return isChild ? coupleIn(before(noun)) : []
      }
      if (kind === 'person' && /^(?:his|her)$/.test(owner)) {
        const isSpouse = [...noun.words, noun.head ?? ''].some(word =>
          /^(?:wife|husband|widow|widower|spouse|partner)$/.test(word),
        )
        const joined = isSpouse ? joinedBefore(noun) : null
        const [partner] = joined === null ? [] : names.all([joined], 'person')
        if (joined !== null && partner === undefined) return []
        return partner === undefined ? personOf(owner, before(noun), 'person') : [partner]
      }
      const found =
        kind === 'organisation' && owner === 'its'
          ? (groupIn(before(noun).replace(/ , (?:who|which) [^,]* ,/g, ''), { parsed, reading }) ??
            memory.find('its', 'organisation') ??
            memory.topicBody())
          : null
      return found === null ? [] : [found]
    },
    part(noun, owner) {
      if (noun.head === null || !partNoun.test(noun.head) || noun.owner === null) return null
      const body = typeof noun.owner === 'object' ? names.ownerOf(noun, 'organisation')[0] : owner
      if (body === undefined || body === null || body.label !== 'Organisation') return null
      const last = typeof noun.owner === 'object' ? noun.owner.to + 1 : noun.from + 1
      const rest = parsed.phrases.slice(last, noun.to).map(phrase => phrase.text)
      return organisation(`${body.name}'s ${rest.join(' ')}`)
    },
    office(role) {
      const words = [...role.noun.words, role.head].filter(word => !/^(?:the|an?)$/.test(word))
      const from = words.findIndex((_, index) => officeOnly.test(words.slice(index).join(' ')))
      if (from === -1 || words.slice(from).join(' ') === 'chief') return null
      // An assistant director is no director.
      if (
        words
          .slice(0, from)
          .some(word => /^(?:guest|assistant|associate|junior|student|sub|under)$/.test(word))
      )
        return null
      const head = words.slice(from).join(' ')
      const acting = words.slice(0, from).find(word => /^(?:acting|former|then|federal|state)$/.test(word))
      const title = acting === undefined ? head : `${acting} ${head}`
      const named = role.adjuncts.flatMap(({ preposition, nouns }) =>
        nouns.map(at => ({ preposition, noun: chunks[at] })),
      )
      const first = /^an?$/.test(role.noun.determiner ?? '') ? undefined : role.noun.modifiers[0]
      const modifier = first === undefined || / of Fame/.test(text(first)) ? undefined : first
      if (named.length === 0) {
        const isTerritorial =
          /^(?:mayor|lord mayor|governor|premier|bishop|archbishop|king|queen|president|prime minister|ambassador|commissioner)$/.test(
            head,
          )
        const body =
          (role.noun.owner === 'its' ? role.body : undefined) ??
          names.ownerOf(role.noun, 'organisation')[0] ??
          (isTerritorial && typeof role.noun.owner === 'object' && role.noun.owner?.name != null
            ? memory.find(text(role.noun.owner.name), 'known place')
            : null) ??
          (modifier === undefined
            ? null
            : (memory.find(text(modifier), 'organisation') ??
              (isTerritorial ? memory.find(text(modifier), 'known place') : null))) ??
          (role.body === undefined || isBodyless.test(head) || /^an?$/.test(role.noun.determiner ?? '')
            ? null
            : role.body) ??
          (companyHead.test(head) &&
          role.noun.owner === null &&
          (/^(?:ceo|chief executive|managing director)/.test(head) || isOwnHead(role)) &&
          !/^an?$/.test(role.noun.determiner ?? '')
            ? memory.topicBody()
            : null)
        return body === null || body === undefined ? null : sole(`${title} of ${body.name}`)
      }
      const [{ preposition, noun } = { preposition: '', noun: undefined }] = named
      if (noun?.type !== 'noun' || !/^(?:of|for|at|to)$/.test(preposition)) return null
      // "speaker at the congress", "a speaker for the project" are no offices.
      if (/^(?:at|for)$/.test(preposition) && /speaker$/.test(head)) return null
      if (noun.name !== null) {
        if (isPersonName(text(noun.name)) && preposition !== 'of') return null
        // "director of Public Relations and Information Services"
        const second = named[1]?.noun
        const isPortfolio =
          /^(?:.* )?(?:minister|secretary|director|commissioner|head|manager)$/.test(head) &&
          named.length === 2 &&
          noun.determiner === null &&
          second?.type === 'noun' &&
          second.determiner === null &&
          second.name !== null &&
          isAnd(chunks[chunks.indexOf(second) - 1]) &&
          [noun, second].every(
            one => !organisationWord.test(text(one.name)) || /Services?$/.test(text(one.name)),
          )
        if (isPortfolio) return sole(`${title} ${preposition} ${text(noun.name)} and ${text(second.name)}`)
        const the = noun.determiner === 'the' && noun.words.length === 0 ? 'the ' : ''
        return sole(`${title} ${preposition} ${the}${memory.fullName(text(noun.name))}`)
      }
      const [body] = meaning(noun, 'organisation')
      if (body !== undefined) return sole(`${title} of ${body.name}`)
      // "dean of the faculty of law at A": the words as they are, up to the name.
      const chain = role.adjuncts.findIndex(({ nouns }) =>
        nouns.some(at => chunks[at]?.type === 'noun' && (chunks[at] as Noun).name !== null),
      )
      const last = chain === -1 ? undefined : chunks[role.adjuncts[chain]?.nouns[0] ?? -1]
      // "minister of education", "minister of finance of Norway"
      const isPortfolio = /^(?:.* )?(?:minister|secretary of state|commissioner)$/.test(head)
      if (
        isPortfolio &&
        noun.head !== null &&
        (last === undefined || chain > 1 || role.adjuncts[chain]?.preposition !== 'of')
      )
        return sole(`${title} ${preposition} ${[...noun.words, noun.head].join(' ')}`)
      if (chain > 2 || last?.type !== 'noun') return null
      const said = parsed.phrases
        .slice(noun.from, last.to)
        .map(phrase => phrase.text)
        .join(' ')
      return sole(`${title} ${preposition} ${said.replace(/ (?=[’']s\b)/g, '')}`)
    },
  }
  return names

  /** "became president in 1949", "The present director, A": of what the text is about. */
  function isOwnHead(role: Role): boolean {
    const topic = memory.topicBody()
    return topic !== null && topic.label === 'Organisation' && role.noun.modifiers.length === 0
  }

  function sole(name: string): (Mention & { isSole: boolean }) | null {
    const office = readOffice(name)
    return office === null
      ? null
      : { ...roleMention(office.name), isSole: office.isSole && / (?:of|for) /.test(office.name) }
  }
}
