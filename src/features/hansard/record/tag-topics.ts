import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../core/model/failure.ts'

type Tagged = { text: string; titles: readonly string[] }

const mostTags = 20
const longestTag = 100

/** Topics of each speech of a sitting: the titles of its debate, then the phrases that it repeats. */
export async function tagTopics(speeches: readonly Tagged[], signal: AbortSignal): Promise<string[][]> {
  const phrases = await keyphrases(
    speeches.map(({ text }) => text),
    signal,
  )
  return speeches.map(({ titles }, index) => {
    const ofTitles = titles.flatMap(topicsOfTitle)
    return [...new Set([...ofTitles, ...(phrases[index] ?? [])])].slice(0, mostTags)
  })
}

/** "PENSIONS: ASSETS TEST" → "pensions", "assets test". Kinds of business and stages of a bill are left out. */
function topicsOfTitle(title: string): string[] {
  const clean = title.toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, ' ').trim()
  return clean
    .split(/\s*(?:[:;]|\s[-–—]\s|(?<=\b(?:19|20)\d\d),)\s*/)
    .map(part => part.replace(/[.\s]+$/, '').replace(/^[\s.]+/, ''))
    .filter(part => part.length >= 3 && !business.test(part))
    .map(part => part.slice(0, longestTag).trim())
}

