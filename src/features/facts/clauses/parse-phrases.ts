import { verbWord } from '../grammar/verb-words.ts'
import { momentPattern } from '../periods.ts'
import { officeHeads, organisationWord, titles } from '../words.ts'
import { isGivenName } from './given-names.ts'
import { isPlaceName } from './place-names.ts'
import { months, plainText } from './plain-text.ts'

/** A word, a mark, a name or a date of a sentence: characters [start, end) of it. */
export type Phrase = {
  kind: 'word' | 'name' | 'date' | 'quote'
  text: string
  start: number
  end: number
  /** Whether quotation marks were around a name: it is a title. */
  isQuoted?: boolean
}

/**
 * A sentence as phrases, and as a line in which patterns are matched: words in small letters, names as `⟦n3⟧` and dates as
 * `⟦d4⟧` (the number is that of the phrase), all separated by single spaces.
 */
export type ParsedSentence = { text: string; phrases: Phrase[]; line: string; offsets: number[] }

const letters = '\\p{L}\\p{M}\\p{N}'
const capital = `\\p{Lu}[${letters}]*(?:(?:[.&+’'-]|/(?=\\d)|(?<!\\p{Ll}{3})/)[${letters}]+)*(?:\\+\\+|#|(?<=s)[’'](?= \\p{Lu}))?`
const initial = '\\p{Lu}\\.(?:[ -]?\\p{Lu}\\.)*'
const particle =
  '(?:de la|de los|do|das|van der|van den|von der|de|dei|delle|degli|del|della|van|von|der|den|la|le|du|di|da|dos|al|bin|ibn|ten|ter|zu|af|av|des|les|zur|zum|dell|degli)'
/** Dates with a shortened month: "Oct. 3, 1858". */
const shortMonth = '(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?'
const shortMoment = `(?:(?:[12]?\\d|3[01]) ${shortMonth},? (?:1[4-9]|20)\\d\\d|${shortMonth}(?: (?:[12]?\\d|3[01]),?)? (?:1[4-9]|20)\\d\\d)(?!\\d)`
const nameWord = `(?!(?:${months})(?:,| of)? \\d)(?:${initial}|\\d\\p{Lu}(?![\\p{L}\\d])(?= \\p{Lu})|(?:St|Mt|Ft)\\.|\\p{Ll}{1,4}\\p{Lu}\\p{L}+|${capital})`
/** Small words inside names: "University of the Arts", "Museum für Kunst". */
const link = `(?:of the|of|for the|for(?= (?:Women|Girls|Boys|(?:Sick |Poor |Deaf |Blind )?Children|Men|Nurses|Sick|Working))|(?<=(?:Cent(?:er|re)|Institute|Society|Foundation|Corporation|Council|Association|Department|Agency|School|Office|Commission|Committee|Academy|Trust|Fund|Ministry|Bureau|Campaign) )for|${particle}|für|och|i|et|y|&|\\+|upon|am|sur|on(?= (?:Tyne|Thames|Avon|Trent|Sea|Hudson|Wye|Don|Dee|Tees|Severn|Main)\\b))`
/** Small words of French bodies: "Académie française". */
const french =
  '(?<=(?:Académie|École|Ecole|Bibliothèque|Université|Institut|Société|Comédie|Opéra|Imprimerie|Garde|Conservatoire)) (?:française|royale|nationale|impériale|normale supérieure|normale|polytechnique|libre|centrale|supérieure|catholique|national)'
