import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { senateSpeech, speech } from './speeches.ts'

/** Speeches about wool and about other things, with speaker, date and text. */
const said = [
  [
    'Ada Fox',
    '2021-03-02',
    'The wool clip was small. Growers of wool in the west have had three dry years in a row.',
  ],
  [
    'Ada Fox',
    '2021-03-02',
    'I return to the wool question, and to what the growers were told about the levy in May.',
  ],
  [
    'Ada Fox',
    '2021-05-11',
    'Shearing is hard work; the wool mills pay for it late, and the growers carry the cost.',
  ],
  [
    'Ada Fox',
    '2022-02-08',
    'Lighthouses need paint. Nobody else in this place has spoken for lighthouses, so I shall.',
  ],
  [
    'Ben Ash',
    '2021-03-30',
    'A levy on wool was promised to nobody, and the growers know it as well as I do myself.',
  ],
  [
    'Ben Ash',
    '2021-05-12',
    'The harbour is full of ships that wait for a berth, and the berths wait for a minister.',
  ],
  [
    'Cal Elm',
    '2021-05-12',
    'Let me speak of harbours, which is what the people who sent me to this place care for.',
  ],
] as const

for (const surface of surfacesUnderTest)
  describe(`comparing and counting over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'hansard'] })
      for (const [index, [speaker, date, full_text]] of said.entries())
        await world.call(
          'ingest_speech',
          speech({ speaker, date, full_text, title: `Speech ${index}`, hansard_reference: `p. ${index}` }),
        )
      await world.call('ingest_speech', senateSpeech({ full_text: 'The wool of Tasmania is the finest.' }))
    })
    after(() => world.close())

    test('H-COMPARE-1 each speaker has quotes, oldest first, with reference, and counts by month', async () => {
      const { speakers, months, quotes, warnings } = await world.call('compare_speakers', {
        topic: 'wool growers',
        speakers: ['ada FOX', 'Ben Ash'],
        quotes_per_speaker: 2,
      })
      assert.deepEqual(warnings, [])
      const parties = [speech().party]
      assert.deepEqual(speakers, [
        { speaker: 'Ada Fox', parties, speeches: 4, speeches_on_topic: 3, quotes_found_by: 'words' },
        { speaker: 'Ben Ash', parties, speeches: 2, speeches_on_topic: 1, quotes_found_by: 'words' },
      ])
      assert.deepEqual(months, [
        { speaker: 'Ada Fox', month: '2021-03', speeches: 2, out_of: 2 },
        { speaker: 'Ben Ash', month: '2021-03', speeches: 1, out_of: 1 },
        { speaker: 'Ada Fox', month: '2021-05', speeches: 1, out_of: 1 },
      ])
      assert.deepEqual(
        quotes.map((quote: Value) => [quote.date, quote.speaker]),
        [
          ['2021-03-02', 'Ada Fox'],
          ['2021-03-30', 'Ben Ash'],
          ['2021-05-11', 'Ada Fox'],
        ],
        'of one speaker two days, not two speeches of one day',
      )
      for (const quote of quotes) {
        const read = await world.call('get_speech', { speech_id: quote.speech_id })
        assert.ok(read.full_text.includes(quote.quote))
        assert.deepEqual(
          [quote.speaker, quote.hansard_reference, quote.date, quote.title, quote.chamber, quote.party],
          [read.speaker, read.hansard_reference, read.date, read.title, read.chamber, read.party],
        )
      }
    })

    test('H-COMPARE-2 a speaker who never used a word of the topic is reported as such', async () => {
      const { speakers, warnings } = await world.call('compare_speakers', {
        topic: 'wool',
        speakers: ['Ada Fox', 'Cal Elm'],
        date_from: '2021-01-01',
        date_to: '2021-12-31',
      })
      assert.deepEqual(
        speakers.map((one: Value) => [one.speaker, one.speeches, one.speeches_on_topic, one.quotes_found_by]),
        [
          ['Ada Fox', 3, 3, 'words'],
          ['Cal Elm', 1, 0, 'meaning'],
        ],
      )
      assert.match(warnings.join(), /No passage by Cal Elm contains a word of the topic/)
      const none = await world.call('compare_speakers', {
        topic: 'wool',
        speakers: ['Ada Fox', 'Cal Elm'],
        date_from: '1999-01-01',
        date_to: '1999-12-31',
      })
      assert.deepEqual(
        none.speakers.map((one: Value) => [one.speaker, one.speeches, one.quotes_found_by]),
        [
          ['Ada Fox', 0, null],
          ['Cal Elm', 0, null],
        ],
      )
      assert.deepEqual([none.months, none.quotes], [[], []])
      assert.match(none.warnings.join(), /Ada Fox has no speech in this time/)
    })

    test('H-COMPARE-3 names and limits are held to', async () => {
      const { call, refuse } = world
      const one = await call('compare_speakers', { topic: 'wool', speakers: ['ada', 'Nobody'] })
      assert.equal(one.speakers.length, 1)
      assert.match(
        one.warnings.join(),
        /"ada" was taken to be Ada Fox.*Nobody called "Nobody".*one known speaker/,
      )
      const twice = await call('compare_speakers', { topic: 'wool', speakers: ['Ada Fox', 'ada fox'] })
      assert.equal(twice.speakers.length, 1)
      assert.match(twice.warnings.join(), /one known speaker/)
      const speakers = ['Ada Fox', 'Ben Ash']
      const wrong: [object, RegExp][] = [
        [{ topic: ' ', speakers }, /topic must not be empty/],
        [{ topic: 'x', speakers: ['Ada Fox'] }, /at least two/],
        [{ topic: 'x', speakers: Array.from({ length: 7 }, (_, n) => `N ${n}`) }, /at most 6/],
        [{ topic: 'x', speakers, quotes_per_speaker: 11 }, /between 1 and 10/],
        [{ topic: 'x', speakers, date_from: '2024-01-02', date_to: '2024-01-01' }, /is after date_to/],
      ]
      for (const [input, message] of wrong)
        assert.match(String(await refuse('compare_speakers', input)), message)
    })

    test('H-MONTHS-1 speeches with every word are counted, in any form, under all filters', async () => {
      const count = async (input: object) => {
        const { months, total, total_out_of, warnings } = await world.call('count_speeches_by_month', input)
        const sum = (key: string) => months.reduce((all: number, month: Value) => all + month[key], 0)
        assert.deepEqual([total, total_out_of, warnings], [sum('speeches'), sum('out_of'), []])
        return Object.fromEntries(
          months.map((month: Value) => [month.month, `${month.speeches}/${month.out_of}`]),
        )
      }
      assert.deepEqual(await count({ query: 'the grower of WOOL' }), {
        '2021-03': '3/3',
        '2021-05': '1/3',
        '2022-02': '0/1',
        '2024-06': '0/1',
      })
      assert.deepEqual(await count({ query: 'wool levy', speaker: 'ada fox' }), {
        '2021-03': '1/2',
        '2021-05': '0/1',
        '2022-02': '0/1',
      })
      assert.deepEqual(await count({ query: 'Tasmania wool', chamber: 'Senate' }), { '2024-06': '1/1' })
      assert.deepEqual(
        await count({ query: 'wool', date_from: '2021-03-30', date_to: '2021-05-11', party: speech().party }),
        { '2021-03': '1/1', '2021-05': '1/1' },
      )
      assert.deepEqual(await count({ query: 'wool', topic_tags: ['Aged Care'] }), { '2024-06': '1/1' })
      assert.deepEqual(await count({ query: 'wool', topic_tags: ['unheard of'] }), {})
      const nobody = await world.call('count_speeches_by_month', { query: 'wool', speaker: 'Nobody' })
      assert.deepEqual([nobody.months, nobody.total], [[], 0])
      assert.match(nobody.warnings.join(), /Nobody called "Nobody"/)
      assert.match(
        String(await world.refuse('count_speeches_by_month', { query: ' ' })),
        /query must not be empty/,
      )
    })
  })
