import { type CitedWork, pagesOfLocator, unsaidWork } from '../../../../core/model/manuscript.ts'

/** The sources that Word keeps in the file, by their tag. */
export type WordSources = ReadonlyMap<string, Pick<CitedWork, 'title' | 'authors' | 'year'>>

/** Returns the works that a citation field names; null for any other field. */
export function readCitationField(instruction: string, sources: WordSources): CitedWork[] | null {
  if (/\bCSL_CITATION\b/.test(instruction)) return readCsl(instruction)
  if (/\bEN\.CITE\b/.test(instruction)) return readEndNote(instruction)
  if (/^\s*CITATION\s/.test(instruction)) return readWordCitation(instruction, sources)
  return null
}

type Json = Record<string, unknown>

/** Zotero and Mendeley write the citation as CSL JSON into the field. */
function readCsl(instruction: string): CitedWork[] | null {
  const json = instruction.slice(instruction.indexOf('{'), instruction.lastIndexOf('}') + 1)
  const citation = parse(json)
  if (citation === null) return null
  return objectsOf(citation.citationItems).map(item => {
    const data = objectOf(item.itemData)
    const uris = [...itemsOf(item.uris), ...itemsOf(item.uri)].map(String)
    const label = textOf(item.label)
    const locator = textOf(item.locator)
    const isPage = label === null || label === 'page'
    const stated = isPage && locator !== null ? pagesOfLocator(locator) : null
    const suffix = textOf(item.suffix)
    return {
      key: textOf(data['citation-key']) ?? textOf(data.citationKey) ?? keyInExtra(textOf(data.note)),
      itemKeys: uris.flatMap(uri => /\/items\/([A-Z0-9]{8})\b/.exec(uri)?.[1] ?? []),
      doi: textOf(data.DOI),
      title: textOf(data.title),
      authors: authorsOf(data),
      year: yearOf(data.issued),
      pages: stated ?? (locator === null && suffix !== null ? pagesInSuffix(suffix) : null),
    }
  })
}

/** Better BibTeX pins a key as a line of the field "Extra". */
function keyInExtra(extra: string | null): string | null {
  return /^citation key:\s*(\S+)/im.exec(extra ?? '')?.[1] ?? null
}

/** A page that was typed after the citation instead of into the locator: ", p. 63". */
function pagesInSuffix(suffix: string): string | null {
  return /^[\s,:;]*(?:pp?|S)\.?\s*\d/i.test(suffix) ? pagesOfLocator(suffix) : null
}

function authorsOf(data: Json): string[] {
  const people = [data.author, data.editor].map(objectsOf).find(list => list.length > 0) ?? []
  return people.flatMap(person => {
    const particle = textOf(person['non-dropping-particle'])
    const family = textOf(person.family) ?? textOf(person.literal)
    return family === null ? [] : [particle === null ? family : `${particle} ${family}`]
  })
}

function yearOf(issued: unknown): string | null {
  const date = objectOf(issued)
  const [parts] = itemsOf(date['date-parts'])
  const [year] = itemsOf(parts)
  return year === undefined ? (/\d{4}/.exec(textOf(date.raw) ?? '')?.[0] ?? null) : String(year)
}

/** `CITATION Les04 \p 63 \l 1033 \m Kuh62 \p "12-13"`. */
function readWordCitation(instruction: string, sources: WordSources): CitedWork[] {
  const works: CitedWork[] = []
  const words = instruction.match(/"[^"]*"|\S+/g) ?? []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const value = (words[at + 1] ?? '').replace(/^"|"$/g, '')
    if (word === 'CITATION' || word === '\\m') {
      works.push({ ...unsaidWork, ...sources.get(value), key: value })
      at += 1
    } else if (word === '\\p') {
      const last = works.at(-1)
      if (last !== undefined) last.pages = pagesOfLocator(value)
      at += 1
    }
  }
  return works
}

/** `ADDIN EN.CITE <EndNote><Cite><Author>Lessig</Author><Year>2004</Year><Pages>63</Pages>…`. */
function readEndNote(instruction: string): CitedWork[] {
  const cites = instruction.match(/<Cite\b[^>]*>[\s\S]*?<\/Cite>/g) ?? []
  return cites.map(cite => {
    const field = (name: string) =>
      new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'i')
        .exec(cite)?.[1]
        ?.replace(/<[^>]*>/g, '')
        .trim() || null
    const author = field('Author')
    return {
      ...unsaidWork,
      authors: author === null ? [] : [author.split(',')[0] ?? author],
      year: field('Year'),
      title: field('title'),
      doi: field('electronic-resource-num'),
      pages: pagesOfLocator(field('Pages') ?? pageSuffix(field('Suffix'))),
    }
  })
}

function pageSuffix(suffix: string | null): string {
  return suffix !== null && /\d/.test(suffix) ? suffix : ''
}

function parse(json: string): Json | null {
  try {
    return objectOf(JSON.parse(json))
  } catch {
    return null
  }
}

function objectOf(value: unknown): Json {
  // SAFETY: an object of JSON has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function objectsOf(value: unknown): Json[] {
  return itemsOf(value).map(objectOf)
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}
