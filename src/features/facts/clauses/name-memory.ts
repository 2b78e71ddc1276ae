import { organisation, place, recognise, thing } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { fold, type People, parsePerson, personMention } from '../people.ts'
import { callings, organisationWord, placeWord, titles } from '../words.ts'
import type { NameKind } from './clause-patterns.ts'
import { type Gender, genderOf, isGivenName } from './given-names.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'

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
  confirm(subject: Mention, object: Mention): void
  /** The entity that a name or pronoun means here; null when it cannot be of that kind. */
  find(text: string, kind: NameKind): Mention | null
  /** The long form of an abbreviation that the document explains, else the name itself. */
  fullName(text: string): string
  /** What "the company" means where it is not the subject of the sentence. */
  findOther(text: string, subject: Mention | null): Mention | null
  /** A line with only a person's name is like a heading. */
  beginPerson(subject: Mention | null): void
  /** The name of the person that the last sentences are about. */
  personName(): string | null
  /** The name of what the document or section is about; null without a topic. */
  topicName(): string | null
  /** The name of the person that the document or section is about; null when it is about something else. */
  topicPerson(): string | null
  /** The organisation that the document is about; null when it is about something else. */
  topicBody(): Mention | null
}

/** Nouns that stand for an organisation or a thing that was named before: "the company". */
export const groupNouns =
  'company|firm|paper|daily|weekly|corporation|business|group|conglomerate|manufacturer|startup|start-up|brewery|retailer|airline|carrier|publisher|label|studio|bank|brand|band|trio|quartet|ensemble|orchestra|university|college|school|institute|academy|institution|organisation|organization|foundation|society|association|charity|party|union|agency|club|team|newspaper|magazine|journal|museum|hospital|project|laboratory|shipyard|railway|partnership|cooperative|consortium|church|league|federation|council|library|theatre|factory'

const awardWord =
  /(?<!\p{L})(?:Prize|Prizes|Award|Awards|Medal|Order|Cross|Croix|(?:Oscar|Grammy|Emmy)(?:s|(?= Awards?)|$)|Fellowship|Scholarship|Prix|Preis|Premio|Honou?r|Trophy|Cup|Star|Legion|Championships?)(?!\p{L})/u
/** "the Award": which one is not said. */
const bareAward =
  /^(?:The )?(?:Prizes?|Awards?|Medals?|Orders?|Cross|Fellowships?|Scholarships?|Honou?rs?|Trophy|Cup|Star|Legion|Nobel|Grand Prix|Gold Medal|Championships?|World Championship)$/
const educationWord =
  /(?<!\p{L})(?:University|College|School|Institute|Academy|Gymnasium|Lycée|Lyceum|École|Ecole|Universität|Polytechnic|Polytechnique|Seminary|Conservatory|Conservatoire|MIT|Sorbonne|Harvard|Yale|Princeton|Stanford|Oxford|Cambridge|Eton|Caltech|Cornell|Berkeley|ETH)(?!\p{L})/u
const companyWord =
  /(?<!\p{L})(?:Inc|Ltd|Limited|LLC|GmbH|AG|Corp|Corporation|Company|Labs|Laboratory|Laboratories|Bank)(?!\p{L})/u
const legalForm =
  /(?:,? (?:Inc|Incorporated|Ltd|Limited|LLC|PLC|Plc|GmbH|AG|AB|A\/S|ASA|SA|SE|NV|N\.V\.|S\.A\.|Corp|Corporation|Co|Company)\.?)+$/
