import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { senateSpeech, speech } from './speeches.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** On the command line, the shell's own parser rejects some input before the tool sees it. */
const said = (error: Value): string =>
  typeof error === 'string' ? error : `Invalid input: ${error.error.message}`

/**
 * Promises about the four tools, tested in order in one world: later tests use the speeches that earlier ones stored.
 */
export function testSpeaking(world: () => World): void {
  test('H-SEARCH-8 before anything is stored every question has an empty answer', async () => {
    const { call } = world()
    const empty = await call('search_speeches', { query: 'anything' })
    assert.deepEqual([empty.results, empty.total_found], [[], 0])
    assert.deepEqual(await call('list_speakers', {}), { speakers: [], total_speakers: 0 })
  })

  test('H-INGEST-1 H-INGEST-2 a speech is stored verbatim, once, and a duplicate names the one there is', async () => {
    const { call } = world()
    const sent = speech({
      full_text: `${speech().full_text}\r\n\r\n  # Not a heading  \n\ttab and  two spaces `,
    })
    const stored = await call('ingest_speech', sent)
    assert.deepEqual([stored.status, stored.chunks_created, stored.embeddings_generated], ['created', 1, 1])
    assert.match(stored.speech_id, uuid)
    assert.equal(stored.content_hash, createHash('sha256').update(sent.full_text).digest('hex'))
    assert.equal(stored.word_count, sent.full_text.trim().split(/\s+/).length)
    assert.ok(stored.total_time_ms >= stored.embedding_time_ms && stored.embedding_time_ms >= 0)
    const again = await call('ingest_speech', { ...sent, title: 'Another title' })
    assert.deepEqual(
      [again.status, again.speech_id, again.chunks_created, again.embedding_time_ms],
      ['skipped', stored.speech_id, 0, 0],
    )
    const replaced = await call('ingest_speech', { ...sent, title: 'Renamed', skip_if_duplicate: false })
    assert.deepEqual([replaced.status, replaced.speech_id], ['replaced', stored.speech_id])
    const read = await call('get_speech', { speech_id: stored.speech_id })
    assert.deepEqual([read.full_text, read.title], [sent.full_text, 'Renamed'])
    assert.deepEqual(read.topic_tags, ['climate change', 'energy'])
  })

  test('H-INGEST-3 every limit of the input is kept, in one plain sentence', async () => {
    const { refuse } = world()
    const wrong: [object, RegExp][] = [
      [{ title: '' }, /title must not be empty/],
      [{ title: 'x'.repeat(501) }, /title/],
      [{ full_text: 'too short' }, /at least 10 characters/],
      [{ speaker: ' ' }, /speaker must not be empty/],
      [{ party: 'x'.repeat(101) }, /party/],
      [{ chamber: 'Lords' }, /chamber must be .*House of Representatives/],
      [{ state: 'XX' }, /state must be one of NSW/],
      [{ date: '2024-02-30' }, /date: must be a date/],
      [{ hansard_reference: '' }, /hansard_reference must not be empty/],
      [{ topic_tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, /at most 20/],
      [{ source_url: `https://${'x'.repeat(1000)}` }, /source_url/],
      [{ electorate: null }, /electorate is required for the House/],
    ]
    for (const [change, message] of wrong) {
      const error = said(await refuse('ingest_speech', speech(change)))
      assert.match(error, /^Invalid input: /)
      assert.match(error, message)
    }
    const senator = await refuse('ingest_speech', senateSpeech({ electorate: 'Bass' }))
    assert.match(senator, /^Invalid input: electorate must be null for the Senate/)
  })

  test('H-SEARCH-1 H-SEARCH-5 a result carries what is needed to cite it', async () => {
    const { call } = world()
    const sent = senateSpeech()
    const { speech_id } = await call('ingest_speech', sent)
    const found = await call('search_speeches', {
      query: 'fair wage for aged care workers',
      speaker: 'carol BROWN',
    })
    const [hit] = found.results
    assert.match(hit.chunk_id, uuid)
    const { chunk_id: _, relevance_score, cosine_similarity, ...rest } = hit
    assert.deepEqual(rest, {
      speech_id,
      excerpt: sent.full_text,
      full_text: null,
      speaker: 'Carol Brown',
      party: 'Labor',
      chamber: 'Senate',
      electorate: null,
      state: 'TAS',
      date: '2024-06-13',
      title: 'Aged Care',
      hansard_reference: 'Senate Hansard, 13 June 2024, p. 77',
      topic_tags: ['aged care'],
      source_url: null,
      chunk_index: 0,
    })
    for (const score of [relevance_score, cosine_similarity]) assert.ok(score >= 0 && score <= 1)
    assert.equal(found.total_found, 1)
    assert.ok(found.query_embedding_time_ms >= 0 && found.search_time_ms >= 0)
    const whole = await call('search_speeches', { query: 'wage', include_full_text: true, party: 'labor' })
    assert.equal(whole.results[0].full_text, sent.full_text)
  })

  test('H-SEARCH-2 H-SEARCH-3 filters hold together, ignore case, and count what passes', async () => {
    const { call } = world()
    for (const [day, tag] of [
      ['2023-01-10', 'roads'],
      ['2023-01-11', 'rail'],
      ['2023-02-01', 'roads'],
    ] as const)
      await call(
        'ingest_speech',
        speech({
          title: `Transport ${day}`,
          full_text: `Mr GRAY: The transport budget of ${day} speaks of ${tag} and bridges in the outback.`,
          speaker: 'Gary Gray',
          party: 'Labor',
          electorate: 'Brand',
          state: 'WA',
          date: day,
          topic_tags: [tag],
        }),
      )
    const find = async (filter: object) => {
      const found = await call('search_speeches', { query: 'transport budget', ...filter })
      assert.equal(found.total_found, found.results.length)
      return found.results.map((result: Value) => result.date).sort()
    }
    const all = ['2023-01-10', '2023-01-11', '2023-02-01']
    assert.deepEqual(await find({ speaker: 'GARY gray' }), all)
    assert.deepEqual(await find({ speaker: 'Gary Gray', date_from: '2023-01-11' }), all.slice(1))
    assert.deepEqual(await find({ speaker: 'Gary Gray', date_to: '2023-01-11' }), all.slice(0, 2))
    assert.deepEqual(await find({ speaker: 'Gary Gray', date_from: '2023-01-11', date_to: '2023-01-11' }), [
      '2023-01-11',
    ])
    assert.deepEqual(await find({ topic_tags: ['Roads', 'unheard of'], speaker: 'Gary Gray' }), [
      all[0],
      all[2],
    ])
    assert.deepEqual(
      await find({ topic_tags: ['rail', 'roads'], party: 'LABOR', chamber: 'House of Representatives' }),
      all,
    )
    assert.deepEqual(await find({ party: 'labor', chamber: 'Senate', topic_tags: ['roads'] }), [])
    const one = await call('search_speeches', { query: 'transport', speaker: 'Gary Gray', limit: 1 })
    assert.deepEqual([one.results.length, one.total_found], [1, 3])
  })

  test('H-SEARCH-4 part of a name is taken for the one person it fits, and otherwise asked about', async () => {
    const { call } = world()
    await call(
      'ingest_speech',
      speech({ full_text: 'Mr GRAY: Another man of that name speaks here.', speaker: 'Earl Gray' }),
    )
    const one = await call('search_speeches', { query: 'transport', speaker: 'Gary' })
    assert.match(one.warnings.join(), /"Gary" was taken to be Gary Gray/)
    assert.ok(one.results.every((result: Value) => result.speaker === 'Gary Gray'))
    const two = await call('search_speeches', { query: 'transport', speaker: 'gray' })
    assert.deepEqual(two.results, [])
    assert.match(two.warnings.join(), /"gray" may be Earl Gray, Gary Gray/)
    const none = await call('search_speeches', { query: 'transport', speaker: 'Nobody' })
    assert.match(none.warnings.join(), /Nobody called "Nobody"/)
  })

  test('H-SEARCH-6 H-SEARCH-7 questions outside the limits are refused plainly', async () => {
    const { refuse, call } = world()
    const wrong: [object, RegExp][] = [
      [{ query: '  ' }, /query must not be empty/],
      [{ query: 'x'.repeat(1001) }, /at most 1,000/],
      [{ query: 'x', limit: 0 }, /limit must be between 1 and 50/],
      [{ query: 'x', limit: 51 }, /limit must be between 1 and 50/],
      [{ query: 'x', chamber: 'senate' }, /chamber must be/],
      [{ query: 'x', date_from: 'yesterday' }, /must be a date/],
      [
        { query: 'x', date_from: '2024-02-01', date_to: '2024-01-01' },
        /date_from \(2024-02-01\) is after date_to/,
      ],
      [{ query: 'x', topic_tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, /at most 10/],
    ]
    for (const [input, message] of wrong) {
      const error = said(await refuse('search_speeches', input))
      assert.match(error, /^Invalid input: /)
      assert.match(error, message)
    }
    const { results } = await call('search_speeches', { query: 'transport budget roads' })
    assert.ok(results.length <= 10)
    const scores = results.map((result: Value) => result.relevance_score)
    assert.deepEqual(
      scores,
      scores.toSorted((a: number, b: number) => b - a),
    )
  })

  test('H-SEARCH-10 when nothing fits it is said; min_score leaves out what is less relevant', async () => {
    const { call } = world()
    await call('ingest_speech', senateSpeech())
    const other = await call('search_speeches', { query: 'zebra quantum lasagne' })
    assert.equal(other.nothing_fits, true)
    assert.ok(other.results.length > 0)
    assert.match(other.warnings.join(), /Nothing seems to fit/)
    const strict = { query: 'fair wage for aged care workers', min_score: 0.3 }
    const fits = await call('search_speeches', strict)
    assert.equal(fits.nothing_fits, false)
    assert.ok(fits.results.length > 0)
    assert.ok(fits.results.every((result: Value) => result.relevance_score >= 0.3))
  })

  test('H-GET-1 H-GET-2 H-GET-3 a speech comes with its passages and its neighbours in the sitting', async () => {
    const { call, refuse } = world()
    const long = Array.from(
      { length: 60 },
      (_, n) => `Sentence number ${n} of this long speech is said aloud.`,
    ).join(' ')
    const days = ['2022-03-01', '2022-03-02', '2022-03-03']
    const ids: string[] = []
    for (const day of days) {
      const sent = senateSpeech({ date: day, full_text: `${long} It is ${day}.`, title: `Sitting of ${day}` })
      ids.push((await call('ingest_speech', sent)).speech_id)
    }
    const middle = await call('get_speech', {
      speech_id: ids[1],
      include_chunks: true,
      include_context: true,
    })
    assert.equal(middle.word_count, middle.full_text.split(/\s+/).length)
    assert.match(middle.ingestion_timestamp, /^\d{4}-\d\d-\d\dT/)
    assert.deepEqual(
      middle.chunks.map((chunk: Value) => chunk.chunk_index),
      [...middle.chunks.keys()],
    )
    for (const chunk of middle.chunks) {
      assert.match(chunk.chunk_id, uuid)
      assert.equal(chunk.chunk_size, chunk.chunk_text.length)
      assert.ok(chunk.chunk_size <= 800)
      assert.ok(middle.full_text.includes(chunk.chunk_text))
      assert.match(chunk.chunk_text, /[.]$/, 'a passage ends with a sentence')
    }
    const { previous_speech, next_speech } = middle.context
    assert.deepEqual(
      [previous_speech, next_speech],
      [0, 2].map(at => ({
        speech_id: ids[at],
        title: `Sitting of ${days[at]}`,
        speaker: 'Carol Brown',
        date: days[at],
      })),
    )
    const first = await call('get_speech', { speech_id: ids[0], include_context: true })
    assert.equal(first.context.previous_speech, null)
    const plain = await call('get_speech', { speech_id: ids[0] })
    assert.deepEqual([plain.chunks, plain.context], [undefined, undefined])
    const missing = '550e8400-e29b-41d4-a716-446655440000'
    assert.equal(await refuse('get_speech', { speech_id: missing }), `Speech not found: ${missing}`)
    assert.match(
      await refuse('get_speech', { speech_id: missing.toUpperCase() }),
      /^Invalid input: .*lower case/,
    )
  })

  test('H-LIST-1 H-LIST-2 speakers are listed by how often they spoke, with their real topics', async () => {
    const { call, refuse } = world()
    const { speakers, total_speakers } = await call('list_speakers', {})
    assert.equal(total_speakers, speakers.length)
    const counts = speakers.map((row: Value) => row.speech_count)
    assert.deepEqual(
      counts,
      counts.toSorted((a: number, b: number) => b - a),
    )
    const gray = speakers.find((row: Value) => row.speaker === 'Gary Gray')
    assert.deepEqual(
      { ...gray, total_words: 0 },
      {
        speaker: 'Gary Gray',
        party: 'Labor',
        chamber: 'House of Representatives',
        state: 'WA',
        electorate: 'Brand',
        speech_count: 3,
        first_speech_date: '2023-01-10',
        last_speech_date: '2023-02-01',
        total_words: 0,
        top_topics: ['roads', 'rail'],
      },
    )
    assert.equal(gray.total_words, 3 * 15)
    const senate = await call('list_speakers', { chamber: 'Senate' })
    assert.deepEqual(
      senate.speakers.map((row: Value) => row.speaker),
      ['Carol Brown'],
    )
    const often = await call('list_speakers', { party: 'labor', min_speeches: 3, limit: 1 })
    assert.deepEqual([often.speakers.length, often.total_speakers], [1, 2])
    for (const input of [{ limit: 0 }, { limit: 501 }, { min_speeches: 0 }, { chamber: 'x' }])
      assert.match(said(await refuse('list_speakers', input)), /^Invalid input: /)
  })
}