const name = `${nameWord}(?:${french}|(?<=\\p{Ll}{2}) (?:0\\d|\\d{2})(?=[,.;:)]| (?:is|was|were|has|had)\\b)| S\\.p\\.A\\.| (?:S\\.A|N\\.V|B\\.V|S\\.r\\.l)\\.|(?<!(?:Inc|Ltd|LLC|Corp)\\.)(?: ${link}|(?<=(?:Institute|Institution|Society|Academy|Department|Ministry|Association|Faculty|School|College) (?:of|for) (?:the )?\\p{Lu}\\p{L}+(?:al|ic|ed|ng|th|ce|ts|es)) and|(?<=(?:Museum|Survey|Kingdom|Duchy|Diocese|Archdiocese|Ministry|Minister|Department|Faculty|Secretary|Commissioner|Gallery|Bureau|Chamber) (?:of|for) (?:the )?\\p{Lu}\\p{L}+) and|(?<=University of (?:the )?(?:Science|Arts?|Technology|Agriculture|Economics|Mining|Engineering|Applied Sciences|Life Sciences|Medicine|Theatre|Music)) and|(?<=Prize|Award|Medal) (?:in|for(?= (?:\\p{Lu}\\p{L}+ )?(?:Literature|Excellence|Achievement|Service|Research|Teaching|Writing|Criticism|Translation|Leadership|Innovation|Nonfiction|Novel|Film|Director|Actor|Actress|Architecture|Fiction|Poetry|Drama|Physics|Chemistry|Peace|Medicine|Economics|Journalism|History|Biography|Music|Mathematics|Science|Art|Design|Engineering|Best|Lifetime|Outstanding)\\b))|(?<=(?:Prize|Award|Medal) in \\p{Lu}\\p{L}+) (?:or|and))? ${nameWord}|, (?:Inc|Ltd|LLC|Jr|Sr)\\b\\.?| \\d+\\.\\d+(?:\\.\\d+)?(?! (?:million|billion|trillion|percent|per|times|m|km|miles)\\b|[\\d%]))*`
const quoted = '["“]([^"“”]{1,80})["”]'
const pieces = new RegExp(
  `(?<date>(?:the )?(?:(?:${months}) of [12]\\d{3}|${shortMoment}|${momentPattern})(?!\\p{L})|(?<=\\b(?:[Ii]n|[Ss]ince|until|around|about|from|to|and|by) )[1-9]\\d{3}(?=[ ,.;)]|$))|(?<quote>${quoted})|(?<name>(?<![${letters}])${name})|(?<word>[${letters}]+(?:[’'-][${letters}]+)*|[^\\s])`,
  'gu',
)

/** Capitalised words that begin a sentence without being names. */
const starters = new Set(
  `a an the in on at by for from to of with as after before since until during when while where if although though because once
he she it they we you i his her its their our my your this that these those there here who whom whose which what why how
and but or nor so yet both either neither some many most all several few each every another other others no not
also then later today now however moreover finally originally initially meanwhile instead perhaps maybe legend rumour rumor
founded established born educated formed created invented designed written built based located acquired following according
between among under over about around within without upon through despite unlike like soon eventually thereafter subsequently
was is are were did does do has have had can could would should may might must will shall let suppose analysts scholars
headquartered raised trained launched released awarded elected appointed named known married started hired recruited
co-founded incorporated organized organised owned operated directed produced published ordained baptized baptised nominated promoted selected
inspired employed retired returning working studying graduating joining leaving moving growing playing writing teaching having being
historians critics experts people members officials researchers reports`.split(/\s+/),
)

/** Words that are no names, wherever a sentence has them with a capital. */
const never =
  /^(?:An?|The|This|That|These|Those|One|It|Its|His|Her|Their|In|On|At|As|By|Of|To|For|From|With|When|While|After|Before|If|And|Or|But|Not|All|Some|Most|Many|Part|See|Also|Intro|Note|Named|Foreign|Honorary|Former|Formerly|Senior|Assistant|Deputy|Acting|Interim|Emeritus|Distinguished|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)$/
const isTitle = new RegExp(`^(?:${titles.join('|')})\\.?$`)
const placeSuffix =
  /^(?!The )(\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+)?)-(?:based|born|headquartered|educated|trained)(?= |$)/u

