import type { Zip } from '../../archive/zip.ts'
import { type Dom, textOf } from '../../web/parse-html.ts'
import { readOfficeXml } from '../open-office-zip.ts'
import type { WordSources } from './read-citation-field.ts'

/** The names of the parts of a Word file that a manuscript needs; null for those that it lacks. */
export type WordParts = {
  body: string
  footnotes: string | null
  endnotes: string | null
  styles: string | null
  comments: string | null
  /** The part that lists the relations of the body. */
  relations: string
}

/** Finds the parts by the relations of the file; programs do not agree on the names. */
export async function findWordParts(zip: Zip, signal: AbortSignal): Promise<WordParts> {
  const package_ = await readOfficeXml(zip, '_rels/.rels', signal)
  const body = targetOf(package_, 'officeDocument', '') ?? 'word/document.xml'
  const folder = body.includes('/') ? body.slice(0, body.lastIndexOf('/') + 1) : ''
  const relations = `${folder}_rels/${body.slice(folder.length)}.rels`
  const $ = await readOfficeXml(zip, relations, signal)
  return {
    body,
    relations,
    footnotes: targetOf($, 'footnotes', folder),
    endnotes: targetOf($, 'endnotes', folder),
    styles: targetOf($, 'styles', folder),
    comments: targetOf($, 'comments', folder),
  }
}

function targetOf($: Dom | null, type: string, folder: string): string | null {
  for (const relation of $?.('Relationship').toArray() ?? []) {
    const { Type = '', Target = '' } = relation.attribs
    if (!Type.endsWith(`/${type}`) || Target === '') continue
    return Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`
  }
  return null
}

export type WordStyles = ReadonlyMap<string, { isQuote: boolean; isHeading: boolean; isReferences: boolean }>

/** Names of the styles of quotations, headings and lists of references, as programs and translations call them. */
const quoteNames =
  /\b(?:quote|quotation|quotations|block ?text|blockquote|zitat|blockzitat|citat|citaat|citation|cita|citação|citazione|цитата)\b/i
const headingNames =
  /^(?:heading|überschrift|titre|título|encabezado|titolo|kop|rubrik|overskrift|otsikko|nagłówek|заголовок|標題|标题|見出し|제목)\s*\d|^(?:title|titel|subtitle|untertitel)$/i
const referenceNames =
  /^(?:bibliography|literaturverzeichnis|bibliographie|bibliografía|references|endnote bibliography|toc \d|verzeichnis \d)/i
const mostSteps = 10

export async function readWordStyles(
  zip: Zip,
  path: string | null,
  signal: AbortSignal,
): Promise<WordStyles> {
  const $ = path === null ? null : await readOfficeXml(zip, path, signal)
  const styles = new Map<string, { name: string; basedOn: string | null; isOutlined: boolean }>()
  for (const style of $?.('w\\:style').toArray() ?? []) {
    const level = $?.(style).find('w\\:outlineLvl').attr('w:val')
    styles.set(style.attribs['w:styleId'] ?? '', {
      name: ($?.(style).children('w\\:name').attr('w:val') ?? '').trim(),
      basedOn: $?.(style).children('w\\:basedOn').attr('w:val') ?? null,
      isOutlined: level !== undefined && Number(level) < 9,
    })
  }
  const namesOf = (id: string): string[] => {
    const names: string[] = []
    let style = styles.get(id)
    for (let step = 0; style !== undefined && step < mostSteps; step++) {
      names.push(style.name)
      style = style.basedOn === null ? undefined : styles.get(style.basedOn)
    }
    return names
  }
  return new Map(
    [...styles].map(([id, { isOutlined }]) => {
      const names = namesOf(id)
      const has = (pattern: RegExp) => names.some(name => pattern.test(name))
      return [
        id,
        {
          isQuote: has(quoteNames),
          isHeading: isOutlined || has(headingNames),
          isReferences: has(referenceNames),
        },
      ]
    }),
  )
}

const mostCustomParts = 50

/** Reads the sources that Word's own citations refer to. */
export async function readWordSources(zip: Zip, signal: AbortSignal): Promise<WordSources> {
  const sources = new Map<string, { title: string | null; authors: string[]; year: string | null }>()
  const custom = zip.entries.filter(({ name }) => /^customXml\/item\d+\.xml$/.test(name))
  for (const { name } of custom.slice(0, mostCustomParts)) {
    const $ = await readOfficeXml(zip, name, signal)
    for (const source of $?.('b\\:Source').toArray() ?? []) {
      const field = (tag: string) => $?.(source).children(`b\\:${tag}`).first().text().trim() || null
      const key = field('Tag')
      if (key === null) continue
      const names = $?.(source).find('b\\:Author b\\:Last, b\\:Author b\\:Corporate').toArray() ?? []
      const authors = names.map(name => textOf(name).trim()).filter(name => name !== '')
      sources.set(key, { title: field('Title'), authors, year: field('Year') })
    }
  }
  return sources
}
