import { posix } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import type { Zip } from '../archive/zip.ts'
import { brokenSource } from '../text/broken-source.ts'
import { oneLine } from '../text/clean-text.ts'
import { type Dom, parseXml } from './parse-html.ts'

export type BookPackage = {
  title: string | null
  /** Paths of the chapters inside the archive, in reading order. */
  spine: string[]
  /** EPUB 3 navigation document and EPUB 2 table of contents, where there are any. */
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
  await refuseLocked(zip, name, chapters, signal)
  const all = [...items.values()]
  return {
    title: oneLine($('metadata > dc\\:title, opf\\:metadata > dc\\:title').first().text()) || null,
    spine: [...new Set(chapters)],
    navigation: all.find(item => /(^|\s)nav(\s|$)/.test(item.properties))?.path ?? null,
    ncx:
      items.get(spine.attr('toc') ?? '')?.path ?? all.find(item => item.type.includes('ncx'))?.path ?? null,
  }
}

export async function readXml(zip: Zip, path: string, signal: AbortSignal): Promise<Dom | null> {
  const entry = zip.find(path)
  return entry === null ? null : parseXml(new TextDecoder().decode(await zip.read(entry, signal)))
}

/** A link inside the archive, relative to the file it stands in, without its fragment. */
export function resolveHref(from: string, href: string): string {
  const file = href.split('#')[0] ?? ''
  return posix.normalize(posix.join(posix.dirname(from), decodeUri(file)))
}

export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Copy protection scrambles the chapters themselves; scrambled fonts are no obstacle. */
async function refuseLocked(
  zip: Zip,
  name: string,
  chapters: readonly string[],
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
      hint: 'Give a copy without copy protection.',
    },
  )
}