const business =
  /^(?:bills?|business|committees?|documents?|petitions?|questions?(?: without notice| on notice| in writing)?(?: .{0,20}additional answers)?|answers? to questions?.*|notices?|motions?|ministerial statements?|personal explanations?|adjournment|statements?(?: by (?:members|senators))?|(?:first|second|third) readings?|consideration in detail|in committee|report(?:s)?(?: from (?:main committee|federation chamber|committee))?|referred to .*|tabling|presentation|membership|miscellaneous|proceedings|days? (?:and hours? )?of (?:meeting|sitting)|leave of absence|order of business|rearrangement|withdrawal|postponement|returned from .*|explanatory memorandum|message.*|assent|papers?|matters of public (?:importance|interest)|constituency statements|private members' business|grievance debate|condolences?|auditor-general's reports?|parliamentary office holders|governor-general's speech|address-in-reply|delegation reports|first speech|valedictory|answers?|report no\.? .*)$/

const mostPhrases = 8
const mostSingleWords = 2
const longestPhrase = 4
/** Yields to the event loop after this many texts. */
const textsPerTurn = 16

/**
 * Returns for each text the phrases that it repeats and the other texts do not: runs of up to four words without a stop
 * word, ranked by count times rarity among the texts, ties in alphabetical order.
 */
async function keyphrases(texts: readonly string[], signal: AbortSignal): Promise<string[][]> {
  const words = wordReader()
  const counted: Map<string, number>[] = []
  for (const text of texts) {
    counted.push(countPhrases(words(text)))
    if (counted.length % textsPerTurn > 0) continue
    throwIfAborted(signal)
    await setImmediate()
  }
  const spread = new Map<string, number>()
  for (const phrases of counted)
    for (const phrase of phrases.keys()) spread.set(phrase, (spread.get(phrase) ?? 0) + 1)
  const rarity = (phrase: string) => Math.log((texts.length + 1) / (spread.get(phrase) ?? 1))
  return counted.map(phrases => choosePhrases(phrases, rarity))
}

/** Splits into lower-case words, with null where a phrase must end. Skips words in capitals: they are headings. */
function wordReader(): (text: string) => (string | null)[] {
  const known = new Map<string, string | null>()
  const read = (token: string): string | null => {
    const word = token
      .toLowerCase()
      .replaceAll('’', "'")
      .replace(/'s$/, '')
      .replace(/[-']+$/, '')
    const isShouted = token.length > 4 && token === token.toUpperCase()
    return word.length < 3 || isShouted || stopWords.has(word) || !/^[a-zà-ɏ]/.test(word) ? null : word
  }
  return text =>
    (text.match(/[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*|[^A-Za-zÀ-ɏ\s]+/g) ?? []).map(token => {
      const word = known.get(token)
      if (word !== undefined) return word
      const fresh = read(token)
      known.set(token, fresh)
      return fresh
    })
}

/**
 * Counts phrases that occur at least twice, and frequent single words. Skips words that occur once: no phrase with one
 * repeats.
 */
function countPhrases(words: readonly (string | null)[]): Map<string, number> {
  const single = new Map<string, number>()
  for (const word of words) if (word !== null) single.set(word, (single.get(word) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (let start = 0; start < words.length; start += 1) {
    let phrase = ''
    for (let at = start; at < Math.min(words.length, start + longestPhrase); at += 1) {
      const word = words[at]
      if (word == null || (single.get(word) ?? 0) < 2) break
      phrase = phrase === '' ? word : `${phrase} ${word}`
      if (at > start) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
    }
  }
  for (const [phrase, count] of counts) if (count < 2) counts.delete(phrase)
  for (const [word, count] of single) if (count >= 6 && word.length >= 5) counts.set(word, count)
  return counts
}

type Scored = { phrase: string; isSingle: boolean; score: number }

function choosePhrases(phrases: Map<string, number>, rarity: (phrase: string) => number): string[] {
  const scored = [...phrases]
    .map(([phrase, count]): Scored => {
      const isSingle = !phrase.includes(' ')
      return { phrase, isSingle, score: count * (rarity(phrase) + 0.1) * (isSingle ? 1 : 2) }
    })
    .toSorted((one, other) => other.score - one.score || (one.phrase < other.phrase ? -1 : 1))
  const chosen: Scored[] = []
  for (const candidate of scored) {
    const isSpent = candidate.isSingle && chosen.filter(({ isSingle }) => isSingle).length >= mostSingleWords
    const isCovered = chosen.some(
      ({ phrase }) => isPart(phrase, candidate.phrase) || isPart(candidate.phrase, phrase),
    )
    if (!isSpent && !isCovered) chosen.push(candidate)
    if (chosen.length === mostPhrases) break
  }
  return chosen.map(({ phrase }) => phrase)
}

function isPart(whole: string, part: string): boolean {
  return ` ${whole} `.includes(` ${part} `)
}

/** Words that carry no topic: function words of English, and words that every speech in a parliament has. */
const stopWords: ReadonlySet<string> = new Set(
  [
    "a about above across after afterwards again against ago all almost along already also although always am among an and another any anybody anyone anything anyway are aren't around as ask asked asking at away back be became because become been before began behind being believe below best better between beyond both bring brought but by",
    "call called came can can't cannot certain certainly clear clearly come comes coming could couldn't course day days deal did didn't different do does doesn't doing don't done down during each either else end enough even ever every everybody everyone everything example fact far few find first five following for former found four from full further",
    "gave general get gets getting give given gives giving go goes going gone good got great had hadn't half hand happen happened hard has hasn't have haven't having he hear heard he'd he'll held help her here here's hers herself he's high him himself his how however hundred i i'd if i'll i'm important in include including indeed instead into is isn't it it'll its it's itself i've",
    "just keep kept kind knew know known knows large last later least leave left less let let's like likely line little long look looked looking looks lot made main make makes making man many matter matters may maybe me mean means men might million billion thousand moment month months more most move moved much must my myself",
    'near need needed needs never new next nine no nobody non none nor not note nothing now number of off often old on once one ones only onto open opposite or order other others our ours ourselves out over own part particular particularly past people per perhaps place point points possible present problem put quite rather real really reason regard right',
    "said same saw say saying says second see seek seem seems seen sense set several shall she she'd she'll she's should shouldn't show side simply since single six small so some somebody someone something sometimes soon sort speak spoke stand start state still stop such support sure take taken takes taking talk talking tell ten than thank thanks that that's the their theirs them themselves then there therefore there's these they they'd they'll they're they've thing things think this those though thought three through throughout thus time times to today together told tomorrow tonight too took toward towards true try trying turn two",
    "under understand until unless up upon us use used using various very want wanted wants was wasn't way ways we we'd week weeks we'll well went were we're weren't we've what whatever what's when where whether which while who whole whom who's whose why will wish with within without woman women won't word words work world would wouldn't year years yes yesterday yet you you'd you'll young your you're yours yourself you've",
    'honourable honorable hon gentleman member members senator senators minister ministers prime speaker president deputy acting chair chairman madam sir mister house chamber parliament parliamentary opposition government leader motion question questions answer bill bills amendment amendments debate reading clause committee committees leave granted hear interjecting interjection division ayes noes pairs teller table tabled standing orders hansard federal commonwealth australia australian australians national nation country community act section subsection item page line schedule insert omit substitute paragraph',
    'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december south wales north east west western northern southern eastern',
  ].flatMap(line => line.split(' ')),
)
