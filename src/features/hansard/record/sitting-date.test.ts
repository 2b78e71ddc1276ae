import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read } from './test/records.ts'

const root = join(import.meta.dirname, '../../../..')
const day = readFileSync(join(root, 'src/features/hansard/test/corpus/short-years.xml'), 'utf8')
const dayStart = /<DAY\.START.*<\/DAY\.START>/
const parliament = / PARLIAMENT\.NO="39"/

async function datesOf(name: string, content: string): Promise<string[]> {
  const { speeches, procedural } = await read(name, content)
  return [...new Set([...speeches, ...procedural].map(({ date }) => date))]
}

for (const { file, date, speeches } of [
  { file: 'hansard-1996.xml', date: '1996-09-12', speeches: 146 },
  { file: 'hansard-1997.xml', date: '1997-02-24', speeches: 222 },
]) {
  const path = join(root, '../shared/data/regressions', file)
  const skip = existsSync(path) ? false : 'the real record is not on this machine'
  test(`${file}: a year of two digits is read as its day, ${date}`, { skip }, async () => {
    const record = await read(file, readFileSync(path, 'latin1'))
    assert.equal(record.speeches.length, speeches)
    assert.deepEqual([...new Set(record.speeches.map(each => each.date))], [date])
    assert.ok(!record.problems.some(({ message }) => /\bdate\b|\bday\b/.test(message)))
  })
}

test('the day spelt in DAY.START decides the century of the head', async () => {
  assert.deepEqual(await datesOf('x.xml', day.replace(parliament, '')), ['1999-02-24'])
})

test('the number of the parliament decides the century where no day is spelt', async () => {
  assert.deepEqual(await datesOf('x.xml', day.replace(dayStart, '')), ['1999-02-24'])
  const early = day.replace(dayStart, '').replace('24/02/99', '24/09/05').replace('"39"', '"2"')
  assert.deepEqual(await datesOf('x.xml', early), ['1905-09-24'])
})

test('a date in the name decides the century only when it is the same day', async () => {
  const bare = day.replace(dayStart, '').replace(parliament, '')
  assert.deepEqual(await datesOf('senate 1999-02-24.xml', bare), ['1999-02-24'])
  await assert.rejects(read('senate 1999-02-25.xml', bare), { code: 'INVALID_HANSARD' })
})

test('a day whose century nothing decides is an error that quotes it', async () => {
  await assert.rejects(read('x.xml', day.replace(dayStart, '').replace(parliament, '')), {
    code: 'INVALID_HANSARD',
    message: 'x.xml states its day as "24/02/99", and nothing in it decides the century.',
  })
})

test('a date mentioned in passing is never taken for the day of the record', async () => {
  const undated = day.replace(dayStart, '').replace(' DATE="24/02/99"', '')
  await assert.rejects(read('x.xml', undated), { code: 'INVALID_HANSARD', message: /does not state the day/ })
})

test('the line of the day at the top of the text is read when the head has none, and reported', async () => {
  const undated = day
    .replace(' DATE="24/02/99"', '')
    .replace(dayStart, '<PARA>Wednesday, 24 February 1999</PARA>')
  const { speeches, problems } = await read('x.xml', undated)
  assert.equal(speeches[0]!.date, '1999-02-24')
  assert.ok(problems.some(({ message }) => /1999-02-24 is stated elsewhere/.test(message)))
  await assert.rejects(read('x.xml', undated.replace('Wednesday', 'Friday')), { code: 'INVALID_HANSARD' })
})

test('two days in one head are reported', async () => {
  const { speeches, problems } = await read('x.xml', day.replace('Wednesday, 24 F', 'Thursday, 25 F'))
  assert.equal(speeches[0]!.date, '1999-02-24')
  assert.ok(problems.some(({ message }) => /two days, 1999-02-24 and 1999-02-25/.test(message)))
})

test('a row whose date cannot be read is left out, whatever the name of the file says', async () => {
  const rows = 'date,speaker,text\n24/02/99,Bill Heron,First.\nsoon,Bill Heron,Second.\n,Bill Heron,Third.\n'
  const { speeches, problems } = await read('1999-02-24.csv', rows)
  assert.deepEqual(
    speeches.map(({ text, date }) => [text, date]),
    [
      ['First.', '1999-02-24'],
      ['Third.', '1999-02-24'],
    ],
  )
  assert.ok(problems.some(({ line, message }) => line === 3 && /no date that can be read/.test(message)))
})
