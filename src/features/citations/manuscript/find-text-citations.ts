import {
  type CitedWork,
  type Manuscript,
  type ManuscriptBlock,
  type ManuscriptCitation,
  pagesOfLocator,
  unsaidWork,
} from '../../../core/model/manuscript.ts'

/** Finds citations in plain words: "(Lessig 2004, p. 63)", "Lessig (2004: 63)", "(lessig2004, p. 63)", "(ibid., p. 64)". */
export function findTextCitations(
  manuscript: Pick<Manuscript, 'text' | 'blocks' | 'citations'>,
  knownKeys: ReadonlySet<string>,
): ManuscriptCitation[] {
  const notes = manuscript.blocks.filter(({ kind }) => kind === 'note')
  const found = manuscript.blocks.flatMap(block => {
    if (block.kind === 'heading') return []
    const nested =
      block.kind === 'note' ? [] : notes.filter(note => note.start >= block.start && note.end <= block.end)
    return citationsIn(manuscript.text, block, knownKeys).filter(
      ({ start, end }) => !nested.some(note => start < note.end && note.start < end),
    )
  })
  const known = manuscript.citations.map(citation => ({ ...citation, rank: 0 }))
  return withReferredWorks(withoutOverlaps([...known, ...found]), manuscript.blocks)
}

/** More than any thesis has. */
export const mostCitations = 5_000

type RankedCitation = ManuscriptCitation & { rank: number }

/** Of two that overlap, keeps the one that the format marks, otherwise the one that starts first. */
function withoutOverlaps(citations: readonly RankedCitation[]): ManuscriptCitation[] {
  const kept: RankedCitation[] = []
  for (const citation of citations.toSorted(
    (one, other) => one.start - other.start || one.rank - other.rank,
  )) {
    const last = kept.at(-1)
    if (last !== undefined && citation.start < last.end) {
      if (citation.rank === 0 && last.rank !== 0) kept.splice(-1, 1, citation)
      continue
    }
    if (kept.length < mostCitations) kept.push(citation)
  }
  return kept.map(({ rank: _, ...citation }) => citation)
}

const particle = String.raw`(?:(?:van|von|der|den|de|del|della|di|da|du|la|le|ten|ter|zu|zur|al|el|bin|ibn|st\.?|d['’]|l['’]|o['’]|mc|mac)\s?){0,4}`
const word = String.raw`\p{Lu}[\p{L}\p{M}'’‐-]*`
const name = String.raw`(?:${particle}${word}(?:[\s-]${word}){0,2})`
const initials = String.raw`(?:(?:,\s*)?(?:\p{Lu}\.\s?){1,3})?`
const joint = String.raw`(?:,\s*(?:and|&|und|y|et)\s+|\s+(?:and|&|und|y|et|en|och|og)\s+|,\s+|\s*/\s*)`
const authors = String.raw`${initials}${name}${initials}(?:${joint}${name}${initials}){0,7}(?:,?\s+(?:et\s+al\.?|u\.\s?a\.|and\s+others|and\s+colleagues))?`
const year = String.raw`(?:1[4-9]\d\d|20\d\d)\p{Ll}?`
const locator = String.raw`(?:\s*[,:;]\s*(?<locator>[^;()[\]]{1,80}))?`

const parenthesis = /([([])([^()[\]]{3,400})[)\]]/gu
const inBrackets = new RegExp(
  String.raw`(?<authors>${authors})(?:'s|’s)?,?\s+\(?(?<year>${year})\)?${locator}\s*$`,
  'u',
)
const yearInBrackets = new RegExp(
  String.raw`[([](?<year>${year})(?:\s*[,:;]\s*(?<locator>[^()[\]]{1,80}))?[)\]]`,
  'gu',
)
const yearInNote = new RegExp(
  String.raw`\(?(?<year>${year})\)?(?:\s*[,:]\s*(?<locator>(?:pp?\.|S\.|Seiten?|pages?)?\s*[\divxlc]+(?:\s?[‐‑–—-]\s?\d+|\s?ff?\b\.?)?))?(?![\p{L}\p{N}])`,
  'gu',
)
const authorsAtEnd = new RegExp(String.raw`(?<![\p{L}\p{N}])(?<authors>${authors})(?:['’]s?)?,?\s+$`, 'u')
/** The longest list of authors before a year. */
const mostAuthors = 150
const pageOnly = /^\s*(?:pp?|S|Seiten?|pages?)\b\.?\s*[\divxlc][^;]{0,40}$/iu
const sameWork =
  /^\s*(?:ibid(?:em)?|ebd|ebenda|ibíd|op\. ?cit|loc\. ?cit|a\. ?a\. ?O|idem)\b\.?\s*[,:]?\s*(?<locator>.*)$/iu
const keyed =
  /^\s*(?:@?)(?<key>[\p{L}][\p{L}\p{N}_:.+/-]{2,199}?)(?:\s*,\s*(?<locator>(?:PDF\s+)?(?:pp?\.|S\.)\s*.{1,60}))?\s*$/u
const looksLikeKey = /^[a-z][\p{L}_:.-]*\d{4}[\p{L}\p{N}_:.-]*$/u

/** Words that begin a sentence or announce a citation and are no names. */
const noNames =
  /^(?:see|cf|compare|also|e\.?g|i\.?e|quoted|cited|in|from|after|by|as|but|and|vgl|siehe|zit|nach|so|auch|bei|the|this|that|these|since|until|before|around|circa|ca|on|at|of|for|during|between|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|figure|fig|table|chapter|section|volume|vol|no|number|spring|summer|autumn|winter|fall|version|copyright|was|were|founded|published|issued|written|born|died|monday|tuesday|wednesday|thursday|friday|saturday|sunday|when|while|if|although|though|however|thus|hence|yet|both|only|more|most|equation|eq|appendix|theorem|lemma|act|law|directive|regulation|windows|office|year|years|summer)$/iu

