import type { Document } from '../../core/model/document.ts'
import { nameOf, type Person, referenceOf } from '../../core/model/reference.ts'
import { cleanDoi } from '../../core/text/doi.ts'
import { date, thing } from './entity-names.ts'
import type { Mention, Observation } from './fact.ts'
import { personMention } from './people.ts'

/** What the bibliographic record of a document says, and which works its text cites by DOI or citekey. */
export function readReference(document: Pick<Document, 'markdown' | 'metadata' | 'title'>): Observation[] {
  const { metadata, markdown } = document
  const reference = referenceOf(metadata)
  if (reference === null) return []
  const work = workMention(reference)
  const issued = reference.issued
  const published = issued === null ? null : isoDay(issued)
  const head = { start: 0, end: /^[^\n]{0,200}/.exec(markdown)?.[0].length ?? 0 }
  const say = (
    subject: Mention,
    relation: string,
    object: Mention,
    fact: string,
    span = head,
  ): Observation => ({
    subject,
    relation,
    object,
    fact,
    origin: 'reference',
    isExclusive: false,
    ...span,
    validAt: published,
    invalidAt: null,
  })
  const person = (author: Person) => personOf(author)
  return [
    ...reference.authors.map(author => {
      const who = person(author)
      return say(who, 'AUTHORED', work, `${who.name} is an author of “${work.name}”.`)
    }),
    ...reference.editors.map(editor => {
      const who = person(editor)
      return say(who, 'EDITED', work, `${who.name} is an editor of “${work.name}”.`)
    }),
    ...(reference.container === null
      ? []
      : [
          say(
            work,
            'PUBLISHED_IN',
            thing('Work', reference.container),
            `“${work.name}” was published in ${reference.container}.`,
          ),
        ]),
    ...(issued === null
      ? []
      : [
          say(
            work,
            'PUBLISHED_IN',
            date(String(issued.year)),
            `“${work.name}” was published in ${issued.year}.`,
          ),
        ]),
    ...citations(markdown, reference).map(({ cited, start, end }) =>
      say(work, 'CITES', cited, `“${work.name}” cites ${cited.name}.`, { start, end }),
    ),
  ]
}

/** A work is known by its DOI, else by its citekey. */
function workMention({
  doi,
  citekey,
  title,
}: {
  doi: string | null
  citekey: string
  title: string | null
}): Mention {
  return {
    key: doi === null ? `work:@${citekey.toLowerCase()}` : `work:doi:${doi}`,
    name: title ?? citekey,
    label: 'Work',
  }
}

function personOf(person: Person): Mention {
  if (person.literal !== undefined) return thing('Organisation', person.literal)
  return personMention(nameOf(person), null)
}

const doiInText = /(?:doi\s*[:.]?\s*|doi\.org\/)(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|)\]]+)/gi
const citekeyInText = /(?<![\p{L}\p{N}.])@([a-z][\p{L}\p{N}:_-]*\d{4}[a-z]?[\p{L}\p{N}_-]*)/giu

/** Each work once, where it is first cited; a work does not cite itself. */
function citations(
  markdown: string,
  own: { doi: string | null; citekey: string },
): { cited: Mention; start: number; end: number }[] {
  const found = new Map<string, { cited: Mention; start: number; end: number }>()
  for (const match of markdown.matchAll(doiInText)) {
    const doi = cleanDoi(match[1] ?? '')
    if (doi === null || doi === own.doi) continue
    const cited: Mention = { key: `work:doi:${doi}`, name: `doi:${doi}`, label: 'Work' }
    if (!found.has(cited.key)) found.set(cited.key, { cited, ...lineAround(markdown, match.index) })
  }
  for (const match of markdown.matchAll(citekeyInText)) {
    const citekey = match[1] ?? ''
    if (citekey.toLowerCase() === own.citekey.toLowerCase()) continue
    const cited: Mention = { key: `work:@${citekey.toLowerCase()}`, name: citekey, label: 'Work' }
    if (!found.has(cited.key)) found.set(cited.key, { cited, ...lineAround(markdown, match.index) })
  }
  return [...found.values()]
}

function lineAround(markdown: string, at: number): { start: number; end: number } {
  const start = markdown.lastIndexOf('\n', at - 1) + 1
  const end = markdown.indexOf('\n', at)
  return { start: Math.max(start, at - 300), end: Math.min(end === -1 ? markdown.length : end, at + 300) }
}

function isoDay({
  year,
  month,
  day,
}: {
  year: number
  month: number | null
  day: number | null
}): string | null {
  if (year < 1000 || year > 9999) return null
  return `${year}-${String(month ?? 1).padStart(2, '0')}-${String(day ?? 1).padStart(2, '0')}`
}
