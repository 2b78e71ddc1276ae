import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { cutSnippet, highlight, termsOf } from '../../core/contract/shell/snippet.ts'
import { cutTo, styles, widthOf, wrap } from '../../core/contract/shell/style.ts'
import { renderAnswer } from './render-answer.ts'

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
      '1. On Tides',
      '   page 12 (printed iv) · Methods › Sampling · library papers',
      '   The tides were sampled hourly.',
      '   file:///papers/tides.pdf#page=12',
      '   doc 1b671a64-40d5-591e-99b0-da01ff1f3341  hit 444789bc3580daba',
    ].join('\n'),
  )
})

test('no figure is printed for a score, only how a hit compares with the best of its answer', async () => {
  const cases: [string, string, object][] = [
    ['search', 'results', passage],
    ['query_hybrid', 'items', { ...passage, citation: '(doe2020, p. 4)', render_text: 'Tides.' }],
    ['search_graphiti', 'results', { fact: 'It sank.', similarity: 1, metadata: {} }],
    ['search_code_examples', 'results', { summary: 'A loop', similarity: 1, code: 'x' }],
    [
      'search_knowledge_base',
      'results',
      { document_title: 'T', content: 'Tides.', similarity: 1, metadata: {} },
    ],
  ]
  for (const [tool, list, hit] of cases) {
    const hits = [1, 0.42].map(score => ({ ...hit, score, similarity: score }))
    const shown = await renderTool(tool, {
      value: { [list]: hits, warnings: [] },
      input: {},
      terminal: fakeTerminal(),
    })
    assert.doesNotMatch(shown.answer, /1\.00|0\.42/, tool)
    assert.match(shown.answer, /^2\. .* {2}42 % of the best$/m, tool)
    assert.doesNotMatch(shown.answer.split('\n')[0] ?? '', /%/, tool)
  }
})

test('a crawl ends with a summary, not with the id of every page', async () => {
  const value = {
    success: false,
    url: 'https://example.org/',
    library: 'web',
    pages_crawled: 60,
    pages_unchanged: 12,
    chunks_created: 431,
    document_ids: Array.from({ length: 60 }, (_, index) => `id-${index}`),
    skipped: { robots: 3, not_found: 2 },
    errors: Array.from({ length: 12 }, (_, index) => ({
      url: `https://example.org/${index}`,
      error: 'It is down.',
    })),
    warnings: [],
    status: 'done',
  }
  const shown = await renderTool('crawl_deep', { value, input: {}, terminal: fakeTerminal() })
  assert.match(shown.answer, /^60 pages: 12 unchanged, 431 new chunks, 12 failed$/m)
  assert.match(shown.answer, /^left out: 3 robots, 2 not found$/m)
  assert.match(shown.answer, /^and 2 more failures$/m)
  assert.doesNotMatch(shown.answer, /id-/)
  assert.equal(shown.exitCode, 1)
})

test('a wrong stated page is the headline and has an exit code of its own', async () => {
  const verdictWith = (verdict: string, matched: string | null) =>
    renderTool('verify_citation', {
      value: {
        verdict,
        matches:
          verdict === 'not_found' ? [] : [{ citekey: 'doe2020', page_span: [77, 77], text: 'So it is.' }],
        page_check: matched === null ? null : { stated: '200', matched, message: 'It is not on page 200.' },
      },
      input: {},
      terminal: fakeTerminal(),
    })
  const wrong = await verdictWith('exact', 'none')
  assert.match(wrong.answer, /^wrong page {2}It is not on page 200\.\nexact\n1\. doe2020/)
  assert.equal(wrong.exitCode, 8)
  const others = await Promise.all([
    verdictWith('exact', 'label'),
    verdictWith('exact', 'pdf'),
    verdictWith('exact', null),
    verdictWith('close', 'none'),
    verdictWith('exact', 'unknown'),
    verdictWith('not_found', 'none'),
  ])
  assert.deepEqual(
    others.map(({ exitCode }) => exitCode),
    [0, 0, 0, 8, 8, 4],
  )
  assert.match((await verdictWith('exact', 'unknown')).answer, /^page not checked/)
})

test('the words of the question are marked on a terminal only', async () => {
  const terms = termsOf('How are the tides sampling?')
  assert.deepEqual(terms, ['tide', 'sampl'])
  assert.equal(highlight('Sampled tides', terms, styles(false)), 'Sampled tides')
  assert.equal(highlight('the tides', terms, styles(true)), 'the \u001b[1;33mtides\u001b[22;39m')
})

test('a long passage is cut to where most of the words of the question are', async () => {
  const content = `${'nothing here. '.repeat(40)}The spring tide meets the neap tide. ${'more text. '.repeat(40)}`
  const snippet = cutSnippet(content, termsOf('spring neap'), 120)
  assert.match(snippet, /^… .*spring tide meets the neap.* …$/)
  assert.ok(snippet.length < 140)
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

test('a tool without a form of its own is shown field by field', async () => {
  const value = { name: 'quire', roots: null, list: ['a', { b: 1 }], empty: [], text: 'two\nlines' }
  const { answer } = await renderAnswer({}, { value, input: {}, terminal: fakeTerminal() })
  assert.equal(answer, 'name: quire\nroots: –\nlist:\n  - a\n  - b: 1\nempty: none\ntext:\n  two\n  lines')
})

test('a table is aligned and gives way in its flexible columns', async () => {
  const rows = [
    { title: 'A very long title that does not fit in here at all', id: '1' },
    { title: '日本語', id: '22' },
  ]
  const table = renderTable(
    rows,
    [
      { title: 'TITLE', cell: row => row.title, isFlexible: true },
      { title: 'ID', cell: row => row.id, align: 'right' },
    ],
    fakeTerminal({ columns: 40 }),
  )
  const lines = table.split('\n')
  assert.deepEqual(new Set(lines.map(widthOf)), new Set([40]))
  assert.match(lines[1] ?? '', /…/)
})

test('wide characters and escapes are measured as a terminal shows them', async () => {
  assert.equal(widthOf('日本\u001b[1mx\u001b[22m'), 5)
  assert.equal(cutTo('日本語', 5), '日本…')
  assert.deepEqual(wrap('a bb ccc', 4), ['a bb', 'ccc'])
})
