import { keyphrases } from './keyphrases.ts'

export type Tagged = { text: string; titles: readonly string[] }

const mostTags = 20
const longestTag = 100

/** Topics of each speech of a sitting: its debate's titles, then the phrases it keeps coming back to. */
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

/** "PENSIONS: ASSETS TEST" → "pensions", "assets test"; kinds of business and stages of a bill are no topics. */
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
