/**
 * Measures how often a document is matched with its reference, and how often with a wrong one.
 *
 * First with real files: each is converted and ingested as by the server, into a project whose references are the catalogue
 * entries of `knownWorks` among all entries of the Zotero exports. Then with every entry of the exports: what could be
 * read from a document of it (DOI printed on the first page, printed title, file name) is matched against the whole library.
 * A match is right when it is the entry itself or one with the same DOI or title; an entry that was removed from the library
 * must not match anything.
 *
 * Usage: npm run measure -- matches [folder with files/ and zotero/export/] [--only records|files] [--all]
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorld } from '../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../test/support/ingest-to-end.ts'
import { seededRandom } from '../../../app/eval/seeded-random.ts'
import { Failure } from '../../../core/model/failure.ts'
import { emptyReference, type Reference, surnameOf } from '../../../core/model/reference.ts'
import { matchReference, referenceIndex, titleWords, type Unmatched } from '../cite/match-reference.ts'
import { writeCitation } from '../cite/write-citation.ts'
import { findDoi } from '../describe-source.ts'
import { referenceReader } from '../references/reference-reader.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, all: { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../../../../shared/data'))
const random = seededRandom(20261116)
const idle = new AbortController().signal
const mostShown = 20

async function main(): Promise<void> {
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  const library = await readLibrary()
  if (values.only !== 'records') await surveyFiles(library)
  if (values.only !== 'files') surveyRecords(library)
}

/**
 * Returns every reference whose title is distinguishable from the others; those with the same DOI or title count once.
 */
