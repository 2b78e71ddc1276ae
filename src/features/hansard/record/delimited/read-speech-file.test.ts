import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hansardReader } from '../hansard-reader.ts'
import { members, read, source } from '../test/records.ts'

test('a table of turns becomes speeches again, with the interjections inside', async () => {
  const { format, speeches, procedural } = await read(
    '2005-02-14.csv',
    `name,order,speech_no,page_no,time_stamp,name_id,electorate,party,in_gov,first_speech,body,question,answer,q_in_writing,div_flag,interject
business start,1,1.0,,,,,,0,0,The House met at noon.,0,0,0,0,0
Mr FINCH,2,2.0,8.0,12:31:00,CD2,Bass,ALP,0,1,"I rise.
   It is my first time.
Second paragraph.",0,0,0,0,0
Mrs Wren,3,2.0,9.0,,AB1,,,0,0,Hear!,0,0,0,0,1
Mr FINCH,4,2.0,9.0,,CD2,,,0,0,Thank you.,0,0,0,0,0
stage direction,5,,,,,,,0,0,House adjourned.,0,0,0,0,0
`,
  )
  assert.equal(format, 'csv')
  assert.equal(speeches.length, 1)
  const [speech] = speeches
  assert.equal(
    speech!.text,
    'Mr FINCH: I rise. It is my first time.\n\nSecond paragraph.\n\nMrs Wren: Hear!\n\nMr FINCH: Thank you.',
  )
  assert.deepEqual(
    speech!.turns.map(({ kind, speaker }) => [kind, speaker]),
    [
      ['speech', 'Thomas Finch'],
      ['interjection', 'Peg Wren'],
      ['continuation', 'Thomas Finch'],
    ],
  )
  assert.equal(speech!.isFirstSpeech, true)
  assert.deepEqual(speech!.page, { first: 8, last: 9 })
  assert.equal(speech!.line, 3)
  assert.deepEqual(
    procedural.map(({ text }) => text),
    ['The House met at noon.', 'House adjourned.'],
  )
})

test('a table with states instead of electorates is of the Senate, whatever its flags say', async () => {
  const { speeches } = await read(
    'day.csv',
    'date,name,speech_no,name_id,state,party,body,interject,senate_flag\n2005-02-14,Heron Sen W.,1,GH4,TAS,NATS,I rise to speak.,0,0\n',
  )
  assert.equal(speeches[0]!.chamber, 'Senate')
  assert.equal(speeches[0]!.electorate, null)
  assert.equal(speeches[0]!.state, 'TAS')
})

test('a table of whole speeches keeps titles, references and tags of its own', async () => {
  const { speeches, problems } = await read(
    'speeches.csv',
    `title,full_text,speaker,party,chamber,electorate,state,date,hansard_reference,topic_tags,source_url
Reeds,"I speak of reeds, at length.",Thomas Finch,ALP,House of Representatives,Bass,TAS,2005-02-14,"HoR, p. 9","Reeds;Wetlands",https://example.org/1
No text,,Thomas Finch,ALP,House of Representatives,Bass,TAS,2005-02-14,x,,
`,
  )
  assert.equal(speeches.length, 1)
  const [speech] = speeches
  assert.equal(speech!.title, 'Reeds')
  assert.equal(speech!.hansardReference, 'HoR, p. 9')
  assert.equal(speech!.sourceUrl, 'https://example.org/1')
  assert.equal(speech!.party, 'Labor')
  assert.deepEqual(speech!.topicTags.slice(0, 2), ['reeds', 'wetlands'])
  assert.match(speech!.sourceId, /^sha256:/)
  assert.deepEqual(problems, [{ line: 3, message: 'This speech was left out: it has no text.' }])
})

test('JSON gives its speeches, and a broken record does not take the others with it', async () => {
  const whole = JSON.stringify({
    speeches: [
      {
        speech_id: 'one',
        speaker: 'Finch, Thomas MP',
        text: 'I rise to speak.',
        date: '2005-02-14',
        chamber: 'REPS',
      },
      {
        speech_id: 'two',
        speaker: 'Senator Heron',
        text: 'So do I, today.',
        date: '2005-02-14',
        chamber: 'SENATE',
      },
    ],
  })
  const { speeches, format } = await read('speeches.json', whole)
  assert.equal(format, 'json')
  assert.deepEqual(
    speeches.map(({ sourceId, speaker, chamber, state }) => [sourceId, speaker, chamber, state]),
    [
      ['one', 'Thomas Finch', 'House of Representatives', 'TAS'],
      ['two', 'Bill Heron', 'Senate', 'TAS'],
    ],
  )
  const broken =
    '{"speeches": [\n  {"speaker": "Mr Finch", "text": "I rise.", "date": "2005-02-14"},\n  {"speaker": oops}\n]}'
  const rest = await read('speeches.json', broken)
  assert.equal(rest.speeches.length, 1)
  assert.ok(rest.problems.some(({ line }) => line === 3))
})

test('both dialects of Markdown with front matter are read', async () => {
  const rich = await read(
    'a.md',
    `---
speaker: Finch, Thomas MP
speaker_id: 'CD2'
date: '2005-02-14'
debate: BUSINESS
chamber: House of Reps
electorate: Bass
party: ALP
parliament: 2
session: 1
period: 0
utterance_id: u72
source_file: 2005-02-14_reps
summary: A speech on reeds
  and rushes
entities:
  people: [a, b]
themes: [housing, 'small business']
tags:
- Economy
---

Thank you, Mr Speaker.

I rise today.
`,
  )
  const [first] = rich.speeches
  assert.equal(first!.sourceId, '2005-02-14_reps u72')
  assert.equal(first!.speaker, 'Thomas Finch')
  assert.equal(first!.text, 'Thank you, Mr Speaker.\n\nI rise today.')
  assert.equal(
    first!.hansardReference,
    'House of Representatives Hansard, 14 February 2005, Debate: BUSINESS',
  )
  assert.deepEqual(first!.topicTags, ['economy', 'housing', 'small business'])
  const converted = await read(
    'b.md',
    `---
speech_id: AUH_2005-02-14-p2.s1.per0.reps.u38
chamber: REPS
date: '2005-02-14'
hansard_reference: 2005-02-14_reps u38
party: Labor
speaker: Finch, Thomas MP
state: Bass
title: "A title: with a colon"
---

The text of the speech.
`,
  )
  const [second] = converted.speeches
  assert.equal(second!.sourceId, 'AUH_2005-02-14-p2.s1.per0.reps.u38')
  assert.equal(second!.electorate, 'Bass')
  assert.equal(second!.state, 'TAS')
  assert.equal(second!.title, 'A title: with a colon')
  assert.equal(second!.hansardReference, '2005-02-14_reps u38')
})

test('a file that is no record is refused with a way out', async () => {
  for (const [name, text] of [
    ['a.txt', 'A letter to my aunt.'],
    ['a.json', '{"hello": "world"}'],
    ['a.xml', '<feed><entry>news</entry></feed>'],
    ['a.csv', 'a,b\n1,2\n'],
  ] as const)
    await assert.rejects(read(name, text), { code: 'INVALID_HANSARD', kind: 'invalid' }, name)
})

test('reading stops when the caller gives up', async () => {
  const controller = new AbortController()
  controller.abort()
  const file = source('a.md', '---\nspeaker: x\n---\ny')
  await assert.rejects(hansardReader({ members }).read(file, controller.signal), { code: 'CANCELLED' })
})
