import type { DocumentSummary } from '../../../core/model/document.ts'
import type { CitedWork } from '../../../core/model/manuscript.ts'
import { type Reference, referenceOf, surnameOf } from '../../../core/model/reference.ts'
import { cleanDoi } from '../../../core/text/doi.ts'
import { editDistance } from '../../../core/text/nearest.ts'
import { titleWords } from '../cite/match-reference.ts'
import { documentFacts } from '../document-facts.ts'

/** A work of the project: its reference, its documents, or both. */
export type KnownWork = {
  citekey: string
  title: string
  surnames: string[]
  year: number | null
  documents: DocumentSummary[]
  /** The page range that its reference states. */
  pages: string | null
}

export type WorkIndex = {
  works: readonly KnownWork[]
  keys: ReadonlySet<string>
  /** The works that a citation can mean: several with the same author and year, none when it is unknown. */
  find(cited: CitedWork): KnownWork[]
  /** The works that an entry of a list of references describes, by DOI or title: the likeliest first. */
  findInEntry(entry: string): KnownWork[]
  /** The keys most similar to one that is unknown. */
  nearest(cited: CitedWork): string[]
}

/** Indexes the documents and references of a project by key, Zotero key, DOI, title, and author with year. */
export function indexWorks(
  documents: readonly DocumentSummary[],
  references: readonly Reference[],
): WorkIndex {
  const works = new Map<string, KnownWork>()
  const byItem = new Map<string, KnownWork>()
  const byDoi = new Map<string, KnownWork>()
  const note = (work: KnownWork, itemKey: string | null, doi: string | null) => {
    if (itemKey !== null) byItem.set(itemKey, work)
    const clean = doi === null ? null : cleanDoi(doi)
    if (clean !== null && !byDoi.has(clean)) byDoi.set(clean, work)
  }
  for (const document of documents) {
    const facts = documentFacts(document)
    const citekey = facts.citekey ?? document.title
    const reference = referenceOf(document.metadata)
    const work = works.get(citekey) ?? {
      citekey,
      title: reference?.title ?? document.title,
      surnames: reference === null ? facts.authors.map(lastName) : surnamesOf(reference),
      year: facts.year,
      documents: [],
      pages: reference?.pages ?? null,
    }
    work.documents.push(document)
    works.set(citekey, work)
    note(work, facts.itemKey, facts.doi)
  }
  for (const reference of references) {
    const { citekey, title, issued, itemKey, doi, pages } = reference
    const year = issued?.year ?? null
    const work = works.get(citekey) ?? {
      citekey,
      title: title ?? citekey,
      surnames: surnamesOf(reference),
      year,
      documents: [],
      pages,
    }
    works.set(citekey, work)
    note(work, itemKey, doi)
  }
  const all = [...works.values()]
  const byFoldedKey = Map.groupBy(all, ({ citekey }) => citekey.toLowerCase())
  const byTitle = Map.groupBy(all, ({ title }) => titleWords(title).join(' '))
  const byAuthor = Map.groupBy(
    all.flatMap(work => work.surnames.slice(0, 1).map(name => ({ work, name: foldName(name) }))),
    ({ name }) => name,
  )
  const withAuthor = (name: string) => {
    const folded = foldName(name)
    const whole = byAuthor.get(folded) ?? byAuthor.get(folded.split(' ').at(-1) ?? '') ?? []
    const ending = whole.length > 0 ? [] : [...byAuthor].filter(([known]) => known.endsWith(` ${folded}`))
    return [...whole, ...ending.flatMap(([, list]) => list)].map(({ work }) => work)
  }
  const find = (cited: CitedWork): KnownWork[] => {
    const { key } = cited
    const exact = key === null ? undefined : works.get(key)
    if (exact !== undefined) return [exact]
    const item = cited.itemKeys.flatMap(itemKey => byItem.get(itemKey) ?? [])
    if (item.length > 0) return item
    const doi = cited.doi === null ? null : cleanDoi(cited.doi)
    const byOwnDoi = doi === null ? undefined : byDoi.get(doi)
    if (byOwnDoi !== undefined) return [byOwnDoi]
    const title = cited.title === null ? '' : titleWords(cited.title).join(' ')
    const titled = title === '' ? undefined : byTitle.get(title)
    if (titled !== undefined) return titled
    const folded = key === null ? undefined : byFoldedKey.get(key.toLowerCase())
    if (folded !== undefined) return folded
    const [author] = cited.authors
    const year = Number(/\d{4}/.exec(cited.year ?? '')?.[0])
    return author === undefined ? [] : withAuthor(author).filter(work => work.year === year)
  }
  return {
    works: all,
    keys: new Set(works.keys()),
    find,
    findInEntry(entry) {
      const doi = /\b10\.\d{4,9}\/[^\s"<>]+/.exec(entry)?.[0].replace(/[.,;)\]]+$/, '')
      const byOwnDoi = doi === undefined ? undefined : byDoi.get(cleanDoi(doi) ?? '')
      return byOwnDoi === undefined ? worksTitledIn(entry, all) : [byOwnDoi]
    },
    nearest(cited) {
      const [author] = cited.authors
      if (cited.key === null && author === undefined) return []
      const sameAuthor = author === undefined ? [] : withAuthor(author).map(({ citekey }) => citekey)
      const wanted = (cited.key ?? `${foldName(author ?? '')}${cited.year ?? ''}`).toLowerCase()
      const most = Math.max(2, Math.floor(wanted.length / 3))
      const similar = all
        .map(({ citekey }) => ({ citekey, distance: editDistance(wanted, citekey.toLowerCase(), most) }))
        .filter(({ distance, citekey }) => distance <= most || citekey.toLowerCase().startsWith(wanted))
        .sort((a, b) => a.distance - b.distance || (a.citekey < b.citekey ? -1 : 1))
      return [...new Set([...similar.map(({ citekey }) => citekey), ...sameAuthor])].slice(0, 3)
    },
  }
}

/** A shorter title may be part of another one: the author must be named too. */
const leastTitleWords = 4

/** The works whose title the entry contains, longest title first, those of its year before others. */
function worksTitledIn(entry: string, works: readonly KnownWork[]): KnownWork[] {
  const words = ` ${titleWords(entry).join(' ')} `
  const named = ` ${foldName(entry.replace(/[^\p{L}\p{M}'’-]+/gu, ' '))} `
  const isYear = ({ year }: KnownWork) => year !== null && entry.includes(String(year))
  return works
    .map(work => ({ work, title: titleWords(work.title) }))
    .filter(({ work, title }) => {
      if (title.length === 0 || !words.includes(` ${title.join(' ')} `)) return false
      const [author] = work.surnames
      return (
        title.length >= leastTitleWords || (author !== undefined && named.includes(` ${foldName(author)} `))
      )
    })
    .sort((a, b) => b.title.length - a.title.length || Number(isYear(b.work)) - Number(isYear(a.work)))
    .map(({ work }) => work)
}

function surnamesOf({ authors, editors }: Reference): string[] {
  return (authors.length > 0 ? authors : editors).map(surnameOf)
}

function lastName(author: string): string {
  return author.includes(',')
    ? (author.split(',')[0] ?? author)
    : (author.trim().split(/\s+/).at(-1) ?? author)
}

function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’'`]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim()
    .toLowerCase()
}
