import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { test } from 'node:test'
import type { World } from '../../../../test/contract/world.ts'

/** Promises about ingestion, tested on every surface. */
export function testIngest(world: () => World): void {
  test('D-FILE-1 D-FILE-2 D-FILE-3 a new file is indexed into "default" and answers what the contract lists', async () => {
    const { call, folder } = world()
    const path = join(folder, 'vellum.md')
    await writeFile(path, '# Vellum\n\nVellum is prepared calf skin, stretched and scraped on a frame.\n')
    const value = await call('ingest_file', { path })
    assert.equal(value.status, 'indexed')
    assert.equal(value.source, path)
    assert.equal(value.library, 'default')
    assert.equal(value.chunk_count, 1)
    assert.match(
      String(value.doc_id),
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const { documents } = await call('list_documents', { library: 'default' })
    assert.deepEqual(
      documents.find((document: { doc_id: string }) => document.doc_id === value.doc_id)?.metadata,
      {},
    )
  })

  test('D-FILE-4 an unchanged file is skipped and keeps its id', async () => {
    const { call, folder } = world()
    const path = join(folder, 'same.md')
    await writeFile(path, 'Nothing about this page will change.')
    const first = await call('ingest_file', { path, library: 'again' })
    const before = await call('list_documents', { library: 'again' })
    const second = await call('ingest_file', { path, library: 'again' })
    assert.equal(second.status, 'skipped')
    assert.equal(second.doc_id, first.doc_id)
    assert.equal(second.chunk_count, 0)
    assert.deepEqual(await call('list_documents', { library: 'again' }), before)
  })

  test('D-FILE-5 a changed file replaces its old chunks', async () => {
    const { call, folder } = world()
    const path = join(folder, 'changing.md')
    await writeFile(path, 'The colophon names the zebra printer of Antwerp.')
    const first = await call('ingest_file', { path, library: 'changes' })
    await writeFile(path, 'The colophon names the walrus printer of Leiden.')
    const second = await call('ingest_file', { path, library: 'changes' })
    assert.equal(second.status, 'replaced')
    assert.notEqual(second.doc_id, first.doc_id)
    const { documents, count } = await call('list_documents', { library: 'changes' })
    assert.equal(count, 1)
    assert.equal(documents[0].doc_id, second.doc_id)
    const { results } = await call('search', { query: 'zebra printer', library: 'changes', top_k: 100 })
    assert.ok(results.every((result: { content: string }) => !result.content.includes('zebra')))
    assert.ok(results.length > 0)
  })

  test('D-FILE-6 a new version that cannot be read keeps the old one searchable', async () => {
    const { call, fail, folder } = world()
    const path = join(folder, 'fragile.pdf')
    await writeFile(path, tinyPdf('Marbled paper floats its colours on carrageen size.'))
    const first = await call('ingest_file', { path, library: 'fragile' })
    await writeFile(path, '%PDF-1.7\nthis is not a document any more')
    assert.match(await fail('ingest_file', { path, library: 'fragile' }), /^Ingestion failed: /)
    const { results } = await call('search', { query: 'marbled paper', library: 'fragile' })
    assert.equal(results[0].doc_id, first.doc_id)
    assert.match(results[0].content, /carrageen/)
  })

  test('D-FILE-7 an unknown format is said to be one', async () => {
    const { fail, folder } = world()
    const path = join(folder, 'disk.img')
    await writeFile(path, Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 0, 9, 8, 7, 0, 0, 0, 1]))
    assert.match(await fail('ingest_file', { path }), /^Unsupported format: /)
  })

  test('D-FILE-8 a file without text says what it may be and points to ingest_content', async () => {
    const { fail, folder } = world()
    const path = join(folder, 'silence.txt')
    await writeFile(path, '--- *** ---\n\n!!!\n')
    const error = await fail('ingest_file', { path })
    assert.match(error, /^Ingestion failed: /)
    assert.match(error, /ingest_content/)
  })

  test('D-FILE-9 a missing file is explained with the working directory and server_info', async () => {
    const { fail, folder } = world()
    const error = await fail('ingest_file', { path: join(folder, 'nowhere.md') })
    assert.match(error, /^Ingestion failed: /)
    assert.match(error, /server_info\(check_path=/)
  })

  test('D-CONTENT-1 content is known by its label, whose extension is its file type', async () => {
    const { call } = world()
    const first = await call('ingest_content', {
      content: 'name,folds\nfolio,1\nquarto,2\noctavo,3\n',
      source: 'formats.csv',
      library: 'labels',
    })
    assert.equal(first.status, 'indexed')
    const again = await call('ingest_content', {
      content: 'name,folds\nfolio,1\nquarto,2\noctavo,3\nduodecimo,4\n',
      source: 'formats.csv',
      library: 'labels',
    })
    assert.equal(again.status, 'replaced')
    const { results } = await call('search', { query: 'duodecimo', library: 'labels' })
    assert.equal(results[0].file_type, 'csv')
    assert.equal(results[0].source, 'formats.csv')
  })

  test('D-FOLDER-1 D-FOLDER-2 D-FOLDER-4 a folder is read to the bottom; a bad file has its own error', async () => {
    const { call, folder } = world()
    const shelf = join(folder, 'shelf')
    await mkdir(join(shelf, 'below'), { recursive: true })
    await writeFile(join(shelf, 'one.md'), 'Kettle stitch links the gatherings at head and tail.')
    await writeFile(join(shelf, 'below', 'two.txt'), 'Headbands protect the spine of the text block.')
    await writeFile(join(shelf, 'broken.pdf'), '%PDF-1.4 nothing follows')
    const value = await call('ingest_folder', { folder: shelf, library: 'shelf' })
    assert.deepEqual(
      {
        ...value,
        results: value.results.length,
        errors: value.errors.map((error: { file: string }) => error.file),
      },
      {
        status: 'done',
        folder: shelf,
        library: 'shelf',
        total_files: 3,
        indexed: 2,
        replaced: 0,
        skipped: 0,
        failed: 1,
        results: 2,
        errors: ['broken.pdf'],
      },
    )
    assert.deepEqual(
      value.results.map((result: { file: string }) => result.file),
      [join('below', 'two.txt'), 'one.md'],
    )
  })

  test('D-FOLDER-3 calling again skips what is done; a dry run reads nothing', async () => {
    const { call, folder } = world()
    const shelf = join(folder, 'rerun')
    await mkdir(shelf, { recursive: true })
    await writeFile(join(shelf, 'a.md'), 'Deckle edges are left by the papermaker’s frame.')
    const dry = await call('ingest_folder', { folder: shelf, library: 'rerun', dry_run: true })
    assert.equal(dry.status, 'dry_run')
    assert.deepEqual(dry.results, [{ file: 'a.md', status: 'found', doc_id: null, chunk_count: 0 }])
    const libraries = await call('list_libraries', {})
    assert.ok(libraries.libraries.every((row: { library: string }) => row.library !== 'rerun'))
    assert.equal((await call('ingest_folder', { folder: shelf, library: 'rerun' })).indexed, 1)
    const again = await call('ingest_folder', { folder: shelf, library: 'rerun' })
    assert.equal(again.indexed, 0)
    assert.equal(again.skipped, 1)
  })

  test('D-FILE-3 a path beginning with ~ is in the home folder', async () => {
    const { call, fail, folder, isConfined } = world()
    const inHome = join(homedir(), `.quire-test-${basename(folder)}.md`)
    await writeFile(inHome, 'A file in the home folder.')
    try {
      const path = `~/${relative(homedir(), inHome)}`
      if (isConfined) assert.match(await fail('ingest_file', { path }), /^Ingestion failed: /)
      else assert.equal((await call('ingest_file', { path, library: 'home' })).source, inHome)
    } finally {
      await rm(inHome)
    }
  })
}

/** The smallest PDF with one line of text. */
export function tinyPdf(text: string): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = body.length
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}
