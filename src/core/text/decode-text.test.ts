import assert from 'node:assert/strict'
import test from 'node:test'
import { failure, makeSource } from '../../adapters/converters/test/make-source.ts'
import { cleanMarkdown, cleanText, oneLine } from '../../adapters/converters/text/markdown-parts.ts'
import { decodeText } from './decode-text.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
/** あいうえおカタカナ。 in Shift_JIS and in EUC-JP. */
const shiftJis = Buffer.from('82a082a282a482a682a8834a835e834a83698142', 'hex')
const eucJp = Buffer.from('a4a2a4a4a4a6a4a8a4aaa5aba5bfa5aba5caa1a3', 'hex')

const cases: [name: string, bytes: Uint8Array, text: string, encoding: string][] = [
  ['plain ASCII', Buffer.from('plain'), 'plain', 'utf-8'],
  ['UTF-8', Buffer.from('Grüße — 日本'), 'Grüße — 日本', 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\ufeffGrüße'), 'Grüße', 'utf-8'],
  ['UTF-16 LE with a mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße', 'utf-16le'],
  ['UTF-16 BE with a mark', utf16be('\ufeffGrüße'), 'Grüße', 'utf-16be'],
  ['UTF-16 LE without a mark', Buffer.from('Some plain words', 'utf16le'), 'Some plain words', 'utf-16le'],
  ['UTF-16 BE without a mark', utf16be('Some plain words'), 'Some plain words', 'utf-16be'],
  ['a western code page', latin('Gr\xfc\xdfe, \x84quoted\x93'), 'Grüße, „quoted“', 'windows-1252'],
  ['Shift_JIS', shiftJis, 'あいうえおカタカナ。', 'shift_jis'],
  ['EUC-JP', eucJp, 'あいうえおカタカナ。', 'euc-jp'],
]
for (const [name, bytes, text, encoding] of cases)
  test(`${name} is recognised without being declared`, () => {
    const decoded = decodeText(makeSource('a.txt', bytes))
    assert.deepEqual([decoded.text, decoded.encoding, decoded.warnings], [text, encoding, []])
  })

test('a declared encoding is believed, except a wrong claim of UTF-8 or UTF-16', () => {
  const cyrillic = Buffer.from('cff0e8e2e5f2', 'hex')
  assert.equal(decodeText(makeSource('a.txt', cyrillic, { charset: 'windows-1251' })).text, 'Привет')
  assert.equal(decodeText(makeSource('a.txt', cyrillic), 'windows-1251').text, 'Привет')
  assert.equal(decodeText(makeSource('a.txt', latin('Gr\xfc\xdfe'), { charset: 'utf-8' })).text, 'Grüße')
  assert.equal(decodeText(makeSource('a.txt', 'Grüße', { charset: 'utf-16' })).text, 'Grüße')
})

test('UTF-8 that the transport promises and the bytes bear out wins over what the file says of itself', () => {
  const page = makeSource('a.html', 'schöne Grüße', { charset: 'utf-8' })
  assert.equal(decodeText(page, 'iso-8859-1').text, 'schöne Grüße')
  const wrong = makeSource('a.html', latin('sch\xf6ne'), { charset: 'utf-8' })
  assert.equal(decodeText(wrong, 'iso-8859-1').text, 'schöne')
})

test('an unknown declared encoding is said and another one assumed', () => {
  const { text, warnings } = decodeText(makeSource('a.txt', 'plain', { charset: 'x-klingon' }))
  assert.equal(text, 'plain')
  assert.match(warnings[0] ?? '', /x-klingon/)
})

test('UTF-8 with a few damaged bytes stays UTF-8, with a warning', () => {
  const damaged = Buffer.concat([Buffer.from('äöü'.repeat(20)), Buffer.from([0xff]), Buffer.from(' Ende')])
  const { text, warnings } = decodeText(makeSource('a.txt', damaged))
  assert.equal(text, `${'äöü'.repeat(20)}\ufffd Ende`)
  assert.equal(warnings.length, 1)
})

test('binary data is not text', () => {
  const bytes = Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 9, 200])
  assert.throws(
    () => decodeText(makeSource('a.txt', bytes)),
    failure('invalid', 'BROKEN_SOURCE', /a\.txt is not text/),
  )
})

test('cleaned text has only line feeds, no control characters, no soft hyphens, and is well-formed', () => {
  assert.equal(cleanText('a\r\nb\rc\u2028d\u0000\u0007e\u00adf\ufeff\ud800'), 'a\nb\nc\ndef\ufffd')
  assert.equal(cleanText('l\u0092eau'), 'l’eau')
  assert.equal(cleanMarkdown('\n \n  indented\n\n'), '  indented\n')
  assert.equal(cleanMarkdown(' \n'), '')
  assert.equal(oneLine(' a\n\tb\u00a0 c '), 'a b c')
})
