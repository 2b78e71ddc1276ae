import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

const passage = {
  title: 'On Tides',
  score: 0.9312,
  library: 'papers',
  page: 12,
  page_end: 12,
  page_label: 'iv',
  section_path: ['Methods', 'Sampling'],
  content: 'The tides were sampled\nhourly.',
  link: 'file:///papers/tides.pdf#page=12',
  doc_id: '1b671a64-40d5-591e-99b0-da01ff1f3341',
  chunk_id: '444789bc3580daba',
}

test('a hit shows its title, printed page, section, words, link and the ids to go on with', async () => {
  const { answer } = await renderTool('search', {
    value: { results: [passage], warnings: [] },
    input: { query: 'how are tides sampled' },
    terminal: fakeTerminal(),
  })
  assert.equal(
    answer,
    [
      '1. On Tides  relevance 93 %',
      '   page 12 (printed iv) · Methods › Sampling · library papers',
      '   The tides were sampled hourly.',
      '   file:///papers/tides.pdf#page=12',
      '   doc 1b671a64-40d5-591e-99b0-da01ff1f3341  hit 444789bc3580daba',
    ].join('\n'),
  )
})

test('nothing found is said beside the answer, not in it', async () => {
  const shown = await renderTool('search', { value: { results: [] }, input: {}, terminal: fakeTerminal() })
  assert.deepEqual(shown, { answer: '', remark: 'Nothing found.' })
})

test('a document is its Markdown alone on stdout', async () => {
  const value = {
    title: 'T',
    source: '/t.md',
    library: 'l',
    content: '# T\n\nText',
    chunk_count: 1,
    pages: [],
  }
  const shown = await renderTool('get_document', { value, input: {}, terminal: fakeTerminal() })
  assert.equal(shown.answer, '# T\n\nText')
  assert.match(shown.remark ?? '', /\/t\.md · library l · 1 chunk/)
})

test('a folder in which files failed names them and exits with 1', async () => {
  const value = {
    status: 'done',
    library: 'l',
    total_files: 3,
    indexed: 1,
    replaced: 0,
    skipped: 1,
    failed: 1,
    results: [
      { file: 'a.md', status: 'indexed', chunk_count: 2 },
      { file: 'b.md', status: 'skipped', chunk_count: 0 },
    ],
    errors: [{ file: 'c.pdf', error: 'broken' }],
  }
  const shown = await renderTool('ingest_folder', { value, input: {}, terminal: fakeTerminal() })
  assert.equal(shown.exitCode, 1)
  assert.equal(
    shown.answer,
    'indexed   a.md  2 chunks\nfailed    c.pdf\n          broken\n3 files: 1 indexed, 1 skipped, 1 failed → library l',
  )
})