/** A trade shows that a name is a person's: "Fritjof Capra is an American physicist". */
const described = new RegExp(
  `⟦n(\\d+)⟧ (?:\\([^()]*\\) )?(?:is|was) (?:an?|the) (?:[a-z-]+ |⟦n\\d+⟧ |-born |, |- ){0,6}(?:${callings.join('|')}|statesman|president|king|queen|professor|nobleman|general|bishop|activist|banker|magnate|designer|director|coach|player|footballer|athlete|theologian|[a-z]+ographer|[a-z]+ologist)\\b`,
  'gu',
)
/** A kind shows that a name is an organisation's or a thing's: "Harlow Glass is a maker of mirrors". */
const definedBody = new RegExp(
  `⟦n(\\d+)⟧ (?:plc )?(?:\\([^()]*\\) )?(?:is|was|are|were) (?:an?|the|one of the) (?:(?!of|by|for|with|from|who)[a-z-]+ |⟦n\\d+⟧ |, |- ){0,6}(?:${groupNouns}|maker|provider|chain|supplier|distributor|developer of|operator|subsidiary|software|programming language|framework|editor|game|city|town|village)(?= (?:[^a-z]|in|of|at|for|with|that|which|who|whose|based|founded|established|headquartered|formed|from|and|located|serving|by|to|on|written|developed|created)\\b|$| [^a-z])`,
  'gu',
)
const notPerson =
  /(?<!\p{L})(?:The|In|On|At|Act|Bill$|Party|Government|North|South|East|West|New|Street|House|Band|Team|Project|Prize|Award|War|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|Bible|Internet|Linux|Windows|Bridge|Tower|Building|Hall|Square|Station|Systems|Software|Records|Games|Motors|Studios|Technologies|Cars|Labs|Media|Press|Times|Review|Journal|Project|Version|System|File|Unix|Festival|Sea|Ocean|Park|Palace|Castle|Abbey|Cathedral|Airport|Museum|Entertainment|Pictures|Films|Air|Lines|Energy|Oil|Steel|Works|Mills|Brothers|Sons|Partners|Foods|Biscuits|Tubes|Boilers|Capital|Microsystems|Computers?|Electronics|Chemicals?|Pharmaceuticals?|Stores|Products|Brewery|Railway|Railroad|Electric|Telephone|Telegraph|Tobacco|Insurance|Publishing|Publications|Productions|Music|Hotels?|Aircraft|Aviation|Semiconductor|Devices|Instruments|Solutions|Ventures|Associates|International|Worldwide|Global|Digital|Data|Communications|Telecom|Wireless|Research|Engineering|Machines?|Empire|Kingdom|Republic|Revolution|Reserve|Exchange|Stadium|Theater|Gallery|Opera|Symphony|Philharmonic|Conservatory|Conservatoire|Gymnasium|Lycée|École|Ecole|Polytechnic|Polytechnique|Seminary|Technology|Technologies|Networks?|Interactive|Enterprises?|Holdings|Industries|Consulting|Consortium|Administration|Manufacturing|Macros?)(?!\p{L})/u
const withTitle = new RegExp(`^(?:(?:${titles.join('|')})\\.? )+`)

/** Adjectives of peoples and faiths: no entity of their own. */
const nationality =
  /^(?:\p{Lu}\p{L}+-)?(?:American|British|English|Scottish|Welsh|Irish|French|German|Italian|Spanish|Portuguese|Dutch|Flemish|Belgian|Swiss|Austrian|Hungarian|Czech|Slovak|Swedish|Norwegian|Danish|Finnish|Icelandic|Polish|Russian|Soviet|Ukrainian|Greek|Roman|Latin|Turkish|Ottoman|Persian|Iranian|Iraqi|Israeli|Arab|Arabic|Egyptian|Chinese|Japanese|Korean|Indian|Pakistani|Filipina|Filipino|Indonesian|Malaysian|Thai|Vietnamese|African|European|Asian|Canadian|Australian|Mexican|Brazilian|Argentine|Argentinian|Chilean|Cuban|Bavarian|Prussian|Saxon|Catalan|Basque|Croatian|Serbian|Slovene|Bulgarian|Romanian|Estonian|Latvian|Lithuanian|Nigerian|Kenyan|Ghanaian|Malian|Moroccan|Methodist|Catholic|Protestant|Jewish|Christian|Muslim|Islamic|Anglican|Lutheran|Presbyterian|Quaker|Jesuit|Republican|Democrat|Democratic|Victorian|Western|Eastern|Northern|Southern|Nobel)(?:-born|-based)?$/u

