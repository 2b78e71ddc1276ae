import type { Reference } from '../../../core/model/reference.ts'
import { cleanDoi } from '../../../core/text/doi.ts'

/** What a document shows of itself that tells versions of one work apart, such as a preprint and the article. */
export type VersionSigns = {
  doi: string | null
  fileName: string
  firstPage: string
  /** The number of its pages; null when it has none. */
  pageCount: number | null
}

/** How well a document fits a reference. */
export type VersionWeight = {
  /** Positive when the document shows that it is the version of the reference, negative when it is another one. */
  score: number
  /** What was found, for a warning: "it has the DOI of the reference". */
  reasons: string[]
}

/** Weighs whether the document is the version of the work that the reference describes. */
export function weighVersion(document: VersionSigns, reference: Reference): VersionWeight {
  const found = [
    weighDoi(document, reference),
    weighArxiv(document, reference),
    weighKind(document, reference),
    weighPages(document, reference),
    weighJournal(document, reference),
  ].filter(sign => sign !== null)
  return {
    score: found.reduce((sum, { score }) => sum + score, 0),
    reasons: found.flatMap(({ reason }) => (reason === null ? [] : [reason])),
  }
}

type Sign = { score: number; reason: string | null }

function weighDoi(document: VersionSigns, reference: Reference): Sign | null {
  const own = document.doi === null ? null : cleanDoi(document.doi)
  const stated = reference.doi === null ? null : cleanDoi(reference.doi)
  if (own === null || stated === null) return null
  return own === stated
    ? { score: 6, reason: 'it has the DOI of the reference' }
    : { score: -3, reason: `it has another DOI, ${own}` }
}

function weighArxiv(document: VersionSigns, reference: Reference): Sign | null {
  const own = arxivOf(document)
  const stated = arxivOfReference(reference)
  if (own === null || stated === null) return null
  return own === stated
    ? { score: 3, reason: 'it has the arXiv number of the reference' }
    : { score: -3, reason: `it has another arXiv number, ${own}` }
}

function weighKind(document: VersionSigns, reference: Reference): Sign | null {
  const sign = preprintSign(document)
  const isExpected = isPreprint(reference)
  if (sign === null) return isExpected ? null : { score: 1, reason: null }
  return isExpected
    ? { score: 2, reason: `it is a preprint (${sign}), like the reference` }
    : { score: -4, reason: `it is a preprint (${sign})` }
}

function weighPages({ pageCount }: VersionSigns, { pages }: Reference): Sign | null {
  const length = pages === null ? null : lengthOf(pages)
  if (length === null || pageCount === null) return null
  return length === pageCount ? { score: 2, reason: `it has ${length} pages, like the reference` } : null
}

/** Names of one short word ("Science") are printed in many texts and prove nothing. */
function weighJournal({ firstPage }: VersionSigns, reference: Reference): Sign | null {
  const { container } = reference
  if (container === null || !container.trim().includes(' ') || isPreprint(reference)) return null
  return plain(firstPage).includes(plain(container))
    ? { score: 2, reason: `its first page names “${container}”` }
    : null
}

function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
}

function lengthOf(pages: string): number | null {
  const [, from = '', to = ''] = /^\s*(\d+)\s*[-–—]+\s*(\d+)\s*$/.exec(pages) ?? []
  if (from === '') return null
  const last = to.length < from.length ? from.slice(0, from.length - to.length) + to : to
  const length = Number(last) - Number(from) + 1
  return length > 0 ? length : null
}

const arxivNumber = '(\\d{4}\\.\\d{4,5}|[a-z]+(?:-[a-z]+)?(?:\\.[a-z]{2})?/\\d{7})'
/** A stamp names the version or the subject; a number that a text cites has neither. */
const stamp = new RegExp(`arxiv:\\s*${arxivNumber}(?:v\\d+|\\s*\\[[a-z.-]+\\])`, 'i')
const arxivDoi = new RegExp(`^10\\.48550/arxiv\\.${arxivNumber}`, 'i')
const arxivFile = /^(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?$/i
const arxivAddress = new RegExp(`arxiv(?:\\.org/(?:abs|pdf)/|[.:]\\s*)${arxivNumber}`, 'i')

/** The document's own arXiv number, without version: from its DOI, the stamp of arXiv or the name of its file. */
export function arxivOf({ doi, firstPage, fileName }: VersionSigns): string | null {
  const found = arxivDoi.exec(doi ?? '') ?? stamp.exec(firstPage) ?? arxivFile.exec(fileName)
  return found?.[1]?.toLowerCase() ?? null
}

export function arxivOfReference(reference: Reference): string | null {
  const { doi, url, number, container, publisher, pages } = reference
  for (const text of [doi, url, number, container, publisher, pages]) {
    const found = arxivAddress.exec(text ?? '')?.[1]
    if (found !== undefined) return found.toLowerCase()
  }
  return null
}

/** DOI prefixes of arXiv, bioRxiv and medRxiv, Research Square, SSRN, OSF, ChemRxiv and Preprints.org. */
const preprintDoi =
  /^10\.(?:48550\/arxiv|1101\/|21203\/rs|2139\/ssrn|312(?:19|22|34)\/osf|26434\/chemrxiv|20944\/preprints)/i
const servers = /\b(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|ssrn|research square|preprints?)\b/i
/** A line that names the kind of text, or a notice of a server; a sentence about preprints is neither. */
const saying =
  /^[^\p{L}\n]*(?:an?\s+)?(preprint|working paper|accepted manuscript|author manuscript)(?=[\s*_]*(?:$|[.,:;–—\d-]|submitted\b|no\b|series\b|version\b))|\b(not (?:been )?(?:certified by )?peer[- ]review(?:ed)?)\b/imu

/** What shows that the document is no published version; null when nothing does. */
function preprintSign(document: VersionSigns): string | null {
  const arxiv = arxivOf(document)
  if (arxiv !== null) return `arXiv:${arxiv}`
  if (document.doi !== null && preprintDoi.test(document.doi)) return `doi:${document.doi}`
  const said = saying.exec(document.firstPage)
  return said === null ? null : `its first page says “${said[1] ?? said[2]}”`
}

function isPreprint({ type, container, publisher, doi, url }: Reference): boolean {
  if (doi !== null) return preprintDoi.test(doi)
  if (container !== null) return servers.test(container)
  return type === 'article' || servers.test(`${publisher ?? ''} ${url ?? ''}`)
}
