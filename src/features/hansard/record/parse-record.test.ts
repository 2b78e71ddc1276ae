import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSittingDate, parseTime, writeDate } from './dates.ts'
import { detectFormat } from './hansard-reader.ts'
import { tableId } from './members/person-gatherer.ts'
import { chairsTaken, ordinaryCapitals, parseChair, parseHeading, readableName } from './printed-names.ts'
import { parliamentAt } from './sitting.ts'

test('dates are read in every form the files have, and impossible ones are not', () => {
  for (const [text, date] of [
    ['2024-06-25', '2024-06-25'],
    ['01/12/1983', '1983-12-01'],
    ['Thursday, 27 May 1993', '1993-05-27'],
    ['19300312_senate_12_123.xml', '1930-03-12'],
    ['2005-02-31', null],
    ['1788-01-26', null],
    ['no date', null],
  ] as const)
    assert.equal(parseSittingDate(text), date, text)
  assert.equal(writeDate('2024-06-05'), '5 June 2024')
})

test('times are read in every form the files have', () => {
  for (const [text, time] of [
    ['12:31:00', '12:31'],
    ['(10.04)', '10:04'],
    [' (9.40 a.m.)', '09:40'],
    ['2.35 p.m.', '14:35'],
    ['12.05 a.m.', '00:05'],
    ['', null],
    [null, null],
  ] as const)
    assert.equal(parseTime(text), time, String(text))
})

test('an office of the chair is distinguished from a person, with its holder where one is named', () => {
  assert.deepEqual(parseChair('The DEPUTY SPEAKER (Ms AE Burke)', 'DEPUTY SPEAKER, The'), {
    role: 'The DEPUTY SPEAKER',
    office: 'DEPUTY SPEAKER',
    holder: 'Ms AE Burke',
  })
  assert.deepEqual(parseChair(null, 'Bernardi, Sen Cory (The ACTING DEPUTY PRESIDENT)'), {
    role: 'The ACTING DEPUTY PRESIDENT',
    office: 'ACTING DEPUTY PRESIDENT',
    holder: 'Bernardi, Sen Cory',
  })
  assert.deepEqual(parseChair('The TEMPORARY CHAIRMAN', null)?.office, 'TEMPORARY CHAIR')
  assert.equal(parseChair('Mr SPEAKMAN', 'Speakman, John, MP'), null)
  assert.equal(parseChair('Senator PRESIDENTE', null), null)
})

test('the person who took the chair is named by the opening of the sitting', () => {
  assert.deepEqual(
    chairsTaken('Mr SPEAKER (Hon. Sir William Aston) took the chair at 11 a.m., and read prayers.').map(
      ({ office, holder }) => [office, holder],
    ),
    [['SPEAKER', 'Hon. Sir William Aston']],
  )
  assert.deepEqual(chairsTaken('The SPEAKER took the chair.'), [])
})

test('a heading ends where the words begin, whatever its brackets contain', () => {
  for (const [paragraph, name, electorate, role, time, words] of [
    ['Mr X (Bass) (12:57): Yes: no.', 'Mr X', 'Bass', null, '12:57', 'Yes: no.'],
    ['Mr X (Bass—Minister (Acting)) (09:01):  Yes.', 'Mr X', 'Bass', 'Minister (Acting)', '09:01', 'Yes.'],
    ['The PRESIDENT: Order!', 'The PRESIDENT', null, null, null, 'Order!'],
    [
      'Opposition senators interjecting—',
      'Opposition senators',
      null,
      null,
      null,
      'Opposition senators interjecting—',
    ],
  ] as const) {
    const heading = parseHeading(paragraph)
    assert.deepEqual(
      [heading.name, heading.electorate, heading.role, heading.time],
      [name, electorate, role, time],
    )
    assert.equal(paragraph.slice(heading.length), words)
  }
})

test('names are put into reading order and ordinary capitals', () => {
  for (const [sortName, printed, name] of [
    ['Rice, Sen Janet', 'Senator RICE', 'Janet Rice'],
    ['Grace, Elizabeth, MP', 'Mrs ELIZABETH GRACE', 'Elizabeth Grace'],
    ['Ms GILLARD,MP', 'Ms GILLARD', 'Ms Gillard'],
    ['Baume Sen The Hon P.E.', 'Senator PETER BAUME', 'P.E. Baume'],
    [" O'MALLEY, King", "Mr. O'MALLEY", "King O'Malley"],
    [null, 'Mr McKENZIE', 'Mr McKenzie'],
    [null, null, null],
  ] as const)
    assert.equal(readableName(sortName, printed), name)
  assert.equal(ordinaryCapitals("SARAH HANSON-YOUNG O'CONNOR"), "Sarah Hanson-Young O'Connor")
})

test('ids that a spreadsheet took for numbers are taken back', () => {
  assert.deepEqual(['8E4', '80000', '8.00E+04', 'ez5', '10000', '53517', ''].map(tableId), [
    '8E4',
    '8E4',
    '8E4',
    'EZ5',
    null,
    '53517',
    null,
  ])
})

test('the parliament is that of the date, and a later one than is known is believed', () => {
  assert.equal(parliamentAt('1942-09-22', 16), 16)
  assert.equal(parliamentAt('2024-06-25', 2), 47)
  assert.equal(parliamentAt('2029-01-01', 49), 49)
})

test('the format is recognised by the content', () => {
  for (const [text, name, format] of [
    ['<?xml version="1.0"?><hansard version="2.2">', 'x', 'markup'],
    ['/XMLSchema-instance">\n<session.header>', 'x.txt', 'markup'],
    ['{"speeches": []}', 'x', 'json'],
    ['---\nspeaker: x\n---\n', 'x', 'markdown'],
    ['name,order,body\n', 'x', 'csv'],
    ['Dear aunt,', 'x.txt', null],
  ] as const)
    assert.equal(detectFormat(text, name), format, text)
})
