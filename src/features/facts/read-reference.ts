import type { Document } from '../../core/model/document.ts'
import { nameOf, type Person, referenceOf } from '../../core/model/reference.ts'
import { cleanDoi } from '../../core/text/doi.ts'
import { date, thing } from './entity-names.ts'
import type { Mention, Observation } from './fact.ts'
import { personMention } from './people.ts'

/** Facts from the bibliographic record of a document, and the works that its text cites by DOI or citekey. */
export function readReference(document: Pick<Document, 'markdown' | 'metadata' | 'title'>): Observation[] {
  const { metadata, markdown } = document
  const reference = referenceOf(metadata)
  if (reference === null) return []
  const work = workMention(reference)
  const issued = reference.issued
  const published = issued === null ? null : isoDay(issued)
  const head = { start: 0, end: /^[^\n]{0,200}/.exec(markdown)?.[0].length ?? 0 }
  const state = (
    statement: Pick<Observation, 'subject' | 'relation' | 'object' | 'fact'>,
    span = head,
  ): Observation => ({
    ...statement,
    origin: 'reference',
    isExclusive: false,
    ...span,
    validAt: published,
    invalidAt: null,
  })
  return [
    ...reference.authors.map(author => {
      const subject = personOf(author)
      const fact = `${subject.name} is an author of “${work.name}”.`
      return state({ subject, relation: 'AUTHORED', object: work, fact })
    }),
    ...reference.editors.map(editor => {
      const subject = personOf(editor)
      const fact = `${subject.name} is an editor of “${work.name}”.`
      return state({ subject, relation: 'EDITED', object: work, fact })
    }),
    ...(reference.container === null
      ? []
      : [
          state({
            subject: work,
            relation: 'PUBLISHED_IN',
            object: thing('Work', reference.container),
            fact: `“${work.name}” was published in ${reference.container}.`,
          }),
        ]),
    ...(issued === null
      ? []
      : [
          state({
            subject: work,
            relation: 'PUBLISHED_IN',
            object: date(String(issued.year)),
            fact: `“${work.name}” was published in ${issued.year}.`,
          }),
        ]),
    ...citations(markdown, reference).map(({ cited, start, end }) =>
      state(
        {
          subject: work,
          relation: 'CITES',
          object: cited,
          fact: `“${work.name}” cites ${cited.name}.`,
        },
        { start, end },
      ),
    ),
  ]
}

/** The key of a work is its DOI, else its citekey. */
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

/** Each cited work once, at its first citation; without the work itself. */
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
