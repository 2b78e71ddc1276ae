import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convert, failure, makeSource, sample } from '../test/make-source.ts'
import { rtfConverter } from './rtf.ts'

const read = (text: string) =>
  convert(rtfConverter, makeSource('a.rtf', `{\\rtf1\\ansi\\ansicpg1252 ${text}}`))

test('paragraphs, characters of the code page and of Unicode, protected spaces and hyphens', async () => {
  const { markdown, title } = await read(
    "{\\*\\generator hidden}A\\~bee isn\\'92t a co\\_op; \\u8364?5 {\\b bold}\\par Second line.\\par",
  )
  assert.equal(markdown, 'A bee isn’t a co-op; €5 bold\n\nSecond line.\n')
  assert.equal(title, 'a.rtf')
})

test('tables are tables, and the title of the properties is the title', async () => {
  const cells =
    '\\trowd\\cellx1000\\cellx2000\\intbl Kind\\cell Size\\cell\\row\\trowd\\cellx1000\\cellx2000\\intbl Bee\\cell 12\\cell\\row'
  const { markdown, title } = await read(`{\\info{\\title Of bees}}${cells}\\pard After.\\par`)
  assert.match(markdown, /\| Kind \| Size \|\n\| --- \| --- \|\n\| Bee \| 12 \|/)
  assert.equal(title, 'Of bees')
})

test('a text without words and groups nested without end say what is wrong', async () => {
  await assert.rejects(read('\\par'), failure('invalid', 'NO_TEXT', /a\.rtf/))
  const deep = `${'{'.repeat(200_000)}x${'}'.repeat(200_000)}`
  await assert.rejects(read(deep), failure('invalid', 'BROKEN_SOURCE', /more than 1000 nested groups/))
})

test('a huge group, pictures and binary data are read in bounded time', async () => {
  const picture = `{\\*\\shppict{\\pict\\pngblip ${'00ff'.repeat(500_000)}}}`
  const { markdown } = await read(`${picture}{\\b ${'word '.repeat(100_000)}}{\\bin9 {{{{{{{{{}End.\\par`)
  assert.match(markdown, /word word/)
})

const real = [
  ['markitdown__test.rtf', /^This is a Sample RTF File\n\nIt is included to test/],
  ['tika__testRTFCorruptListOverride.rtf', /Apples can be eaten hot or cold, in pies or sauces/],
  ['tika__testRTFNewlines.rtf', /^one\n\ntwo\n\nthree\n\nfour\n$/],
  [
    'tika__testRTFTIKA_2899.rtf',
    /\| Paying Interest \| You will be charged interest from the transaction date\. \|/,
  ],
  ['tika__testRTF_nestedHyperlinkPageRef.rtf', /^Before 42 after\.\n$/],
  ['unstructured__eng_spa_mult.rtf', /dotados como están de razón y conciencia/],
] as const
for (const [name, words] of real) {
  const { skip, read: open } = sample(name, 'mail')
  test(`${name} gives its words`, { skip }, async () => {
    assert.match((await convert(rtfConverter, open())).markdown, words)
  })
}
