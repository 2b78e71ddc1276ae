import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './test/records.ts'

const header = `<session.header><date>2005-02-14</date><parliament.no>41</parliament.no><session.no>1</session.no>
<period.no>2</period.no><chamber>REPS</chamber><page.no>1</page.no><proof>0</proof></session.header>`

const talker = (id: string, sortName: string, printed: string, more = '') =>
  `<talker>${more}<name role="metadata">${sortName}</name><name role="display">${printed}</name><name.id>${id}</name.id></talker>`

const day = `<?xml version="1.0" encoding="UTF-8"?>
<hansard version="2.0">${header}<chamber.xscript>
<business.start><day.start>2005-02-14</day.start><para><inline font-weight="bold">The SPEAKER (Mrs Wren)</inline> took the chair at 12.30 p.m.</para></business.start>
<debate><debateinfo><title>QUESTIONS WITHOUT NOTICE</title><page.no>1</page.no><type>Questions</type></debateinfo>
<subdebate.1><subdebateinfo><title>Wetlands: Funding</title><page.no>2</page.no></subdebateinfo>
<question><talk.start>${talker('CD2', 'Finch, Thomas, MP', 'Mr FINCH', '<time.stamp>14:05:00</time.stamp><page.no>2</page.no><electorate>Bass</electorate><party>ALP</party><in.gov>0</in.gov>')}
<para>—How much was spent on <inline font-style="italic">wet\u00adlands</inline>?</para></talk.start></question>
<answer><talk.start>${talker('AB1', 'Wren, Peg, MP', 'Mrs WREN', '<page.no>2</page.no><role>Treasurer</role>')}
<para>—The figures are these:</para></talk.start>
<table><tgroup><tbody><row><entry>Bass</entry><entry>61</entry></row><row><entry>Lyons</entry><entry>72</entry></row></tbody></tgroup></table>
<list><item label="(a)"><para>reeds;</para></item></list>
<interjection><talk.start>${talker('10000', 'SPEAKER, The', 'The SPEAKER')}<para>—Order!</para></talk.start></interjection>
<para>I ask for silence.</para>
<continue><talk.start>${talker('AB1', 'Wren, Peg, MP', 'Mrs WREN', '<page.no>3</page.no>')}<para>—Thank you &amp; goodbye.</para></talk.start></continue>
</answer></subdebate.1></debate>
<debate><debateinfo><title>BILLS</title><page.no>4</page.no></debateinfo>
<subdebate.1><subdebateinfo><title>Reeds Bill 2005</title><page.no>4</page.no></subdebateinfo>
<subdebate.2><subdebateinfo><title>Third Reading</title><page.no>4</page.no></subdebateinfo>
<para>Bill returned without amendment.</para>
<motionnospeech><name>Mr FINCH</name><electorate>(Bass</electorate><role>—Parliamentary Secretary)</role><time.stamp>17:07:00</time.stamp><inline>—by leave—I move:</inline>
<motion><para>That this bill be now read a third time.</para></motion></motionnospeech>
<division><division.header><para>The House divided.</para></division.header><division.data><ayes><num.votes>2</num.votes><title>AYES</title><names><name>Finch, T</name><name>Wren, P</name></names></ayes></division.data></division>
</subdebate.2></subdebate.1></debate></chamber.xscript></hansard>`

test('a speech is cut where the record cuts it, with speaker, party, seat, page and reference', async () => {
  const { speeches, format, problems } = await read('2005-02-14.xml', day)
  const [question, answer] = speeches
  assert.equal(format, 'xml')
  assert.deepEqual(problems, [])
  assert.deepEqual(
    speeches.map(({ kind, speaker, title }) => [kind, speaker, title]),
    [
      ['question', 'Thomas Finch', 'Wetlands: Funding'],
      ['answer', 'Peg Wren', 'Wetlands: Funding'],
      ['motion', 'Thomas Finch', 'Reeds Bill 2005: Third Reading'],
    ],
  )
  assert.equal(question!.text, 'Mr FINCH —How much was spent on wetlands?')
  assert.equal(question!.time, '14:05')
  assert.equal(question!.party, 'Labor')
  assert.equal(question!.electorate, 'Bass')
  assert.equal(question!.state, 'TAS')
  assert.equal(question!.sourceId, 'au.reps.2005-02-14.2')
  assert.equal(question!.hansardReference, 'House of Representatives Hansard, 14 February 2005, p. 2')
  assert.equal(answer!.party, 'Liberal')
  assert.equal(answer!.role, 'Treasurer')
  assert.deepEqual(answer!.page, { first: 2, last: 3 })
  assert.equal(answer!.hansardReference, 'House of Representatives Hansard, 14 February 2005, pp. 2–3')
})

test('interjections and continuations stay inside the speech, each with who spoke and in which office', async () => {
  const { speeches } = await read('2005-02-14.xml', day)
  const { text, turns } = speeches[1]!
  assert.equal(
    text,
    [
      'Mrs WREN —The figures are these:',
      'Bass\t61\nLyons\t72',
      '(a) reeds;',
      'The SPEAKER —Order!',
      'I ask for silence.',
      'Mrs WREN —Thank you & goodbye.',
    ].join('\n\n'),
  )
  assert.deepEqual(
    turns.map(turn => [turn.kind, turn.speaker, turn.role, text.slice(turn.spokenFrom, turn.end)]),
    [
      ['answer', 'Peg Wren', 'Treasurer', 'The figures are these:\n\nBass\t61\nLyons\t72\n\n(a) reeds;'],
      // The speaker who was named last is still speaking.
      ['interjection', 'Peg Wren', 'The SPEAKER', 'Order!\n\nI ask for silence.'],
      ['continuation', 'Peg Wren', null, 'Thank you & goodbye.'],
    ],
  )
})

