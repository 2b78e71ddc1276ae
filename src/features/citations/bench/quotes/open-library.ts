import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { testProcess } from '../../../../../test/contract/world.ts'
import { readConfig } from '../../../../app/config/read-config.ts'
import { type Wired, wire } from '../../../../app/wire.ts'
import type { Document } from '../../../../core/model/document.ts'
import { Failure } from '../../../../core/model/failure.ts'

export const collection = 'verify-bench'

/** Books, papers, manuals and pages in several scripts. All have a text layer. */
const files = [
  'DA-619p.pdf',
  'pdf2image-memory-error-test-400p.pdf',
  'failure-after-repair.pdf',
  'multi-column-2p.pdf',
  'freeculture.pdf',
  'tracemonkey.pdf',
  'TAMReview.pdf',
  '160F-2019.pdf',
  'outlines_se.pdf',
  'mupdf_explored.pdf',
  'test_4412.pdf',
  'test_3780.pdf',
  's41597-023-02464-w.pdf',
  'paper-arxiv.pdf',
  'redp5110_sampled.pdf',
  'normal_4pages.pdf',
  'right_to_left_01.pdf',
  'amt_handbook_sample.pdf',
  'code_and_formula.pdf',
  'pdflatex-outline.pdf',
  'mistitled_outlines_example.pdf',
  'outlines-with-invalid-destinations.pdf',
  'outline-without-title.pdf',
  'epub_purvis_poetry.epub',
  'word_sample.docx',
  'german_styled_lists.docx',
  'testODT-TIKA-6000.odt',
]

const samples = [
  'field-guide.pdf',
  'four-inks.epub',
  'glossary.txt',
  'letterpress.html',
  'reading-a-sheet.docx',
  'bench-notes.md',
]

export type Library = { wired: Wired; documents: Document[]; pathOf(document: Document): string }

/** Ingests every available file (or reuses the home) and returns what is stored. */
export async function openLibrary(options: {
  home: string
  data: string
  packageFolder: string
  note(message: string): void
}): Promise<Library> {
  return openCollection({ ...options, paths: listPaths(options) })
}

/** Ingests files into the collection of a home and returns what is stored. */
export async function openCollection(options: {
  home: string
  paths: readonly string[]
  packageFolder: string
  note(message: string): void
}): Promise<Library> {
  const world = testProcess(options.packageFolder, ['--home', options.home, '--embedder', 'hash'])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const { signal } = new AbortController()
  for (const path of options.paths) {
    options.note(path)
    const read = async (reading: AbortSignal) =>
      (await wired.runtime.services({})).files.read(path, null, reading)
    const request = { collection, read, metadata: {}, options: { password: null, ocrLanguages: ['en'] } }
    await wired.engine.ingest(request, { signal, progress: () => {} }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      options.note(`  left out: ${error.message}`)
    })
  }
  const { store } = wired.parts
  const summaries = await store.listDocuments({ collections: [collection], limit: 1_000, offset: 0 })
  const documents: Document[] = []
  for (const { id } of summaries) {
    const document = await store.readDocument(id)
    if (document) documents.push(document)
  }
  return { wired, documents, pathOf: document => document.source }
}

function listPaths({ data, packageFolder }: { data: string; packageFolder: string }): string[] {
  const folders = [
    'unstructured',
    'pdf.js',
    'PyMuPDF',
    'HansardSearch',
    'hansard-proj',
    'docling',
    'sample-files',
    'pypdf',
    'pandoc',
    'tika',
  ]
  const found = files.flatMap(name => folders.map(folder => join(data, folder, name)).filter(existsSync))
  return [...found, ...samples.map(name => join(packageFolder, 'samples', name)).filter(existsSync)]
}
