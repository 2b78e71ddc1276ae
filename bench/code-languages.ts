/**
 * How often the language of a code block is detected right where its author named it and the name is hidden.
 *
 *     npm run measure -- code-languages <folder of unpacked packages>… [--part held-out] [--misses 40 --of html:xml]
 *
 * At most 60 blocks of a language of a package count, and each text once, so that no large package decides. What is
 * taken for what is only shown of the packages that signs are mended on (`--part development`, the default).
 */

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { htmlConverter } from '../src/adapters/converters/web/html.ts'
import { findCodeBlocks } from '../src/model/code-block.ts'
import { findCodeExamples } from '../src/model/code-example.ts'
import { languageNamed } from '../src/model/code-language.ts'
import { codeSigns } from '../src/model/code-signs/index.ts'

type Judged = { package: string; page: string; code: string; truth: readonly string[]; guess: string }

const mostOfOne = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'development' },
    misses: { type: 'string', default: '0' },
    of: { type: 'string' },
  },
})

async function main(): Promise<void> {
  const all: NamedDocument[] = []
  for (const folder of positionals) all.push(...(await readNamedDocuments(resolve(folder))))
  const documents = all.filter(document => values.part === 'all' || partOf(document) === values.part)
  const named = fairShare(documents.flatMap(judge))
  // "text" asks for no colours: sessions, settings and data carry it as often as words do.
  const blocks = named.filter(({ truth }) => truth[0] !== 'text')
  const packages = [...Map.groupBy(blocks, block => block.package).values()]
  console.log(`${documents.length} documents of ${packages.length} packages`)
  console.log(`all: ${shareOf(blocks, isRight)}`)
  console.log(`JavaScript and TypeScript as one: ${shareOf(blocks, isRightButForTypes)}`)
  console.log(`languages that have signs: ${shareOf(blocks.filter(hasSigns), isRight)}`)
  console.log(
    `called text: ${shareOf(
      named.filter(({ truth }) => truth[0] === 'text'),
      isRight,
    )}`,
  )
  showPackages(packages.filter(some => some.length >= 5))
  showLanguages(blocks)
  if (values.part === 'development') showMisses(blocks)
}

function partOf(document: NamedDocument): string {
  return isHeldOut(document.package) ? 'held-out' : 'development'
}

function judge(document: NamedDocument): Judged[] {
  const { markdown, page } = document
  return findCodeExamples({ id: page, markdown, outline: [] }).flatMap(({ code, language }, ordinal) => {
    const name = document.names[ordinal] ?? null
    if (name === null) return []
    return [{ package: document.package, page, code, truth: acceptedLanguages(name), guess: language }]
  })
}

function fairShare(blocks: readonly Judged[]): Judged[] {
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

function isRight({ truth, guess }: Judged): boolean {
  return truth.includes(guess)
}

function isRightButForTypes(block: Judged): boolean {
  const untyped = (language: string) => (language === 'typescript' ? 'javascript' : language)
  return block.truth.map(untyped).includes(untyped(block.guess))
}

const known = new Set(['html', 'xml', ...codeSigns.map(({ language }) => language)])

function hasSigns({ truth }: Judged): boolean {
  return truth.some(language => known.has(language))
}

function shareOf(blocks: readonly Judged[], isGood: (block: Judged) => boolean): string {
  const good = blocks.filter(isGood).length
  return `${good} of ${blocks.length} (${percent(good / blocks.length)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function showPackages(packages: readonly Judged[][]): void {
  const shares = packages
    .map(some => some.filter(isRight).length / some.length)
    .sort((one, other) => one - other)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  console.log(`by package: mean ${percent(mean)}, median ${percent(shares[shares.length >> 1] ?? 1)}`)
}

function showLanguages(blocks: readonly Judged[]): void {
  for (const [language, some] of bySize(blocks, ({ truth }) => truth[0] ?? '')) {
    const wrong = bySize(
      some.filter(block => !isRight(block)),
      ({ guess }) => guess,
    )
    const taken = wrong.slice(0, 6).map(([guess, { length }]) => `${guess} ${length}`)
    console.log(
      `  ${language}: ${shareOf(some, isRight)}  ${values.part === 'development' ? taken.join(', ') : ''}`,
    )
  }
}

function bySize(blocks: readonly Judged[], keyOf: (block: Judged) => string): [string, Judged[]][] {
  return [...Map.groupBy(blocks, keyOf)].sort((one, other) => other[1].length - one[1].length)
}

function showMisses(blocks: readonly Judged[]): void {
  const [truth, guess] = (values.of ?? '').split(':')
  const wrong = blocks.filter(
    block => !isRight(block) && (!truth || block.truth[0] === truth) && (!guess || block.guess === guess),
  )
  const step = Math.max(1, wrong.length / Number(values.misses))
  for (let index = 0; index < Number(values.misses) && index * step < wrong.length; index++) {
    const block = wrong[Math.floor(index * step)]
    if (block !== undefined)
      console.log(
        `${block.package} [${block.guess}, not ${block.truth[0]}] ${JSON.stringify(block.code.slice(0, 260))}`,
      )
  }
}

/** Names of languages that authors use for the same thing, or for things that cannot be distinguished. */
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

/** The languages that are accepted for a block with this name. */
function acceptedLanguages(name: string): readonly string[] {
  return accepted.get(name) ?? [languageNamed(name) ?? 'text']
}

/**
 * Documents whose authors name the language of their blocks: the names are taken out, so that what the detector makes of
 * a block can be compared with what its author says.
 *
 * Packages are unpacked by hand, one folder each (`npm pack`, `apt-get download` and `dpkg-deb -x`; a slash in a name
 * becomes a plus): test/corpus/knowledge/named-code-packages.json lists those that were read, with their versions.
 */

/** A document without the names of its blocks' languages, and those names as the author spelled them, by ordinal. */
type NamedDocument = { package: string; page: string; markdown: string; names: (string | null)[] }

const mostPages = 40
const longestPage = 400_000

/** Whether a package is held out for the last measurement: decided by a hash of its name; a scope is one author. */
function isHeldOut(name: string): boolean {
  const family = name.replace(/\+.*$/, '')
  return createHash('sha256').update(family).digest().readUInt8(0) % 3 === 0
}

/** Every document of the packages unpacked in a folder, at most 40 of each; kept beside it once read. */
async function readNamedDocuments(folder: string): Promise<NamedDocument[]> {
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

await main()
