import assert from 'node:assert/strict'
import test from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { readDelimited, sniffDelimiter } from '../../../core/text/read-delimited.ts'
import { context, convert, failure, makeSource, options } from '../test/make-source.ts'
import { csvConverter } from './csv.ts'

const read = (content: string) => convert(csvConverter, makeSource('a.csv', content))

test('rows become a table under the header', async () => {
  const { markdown, fileType } = await read('name,size\r\nbee,1\r\n\r\nant|worker,2\r\n')
  assert.equal(markdown, '| name | size |\n| --- | --- |\n| bee | 1 |\n| ant\\|worker | 2 |\n')
  assert.equal(fileType, 'csv')
})

test('quoted fields may hold delimiters, quotes and line ends', () => {
  const rows = [...readDelimited('a,"b,""c""\r\nd",e\n"",f,\n"x"y,z', ',')]
  assert.deepEqual(rows, [
    ['a', 'b,"c"\r\nd', 'e'],
    ['', 'f', ''],
    ['xy', 'z'],
  ])
})

test('a quote that never closes costs no rows', () => {
  assert.deepEqual(
    [...readDelimited('a,b\n"open,c\nd,e', ',')],
    [
      ['a', 'b'],
      ['"open', 'c'],
      ['d', 'e'],
    ],
  )
})

const delimiters: [sample: string, delimiter: string][] = [
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n1,5;2,5;3,5', ';'],
  ['a\tb\n"x, y"\t2', '\t'],
  ['a|b|c\n1|2|3', '|'],
  ['just one column\nof words', ','],
]
for (const [sample, delimiter] of delimiters)
  test(`the delimiter of ${JSON.stringify(sample)} is ${JSON.stringify(delimiter)}`, () =>
    assert.equal(sniffDelimiter(sample), delimiter))

test('ragged rows keep all their cells, and are counted', async () => {
  const { markdown, warnings } = await read('a,b\n1\n1,2,3\n')
  assert.match(markdown, /\| 1 \| {2}\|\n\| 1 \| 2 \| 3 \|/)
  assert.match(warnings[0] ?? '', /^2 rows/)
})

test('a large file is read in linear time', slow, async () => {
  const line = 'some words here,"more, words",123\n'
  const { markdown } = await read(`a,b,c\n${line.repeat(100_000)}`)
  assert.equal(markdown.split('\n').length, 100_003)
})

test('an aborted call stops', async () => {
  const raw = makeSource('a.csv', 'a,b\n'.repeat(20_000))
  await assert.rejects(
    csvConverter.convert(raw, options, { ...context(), signal: AbortSignal.abort() }),
    failure('cancelled', 'CANCELLED', /./),
  )
})