async function readLibrary(): Promise<Reference[]> {
  const exports = join(folder, 'zotero/export')
  const found = new Map<string, Reference>()
  for (const name of readdirSync(exports).sort()) {
    const raw = { source: name, name, bytes: readFileSync(join(exports, name)), mediaType: null }
    try {
      const file = { ...raw, charset: null, lastModified: null, fileType: null }
      for (const reference of (await referenceReader().read(file, idle)).references) {
        const key = reference.doi ?? titleWords(reference.title ?? '').join(' ')
        if (key !== '' && !found.has(key))
          found.set(key, { ...reference, citekey: `r${found.size}`, files: [] })
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return [...found.values()]
}

async function surveyFiles(library: readonly Reference[]): Promise<void> {
  const world = await openWorld('library', { flags: ['--toolsets', 'citations'] })
  try {
    await world.wired.engine.projects.add('survey', {})
    const entries = [...knownWorks.map(({ reference }) => reference), ...library]
    const references = join(world.folder, 'library.bib')
    await writeFile(references, entries.map(entry => writeCitation(entry, 'bibtex').text).join('\n\n'))
    const misses: string[] = []
    for (const { file, reference } of knownWorks) {
      const source = join(folder, 'files', file)
      await ingestToEnd(world, { project: 'survey', source, options: { references_path: references } })
      const [document] = await world.wired.engine.catalog.findDocuments(
        'proj-survey',
        [{ field: 'source', op: 'equals', value: source }],
        1,
      )
      const { citekey, citekey_generated: isGuess } = document?.metadata ?? {}
      const record = entries.find(entry => entry.citekey === citekey)
      const isRight = isGuess !== true && record !== undefined && isSameWork(record, reference)
      if (!isRight)
        misses.push(
          `  ${file}: "${reference.title}" was ${isGuess === true ? 'not found' : `taken for ${citekey}`}`,
        )
    }
    report(`real files among ${library.length} other records`, knownWorks.length, misses)
  } finally {
    await world.close()
  }
}

type Reading = { name: string; read(reference: Reference): Unmatched | null }

/** What a converter could read from a document of this reference; null when the reference cannot be read that way. */
const readings: readonly Reading[] = [
  {
    name: 'as published: DOI where there is one, else the printed title',
    read: reference => byPrintedDoi(reference) ?? byTitle(reference, printed),
  },
  { name: 'DOI on the first page', read: byPrintedDoi },
  { name: 'title as printed', read: reference => byTitle(reference, printed) },
  { name: 'title in capitals', read: reference => byTitle(reference, title => title.toUpperCase()) },
  { name: 'title with one letter misread', read: reference => byTitle(reference, misread) },
  {
    name: 'title without its subtitle',
    read: reference =>
      reference.title?.includes(': ') ? byTitle(reference, title => title.split(': ')[0] ?? '') : null,
  },
  { name: 'title on the first page only', read: byFirstPage },
  { name: 'file named as Zotero does', read: byFileName },
]

function surveyRecords(library: readonly Reference[]): void {
  const index = referenceIndex(library)
  for (const { name, read } of readings) {
    const misses: string[] = []
    let asked = 0
    for (const reference of library) {
      const document = read(reference)
      if (document === null) continue
      asked += 1
      const match = matchReference(document, index)
      if (match === null) misses.push(`  "${reference.title}" was not found by ${JSON.stringify(document)}`)
      else if (!isSameWork(match.reference, reference))
        misses.push(`  "${reference.title}" was taken for "${match.reference.title}"`)
    }
    report(name, asked, misses)
  }
  const strangers = library.flatMap((reference, position) => {
    const document = readings[0]?.read(reference) ?? null
    const others = referenceIndex(library.toSpliced(position, 1))
    const match = document === null ? null : matchReference(document, others)
    return match === null || isSameWork(match.reference, reference)
      ? []
      : [`  "${reference.title}" was taken for "${match.reference.title}"`]
  })
  report('as published, with its record taken out: nothing found', library.length, strangers)
}

/** A first page as publishers print it, without a readable title. Short DOIs (10/abc) are never printed. */
function byPrintedDoi({ doi }: Reference): Unmatched | null {
  if (doi === null || doi.startsWith('10/')) return null
  const line = random.pick([`https://doi.org/${doi}`, `DOI: ${doi}.`, `doi:${doi.toUpperCase()}`, `(${doi})`])
  const markdown = `Journal of Things, Vol. 3\n\n${line}\n\nReceived 3 May\n\nAbstract. We show that 10.5 of 11/12 agree.`
  const pages = [{ number: 1, label: null, start: 0, end: markdown.length, ocr: false }]
  return {
    doi: findDoi({ markdown, pages, metadata: {} }),
    title: null,
    fileName: 'download.pdf',
    firstPage: '',
    pageCount: null,
  }
}

function byTitle({ title }: Reference, set: (title: string) => string): Unmatched | null {
  if (title === null || titleWords(title).length === 0) return null
  return { doi: null, title: set(title), fileName: 'download.pdf', firstPage: '', pageCount: null }
}

/** The first page of a file without a title, or with the title "untitled". Long titles cover two lines. */
function byFirstPage(reference: Reference): Unmatched | null {
  const { title, authors, container } = reference
  if (title === null || titleWords(title).length < 2) return null
  const words = printed(title).split(/\s+/)
  const half = words.length > 6 ? Math.ceil(words.length / 2) : words.length
  const set = [words.slice(0, half).join(' '), words.slice(half).join(' ')].join('\n')
  const page = [
    container ?? 'Working papers',
    set,
    authors.map(surnameOf).join(', '),
    'Abstract. We show it.',
  ]
  return {
    doi: null,
    title: 'untitled',
    fileName: 'download.pdf',
    firstPage: page.join('\n\n'),
    pageCount: null,
  }
}

/** Varies ligatures, quotation marks, dashes and case, as typesetters do, and adds a footnote mark. */
function printed(title: string): string {
  const set = title.replaceAll('fi', 'ﬁ').replaceAll('ff', 'ﬀ').replaceAll(' - ', ' — ').replace(/["“”]/g, '')
  return random.pick([set, `${set}∗`, set.toUpperCase(), `${set}.`, set.replaceAll(' ', '  ')])
}

function misread(title: string): string {
  const letters = [...title].flatMap((letter, at) => (/\p{L}/u.test(letter) ? [at] : []))
  const at = letters.length === 0 ? 0 : random.pick(letters)
  return `${title.slice(0, at)}q${title.slice(at + 1)}`
}

function byFileName({ authors, editors, issued, title }: Reference): Unmatched | null {
  const [first, second, third] = authors.length > 0 ? authors : editors
  if (first === undefined || issued === null || title === null) return null
  const others = third !== undefined ? ' et al.' : second === undefined ? '' : ` and ${surnameOf(second)}`
  const name = `${surnameOf(first)}${others} - ${issued.year} - ${title.replace(/[/\\:*?"<>|]/g, '')}`
  return {
    doi: null,
    title: null,
    fileName: `${basename(name.slice(0, 100).trim())}.pdf`,
    firstPage: '',
    pageCount: null,
  }
}

function isSameWork(one: Reference, other: Reference): boolean {
  if (one.doi !== null && one.doi === other.doi) return true
  return titleWords(one.title ?? '').join(' ') === titleWords(other.title ?? '').join(' ')
}

function report(what: string, asked: number, misses: readonly string[]): void {
  const right = asked - misses.length
  console.log(`${what}: ${right} of ${asked} (${((100 * right) / asked).toFixed(1)} %)`)
  const shown = values.all === true ? misses.length : mostShown
  for (const miss of misses.slice(0, shown)) console.log(miss)
  if (misses.length > shown) console.log(`  … and ${misses.length - shown} more; --all lists them`)
}

/** A file of the shared collection and its reference as in a library catalogue (not as printed in the file). */
type KnownWork = { file: string; reference: Reference }

const works: [file: string, work: Partial<Reference>][] = [
  [
    'HansardSearch/s41597-023-02464-w.pdf',
    {
      type: 'article-journal',
      title: 'Digitization of the Australian Parliamentary Debates, 1998–2022',
      doi: '10.1038/s41597-023-02464-w',
    },
  ],
  [
    'hansard-proj/paper-arxiv.pdf',
    { type: 'article', title: 'Digitization of the Australian Parliamentary Debates, 1998-2022' },
  ],
  [
    'pdf.js/TAMReview.pdf',
    {
      type: 'report',
      title: 'Overview of the Technology Acceptance Model: Origins, Developments and Future Directions',
    },
  ],
  [
    'pdf.js/tracemonkey.pdf',
    {
      type: 'paper-conference',
      title: 'Trace-based just-in-time type specialization for dynamic languages',
      doi: '10.1145/1542476.1542528',
    },
  ],
  [
    'pdf.js/freeculture.pdf',
    {
      type: 'book',
      title:
        'Free Culture: How Big Media Uses Technology and the Law to Lock Down Culture and Control Creativity',
    },
  ],
  [
    'docling/normal_4pages.pdf',
    { type: 'report', title: '코로나-19 관련 보험약관상 재해보험금 지급문제 및 개선과제' },
  ],
  [
    'docling/redp5110_sampled.pdf',
    { type: 'book', title: 'Row and Column Access Control Support in IBM DB2 for i' },
  ],
  [
    'unstructured/multi-column-2p.pdf',
    {
      type: 'paper-conference',
      title: 'Dense Passage Retrieval for Open-Domain Question Answering',
      doi: '10.18653/v1/2020.emnlp-main.550',
    },
  ],
  [
    'unstructured/failure-after-repair.pdf',
    {
      type: 'book',
      title: 'Understanding Breast Cancer: A guide for people with cancer, their families and friends',
    },
  ],
  ['PyMuPDF/mupdf_explored.pdf', { type: 'book', title: 'MuPDF Explored' }],
  [
    'PyMuPDF/test_3780.pdf',
    {
      type: 'article-journal',
      title: 'Quantum Computation under Micromotion in a Planar Ion Crystal',
      doi: '10.1038/srep08555',
    },
  ],
  ['tika/testPDF_protected.pdf', { type: 'speech', title: 'Rethinking the financial network' }],
  [
    'unstructured/invalid-pdf-structure-pdfminer-one-page.pdf',
    {
      type: 'report',
      title: 'Cybersecurity: Launching and Implementing the National Cybersecurity Strategy',
    },
  ],
  [
    'tika/testPDF_childAttachments.pdf',
    { type: 'report', title: 'Publication 15 (Circular E), Employer’s Tax Guide' },
  ],
  ['docling/epub_purvis_poetry.epub', { type: 'book', title: 'Poetry' }],
  [
    'docling/amt_handbook_sample.pdf',
    { type: 'book', title: 'Aviation Maintenance Technician Handbook: General' },
  ],
]

const knownWorks: readonly KnownWork[] = works.map(([file, work], index) => ({
  file,
  reference: { ...emptyReference, citekey: `known${index + 1}`, ...work },
}))

await main()
