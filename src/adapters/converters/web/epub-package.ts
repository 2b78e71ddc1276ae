import { posix } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import type { Zip } from '../archive/zip.ts'
import { brokenSource } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { type Dom, type DomElement, parseXml } from './parse-html.ts'

type BookPackage = {
  title: string | null
  /** Paths of the chapters inside the archive, in reading order. */
  spine: string[]
  /** EPUB 3 navigation document and EPUB 2 table of contents, if any. */
  navigation: string | null
  ncx: string | null
}

/** Reads the package file that `META-INF/container.xml` points to. */
export async function readPackage(zip: Zip, name: string, signal: AbortSignal): Promise<BookPackage> {
  const container = await readXml(zip, 'META-INF/container.xml', signal)
  const path =
    container?.('rootfile').attr('full-path') ?? zip.entries.find(entry => entry.name.endsWith('.opf'))?.name
  const $ = path === undefined ? null : await readXml(zip, path, signal)
  if ($ === null || path === undefined) throw brokenSource(name, 'is not an EPUB: it has no package file')

  const resolve = (href: string) => resolveHref(path, href)
  const items = new Map<string, { path: string; type: string; properties: string }>()
  for (const item of $('manifest > item, opf\\:manifest > opf\\:item').toArray()) {
    const { id, href, properties = '', 'media-type': type = '' } = item.attribs
    if (id !== undefined && href !== undefined) items.set(id, { path: resolve(href), type, properties })
  }
  const spine = $('spine, opf\\:spine').first()
  const chapters = spine
    .find('itemref, opf\\:itemref')
    .toArray()
    .flatMap(reference => items.get(reference.attribs.idref ?? '') ?? [])
    .filter(item => /html|xml/.test(item.type))
    .map(item => item.path)
  await refuseLocked(zip, { name, chapters }, signal)
  const all = [...items.values()]
  return {
    title: oneLine($('metadata > dc\\:title, opf\\:metadata > dc\\:title').first().text()) || null,
    spine: [...new Set(chapters)],
    navigation: all.find(item => /(^|\s)nav(\s|$)/.test(item.properties))?.path ?? null,
    ncx:
      items.get(spine.attr('toc') ?? '')?.path ?? all.find(item => item.type.includes('ncx'))?.path ?? null,
  }
}

async function readXml(zip: Zip, path: string, signal: AbortSignal): Promise<Dom | null> {
  const entry = zip.find(path)
  return entry === null ? null : parseXml(new TextDecoder().decode(await zip.read(entry, signal)))
}

/** Resolves a link relative to the file it is in, without its fragment. */
function resolveHref(from: string, href: string): string {
  const file = href.split('#')[0] ?? ''
  return posix.normalize(posix.join(posix.dirname(from), decodeUri(file)))
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Throws when chapters are encrypted (copy protection). Encrypted fonts do not matter. */
async function refuseLocked(
  zip: Zip,
  { name, chapters }: { name: string; chapters: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const encryption = await readXml(zip, 'META-INF/encryption.xml', signal).catch(() => null)
  if (encryption === null) return
  const locked = new Set(
    encryption('enc\\:CipherReference, CipherReference')
      .toArray()
      .map(reference => decodeUri(reference.attribs.URI ?? '')),
  )
  if (!chapters.some(chapter => locked.has(chapter))) return
  throw new Failure(
    'invalid',
    'ENCRYPTED_SOURCE',
    `${name} is protected against copying; its text is encrypted.`,
    {
      hint: 'Pass a copy without copy protection.',
    },
  )
}

/** A place named by the book: a section with its level, or a printed page with its label. */
export type Place = {
  /** Unique within the book; also the name of the mark at this place. */
  id: string
  path: string
  fragment: string | null
} & ({ kind: 'section'; title: string; level: number } | { kind: 'page'; label: string })

/** Reads the table of contents and the list of printed pages, from the EPUB 3 document or else the EPUB 2 file. */
export async function readNavigation(
  zip: Zip,
  book: BookPackage,
  signal: AbortSignal,
): Promise<{ contents: Place[]; pages: Place[] }> {
  const modern =
    book.navigation === null ? null : await readXml(zip, book.navigation, signal).catch(() => null)
  const old = book.ncx === null ? null : await readXml(zip, book.ncx, signal).catch(() => null)
  const fromNav = modern === null ? noPlaces : readNav(modern, book.navigation ?? '')
  const fromNcx = old === null ? noPlaces : readNcx(old, book.ncx ?? '')
  return {
    contents: fromNav.contents.length > 0 ? fromNav.contents : fromNcx.contents,
    pages: fromNav.pages.length > 0 ? fromNav.pages : fromNcx.pages,
  }
}

const noPlaces: { contents: Place[]; pages: Place[] } = { contents: [], pages: [] }

function readNav($: Dom, path: string): { contents: Place[]; pages: Place[] } {
  const links = (type: string) =>
    $('nav')
      .toArray()
      .filter(nav => (nav.attribs['epub:type'] ?? '').split(/\s+/).includes(type))
      .flatMap(nav => $(nav).find('a[href]').toArray())
  return {
    contents: links('toc').map((link, index) => ({
      ...placeOf(`toc${index}`, path, link.attribs.href ?? ''),
      kind: 'section',
      title: oneLine($(link).text()),
      level: Math.max(1, $(link).parents('ol').length),
    })),
    pages: links('page-list').map((link, index) => ({
      ...placeOf(`page${index}`, path, link.attribs.href ?? ''),
      kind: 'page',
      label: oneLine($(link).text()),
    })),
  }
}

function readNcx($: Dom, path: string): { contents: Place[]; pages: Place[] } {
  const target = (point: DomElement) => $(point).children('content').attr('src') ?? ''
  const label = (point: DomElement) => oneLine($(point).children('navLabel').first().text())
  return {
    contents: $('navMap navPoint')
      .toArray()
      .map((point, index) => ({
        ...placeOf(`toc${index}`, path, target(point)),
        kind: 'section',
        title: label(point),
        level: $(point).parents('navPoint').length + 1,
      })),
    pages: $('pageList pageTarget')
      .toArray()
      .map((point, index) => ({
        ...placeOf(`page${index}`, path, target(point)),
        kind: 'page',
        label: label(point) || (point.attribs.value ?? ''),
      })),
  }
}

function placeOf(
  id: string,
  from: string,
  href: string,
): { id: string; path: string; fragment: string | null } {
  const fragment = href.split('#')[1]
  return { id, path: resolveHref(from, href), fragment: fragment ? decodeUri(fragment) : null }
}
