import { organisation, place, recognise, thing } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { fold, type People, parsePerson, personMention } from '../people.ts'
import { organisationWord } from '../words.ts'
import type { NameKind } from './clause-patterns.ts'
import { documentTopic } from './document-topic.ts'
import { isGivenName } from './given-names.ts'
import { groupNounOf, isFirmNoun, wordOf } from './group-nouns.ts'
import { isOuterWord, isSpellingOf, surnameOf } from './name-forms.ts'
import {
  isAward,
  isBareBody,
  isBodyName,
  isCompany,
  isEvent,
  isNationality,
  isPersonLike,
  isPersonName,
  isSchool,
  withoutLegalForm,
  withoutTitle,
} from './name-kinds.ts'
import { nicknames } from './nicknames.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'
import { recentSubjects } from './recent-subjects.ts'
import { actingNamesIn, fullNamesIn, isPersonIn, labelsIn, shownNames } from './shown-names.ts'

/** What names and pronouns of a document mean, as far as it has been read. */
export type NameMemory = {
  /** Pronouns mean the topic of the document again, if it has one. */
  beginParagraph(): void
  /** A heading that is a person's name is the topic until the next such heading. */
  beginSection(heading: string | null): void
  /** The first sentence of a section gives the full name of the person in its heading: "Val Chapman". */
  renameTopic(subject: Mention): void
  /** Learns the full names of persons in the whole text, so that a surname may come first. */
  foresee(text: string): void
  /** Learns the names of a sentence: full names of persons, and abbreviations in brackets after a name. */
  learn(parsed: ParsedSentence): void
  /** Remembers the subject of a sentence for pronouns; a person only if the given name or an earlier fact shows that it is one. */
  remember(subject: Mention): void
  /** The last sentence was about something without a name: "it" means nothing known. */
  forgetOther(): void
  /** Makes the subject of the first sentence what the document is about. */
  makeTopic(subject: Mention, evidence?: 'title'): void
  /** Notes that a fact has shown what the subject is, and that it names the object. */
  confirm(subject: Mention, object: Mention, relation?: string): void
  /** The entity that a name or pronoun means here; null when it cannot be of that kind. */
  find(text: string, kind: NameKind): Mention | null
  /** The long form of an abbreviation that the document explains, else the name itself. */
  fullName(text: string): string
  /** What "the company" means where it is not the subject of the sentence. */
  findOther(text: string, subject: Mention | null): Mention | null
  /** A line with only a person's name is like a heading. */
  beginPerson(subject: Mention | null): void
  /** The persons of the last sentence: `joint` are its subjects ("they"), `pair` the only two that it names ("the pair"). `isSingle`: its subject is another. */
  rememberPersons(persons: { joint: readonly Mention[]; pair: readonly Mention[]; isSingle: boolean }): void
  joint(): Mention[]
  /** The married couple that the text last named: "their son". */
  couple(): Mention[]
  pair(): Mention[]
  /** The town or other place that the text is about: "the city". */
  setPlace(name: string): void
  topicPlace(): Mention | null
  /** Whether the text is about players or musicians, who join clubs and bands. */
  hasPlayers(): boolean
  /** The name of the person that the last sentences are about. */
  personName(): string | null
  /** The name of what the document or section is about; null without a topic. */
  topicName(): string | null
  /** The name of the person that the document or section is about; null when it is about something else. */
  topicPerson(): string | null
  /** The organisation that the document is about; null when it is about something else. */
  topicBody(): Mention | null
}

const players =
  /\b(?:footballer|midfielder|striker|goalkeeper|defender|quarterback|cricketer|shortstop|pitcher|scored|league|band|album|albums|singer|guitarist|drummer|bassist|orchestra)\b/i

const nobleTitle =
  /^(?:Grand )?(?:Prince|Princess|King|Queen|Duke|Duchess|Emperor|Empress|Count|Countess|Baron|Baroness|Earl|Viscount|Pope|Saint) /

const site =
  /(?:University|College|School|Institute|Stadium|Arena|Museum|Hospital|Cathedral|Abbey|Church|Theatre|Theater|Gallery|Library|Academy|Palace|Castle|Park|Hotel|Observatory|Zoo|Seminary)$|^University of \S+$/