/** Nouns that may also mean an organisation which was only an object before. */
const generic = /^(?:company|firm|business|corporation|organi[sz]ation|group|startup|start-up|partnership)$/
const event = /(?:War(?: I{1,2}| One| Two)?|Revolution|Depression|Renaissance|Reformation|Holocaust)$/

/** Headings of sections, which are no names. */
const commonHeading =
  /(?:^|\b)(?:Life|Years?|Careers?|Death|Works?|History|Education|Legacy|Awards?|Family|Background|Childhood|Marriages?|Honou?rs|Research|Publications|Writings|Style|Influences?|References|Notes|Links|Reading|Success|Companies|Beginnings|Origins|Overview|Introduction|Early|Later|Personal|About|Our)(?:\b|$)/
const fullName =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}’'-]+(?: (?:\p{Lu}\.)+| \p{Lu}[\p{L}’'-]+| (?:van|von|de|der|du|da|di|la)){0,3} \p{Lu}[\p{L}’'-]+/gu

/** Whom or what a document is about. */
type Topic = { mention: Mention; isPerson: boolean }

export function nameMemory(people: People): NameMemory {
  const persons = new Map<string, Set<string>>()
  const aliases = new Map<string, string>()
  const shortNames = new Map<string, string>()
  const certain = new Set<string>()
  /** The last subject of a surname: "Johnson" after "Celia Johnson was …", where the text has other Johnsons too. */
  const bySurname = new Map<string, Mention>()
  /** The persons whom sentences have been about. */
  const subjects = new Map<string, Mention>()
  /** Folded names that a definition shows to be organisations: "Harlow Glass is a maker of mirrors". */
  const bodies = new Set<string>()
  const genders = new Map<string, Gender>()
  let main: Topic | null = null
  /** Null outside of sections with an own topic; `mention` is null where a heading is a name that means nobody known. */
  let section: { mention: Mention | null; isPerson: boolean } | null = null
  let person: Mention | null = null
  let other: Mention | null = null
  let earlier: Mention | null = null
  let isOtherSubject = false
  /** The text without its headings. */
  let body = ''

  const know = (called: string) => {
    const name = called.replace(withTitle, '')
    const words = fold(name).split(' ')
    if (!name.includes(' ')) return
    for (const word of new Set([words[0] ?? '', words.at(-1) ?? '']))
      persons.set(word, (persons.get(word) ?? new Set()).add(name))
  }

  function findPerson(text: string): Mention | null {
    const name = text.replace(withTitle, '').replace(/^sir /i, '').trim()
    if (nationality.test(name)) return null
    if (!name.includes(' ')) {
      const about = topic()
      const isAbout = about?.isPerson === true && fold(about.mention.name).split(' ').at(-1) === fold(name)
      const last = isAbout ? about.mention : bySurname.get(fold(name))
      if (last !== undefined) return last
      const known = [...(persons.get(fold(name)) ?? [])]
      const longest = known.toSorted((one, other) => other.length - one.length)[0]
      const isOne = longest !== undefined && known.every(one => isSpellingOf(one, longest))
      if (isOne) return findPerson(longest)
      const own = topic()
      const isTopic = own?.isPerson === true && isOuterWord(fold(name), fold(own.mention.name))
      return isTopic ? own.mention : null
    }
    if (!isPersonLike(name) || bodies.has(fold(name))) return null
    const parsed = parsePerson(text)
    const found = parsed === null ? null : people.find(text, { asMember: false, electorate: null })
    know(name)
    return longerOf(found ?? personMention(name, null))
  }

  /** The topic, where this is a shorter spelling of its name. */
  function longerOf(found: Mention): Mention {
    const own = topic()
    return own?.isPerson === true && isSpellingOf(found.name, own.mention.name) ? own.mention : found
  }

  const topic = (): Topic | null => {
    if (section === null) return main
    return section.mention === null ? null : { mention: section.mention, isPerson: section.isPerson }
  }

  function findByPronoun(gender: Gender): Mention | null {
    const own = topic()
    for (const one of [person, own?.isPerson === true ? own.mention : null])
      if (one !== null && (sexOf(one) ?? gender) === gender) {
        genders.set(one.key, gender)
        return one
      }
    return null
  }

  const sexOf = (one: Mention) => genders.get(one.key) ?? genderOf(one.name)
  const isCertain = (one: Mention) => isPersonName(one.name) || certain.has(one.key)

  return {
    beginParagraph() {
      const own = topic()
      const [only, ...others] = subjects.values()
      // Without a topic, a text that has been about one person only still is.
      const sole = own === null && others.length === 0 ? (only ?? null) : null
      person = own?.isPerson === true ? own.mention : sole
      other = own?.isPerson === false ? own.mention : null
      earlier = null
      isOtherSubject = other !== null
    },
    beginSection(heading) {
      const name = heading === null ? null : headingName(heading)
      section = null
      if (name === null) return
      // A list of companies, each under its name.
      if (main?.isPerson !== true && isBodyName(name) && !commonHeading.test(name)) {
        if (main === null || fold(main.mention.name) !== fold(name))
          section = { mention: organisation(name), isPerson: false }
        return
      }
      if (!isPersonName(name) && !isOwnName(name)) {
        const isAnother =
          isPersonLike(name) && name.includes(' ') && !commonHeading.test(name) && main?.isPerson === true
        if (isAnother && main !== null && !sharesWord(name, main.mention.name))
          section = { mention: null, isPerson: true }
        return
      }
      const mention = findPerson(name)
      if (mention !== null && mention.key !== main?.mention.key) section = { mention, isPerson: true }
    },
    renameTopic(subject) {
      const own = topic()
      const isLonger = subject.name.split(' ').length >= (own?.mention.name.split(' ').length ?? 0)
      if (own === null || !own.isPerson || subject.label !== 'Person' || !isLonger) return
      if (fold(own.mention.name).split(' ').at(-1) !== fold(subject.name).split(' ').at(-1)) return
      if (section !== null) section = { mention: subject, isPerson: true }
      else main = { mention: subject, isPerson: true }
    },
    foresee(text) {
      for (const [called] of text.matchAll(fullName)) if (isPersonName(called)) know(called)
      body = text.replace(/^#.*$/gm, '')
      // "Wilford Simons came … Simons bought": the surname alone as a subject shows that the name is a person's.
      if (/\b(?:he|she|his|her)\b/.test(text))
        for (const [called] of body.matchAll(fullName)) {
          const surname = called.split(' ').at(-1) ?? ''
          const alone = new RegExp(
            `(?<!\\p{Lu}[\\p{L}.’'-]* )(?<!\\p{L})${escaped(surname)} (?:was|had|became|began|died|\\p{Ll}{2,}ed)(?!\\p{L})`,
            'u',
          )
          if (
            called.split(' ').length > 1 &&
            isPersonLike(called) &&
            !commonHeading.test(called) &&
            alone.test(body)
          ) {
            know(called)
            certain.add(personMention(called, null).key)
          }
        }
    },
    learn({ line, phrases }) {
      for (const { kind, text } of phrases)
        if (kind === 'name' && text.includes(' ') && isPersonName(text)) know(text)
        else if (kind === 'name' && / (?:University|College)$/.test(text))
          shortNames.set(fold(text.replace(/ \S+$/, '')), text)
        else if (kind === 'name' && legalForm.test(text))
          shortNames.set(fold(text.replace(legalForm, '')), text)
      for (const found of line.matchAll(/⟦n(\d+)⟧ \( ⟦n(\d+)⟧ [,)]/g)) {
        const [long = '', short = ''] = [found[1], found[2]].map(at => phrases[Number(at)]?.text ?? '')
        if (isAbbreviation(short, long)) aliases.set(fold(short), long)
      }
      for (const [, at] of line.matchAll(
        /⟦n(\d+)⟧ [a-z]+(?: [a-z]+)? (?:his|her) (?:[a-z]+ )?(?:career|studies|life|education|childhood|degree|doctorate|wife|husband|father|mother|parents)/g,
      )) {
        const found = findPerson(phrases[Number(at)]?.text ?? '')
        if (found !== null) certain.add(found.key)
      }
      for (const [, at] of line.matchAll(definedBody)) {
        const named = phrases[Number(at)]?.text ?? ''
        if (!isPersonName(named)) bodies.add(fold(named))
      }
      for (const [, at] of line.matchAll(described)) {
        const named = phrases[Number(at)]?.text ?? ''
        const found = findPerson(named)
        if (found !== null) certain.add(found.key)
      }
    },
    remember(subject) {
      if (subject.label !== 'Person') {
        const own = topic()?.mention
        // A short form of the name of what the document is about does not change what "the company" means.
        if (own !== undefined && fold(own.name).startsWith(`${fold(subject.name)} `)) return
        if (other?.key !== subject.key) earlier = other
        other = subject
        isOtherSubject = true
      } else {
        person = isCertain(subject) ? subject : null
        subjects.set(subject.key, subject)
        const surname = fold(subject.name).split(' ').at(-1) ?? ''
        if (person !== null && !bySurname.has(surname)) bySurname.set(surname, person)
      }
    },
    forgetOther() {
      earlier = other ?? earlier
      other = null
    },
    makeTopic(subject, evidence) {
      if (main !== null || nationality.test(subject.name)) return
      const isPerson = subject.label === 'Person'
      if (isPerson && evidence === 'title') certain.add(subject.key)
      if (isPerson && !isCertain(subject)) return
      main = { mention: subject, isPerson }
    },
    confirm(subject, object) {
      if (subject.label === 'Person') certain.add(subject.key)
      if (object.label === 'Organisation' && !isOtherSubject) other = object
    },
    fullName: text => aliases.get(fold(text)) ?? text,
    findOther(text, subject) {
      const [, noun = ''] = new RegExp(`^the (${groupNouns})$`, 'i').exec(text) ?? []
      const own = topic()
      const mentioned = isOtherSubject || generic.test(noun) ? other : null
      const known = [mentioned, earlier, own?.isPerson === false ? own.mention : null]
      return known.find(one => one !== null && one.key !== subject?.key && fits(noun, one.name)) ?? null
    },
    beginPerson(subject) {
      if (subject?.label === 'Person' && isPersonName(subject.name))
        section = { mention: subject, isPerson: true }
    },
    personName: () => person?.name ?? null,
    topicName: () => topic()?.mention.name ?? null,
    topicPerson() {
      const own = topic()
      return own?.isPerson === true ? own.mention.name : null
    },
    topicBody() {
      const own = topic()
      return own?.isPerson === false ? own.mention : null
    },
    find(text, kind) {
      if (/^their$/i.test(text)) return kind === 'person' ? person : null
      if (/^(?:he|his|she|her)$/i.test(text))
        return kind === 'person' || kind === 'any' ? findByPronoun(/^s|r$/i.test(text) ? 'she' : 'he') : null
      if (/^(?:it|its)$/i.test(text)) return kind === 'person' || !isOtherSubject ? null : other
      if (/^they$/i.test(text)) return null
      const [, noun] = new RegExp(`^the (${groupNouns})$`, 'i').exec(text) ?? []
      if (noun !== undefined)
        return (kind === 'organisation' || kind === 'any') &&
          other !== null &&
          (isOtherSubject || generic.test(noun)) &&
          fits(noun, other.name)
          ? other
          : null
      const name = aliases.get(fold(text)) ?? text
      switch (kind) {
        case 'person':
          return findPerson(name)
        case 'person or body':
          return (
            findPerson(name) ??
            ((organisationWord.test(name) && name.includes(' ')) || isTopicBody(name)
              ? organisation(name)
              : null)
          )
        case 'work':
          return thing('Work', name)
        case 'award':
          return awardWord.test(name) && !bareAward.test(name) ? thing('Thing', name) : null
        case 'place':
          return recognise(name) ?? place(name)
        case 'known place':
          return isPlaceName(name) ? place(name) : null
        case 'company':
          return companyWord.test(name) ? organisation(name) : null
        case 'firm':
          return nationality.test(name) ||
            event.test(name) ||
            isPlaceName(name) ||
            certain.has(`person:${fold(name)}`)
            ? null
            : organisation(name)
        case 'school':
          return isSchool(name) ? organisation(name) : null
        case 'body':
          return organisationWord.test(name) && name.replace(/^The /, '').includes(' ')
            ? organisation(name)
            : null
        case 'organisation':
          if (nationality.test(name) || event.test(name) || /^(?:Co|Inc|Ltd|Corp|LLC|plc)$/.test(name))
            return null
          if (shortNames.has(fold(name))) return organisation(shortNames.get(fold(name)) ?? name)
          if (isSurname(name)) return null
          return isPlaceName(name) || isPersonName(name) || certain.has(`person:${fold(name)}`)
            ? null
            : organisation(name)
        default:
          if (nationality.test(name)) return null
          return (
            recognise(name) ??
            (isPersonName(name) ? findPerson(name) : null) ??
            surnameOf(name) ??
            (isPlaceName(name) ? place(name) : null) ??
            (isGivenName(name) ? null : organisation(name))
          )
      }
    },
  }

  function isBodyName(name: string): boolean {
    return (
      legalForm.test(name) ||
      (organisationWord.test(name) && name.includes(' ')) ||
      / (?:Brewery|Brewing Company|Laboratories|Motors|Records|Studios|Works|Airlines)$/.test(name)
    )
  }

  /** Whether a heading that could be a person's name is one: the text uses the surname, and pronouns of persons. */
  function isOwnName(name: string): boolean {
    const surname = name.split(' ').at(-1) ?? ''
    if (!isPersonLike(name) || !name.includes(' ') || commonHeading.test(name)) return false
    return (
      /\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b/.test(body) &&
      new RegExp(`(?<!\\p{L})${escaped(surname)}(?!\\p{L})`, 'u').test(body)
    )
  }

  /** The organisation that the text is about, or a short form of its name. */
  function isTopicBody(name: string): boolean {
    const own = topic()
    return own?.isPerson === false && `${fold(own.mention.name)} `.startsWith(`${fold(name)} `)
  }

  /** A single word that is the surname of somebody in the text, and not a short name of the organisation that it is about. */
  function isSurname(name: string): boolean {
    const known = persons.get(fold(name))
    if (name.includes(' ') || known === undefined || isTopicBody(name)) return false
    return [...known].some(one => fold(one).split(' ').at(-1) === fold(name))
  }

  /** A single word that is the surname of a person named before. */
  function surnameOf(name: string): Mention | null {
    return name.includes(' ') ? null : findPerson(name)
  }
}

/** The name in a heading or title: "History of Acme", "1931 - Sir John Doe", "John Doe (1850–1920)"; null without one. */
export function headingName(heading: string): string | null {
  const name = heading
    .replace(/^\d{4}\s*[-–—:]\s*|^\d{1,3}[.)]\s+/, '')
    .replace(
      /^(?:Remembering|Celebrating|Meet|Introducing|Honou?ring|Profile:|Obituary:|In Memoriam:?|In Memory of|Farewell,?)\s+(?=\p{Lu})/u,
      '',
    )
    .replace(/\s*\([^()]*\)\s*/g, ' ')
    .replace(/\s*(?:\||[–—]| - |: ).*$/, '')
    .replace(/,? (?:Sr|Jr)\.?$/, '')
    // "Doe, Jane Ann", "Doe, Jane Ann, 1850–1920"
    .replace(
      /^(\p{Lu}[\p{L}’'-]+), ((?:\p{Lu}[\p{L}.’'-]*)(?: \p{Lu}[\p{L}.’'-]*){0,2})(?:, \d.*)?$/u,
      (whole, last: string, first: string) =>
        /^(?:Inc|Ltd|LLC|Jr|Sr)\b/.test(first) ? whole : `${first} ${last}`,
    )
    .replace(/^(?:(?:A )?(?:Brief |Short )?(?:History|Biography|Life|Story) of (?:the )?|About )/i, '')
    .replace(
      /(?:[’']s?|,)? (?:(?:Early |Short |Brief )?(?:Biography|Life|Career)|History|Bio|Profile|FRS)$/i,
      '',
    )
    .trim()
    .replace(/^(?:\p{Lu}{2,}[- ]?){2,5}$/u, all =>
      all.replace(/(?<=\p{Lu})\p{Lu}+/gu, rest => rest.toLowerCase()),
    )
  return /^\p{Lu}[\p{L}\p{M}.’'-]*(?: (?:de|la|van|von|der|den|du|di|da|al|bin|ibn|of|the|and|&|\p{Lu}[\p{L}\p{M}.’'-]*)){0,5}$/u.test(
    name,
  )
    ? name
    : null
}

export function isNationality(name: string): boolean {
  return nationality.test(name)
}

/** Whether the first words of a name show that it is a person's. */
export function isPersonName(name: string): boolean {
  if (!isPersonLike(name)) return false
  if (parsePerson(name) !== null) return true
  const words = name.replace(withTitle, '').split(' ')
  return words.length > 1 && isGivenName(words[0] ?? '')
}

/** Whether a name of several words can be a person's. */
export function isPersonLike(name: string): boolean {
  return (
    /^\p{Lu}/u.test(name) &&
    /\p{Ll}\p{Ll}/u.test(name) &&
    name.split(' ').length <= 5 &&
    !/[\d&/]|, Inc|, Ltd/.test(name) &&
    !/(?:^| )(?:of|for|the|and) /.test(name) &&
    !organisationWord.test(name) &&
    !placeWord.test(name) &&
    !awardWord.test(name) &&
    !isPlaceName(name) &&
    !notPerson.test(name)
  )
}

export function isSchool(name: string): boolean {
  return educationWord.test(name)
}

/** Whether the first name has only words of the second: the same first and last word, or the surname and some given name. */
function isSpellingOf(short: string, long: string): boolean {
  const [few, many] = [fold(short).split(' '), fold(long).split(' ')]
  return (
    few.at(-1) === many.at(-1) &&
    few.every(word => many.includes(word) || (word.length <= 2 && many.some(one => one[0] === word[0])))
  )
}

/** Whether a word is the first or last of a name: a surname, in either order. */
function isOuterWord(word: string, name: string): boolean {
  const words = name.split(' ')
  return words.at(-1) === word || words[0] === word
}

function sharesWord(one: string, other: string): boolean {
  const words = fold(other).split(' ')
  return fold(one)
    .split(' ')
    .some(word => words.includes(word))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Nouns that do not fit a name which says what it is: "the company" is no university. */
function fits(noun: string, name: string): boolean {
  const isLearned = /^(?:university|college|school|institute|academy|institution)$/.test(noun)
  if (/\b(?:University|College|School|Academy|Institute)\b/.test(name)) return isLearned
  if (/\b(?:Inc|Ltd|Limited|plc|Corp|Corporation|Company|GmbH|AG)\b/.test(name))
    return !isLearned && !/^(?:band|trio|quartet|society|association|charity|party|union|church)$/.test(noun)
  return true
}

/** "PSF" of "Python Software Foundation": its letters begin words of the name, in order. */
export function isAbbreviation(short: string, long: string): boolean {
  if (!/^\p{Lu}[\p{Lu}&]{1,5}$/u.test(short)) return false
  let at = 0
  const letters = short.replaceAll('&', '')
  for (const word of long.split(/[ -]/)) if (word[0]?.toUpperCase() === letters[at]) at++
  return at === letters.length
}