/** Splits a sentence into words, names and dates. `isCommon` tells whether a first word is written small elsewhere. */
export function parsePhrases(sentence: string, isCommon: (word: string) => boolean): ParsedSentence {
  const text = plainText(sentence)
  const found: Phrase[] = []
  const add = (kind: Phrase['kind'], at: number, length: number) => {
    if (length > 0) found.push({ kind, text: text.slice(at, at + length), start: at, end: at + length })
  }
  for (const match of text.matchAll(pieces)) {
    const { date, quote, name: called } = match.groups ?? {}
    if (date !== undefined) {
      const lead = date.startsWith('the ') ? 4 : 0
      add('word', match.index, Math.max(0, lead - 1))
      add('date', match.index + lead, date.length - lead)
    } else if (quote !== undefined) {
      // "Out of Step." with the stop of the sentence inside.
      const stop = /[.,]["”]$/.test(quote) && isTitleCase(quote.slice(1, -2)) ? 1 : 0
      const isWork = /^\p{Lu}/u.test(quote.slice(1)) && (stop === 1 || !/[.!?,]["”]$/.test(quote))
      if (isWork) {
        add('name', match.index + 1, quote.length - 2 - stop)
        const title = found.at(-1)
        if (title !== undefined) title.isQuoted = true
      } else add('quote', match.index, quote.length)
    } else if (called !== undefined)
      for (const piece of splitName(called, {
        isFirst: isStart(text, match.index),
        isCommon,
        isVerb: isOpeningVerb(text.slice(match.index)),
        isGoverned: / (?:of|for) (?:the )?$/.test(text.slice(Math.max(0, match.index - 9), match.index)),
      }))
        add(piece.kind, match.index + piece.at, piece.length)
    else add('word', match.index, match[0].length)
  }
  return lineOf(text, found)
}

const officeTitle =
  '(?:(?:Vice |Executive |Deputy |Managing |General |Former |Prime |Foreign |Finance |Lord )*(?:President|Chairman|Chairwoman|Chair|Mayor|Governor|Senator|Minister|Director|Editor|Founder|Co-[Ff]ounder|Chancellor|Secretary|Commissioner|Archbishop|Bishop|Coach|Manager|Chief Executive(?: Officer)?|Congressman|Congresswoman))'
const officeBefore = new RegExp(
  `^(\\p{Lu}\\S*(?: \\S+)*?) (${officeTitle}) (\\p{Lu}[\\p{L}’'-]+) \\p{Lu}`,
  'u',
)
const officeOf =
  /^((?:Mayor|Governor|Senator|Premier|Archbishop|Bishop) \p{Lu}[\p{L}’'.-]+ (?:\p{Lu}\. )?\p{Lu}[\p{L}’'-]+) of (\p{Lu}[\p{L} ’'-]+)$/u

/** Whether all longer words have a capital. */
function isTitleCase(text: string): boolean {
  return text
    .split(' ')
    .every(word => word.length < 4 || /^[\p{Lu}\d]/u.test(word) || /^(?:with|from|into|over)$/.test(word))
}

type Piece = { kind: Phrase['kind']; at: number; length: number }
type NameContext = {
  isFirst: boolean
  isCommon: (word: string) => boolean
  isGoverned?: boolean
  isVerb?: boolean
}

/** "Killed by a sniper", "Bought by A": a participle with what belongs to it. */
function isOpeningVerb(text: string): boolean {
  const [, first = ''] =
    /^(\p{Lu}\p{Ll}+) (?:by|in|at|as|from|to|on|with|into|for|of|under|out|up|dead|a|an|the|his|her|its|after|during)\b/u.exec(
      text,
    ) ?? []
  if (openingRole.test(text)) return true
  const forms = first === '' || isGivenName(first) ? [] : (verbWord(first.toLowerCase())?.forms ?? [])
  return (
    forms.some(form => form === 'participle' || form === 'past') ||
    (forms.includes('ing') && forms.length === 1 && isKnownVerb(first))
  )
}

/** "Recipient of A, B …", "Author of C, D …": what somebody is before the name. */
const openingRole =
  /^(?:Winners|Recipients|Laureates|Graduates|Alumni|Members|Founders|Directors|Presidents|Editors|Mayors|Conductors|Principals|Rectors|Bishops|Headmasters|Chairmen|Recipient|Winner|Holder|Author|Graduate|Alumn(?:us|a)|Son|Daughter|Brother|Sister|Wife|Widow|Husband|Father|Mother|Founder|Cofounder|Native|Creator|Inventor|Designer|Composer|Developer|Pupil|Student|Heir|Descendant|Scion|Veteran|Laureate|Owner|Conductor|Curator|Headmaster|Headmistress|Librarian|Organist|Trustee|Partner|Keeper|Warden|Translator|Discoverer) (?:of|at|in|for|to|from|with)\b/

function isKnownVerb(word: string): boolean {
  return /^(?:Becoming|Buying|Acquiring|Founding|Marrying|Succeeding|Replacing|Serving|Training|Teaching|Winning|Leading|Leaving|Dating|Hailing|Beginning|Starting)$/.test(
    word,
  )
}

/** Separates words that are no part of a name: the first word of a sentence, titles of offices, "Zurich-based". */
function splitName(called: string, context: NameContext): Piece[] {
  const [suffix = '', based] = placeSuffix.exec(called) ?? []
  if (based !== undefined)
    return withRest(called, [
      { kind: 'name', at: 0, length: based.length },
      { kind: 'word', at: based.length, length: suffix.length - based.length },
    ])
  // "Acme CEO Jane Doe"
  const [, body = '', title = ''] = /^(.+?) (C[EFOT]O|VP|MD|Professor)(?= |$)/u.exec(called) ?? []
  if (body !== '')
    return withRest(called, [
      ...splitName(body, context),
      { kind: 'word', at: body.length + 1, length: title.length },
    ])
  // "Galveston Mayor Paul Reyes", "World Bank President Paul Wolfowitz"
  const [, where = '', office = '', given = ''] = officeBefore.exec(called) ?? []
  if (where !== '' && isGivenName(given))
    return withRest(called, [
      ...splitName(where, context),
      ...[...office.matchAll(/\S+/g)].map(
        (word): Piece => ({ kind: 'word', at: where.length + 1 + word.index, length: word[0].length }),
      ),
    ])
  // "Governor John Keene of Vermont"
  const [, holder = '', of = ''] = officeOf.exec(called) ?? []
  if (holder !== '')
    return [
      ...splitName(holder, context),
      { kind: 'word', at: holder.length + 1, length: 2 },
      { kind: 'name', at: holder.length + 4, length: of.length },
    ]
  // "Clearstream Technologies of Portland"
  const [, firm = '', seat = ''] =
    /^(.+ (?:Technologies|Systems|Company|Inc|Ltd|Corporation|Industries|Brothers|Sons|Works|Motors|Foods|Partners|Software)) of (\p{Lu}[\p{L} -]+)$/u.exec(
      called,
    ) ?? []
  if (isPlaceName(seat))
    return [
      ...splitName(firm, context),
      { kind: 'word', at: firm.length + 1, length: 2 },
      { kind: 'name', at: firm.length + 4, length: seat.length },
    ]
  // "Patrick Doyle of Quincy"
  const [, resident = '', town = ''] =
    /^((\p{Lu}\p{Ll}+) (?:\p{Lu}\. )?\p{Lu}[\p{L}’'-]+) of (\p{Lu}[\p{Ll}-]+(?: \p{Lu}[\p{Ll}-]+)?)$/u
      .exec(called)
      ?.toSpliced(2, 1) ?? []
  const [known = ''] = resident.split(' ')
  if (
    resident !== '' &&
    isGivenName(known) &&
    !isPlaceName(known) &&
    !organisationWord.test(called) &&
    !/(?:na|va|vich|ovich)$/.test(resident)
  )
    return [
      ...splitName(resident, context),
      { kind: 'word', at: resident.length + 1, length: 2 },
      { kind: 'name', at: resident.length + 4, length: town.length },
    ]
  // "During the Second World War Balfour worked"
  const [, war = ''] =
    /^((?:\S+ )*War(?: I{1,3}| One| Two)?) (?!Department|Office|Memorial|Cabinet|Museum|Graves|Crimes|Council|Ministry|Cross|Medal|Secretary|College|Production|Child|Artists?|Poets?|Horse|Room|I{1,3}\b|One\b|Two\b)\p{Lu}\p{Ll}+$/u.exec(
      called,
    ) ?? []
  if (war !== '') return withRest(called, [{ kind: 'name', at: 0, length: war.length }])
  // "Prime Minister of Canada William Lyon Mackenzie King"
  if (context.isGoverned === true) {
    const words = called.split(' ')
    const cut = [1, 2, 3].find(
      count =>
        words.length - count >= 2 &&
        isPlaceName(words.slice(0, count).join(' ')) &&
        isGivenName(words[count] ?? ''),
    )
    if (cut !== undefined)
      return withRest(called, [{ kind: 'name', at: 0, length: words.slice(0, cut).join(' ').length }])
  }
  const lead = leadOf(called, context)
  if (lead !== null) return withRest(called, lead)
  if (isTitle.test(called) || never.test(called)) return [{ kind: 'word', at: 0, length: called.length }]
  const plain = called.replace(/(?<=\p{Ll}\p{Ll})\.$/u, '')
  const stop: Piece[] = plain === called ? [] : [{ kind: 'word', at: plain.length, length: 1 }]
  return [{ kind: 'name', at: 0, length: plain.length }, ...stop]
}

/** The words before a name that do not belong to it, or the name before a possessive; null when all of it is a name. */
function leadOf(called: string, { isFirst, isCommon, isVerb }: NameContext): Piece[] | null {
  const [first = ''] = called.split(' ')
  const [, second = ''] = called.split(' ')
  const isTrade =
    (/(?:er|or|ist|ian|man|woman)$/.test(first) && !isGivenName(first) && isGivenName(second)) ||
    (/^(?:Gymnast|Chef|Poet|Athlete|Pilot|Judge|Coach|Architect|Chemist|Actress|Soprano|Tenor|Baritone|Playwright|Bassist|Midfielder|Defender|Striker|Goalkeeper|Drummer|Singer|Guitarist|Keyboardist|Novelist|Painter|Sculptor|Historian|Economist|Physicist|Botanist|Engineer|Journalist|Composer|Pianist|Violinist|Lawyer|Entrepreneur|Explorer|Astronomer|Mathematician|Philosopher|Biologist)$/.test(
      first,
    ) &&
      called.split(' ').length > 2)
  if (
    /^(?:Count|Countess|Baron|Baroness|Viscount|Marquis|Dowager|Chevalier|Archduke|Archduchess|Herr|Frau|Madame|Monsieur|Señor|Signor|Don|Mother|Brother|Fr|Father)$/.test(
      first,
    ) &&
    called.split(' ').length > 2 &&
    !organisationWord.test(called)
  )
    return [{ kind: 'word', at: 0, length: first.length }]
  if (/ist$/.test(first) && called.split(' ').length > 2 && isGivenName(second) && !isGivenName(first))
    return [{ kind: 'word', at: 0, length: first.length }]
  if (first === 'Emeritus' || first === 'Emerita') return [{ kind: 'word', at: 0, length: first.length }]
  const isWord =
    isFirst &&
    (isTrade ||
      starters.has(first.toLowerCase()) ||
      isCommon(first) ||
      isVerb === true ||
      (first === called && looksCommon(first)))
  if (isWord || /^An? /.test(called) || /^(?:He|She|It|They|I|We|You)$/.test(first))
    return [{ kind: 'word', at: 0, length: first.length }]
  const isNamed =
    (first === 'General' && !isGivenName(second)) ||
    (/^(?:Duke|Queen|King|Prince|Princess|Bishop|Dean)$/.test(first) &&
      /^(?:University|College|Energy|Power|School)$/.test(second))
  const rank =
    /^(?:Knight|Dame|Officer|Companion|Commander|Member|Chevalier|Grand Officer|Knight Commander)(?= of (?:the )?\p{Lu})/u.exec(
      called,
    )?.[0]
  if (rank !== undefined && !rank.includes(' ')) return [{ kind: 'word', at: 0, length: rank.length }]
  const head = isNamed ? undefined : officeHeads.exec(called)?.[0]
  if (head !== undefined) return [{ kind: 'word', at: 0, length: head.length }]
  const [small] = /^(?:of the|of|for the|for|and)(?= )/.exec(called) ?? []
  if (small !== undefined)
    return [...small.matchAll(/\S+/g)].map(word => ({ kind: 'word', at: word.index, length: word[0].length }))
  // "Acme Minerals' Chairman"
  const [many = '', plural] = /^(.+s)[’'] (?=\p{Lu})/u.exec(called) ?? []
  if (plural !== undefined && officeHeads.test(called.slice(many.length)))
    return [
      { kind: 'name', at: 0, length: plural.length },
      { kind: 'word', at: plural.length, length: 1 },
    ]
  if (
    /^(?:St\.? \p{L}+|King|Queen|Wom[ae]n|Men|Girls|Boys|Children|People|Ladies|Farmers|Workers)[’']s? (?:\p{Lu}\p{L}+ ){0,2}(?:College|University|School|Hospital|Academy|Society|Institute|Club|Union|League|Church|Library|Press)\b/u.test(
      called,
    )
  )
    return null
  const owner =
    /^(.*?)[’']s(?= (?!Foundry|Brewery|Bank|Bookshop|Wharf|Mill|Nursery|Gym|Works|Garage|College|University|School|Hospital|Cross|Cathedral|Church|Theatre|Hall|Inns?\b|Bench|Academy|Institute|Guild|Palace|Chapel|Club|Society|Medal|Award|Prize|Cup|Trophy|Championship|Choice|Fellowship|(?:Girls|Boys)[’'])|$)/u.exec(
      called,
    )?.[1]
  if (owner === undefined) return null
  return [
    { kind: 'name', at: 0, length: owner.length },
    { kind: 'word', at: owner.length, length: 2 },
  ]
}

function withRest(called: string, lead: readonly Piece[]): Piece[] {
  return [...lead, ...restOf(called, lead)]
}

function restOf(called: string, lead: readonly Piece[]): Piece[] {
  const last = lead.at(-1)
  const from = last === undefined ? 0 : last.at + last.length + 1
  if (called.slice(from).trim() === '') return []
  const isGoverned = /(?:^| )(?:of|for)(?: the)?$/.test(called.slice(0, from - 1))
  return splitName(called.slice(from), { isFirst: false, isCommon: () => false, isGoverned }).map(piece => ({
    ...piece,
    at: piece.at + from,
  }))
}

/** Abstract nouns by their endings: "Construction was begun by …". */
function looksCommon(word: string): boolean {
  return (
    /(?:tion|ment|ness|ship|hood|ance|ence|ism)s?$/.test(word) ||
    (/(?:able|ible|ious|eous|ful|less|ive|ical|ional)$/.test(word) && !isGivenName(word)) ||
    /^(?:Logo|Icons?|Photos?|Illustrations?|Website|Documentation|Translations?|Artwork|Cover|Famous|Independent|Subsequent|Important|Permanent|Different|Past|Previous|Present|Recent|Prominent|Distinguished|Early|Late|Modern|Ancient|Famed|Winners|Laureates|Alumni|Graduates|Founders|Members|Past|Ownership|Work|Schooling|Teaching|Publication|Business|Trade)$/.test(
      word,
    )
  )
}

function isStart(text: string, at: number): boolean {
  return /(?:^|[.!?:;—]\s|["“([]|^'|[-*]\s)$/.test(text.slice(Math.max(0, at - 2), at)) || at === 0
}

/** The line of phrases; their numbers in it are their places in the list. */
export function lineOf(text: string, phrases: Phrase[]): ParsedSentence {
  const offsets: number[] = []
  let line = ''
  for (const [index, { kind, text: said }] of phrases.entries()) {
    const symbol =
      kind === 'name'
        ? `⟦n${index}⟧`
        : kind === 'date'
          ? `⟦d${index}⟧`
          : kind === 'quote'
            ? '⟦q⟧'
            : said.toLowerCase()
    offsets.push(line.length)
    line += `${symbol} `
  }
  return { text, phrases, line: line.trimEnd(), offsets }
}
