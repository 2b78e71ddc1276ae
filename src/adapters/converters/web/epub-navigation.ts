import type { Zip } from '../archive/zip.ts'
import { oneLine } from '../text/clean-text.ts'
import { type BookPackage, decodeUri, readXml, resolveHref } from './epub-package.ts'
import type { Dom, DomElement } from './parse-html.ts'

/** A place that the book names: a section with its level, or a printed page with its label. */
export type Place = {
  /** Unique within the book: the name of the mark that is set there. */
  id: string
  path: string
  fragment: string | null
} & ({ kind: 'section'; title: string; level: number } | { kind: 'page'; label: string })

/** The table of contents and the list of printed pages, from the EPUB 3 document or else the EPUB 2 file. */
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