function citationsIn(text: string, block: ManuscriptBlock, knownKeys: ReadonlySet<string>): RankedCitation[] {
  const slice = text.slice(block.start, block.end)
  const found: RankedCitation[] = []
  const add = (at: number, written: string, cited: Pick<ManuscriptCitation, 'isNarrative' | 'works'>) => {
    const start = block.start + at
    if (cited.works.length > 0)
      found.push({ start, end: start + written.length, written, ...cited, rank: 1 + found.length })
  }
  const addNamed = (pattern: RegExp, isNarrative: boolean) => {
    for (const match of slice.matchAll(pattern)) {
      const head = slice.slice(Math.max(0, match.index - mostAuthors), match.index)
      const named = authorsAtEnd.exec(head)
      const work = named === null ? null : toWork({ ...match.groups, ...named.groups })
      if (named === null || work === null) continue
      const names = withoutLeadingWords(named[0])
      add(match.index - names.length, names + match[0], { isNarrative, works: [work] })
    }
  }
  addNamed(yearInBrackets, true)
  for (const match of slice.matchAll(parenthesis))
    add(match.index, match[0], {
      isNarrative: false,
      works: worksIn(match[2] ?? '', { isRound: match[1] === '(', knownKeys }),
    })
  if (block.kind === 'note') addNamed(yearInNote, false)
  const ibid = block.kind === 'note' ? sameWork.exec(slice.trim()) : null
  if (ibid !== null && found.length === 0)
    add(0, slice, { isNarrative: false, works: [same(ibid.groups?.locator ?? '')] })
  return found
}

/** A placeholder for the work that was cited before, with its own pages. */
const before = '\u0000before'

function same(locator: string): CitedWork {
  return { ...unsaidWork, key: before, pages: pagesOfLocator(locator) }
}

function worksIn(
  content: string,
  { isRound, knownKeys }: { isRound: boolean; knownKeys: ReadonlySet<string> },
): CitedWork[] {
  if (isRound && pageOnly.test(content)) return [same(content)]
  const ibid = sameWork.exec(content)
  if (ibid !== null) return [same(ibid.groups?.locator ?? '')]
  return content.split(';').flatMap(part => {
    const byKey = keyed.exec(part)?.groups
    if (byKey?.key !== undefined && (knownKeys.has(byKey.key) || looksLikeKey.test(byKey.key)))
      return [
        { ...unsaidWork, key: byKey.key, pages: pagesOfLocator(byKey.locator?.replace(/^PDF\s+/, '') ?? '') },
      ]
    const named = /\d{4}/.test(part) ? inBrackets.exec(part) : null
    const work = named === null ? null : toWork(named.groups ?? {})
    return work === null ? [] : [work]
  })
}

function toWork({
  authors: listed = '',
  year: stated = '',
  locator: pages = '',
}: Record<string, string>): CitedWork | null {
  const names = surnames(withoutLeadingWords(listed))
  if (names.length === 0) return null
  return { ...unsaidWork, authors: names, year: stated, pages: pagesOfLocator(pages) }
}

/** "See Lessig" → "Lessig"; "In May" → "". */
function withoutLeadingWords(text: string): string {
  let rest = text
  for (
    let first = /^[\p{L}.]+/u.exec(rest)?.[0];
    first !== undefined;
    first = /^[\p{L}.]+/u.exec(rest)?.[0]
  ) {
    if (!noNames.test(first.replace(/\.$/, ''))) return rest
    rest = rest.slice(first.length).replace(/^[\s,.:;]+/, '')
    if (rest === '') return rest
  }
  return rest
}

/** "Adorno, T. W., & Horkheimer, M." → Adorno, Horkheimer. */
function surnames(listed: string): string[] {
  return listed
    .replace(/,?\s+(?:et\s+al\.?|u\.\s?a\.|and\s+others|and\s+colleagues)\s*$/u, '')
    .split(/,\s*(?:and|&|und|y|et)\s+|\s+(?:and|&|und|y|et|en|och|og)\s+|,\s+|\s*\/\s*/u)
    .map(part =>
      part
        .replace(/(?:^|\s)(?:\p{Lu}\.\s?)+/gu, ' ')
        .replace(/['’]s?$/, '')
        .trim(),
    )
    .filter(part => part !== '' && !/^\p{Lu}\.?$/u.test(part) && !noNames.test(part))
}

/** Replaces "ibid." and "(p. 63)" by the work that was cited last. A page alone refers to its own paragraph. */
function withReferredWorks(
  citations: readonly ManuscriptCitation[],
  blocks: readonly ManuscriptBlock[],
): ManuscriptCitation[] {
  const kept: ManuscriptCitation[] = []
  for (const citation of citations) {
    const [first] = citation.works
    if (first?.key !== before) {
      kept.push(citation)
      continue
    }
    const isPageAlone = pageOnly.test(citation.written.replace(/^[([]|[)\]]$/g, ''))
    const block = blocks.find(({ start, end }) => start <= citation.start && end >= citation.end)
    const previous = kept.findLast(one => !isPageAlone || one.start >= (block?.start ?? 0))
    const work = previous?.works.at(-1)
    if (work === undefined) continue
    kept.push({ ...citation, works: [{ ...work, pages: first.pages ?? (isPageAlone ? null : work.pages) }] })
  }
  return kept
}
