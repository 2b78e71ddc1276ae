import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { hansardReader } from '../../record/hansard-reader.ts'
import { loadMembers } from '../../record/members/load-members.ts'
import { source } from '../../record/test/records.ts'
import { unknown } from '../../speech.ts'

const folder = join(import.meta.dirname, '../../../../../../shared/data/hansard')
const skip = existsSync(folder) ? false : 'the real record is not on this machine'

/** The member tables in the folder of the record. */
function memberTables() {
  return globSync('{csv/lookup_*,hansard-proj/*lookup*,openaustralia/data__*}.csv', { cwd: folder })
    .sort()
    .map(path => source(path, readFileSync(join(folder, path))))
}

let members: ReturnType<typeof loadMembers> | null = null

async function read(path: string) {
  members ??= loadMembers(memberTables())
  const { directory } = members
  const file = source(path, readFileSync(join(folder, path)))
  return hansardReader({ members: directory }).read(file, new AbortController().signal)
}

/** Counted without the reader: elements by xmllint, words by stripping tags (npm run measure -- hansard). */
const days = [
  { path: 'xml/1901.xml', elements: 63, words: 17_766, speaker: 'Edmund Barton' },
  { path: 'xml/1983.xml', elements: 206, words: 83_920, speaker: 'Don Chipp' },
  { path: 'xml/2005.xml', elements: 129, words: 81_620, speaker: 'Julia Gillard' },
  { path: 'xml/2010.xml', elements: 162, words: 83_696, speaker: 'Bob Brown' },
  { path: 'xml/2021.xml', elements: 165, words: 82_985, speaker: 'Simon Birmingham' },
]

for (const { path, elements, words, speaker } of days)
  test(`${path}: every speech is there with its words`, { skip }, async () => {
    const { speeches } = await read(path)
    const cut = speeches.filter(({ kind }) => ['speech', 'question', 'answer'].includes(kind))
    const counted = cut.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    assert.equal(cut.length, elements)
    assert.ok(counted >= words && counted < words * 1.03, `${counted} words`)
    assert.ok(speeches.some(each => each.speaker === speaker))
    assert.equal(new Set(speeches.map(({ sourceId }) => sourceId)).size, speeches.length)
    for (const { text, turns } of speeches)
      for (const turn of turns)
        assert.ok(turn.start <= turn.spokenFrom && turn.spokenFrom <= turn.end && turn.end <= text.length)
  })

for (const path of ['xml/2005.xml', 'xml/2010.xml', 'xml/2021.xml'])
  test(`${path}: party and seat of those who spoke are known`, { skip }, async () => {
    const { speeches } = await read(path)
    const known = speeches.filter(
      ({ party, electorate, state }) => party !== unknown && electorate !== unknown && state !== unknown,
    )
    assert.ok(known.length >= speeches.length * 0.98, `${known.length} of ${speeches.length}`)
  })

test('files with bad dates and doubled times are read', { skip }, async () => {
  const dates = await read('openaustralia/spec__fixtures__bad-dates.xml')
  assert.equal(dates.speeches[0]!.speaker, 'Chris Evans')
  assert.equal(dates.speeches[0]!.time, '10:01')
  const times = await read('openaustralia/spec__fixtures__duplicate-times.xml')
  assert.match(
    times.speeches[0]!.text,
    /^Mr ABBOTT \(Warringah—Leader of the Opposition\) \(14:08\): Speaker, I have/,
  )
  assert.equal(times.speeches[1]!.answerTo, times.speeches[0]!.sourceId)
})

test('tables of turns are read', { skip }, async () => {
  const { speeches, procedural } = await read('csv/1901-05-09.csv')
  assert.equal(speeches.length, 27)
  assert.equal(procedural.length, 2)
  assert.ok(speeches.every(({ chamber, date }) => chamber === 'Senate' && date === '1901-05-09'))
})