test('a question and its answer know each other', async () => {
  const { speeches } = await read('2005-02-14.xml', day)
  const [question, answer, motion] = speeches
  assert.equal(answer!.answerTo, question!.sourceId)
  assert.equal(question!.answeredBy, answer!.sourceId)
  assert.equal(motion!.answerTo, null)
})

test('procedural text is kept apart and in the same order', async () => {
  const { procedural, speeches } = await read('2005-02-14.xml', day)
  assert.deepEqual(
    procedural.map(({ kind, text }) => [kind, text]),
    [
      ['procedural', 'The SPEAKER (Mrs Wren) took the chair at 12.30 p.m.'],
      ['procedural', 'Bill returned without amendment.'],
      ['division', 'The House divided.\n\n2\n\nAYES\n\nFinch, T\nWren, P'],
    ],
  )
  const orders = [...speeches, ...procedural].map(({ order }) => order).toSorted((one, other) => one - other)
  assert.deepEqual(orders, [1, 2, 3, 4, 5, 6])
})

test('a motion without a speech has its mover', async () => {
  const { speeches } = await read('2005-02-14.xml', day)
  const motion = speeches[2]!
  assert.equal(motion.role, 'Parliamentary Secretary')
  assert.match(
    motion.text,
    /^Mr FINCH \(Bass —Parliamentary Secretary\) 17:07:00 —by leave—I move:\n\nThat this bill/,
  )
})

test('a file that lost its root tag is read like a whole one, and says so', async () => {
  const torn = `/2001/XMLSchema-instance">\n${day.slice(day.indexOf('<session.header>'))}`
  const { speeches, problems } = await read('x.xml', torn)
  assert.equal(speeches.length, 3)
  assert.equal(problems[0]!.line, 1)
  assert.match(problems[0]!.message, /beginning of the file is lost/)
  assert.ok(!speeches.some(({ text }) => text.includes('</hansard>')))
})

test('a truncated file gives what it has, and the line where it breaks off', async () => {
  const cut = day.slice(0, day.indexOf('I ask for silence') + 12)
  const { speeches, problems } = await read('x.xml', cut)
  assert.equal(speeches.length, 2)
  assert.match(speeches[1]!.text, /The SPEAKER —Order!\n\nI ask for si$/)
  assert.ok(problems.some(({ line, message }) => line !== null && line > 10 && /unclosed tag/.test(message)))
})

test('bare ampersands, control characters and unknown entities do not lose the words around them', async () => {
  const broken = day.replace('—Order!', '—Or\u0001der &unheard; fish & chips, 3 < 4!')
  const { speeches, problems } = await read('x.xml', broken)
  assert.match(speeches[1]!.text, /The SPEAKER —Order &unheard; fish & chips, 3 < 4!/)
  assert.ok(problems.length >= 3)
  assert.ok(problems.every(({ line }) => line !== null))
})

test('a comment that never ends does not swallow the rest of the day', async () => {
  const { speeches } = await read('x.xml', day.replace('—Order!', '—Order! <!-- here'))
  assert.equal(speeches.length, 3)
  assert.match(speeches[1]!.text, /The SPEAKER —Order! <!-- here\n\nI ask for silence/)
})

test('end tags in the wrong order lose nothing', async () => {
  const crossed = day.replace('</talk.start></interjection>', '</interjection></talk.start>')
  const { speeches, problems } = await read('x.xml', crossed)
  assert.equal(speeches.length, 3)
  assert.match(speeches[1]!.text, /Order!\n\nI ask for silence\.\n\nMrs WREN —Thank you/)
  assert.ok(problems.length > 0)
})

test('a date that cannot be is replaced by one found elsewhere, and reported', async () => {
  const wrong = day.replaceAll('2005-02-14', '2005-02-31')
  const { speeches, problems } = await read('hansard 2005-02-14.xml', wrong)
  assert.equal(speeches[0]!.date, '2005-02-14')
  assert.ok(problems.some(({ message }) => /no date that can be read/.test(message)))
  await assert.rejects(read('hansard.xml', wrong), { code: 'INVALID_HANSARD' })
})

test('an element nobody foresaw does not glue words together or break the nesting', async () => {
  const strange = day.replace('reeds;', 'reeds<constructor>and</constructor>rushes;')
  const { speeches } = await read('x.xml', strange)
  assert.match(speeches[1]!.text, /\(a\) reeds\n\nand\n\nrushes;/)
})

test('elements nested without end are read for their text', async () => {
  const deep = `${'<b>'.repeat(5000)}deep${'</b>'.repeat(5000)}`
  const { speeches } = await read('x.xml', day.replace('reeds;', deep))
  assert.match(speeches[1]!.text, /\(a\) deep/)
})

test('speeches of the second chamber and written answers name their place in the record', async () => {
  const moved = day
    .replace(
      '<debate><debateinfo><title>BILLS',
      '</chamber.xscript><maincomm.xscript><debate><debateinfo><title>BILLS',
    )
    .replace('</chamber.xscript></hansard>', '</maincomm.xscript></hansard>')
  const { speeches } = await read('x.xml', moved)
  assert.deepEqual(
    speeches.map(({ venue }) => venue),
    ['Chamber', 'Chamber', 'Main Committee'],
  )
})