/** The same without a comma between: "his son Aage". */
const kinBeside =
  /(?<=\b(?:[Hh]is|[Hh]er|[’']s|[Tt]heir) (?:[a-z]+ )?(?:wife|husband|son|daughter|brother|sister|mother|father) )(\p{Lu}\p{Ll}{2,})(?= (?:was|is|became|had|married|died|and|who|in|\()|[,.;])/gu

/** A name of one word behind a word for a relative: "his wife Börte". */
const kinBefore =
  /(?<=\b(?:married|wife|husband|son|daughter|brother|sister|mother|father|wed),? )(?!(?:He|She|His|Her|The|And|In|At|On|But|Who|It|They)\b)(\p{Lu}\p{Ll}{2,})(?= \(|,|\.| and\b| was\b| became\b| in\b| \()(?!, \p{Lu}\p{Ll}+ \()/gu

/** Teams of nations are no clubs. */
const countries =
  /^(?:England|Scotland|Wales|Ireland|Northern Ireland|Great Britain|France|Germany|West Germany|Italy|Spain|Portugal|Brazil|Argentina|Netherlands|Belgium|Australia|New Zealand|South Africa|India|Pakistan|Canada|United States|USA|Sweden|Norway|Denmark|Poland|Russia|Japan|China|Mexico|Uruguay|Yugoslavia|Czechoslovakia|Hungary|Austria|Switzerland)$/

export function nameMemory(people: People): NameMemory {
  const topic = documentTopic()
  const recent = recentSubjects(topic)
  /** The full names of persons, by their first and last words. */
  const persons = new Map<string, Set<string>>()
  /** The last subject of a surname: "Johnson" after "Celia Johnson was …", where the text has other Johnsons too. */
  const bySurname = new Map<string, Mention>()
  const aliases = new Map<string, string>()
  const shortNames = new Map<string, string>()
  /** The keys of those that a fact or a sentence has shown to be persons. */
  const certain = new Set<string>()
  /** Folded names that a definition shows to be organisations: "Harlow Glass is a maker of mirrors". */
  const bodies = new Set<string>()
  /** The text without its headings. */
  let body = ''
  let topicPlace: Mention | null = null
  let joint: readonly Mention[] = []
  let pair: readonly Mention[] = []
  let couple: readonly Mention[] = []

  /** The last name that the text gave with a noun: "firm" for "the firm A". */
  const labels = new Map<string, string>()
  /** The last name with a word for a body: "company" for "Metropolitan Gas Company". */
  const byWord = new Map<string, string>()
  /** Folded names that the text has called companies. */
  const firms = new Set<string>()
  /** Names of bodies that the text has given so far. */
  const knownBodies = new Set<string>()

  /** Persons of whom the text gives one name only, by the folded name. */
  const singles = new Map<string, Mention>()

  const isCertain = (one: Mention) => isPersonName(one.name) || certain.has(one.key)

  return {
    beginParagraph() {
      recent.beginParagraph()
      joint = []
      pair = []
    },
    beginSection(heading) {
      topic.beginSection(heading, { isPerson: name => isPersonIn(body, name), findPerson })
    },
    renameTopic: topic.rename,
    foresee(text) {
      for (const name of fullNamesIn(text)) if (isPersonName(name)) know(name)
      body = text.replace(/^#.*$/gm, '')
      for (const [, name = ''] of body.matchAll(kinBefore)) findKin(name)
      for (const [, name = ''] of body.matchAll(kinBeside)) findKin(name, true)
      if (!/\b(?:he|she|his|her)\b/.test(text)) return
      for (const name of actingNamesIn(body)) {
        know(name)
        certain.add(personMention(name, null).key)
      }
    },
    learn(parsed) {
      for (const [noun, name] of labelsIn(parsed)) {
        labels.set(noun, name)
        if (isFirmNoun(noun)) firms.add(fold(withoutLegalForm(name))).add(fold(name))
      }
      for (const { kind, text } of parsed.phrases) {
        const word = kind === 'name' && text.includes(' ') ? wordOf(text) : null
        if (word !== null) byWord.set(word, text)
      }
      for (const { kind, text } of parsed.phrases)
        if (kind === 'name' && isBodyName(text) && text.includes(' ') && !isSchool(text))
          knownBodies.add(text)
      for (const shown of shownNames(parsed))
        switch (shown.shows) {
          case 'full name':
            know(shown.name)
            break
          case 'short name':
            shortNames.set(fold(shown.short), shown.name)
            break
          case 'other name':
            aliases.set(fold(shown.short), shown.name)
            break
          case 'abbreviation':
            aliases.set(fold(shown.short), shown.name)
            break
          case 'body':
            bodies.add(fold(shown.name))
            certain.delete(personMention(shown.name, null).key)
            break
          case 'person': {
            const found = findPerson(shown.name)
            if (found !== null) certain.add(found.key)
          }
        }
    },
    remember(subject) {
      if (subject.label === 'Person') {
        recent.rememberPerson(subject, isCertain(subject))
        const surname = surnameOf(subject.name)
        if (isCertain(subject) && !bySurname.has(surname)) bySurname.set(surname, subject)
        return
      }
      const own = topic.mention()
      // A short form of the name of what the document is about does not change what "the company" means.
      if (own !== null && fold(own.name).startsWith(`${fold(subject.name)} `)) return
      recent.rememberOther(subject)
    },
    forgetOther: recent.forgetOther,
    makeTopic(subject, evidence) {
      if (topic.isMade() || isNationality(subject.name)) return
      const isPerson = subject.label === 'Person'
      if (isPerson && evidence === 'title') certain.add(subject.key)
      if (!isPerson || isCertain(subject)) topic.make(subject)
    },
    confirm(subject, object, relation) {
      if (relation === 'MARRIED_TO') {
        const own = topic.person() ?? recent.person()
        const isOwn = (pair: readonly Mention[]) => own !== null && pair.some(({ key }) => key === own.key)
        // "married A, widow of B": their children are not those of A and B.
        if (isOwn([subject, object]) || !isOwn(couple)) couple = [subject, object]
        const other = couple.find(one => one.key !== own?.key)
        if (other !== undefined && isOwn(couple)) recent.mentionPerson(other)
      }
      if (subject.label === 'Person') {
        certain.add(subject.key)
        const surname = surnameOf(subject.name)
        if (!bySurname.has(surname) && subject.name.includes(' ')) bySurname.set(surname, subject)
      }
      if (object.label === 'Organisation') recent.mentionOther(object)
    },
    fullName,
    findOther: (text, subject) => recent.groupBeside(groupNounOf(text) ?? '', subject),
    beginPerson(subject) {
      if (subject?.label === 'Person' && isPersonName(subject.name)) topic.beginPerson(subject)
    },
    rememberPersons(persons) {
      if (persons.joint.length > 1 || persons.isSingle) joint = persons.joint
      if (persons.pair.length === 2) pair = persons.pair
    },
    joint: () => [...(joint.length > 0 ? joint : couple)],
    couple: () => [...couple],
    pair: () => [...pair],
    setPlace(name) {
      topicPlace = place(name)
    },
    topicPlace: () => topicPlace,
    hasPlayers: () => players.test(body),
    personName: () => recent.person()?.name ?? null,
    topicName: () => topic.mention()?.name ?? null,
    topicPerson: () => topic.person()?.name ?? null,
    topicBody: topic.body,
    find(text, kind) {
      if (/^their$/i.test(text)) return kind === 'person' ? recent.person() : null
      if (/^(?:he|his|she|her)$/i.test(text))
        return kind === 'person' || kind === 'any'
          ? recent.personOf(/^s|r$/i.test(text) ? 'she' : 'he')
          : null
      if (/^(?:it|its)$/i.test(text)) return kind === 'person' ? null : recent.other()
      if (/^they$/i.test(text)) return null
      const noun = groupNounOf(text)
      if (noun !== null) {
        if (kind !== 'organisation' && kind !== 'any') return null
        const label = labels.get(noun)
        const meant = recent.group(noun)
        // "the firm" after "the firm A", in a text about the program B
        const isFirm = meant !== null && isFirmNoun(noun) && firms.has(fold(meant.name))
        const named = label === undefined || isFirm ? null : findNamed(label, 'organisation')
        const word = byWord.get(noun)
        // "the council" after "the Bath Arts Council", in a text about a theatre
        const isOther =
          word !== undefined &&
          meant !== null &&
          !isFirmNoun(noun) &&
          wordOf(meant.name) !== noun &&
          label === undefined
        if (isOther) return findNamed(word, 'organisation') ?? meant
        return named ?? meant ?? (byWord.has(noun) ? findNamed(byWord.get(noun) ?? '', 'organisation') : null)
      }
      return findNamed(fullName(text), kind)
    },
  }

  function know(called: string): void {
    const name = withoutTitle(called).replace(nobleTitle, '')
    const words = fold(name).split(' ')
    if (!name.includes(' ')) return
    for (const word of new Set([words[0] ?? '', words.at(-1) ?? '']))
      persons.set(word, (persons.get(word) ?? new Set()).add(name))
  }

  function fullName(text: string): string {
    return aliases.get(fold(text)) ?? text
  }

  function findPerson(text: string): Mention | null {
    const name = withoutTitle(text).replace(/^sir /i, '').trim()
    if (isNationality(name)) return null
    if (!name.includes(' ')) return findBySurname(name) ?? findSingle(name)
    if (!isPersonLike(name) || bodies.has(fold(name))) return null
    // "Te Hau" of "Alan Te Hau"
    const long = isGivenName(name.split(' ')[0] ?? '')
      ? undefined
      : [...(persons.get(surnameOf(name)) ?? [])].find(one => one.endsWith(` ${name}`))
    if (long !== undefined) return findPerson(long)
    const parsed = parsePerson(text)
    const found = parsed === null ? null : people.find(text, { asMember: false, electorate: null })
    know(name)
    return topic.longerOf(found ?? personMention(name, null))
  }

  /** "James": a given name that is nobody's in the text, or a name that the text has shown to be a person's. */
  function findSingle(name: string): Mention | null {
    const known = singles.get(fold(name))
    if (known !== undefined) return known
    const own = topic.person()
    // "Bob" of Robert Doe; another given name alone may be another form of the name of whom the text is about.
    if (own !== null) return (nicknames[name] ?? []).includes(own.name.split(' ')[0] ?? '') ? own : null
    return isGivenName(name) && !isPlaceName(name) && !persons.has(fold(name)) ? people.alone(name) : null
  }

  /** The person of a name that a relation shows to be one: "married Börte". */
  function findKin(name: string, isSure = false): Mention | null {
    const found = findPerson(name)
    const isTold = new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'gu')
    const isSingle =
      (isSure || isGivenName(name) || (body.match(isTold)?.length ?? 0) > 1 || body.includes(`${name} (`)) &&
      /^\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}+)?$/u.test(name) &&
      isPersonLike(name) &&
      !isNationality(name) &&
      !persons.has(fold(name)) &&
      !topic.isBodyNamed(name)
    if (found !== null || !isSingle) return found
    const alone = people.alone(name)
    singles.set(fold(name), alone)
    certain.add(alone.key)
    return alone
  }

  /** The first of two surnames: "Abascal" of "Teresa Inés Abascal Píriz", whom the text also calls "Teresa Abascal". */
  function isDoubled(surname: string, name: string): boolean {
    const words = fold(name).split(' ')
    return (
      words.length > 3 &&
      words.at(-2) === fold(surname) &&
      !isGivenName(surname) &&
      new RegExp(`(?<!\\p{L})${surname}(?! ?\\p{Lu})`, 'u').test(body)
    )
  }

  function findBySurname(surname: string): Mention | null {
    const own = topic.person()
    // "Levi-Montalcini" of "Rita Levi-Montalcini"
    if (surname.includes('-')) {
      const ending = ` ${fold(surname)}`
      if (own !== null && fold(own.name).endsWith(ending)) return own
      const long = [...(persons.get(surnameOf(surname)) ?? [])].filter(name => fold(name).endsWith(ending))
      if (long.length === 1) return findPerson(long[0] ?? '')
    }
    if (own !== null && (surnameOf(own.name) === fold(surname) || isDoubled(surname, own.name))) return own
    const last = bySurname.get(fold(surname))
    if (last !== undefined) return last
    const known = [...(persons.get(fold(surname)) ?? [])]
    const longest = known.toSorted((one, other) => other.length - one.length)[0]
    const isOne = longest !== undefined && known.every(one => isSpellingOf(one, longest))
    if (isOne) return findPerson(longest)
    return own !== null && isOuterWord(fold(surname), fold(own.name)) ? own : null
  }

  /** The entity of a name that is no pronoun. */
  function findNamed(name: string, kind: NameKind): Mention | null {
    switch (kind) {
      case 'person':
        return findPerson(name)
      case 'kin':
        return findKin(name)
      case 'certain': {
        const found = findPerson(name)
        return found !== null && isCertain(found) ? found : null
      }
      case 'sole':
        return isPlaceName(name) || topic.body() !== null ? null : findKin(name, true)
      case 'site':
        return site.test(name) && name.includes(' ') ? organisation(name) : null
      case 'person or body':
        return (
          findPerson(name) ??
          ((organisationWord.test(name) && name.includes(' ')) || topic.isBodyNamed(name)
            ? organisation(name)
            : null)
        )
      case 'work':
        return isNationality(name) ? null : thing('Work', name)
      case 'award':
        return isAward(name) ? thing('Thing', name) : null
      case 'letters':
        return thing('Thing', name)
      case 'place':
        return recognise(name) ?? place(name)
      case 'known place':
        return isPlaceName(name) ? place(name) : null
      case 'company':
        return isCompany(name) ? organisation(name) : null
      case 'firm':
        return isNationality(name) ||
          isEvent(name) ||
          isPlaceName(name) ||
          certain.has(`person:${fold(name)}`)
          ? null
          : organisation(name)
      case 'club':
        return isPlaceName(name) && players.test(body)
          ? countries.test(name)
            ? null
            : organisation(name)
          : findNamed(name, 'organisation')
      case 'alma mater':
        return isPlaceName(name) ? organisation(name) : findNamed(name, 'organisation')
      case 'school':
        return isSchool(name) ? organisation(name) : null
      case 'body':
        return organisationWord.test(name) && name.replace(/^The /, '').includes(' ')
          ? organisation(name)
          : null
      case 'organisation':
        if (isBareBody(name)) return null
        if (isNationality(name) || isEvent(name) || /^(?:Co|Inc|Ltd|Corp|LLC|plc)$/.test(name)) return null
        if (shortNames.has(fold(name))) return organisation(shortNames.get(fold(name)) ?? name)
        if (isSurname(name)) return null
        if (longForm(name) !== null) return organisation(longForm(name) ?? name)
        return isPlaceName(name) || isPersonName(name) || certain.has(`person:${fold(name)}`)
          ? null
          : organisation(name)
      default:
        if (isNationality(name) || isEvent(name)) return null
        return (
          recognise(name) ??
          (isPersonName(name) ? findPerson(name) : null) ??
          (name.includes(' ') ? null : findPerson(name)) ??
          (isPlaceName(name) ? place(name) : null) ??
          (isGivenName(name) ? null : organisation(name))
        )
    }
  }

  /** "Severn & Orient" of "Severn & Orient Steam Navigation Company": the only body whose name begins so; null without one. */
  function longForm(name: string): string | null {
    if (isPlaceName(name) || isPersonName(name) || isBodyName(name) || persons.has(fold(name))) return null
    const own = topic.body()
    const long = [...knownBodies, ...(own === null ? [] : [own.name])].filter(
      one => one.startsWith(`${name} `) && /^ (?:\p{Lu}|& )/u.test(one.slice(name.length)),
    )
    // "A Navigation Co." and "A Navigation Company" are one.
    const [only, ...others] = new Map(long.map(one => [fold(withoutLegalForm(one)), one])).values()
    return only === undefined || others.length > 0 ? null : only
  }

  /** A single word that is the surname of somebody in the text, and not a short name of the organisation that it is about. */
  function isSurname(name: string): boolean {
    const known = persons.get(fold(name))
    if (name.includes(' ') || known === undefined || topic.isBodyNamed(name) || bodies.has(fold(name)))
      return false
    return [...known].some(one => surnameOf(one) === fold(name))
  }
}
