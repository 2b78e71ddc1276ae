/**
 * Documents whose authors name the languages of their blocks. The names are removed, so that the detected language can be
 * compared with them. Used by code-languages.ts and code-language-libraries.ts.
 *
 * Packages are unpacked by hand, one folder each (`npm pack`, `apt-get download` and `dpkg-deb -x`; a slash in a name becomes
 * a plus). src/features/knowledge/test/corpus/named-code-packages.json lists those that were read, with their versions.
 */

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { htmlConverter } from '../../../adapters/converters/web/html.ts'
import { findCodeBlocks, findCodeExamples } from '../code-examples/find-code-examples.ts'
import { languageNamed } from '../code-examples/language-names.ts'

/** A document without the language names of its blocks, and those names as the author wrote them, by ordinal. */
export type NamedDocument = { package: string; page: string; markdown: string; names: (string | null)[] }

/** A block, the languages that count as right for it, and the detected one. */
export type Judged = { package: string; page: string; code: string; truth: readonly string[]; guess: string }

const mostOfOne = 60
const mostPages = 40
const longestPage = 400_000

/** Whether a package is used only for the final measurement: decided by a hash of its name or scope. */
export function isHeldOut(name: string): boolean {
  const family = name.replace(/\+.*$/, '')
  return createHash('sha256').update(family).digest().readUInt8(0) % 3 === 0
}

/**
 * Returns every document of the packages unpacked in a folder, at most 40 of each. Caches the result beside the folder.
 */
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

/** Returns the blocks whose language the author names, with the language detected in their document. */
export function judge(document: NamedDocument): Judged[] {
  const { markdown, page } = document
  return findCodeExamples({ id: page, markdown, outline: [] }).flatMap(({ code, language }, ordinal) => {
    const name = document.names[ordinal] ?? null
    if (name === null) return []
    return [{ package: document.package, page, code, truth: acceptedLanguages(name), guess: language }]
  })
}

/** Keeps each text once, and at most 60 blocks per language and package, in a fixed pseudo-random order. */
export function fairShare(blocks: readonly Judged[]): Judged[] {
  const key = ({ code }: Judged) =>
    createHash('sha256').update(code.replace(/\s+/g, ' ').trim()).digest('hex')
  const once = [...new Map(blocks.map(block => [key(block), block])).entries()]
  once.sort(([one], [other]) => (one < other ? -1 : 1))
  const groups = Map.groupBy(
    once.map(([, block]) => block),
    block => `${block.package} ${block.truth[0]}`,
  )
  return [...groups.values()].flatMap(group => group.slice(0, mostOfOne))
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

/** Sorts in a fixed pseudo-random order. */
function spread(pages: readonly string[]): string[] {
  const key = (page: string) => createHash('sha256').update(page).digest('hex')
  return pages
    .filter(page => !/(?:^|\/)(?:CHANGELOG|HISTORY)/i.test(page))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1))
    .slice(0, 4 * mostPages)
}

/** Converting is slow, so pages that contain no language name are skipped. */
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

/** Language names that authors use for the same thing, or that no reader could distinguish. */
const classes: readonly (readonly [string, string])[] = [
  [
    'bash',
    'cli cmdline command command-line commandline bash-session sh-session shellscript shellsession ksh',
  ],
  ['bash|ini', 'env dotenv'],
  ['javascript', 'jsx es6 flow javscript'],
  ['typescript', 'tsx'],
  ['fish|bash', 'fish fish-docs-samples fish-synopsis'],
  ['python', 'cython python2 python-console ipython3 ipythonconsole pyi'],
  ['python|sql', 'pycon+sql python+sql'],
  ['text|python', 'pytb py3tb python-traceback'],
  [
    'html|jinja',
    'html+django html+jinja django jinja2 twig erb html+erb ejs handlebars hbs liquid mako html+mako html+php heex eex',
  ],
  ['html|vue', 'vue'],
  ['html|svelte', 'svelte'],
  ['html|jinja', 'html jinja'],
  ['xml|html', 'svg xml+django plist'],
  ['css|scss', 'scss less postcss pcss'],
  ['sql', 'pgsql psql mysql postgres tsql plsql'],
  ['batch', 'cmd dosbatch bat winbatch dos'],
  ['go', 'gotemplate'],
  ['csharp', 'dotnet'],
  ['objectivec', 'objc objective-c obj-c objectivec m'],
  ['groovy', 'gradle'],
  ['r', 'rout'],
  ['hcl', 'terraform tf'],
  ['dockerfile', 'docker'],
  ['protobuf', 'proto proto3'],
  ['graphql', 'gql'],
  ['rst', 'restructuredtext rest'],
  ['clojure', 'clj cljs clojurescript edn'],
  ['ini', 'editorconfig gitconfig systemd'],
  ['ini|text', 'conf'],
  ['text', 'log plain_text raw tree ebnf bnf abnf grammar no-highlight nohighlight'],
  ['yaml|jinja', 'yaml+jinja yaml+django'],
  ['julia', 'jl jldoctest julia-repl'],
  ['elixir', 'iex ex exs'],
  ['php', 'php-annotations html+php'],
  ['lisp', 'common-lisp commonlisp'],
  ['asm', 'nasm gas'],
]

const accepted = new Map(
  classes.flatMap(([languages, names]) => names.split(' ').map(name => [name, languages.split('|')])),
)

/** Returns the languages that count as right for the author's name. */
export function acceptedLanguages(name: string): readonly string[] {
  return accepted.get(name) ?? [languageNamed(name) ?? 'text']
}
