/**
 * Documents whose authors name the language of their blocks: the names are taken out, so that what the detector makes of
 * a block can be compared with what its author says. Read by survey-named-code.ts.
 *
 * Packages are unpacked by hand, one folder each (`npm pack`, `apt-get download` and `dpkg-deb -x`; a slash in a name
 * becomes a plus): src/features/knowledge/test/corpus/named-code-packages.json lists those that were read, with their versions.
 */

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { htmlConverter } from '../src/adapters/converters/web/html.ts'
import { findCodeBlocks } from '../src/features/knowledge/code-examples/find-code-examples.ts'

/** A document without the names of its blocks' languages, and those names as the author spelled them, by ordinal. */
export type NamedDocument = { package: string; page: string; markdown: string; names: (string | null)[] }

const mostPages = 40
const longestPage = 400_000

/** Whether a package is only for the last measurement: by its name, so that nobody chose; a scope is one author. */
export function isHeldOut(name: string): boolean {
  const family = name.replace(/\+.*$/, '')
  return createHash('sha256').update(family).digest().readUInt8(0) % 3 === 0
}

/** Every document of the packages unpacked in a folder, at most 40 of each; kept beside it once read. */
export async function readNamedDocuments(folder: string): Promise<NamedDocument[]> {
  const kept = join(folder, 'named-documents.json')
  // SAFETY: the file was written below.
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as NamedDocument[]
  const documents: NamedDocument[] = []
  for (const name of globSync('*', { cwd: folder }).sort())
    documents.push(...(await readPackage(folder, name)))
  writeFileSync(kept, JSON.stringify(documents))
  return documents
}

async function readPackage(folder: string, name: string): Promise<NamedDocument[]> {
  const documents: NamedDocument[] = []
  const pages = globSync('**/*.{md,mdx,markdown,md.gz,html}', { cwd: join(folder, name) })
  for (const page of spread(pages)) {
    const document = withoutNames(await markdownOf(join(folder, name, page)))
    if (document.names.some(label => label !== null)) documents.push({ package: name, page, ...document })
    if (documents.length >= mostPages) break
  }
  return documents
}

/** In an order that has nothing to do with names, yet is always the same. */
function spread(pages: readonly string[]): string[] {
  const key = (page: string) => createHash('sha256').update(page).digest('hex')
  return pages
    .filter(page => !/(?:^|\/)(?:CHANGELOG|HISTORY)/i.test(page))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
    .slice(0, 4 * mostPages)
}

/** Converting takes long: pages that surely name nothing are left out. */
const namesLanguages =
  /class="[^"]*(?:highlight-(?!default)|lang(?:uage)?-|brush|hljs|sourceCode|\bsrc )|data-lang/

async function markdownOf(path: string): Promise<string> {
  const stored = readFileSync(path)
  const bytes = path.endsWith('.gz') ? gunzipSync(stored) : stored
  if (bytes.length > longestPage) return ''
  if (!path.endsWith('.html')) return bytes.toString()
  if (!namesLanguages.test(bytes.toString())) return ''
  const page = {
    source: `http://site.example/${basename(path)}`,
    name: basename(path),
    bytes,
    mediaType: 'text/html',
    charset: null,
    lastModified: null,
    fileType: null,
  }
  const options = { password: null, ocrLanguages: [], siteLinks: 'words' } as const
  const context = { signal: new AbortController().signal, progress: () => {} }
  return htmlConverter.convert(page, options, context).then(
    ({ markdown }) => markdown,
    () => '',
  )
}

const fence = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:`{3,}|~{3,}))([^\n]*)/

function withoutNames(markdown: string): { markdown: string; names: (string | null)[] } {
  const names: (string | null)[] = []
  let text = ''
  let at = 0
  for (const { start } of findCodeBlocks(markdown)) {
    const [whole = '', opening = '', label = ''] = fence.exec(markdown.slice(start, start + 300)) ?? []
    names.push(nameIn(label))
    text += markdown.slice(at, start) + opening
    at = start + whole.length
  }
  return { markdown: text + markdown.slice(at), names }
}

function nameIn(label: string): string | null {
  const name = /^\s*\{?\s*\.?([a-z][\w+#.-]*)/i.exec(label)?.[1]?.toLowerCase() ?? ''
  return name === '' || name === 'default' || name.length > 20 ? null : name
}
