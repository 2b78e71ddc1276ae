import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { guide, writeLibrary } from './library.ts'

/** Invalid command lines are rejected by the parser of the shell, before the tool. */
const said = (error: Value): string =>
  typeof error.error === 'string' ? error.error : `${error.error.code}: ${error.error.message}`

/** Promises about the five tools, tested in one world that fills up during the run. */
export function testAsking(world: () => World): void {
  let paths: Awaited<ReturnType<typeof writeLibrary>>

  test('K-SEARCH-4 K-SOURCES-2 K-AGENT-3 before anything is stored every question has its empty answer', async () => {
    const { call, folder } = world()
    paths = await writeLibrary(folder)
    const found = await call('search_knowledge_base', { query: 'water pump' })
    assert.deepEqual([found.results, found.count], [[], 0])
    assert.match(found.warnings.join(), /Nothing has been ingested yet/)
    assert.deepEqual(await call('get_available_sources', {}), { success: true, sources: [], count: 0 })
    const answer = await call('agent_query', { query: 'How long does the warranty last?' })
    assert.deepEqual([answer.answered, answer.mode, answer.citations], [false, 'not_answered', []])
    assert.match(answer.response, /^No passage clearly answers this question\./)
  })

  test('K-INGEST-1 K-INGEST-2 files on the server are stored, once, and one bad file never stops the rest', async () => {
    const { call } = world()
    const file_paths = [paths.guide, paths.broken, paths.page]
    const first = await call('ingest_documents', { file_paths, topics: ['water'] })
    assert.deepEqual([first.status, first.documents_processed, first.removed], ['done', 2, 0])
    assert.ok(first.chunks_created >= 2)
    assert.deepEqual(
      first.errors.map((errors: string[]) => errors.length),
      [0, 1, 0],
    )
    assert.deepEqual(
      first.results.map((result: Value) => [result.file, result.status]),
      [
        [paths.guide, 'indexed'],
        [paths.broken, 'failed'],
        [paths.page, 'indexed'],
      ],
    )
    const again = await call('ingest_documents', { file_paths: [paths.guide], topics: ['water'] })
    assert.deepEqual([again.documents_processed, again.chunks_created], [1, 0])
    assert.equal(again.results[0].status, 'skipped')
  })

  test('K-INGEST-3 files that are not on the server are refused with the way to upload them', async () => {
    const { refuse, folder } = world()
    for (const path of [join(folder, 'missing.md'), 'relative.md', '/etc/quire-no-such-file']) {
      const { error } = await refuse('ingest_documents', { file_paths: [path] })
      assert.equal(error.code, 'NOT_IMPLEMENTED')
      assert.equal(
        error.message,
        'File ingestion via MCP requires files to be on server. Use REST API POST /api/v1/rag/ingest for file uploads.',
      )
      assert.equal(error.details.reason, 'FILES_NOT_ON_SERVER')
    }
  })

  test('K-SEARCH-1 a result carries chunk_id, document_id, content, similarity, metadata, title and source', async () => {
    const { call } = world()
    const found = await call('search_knowledge_base', { query: 'warranty of the water pump' })
    assert.deepEqual(
      [found.query, found.search_type, found.count],
      ['warranty of the water pump', 'hybrid', found.results.length],
    )
    const [best] = found.results
    assert.deepEqual(Object.keys(best), [
      'chunk_id',
      'document_id',
      'content',
      'similarity',
      'metadata',
      'document_title',
      'document_source',
    ])
    assert.ok(guide.includes(best.content))
    assert.deepEqual([best.document_title, best.document_source], ['Pump Guide', paths.guide])
    assert.equal(best.metadata.source_type, 'document')
    assert.equal(best.metadata.source_id, dirname(paths.guide))
    const [start, end] = best.metadata.char_span
    assert.equal(guide.slice(start, end), best.content)
    const scores = found.results.map((result: Value) => result.similarity)
    assert.deepEqual(
      scores,
      scores.toSorted((one: number, other: number) => other - one),
    )
    assert.ok(scores.every((score: number) => score >= 0 && score <= 1))
  })

  test('K-SEARCH-7 when nothing fits it is said; min_score leaves out what is less relevant', async () => {
    const { call } = world()
    for (const [tool, fitting] of [
      ['search_knowledge_base', 'warranty of the water pump'],
      ['search_code_examples', 'read the pressure of the pump'],
    ]) {
      const other = await call(tool ?? '', { query: 'zebra quantum lasagne' })
      assert.equal(other.nothing_fits, true, tool)
      assert.ok(other.count > 0, tool)
      assert.match(other.warnings.join(), /Nothing seems to fit/, tool)
      const fits = await call(tool ?? '', { query: fitting, min_score: 0.2 })
      assert.equal(fits.nothing_fits, false, tool)
      assert.ok(fits.count > 0, tool)
      assert.ok(
        fits.results.every((result: Value) => result.similarity >= 0.2),
        tool,
      )
    }
  })

  test('K-SEARCH-2 semantic, text and hybrid each find; a misspelt word finds by text, and is said', async () => {
    const { call } = world()
    for (const search_type of ['semantic', 'text', 'hybrid']) {
      const { results } = await call('search_knowledge_base', { query: 'check valve direction', search_type })
      assert.equal(results[0].document_title, 'Valves', search_type)
    }
    const fuzzy = await call('search_knowledge_base', { query: 'warrantly', search_type: 'text' })
    assert.match(fuzzy.results[0].content, /warranty of the water pump/)
    assert.match(fuzzy.warnings.join(), /warrant/)
    const unknown = await call('search_knowledge_base', { query: 'zyxwvut', search_type: 'text' })
    assert.deepEqual(unknown.results, [])
  })

  test('K-SEARCH-3 source, type and topic filters hold together', async () => {
    const { call, refuse } = world()
    const titles = async (filter: object) => {
      const { results } = await call('search_knowledge_base', { query: 'water', match_count: 50, ...filter })
      return [...new Set(results.map((result: Value) => result.document_title))].sort()
    }
    assert.deepEqual(await titles({}), ['Pump Guide', 'Valves'])
    assert.deepEqual(await titles({ file_type: 'html' }), ['Valves'])
    assert.deepEqual(await titles({ source_type: 'document', topics: ['water', 'fire'] }), [
      'Pump Guide',
      'Valves',
    ])
    assert.deepEqual(await titles({ topics: ['fire'] }), [])
    assert.deepEqual(await titles({ source_type: 'web_crawl' }), [])
    assert.deepEqual(await titles({ source_id: dirname(paths.guide), sort: 'newest' }), [
      'Pump Guide',
      'Valves',
    ])
    assert.deepEqual(await titles({ source_id: paths.page }), ['Valves'])
    const { error } = await refuse('search_knowledge_base', { query: 'water', source_id: 'nowhere.example' })
    assert.deepEqual(
      [error.code, error.status_code, error.details.reason],
      ['HTTP_ERROR', 404, 'SOURCE_NOT_FOUND'],
    )
  })

  test('K-SEARCH-5 K-ERR-2 wrong input is reported field by field', async () => {
    const { refuse } = world()
    const wrong: [object, RegExp][] = [
      [{ query: ' ' }, /query: must not be empty/],
      [{ query: 'x', match_count: 0 }, /match_count: must be between 1 and 50/],
      [{ query: 'x', match_count: 51 }, /match_count: must be between 1 and 50/],
    ]
    for (const [input, message] of wrong) {
      const error = said(await refuse('search_knowledge_base', input))
      assert.match(error, /^VALIDATION_ERROR: Invalid parameters: /)
      assert.match(error, message)
    }
  })

  test('K-AGENT-1 K-AGENT-2 an answer is the sources’ own sentences, each in the passage it cites', async () => {
    const { call } = world()
    const answer = await call('agent_query', { query: 'How long does the warranty of the water pump last?' })
    assert.deepEqual(
      [answer.answered, answer.mode, answer.model, answer.usage],
      [true, 'extracted', null, null],
    )
    assert.match(answer.response, /^Word for word from the sources:/)
    assert.match(answer.response, /The warranty of the water pump lasts three years\. \[\d\]/)
    assert.match(answer.response, /\nCitations:\n\[1\] Pump Guide, /)
    assert.ok(answer.sentences.length > 0)
    for (const { text, citations, support } of answer.sentences) {
      assert.equal(support, 'verbatim')
      const cited = answer.citations.filter((citation: Value) => citations.includes(citation.id))
      assert.equal(cited.length, citations.length)
      assert.ok(cited.every((citation: Value) => citation.content.includes(text)))
    }
    const [citation] = answer.citations
    assert.deepEqual([citation.source, citation.title], [paths.guide, 'Pump Guide'])
    assert.ok(citation.section_path.length > 0 && citation.url.startsWith('file://'))
  })

  test('K-AGENT-3 what the sources do not answer is said, and nothing is cited', async () => {
    const { call } = world()
    const answer = await call('agent_query', { query: 'Which team won the football championship in Brazil?' })
    assert.deepEqual([answer.answered, answer.sentences, answer.citations], [false, [], []])
    assert.match(answer.response, /^No passage clearly answers this question\./)
  })

  test('K-AGENT-4 greetings and questions about itself are answered without a search', async () => {
    const { call } = world()
    for (const query of ['Hello!', 'thank you', 'Hi, what can you do?', 'Who are you?']) {
      const answer = await call('agent_query', { query })
      assert.deepEqual([answer.mode, answer.citations, answer.confidence], ['direct', [], null], query)
      assert.deepEqual(answer.state, { turns: [] })
    }
  })

  test('K-AGENT-5 the conversation is the caller’s: state goes in and comes out', async () => {
    const { call } = world()
    const first = await call('agent_query', {
      query: 'How often should the filter of the water pump be cleaned?',
    })
    assert.deepEqual(
      first.state.turns.map((turn: Value) => turn.question),
      ['How often should the filter of the water pump be cleaned?'],
    )
    const second = await call('agent_query', { query: 'May solvents be used on it?', state: first.state })
    assert.equal(second.searched.length, 1)
    assert.match(second.searched[0], /filter of the water pump be cleaned\? May solvents be used on it\?/)
    assert.match(second.response, /Never use solvents on the filter\./)
    assert.equal(second.state.turns.length, 2)
    const forgotten = await call('agent_query', { query: 'May solvents be used on it?' })
    assert.deepEqual(forgotten.searched, [])
  })

  test('K-AGENT-6 a question of two parts is searched in two', async () => {
    const { call } = world()
    const answer = await call('agent_query', {
      query:
        'How long does the warranty of the water pump last and which direction does a check valve let water flow?',
    })
    assert.equal(answer.searched.length, 2)
    assert.deepEqual([...new Set(answer.citations.map((citation: Value) => citation.title))].sort(), [
      'Pump Guide',
      'Valves',
    ])
  })

  test('K-CODE-1 K-CODE-2 code is found whole, with language, summary and the text around it', async () => {
    const { call } = world()
    const found = await call('search_code_examples', { query: 'read the pressure of the pump' })
    assert.deepEqual([found.success, found.count], [true, found.results.length])
    const [best] = found.results
    assert.deepEqual(Object.keys(best), [
      'code_example_id',
      'document_id',
      'code',
      'summary',
      'language',
      'similarity',
      'source',
      'metadata',
    ])
    assert.equal(best.language, 'python')
    assert.equal(
      best.code,
      'import pump\n\ndef read_pressure(address):\n    device = pump.connect(address)\n    return device.pressure',
    )
    assert.match(best.summary, /Talking to the pump.*prints its pressure/)
    assert.equal(best.metadata.line_count, 5)
    assert.match(best.metadata.context_before, /read with a small script/)
    assert.match(best.metadata.context_after, /^Install the driver/)
    const all = await call('search_code_examples', { query: 'pump valve settings', match_count: 50 })
    assert.deepEqual(all.results.map((result: Value) => result.language).sort(), ['bash', 'json', 'python'])
    const json = await call('search_code_examples', { query: 'settings of the valve', language: 'json' })
    assert.deepEqual(
      json.results.map((result: Value) => result.source),
      [paths.page],
    )
    const other = await call('search_code_examples', { query: 'pump', source_id: paths.page })
    assert.ok(other.results.every((result: Value) => result.source === paths.page))
  })

  test('K-SOURCES-1 sources have true counts and word totals', async () => {
    const { call, wired } = world()
    const { sources, count } = await call('get_available_sources', {})
    assert.equal(count, 1)
    const [source] = sources
    assert.deepEqual([source.source_id, source.document_count], [dirname(paths.guide), 2])
    const documents = await wired.engine.catalog.listDocuments({
      collection: 'knowledge',
      limit: 10,
      offset: 0,
    })
    const texts = await Promise.all(documents.map(({ id }) => wired.engine.catalog.readDocument(id)))
    const words = texts.reduce((sum, { markdown }) => sum + markdown.trim().split(/\s+/).length, 0)
    assert.equal(source.total_word_count, words)
    assert.match(source.summary, /^Content from .*Pump Guide/)
    assert.ok(source.created_at <= source.updated_at)
  })

  test('K-INGEST-4 clean_before needs the library’s name, removes all else of it, and nothing when all fails', async () => {
    const { call, refuse } = world()
    const unconfirmed = said(
      await refuse('ingest_documents', { file_paths: [paths.guide], clean_before: true }),
    )
    assert.match(unconfirmed, /confirm: must be "knowledge"/)
    const failed = await call('ingest_documents', {
      file_paths: [paths.broken],
      clean_before: true,
      confirm: 'knowledge',
    })
    assert.deepEqual([failed.documents_processed, failed.removed], [0, 0])
    const cleaned = await call('ingest_documents', {
      file_paths: [paths.guide],
      clean_before: true,
      confirm: 'knowledge',
      topics: ['water'],
    })
    assert.deepEqual([cleaned.documents_processed, cleaned.removed], [1, 1])
    const { sources } = await call('get_available_sources', {})
    assert.equal(sources[0].document_count, 1)
  })

  test('K-CODE-3 code examples are in step with the documents: what is gone is not found', async () => {
    const { call } = world()
    const { results } = await call('search_code_examples', {
      query: 'settings of the valve',
      match_count: 50,
    })
    assert.ok(results.every((result: Value) => result.source === paths.guide))
  })
}
