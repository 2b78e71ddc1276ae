import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stillClock } from '../../../test/conformance/store-fixtures.ts'
import type { AuditFacts, DocumentAudit } from '../../core/ports/audit-trail.ts'
import { auditFiles } from './audit-files.ts'
import { auditTrail } from './audit-trail.ts'

const facts: AuditFacts = {
  correlationId: 'run-1',
  kind: 'ingest_folder',
  collection: 'papers',
  denseModel: 'gte-small',
  sparseModel: 'bm25',
}

function outcome(source: string, written: number, fields: Partial<DocumentAudit> = {}): DocumentAudit {
  const chunks = { written, added: written, updated: 0, skipped: 0, filtered: 1 }
  return { source, documentId: `id of ${source}`, chunks, warnings: [], errors: [], ...fields }
}

async function openTrail(context: TestContext, keep = 1000) {
  const home = await mkdtemp(join(tmpdir(), 'quire-audit-'))
  context.after(() => rm(home, { recursive: true, force: true }))
  const folder = join(home, 'audit')
  let elapsed = 0
  const problems: string[] = []
  const clock = { ...stillClock, elapsed: () => elapsed }
  const log = {
    write: (_level: string, _event: string, fields = {}) => void problems.push(JSON.stringify(fields)),
  }
  return {
    home,
    folder,
    problems,
    trail: auditTrail({ lines: auditFiles({ folder, keep }), keep, clock, log }),
    pass: (ms: number) => {
      elapsed += ms
    },
    lines: async (name: string) =>
      (await readFile(join(folder, name), 'utf8'))
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
  }
}

test('S-AUDIT-1 a run has a line per document and one with the sums, with every field that was promised', async context => {
  const { trail, lines, pass } = await openTrail(context)
  const run = trail.begin(facts)
  const end = run.open()
  pass(1_250)
  end(outcome('/a.pdf', 3, { warnings: ['Page 2 has no text.'] }))
  const fulltext = { source: 'zotero', provenance: { total_pages: 2 } }
  run.open()(outcome('/b.pdf', 0, { documentId: null, errors: ['NO_TEXT: none'], fulltext }))
  await run.close()
  const common = {
    correlation_id: 'run-1',
    tool: 'ingest_folder',
    project_id: 'papers',
    dense_model: 'gte-small',
    sparse_model: 'bm25',
    timestamp: stillClock.now(),
  }
  const zero = { chunks_updated: 0, chunks_skipped: 0 }
  const [first, second, summary] = await lines('run-1.jsonl')
  assert.deepEqual(first, {
    event: 'document',
    ...common,
    doc_id: 'id of /a.pdf',
    source_path: '/a.pdf',
    documents_processed: 1,
    ...zero,
    chunks_written: 3,
    chunks_added: 3,
    chunks_filtered: 1,
    duration_seconds: 1.25,
    warnings: ['Page 2 has no text.'],
    errors: [],
  })
  assert.deepEqual([second.fulltext_source, second.fulltext_provenance], ['zotero', { total_pages: 2 }])
  assert.deepEqual(summary, {
    event: 'summary',
    ...common,
    doc_id: null,
    source_path: null,
    documents_processed: 2,
    ...zero,
    chunks_written: 3,
    chunks_added: 3,
    chunks_filtered: 2,
    duration_seconds: 1.25,
    warnings: ['/a.pdf: Page 2 has no text.'],
    errors: ['/b.pdf: NO_TEXT: none'],
  })
})

test('nothing is created before there is something to say', async context => {
  const { trail, folder } = await openTrail(context)
  trail.begin(facts).open()
  await assert.rejects(readdir(folder), { code: 'ENOENT' })
})

test('a correlation id that a caller chose stays a file name inside the folder', async context => {
  const { trail, folder, home } = await openTrail(context)
  for (const correlationId of ['../up', '..', 'a/b', 'c:d', '.hidden'])
    await trail.begin({ ...facts, correlationId }).close()
  assert.deepEqual((await readdir(folder)).toSorted(), [
    '_.jsonl',
    '__up.jsonl',
    '_hidden.jsonl',
    'a_b.jsonl',
    'c_d.jsonl',
  ])
  assert.deepEqual(await readdir(home), ['audit'])
})

test('only the newest runs are kept, and 0 keeps none', async context => {
  const { trail, folder } = await openTrail(context, 2)
  for (const [index, correlationId] of ['one', 'two', 'three'].entries()) {
    await trail.begin({ ...facts, correlationId }).close()
    await utimes(join(folder, `${correlationId}.jsonl`), index, index)
  }
  assert.deepEqual((await readdir(folder)).toSorted(), ['three.jsonl', 'two.jsonl'])
  const none = await openTrail(context, 0)
  await none.trail.begin(facts).close()
  await assert.rejects(readdir(none.folder), { code: 'ENOENT' })
})

test('lines of two runs under one id do not mix', async context => {
  const { trail, lines } = await openTrail(context)
  const runs = [trail.begin(facts), trail.begin(facts)]
  for (let index = 0; index < 50; index++) for (const run of runs) run.open()(outcome(`/${index}`, 1))
  await Promise.all(runs.map(run => run.close()))
  assert.equal((await lines('run-1.jsonl')).length, 102)
})

test('a trail that cannot be written is reported once, and no call fails because of it', async context => {
  const { trail, home, problems } = await openTrail(context)
  await writeFile(join(home, 'audit'), 'in the way')
  const run = trail.begin(facts)
  run.open()(outcome('/a', 1))
  run.open()(outcome('/b', 1))
  await run.close()
  assert.equal(problems.length, 1)
})
