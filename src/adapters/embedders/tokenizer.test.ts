import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gteSmallModel } from './local-embedder.ts'
import { loadTokenizer, tokenCounter } from './tokenizer.ts'

const tokenizer = loadTokenizer(gteSmallModel)
const count = tokenCounter(() => tokenizer)

const texts: Record<string, string> = {
  nothing: '',
  spaces: ' \t\r\n \u00a0\u2003 ',
  English: 'Photosynthesis converts light into chemical energy; isn’t that remarkable? (Yes — it is.)',
  German: 'Die Donaudampfschifffahrtsgesellschaft fährt übermäßig häufig über die Flüsse Österreichs.',
  French: "L'élève a-t-il déjà reçu l'œuvre complète à l'école ?",
  Greek: 'Ο ΟΔΥΣΣΕΥΣ ταξίδεψε για χρόνια ΣΑΣ',
  Turkish: 'İstanbul’da ışık DIŞARIDA',
  Russian: 'Ёлка стояла посреди большой комнаты.',
  Chinese: '东京都位于日本关东地区,人口超过一千三百万。',
  Japanese: '吾輩は猫である。名前はまだ無い。',
  Korean: '서울특별시는 대한민국의 수도이다.',
  Thai: 'กรุงเทพมหานครเป็นเมืองหลวง',
  Hindi: 'भारत एक विशाल देश है',
  Arabic: 'اللُّغَةُ العَرَبِيَّة جميلة',
  emoji: 'Well done 👩‍👩‍👧‍👦 🇩🇪 👍🏽!! 🙂🙃',
  'rare Chinese': '𠀀𠀁 𪚥',
  code: "export const isName = (s) => /[\\w$]+/.test(s) && s !== '__proto__' // => 0xFF\n\tif (a<=b) { return `x` + i++ }",
  'special tokens': 'a [MASK] b[SEP]c [CLS] [PAD][UNK]',
  'zero width':
    'zero\u200bwidth soft\u00adhyphen joined\ufeffhere a\u2028b c\u0085d form\ffeed vertical\u000btab nul\u0000l',
  'all of ASCII': String.fromCharCode(...Array.from({ length: 128 }, (_, i) => i)).repeat(3),
  'signs between letters': `don't "quoted", (a+b)=c; x_y.z/w $5 50% #1 a&b <t> [x] {y} ~z ^w \`v\` ΑΣ'Β Σ.`,
  'combining marks': 'e\u0301te\u0301 a \u0301 b n\u0303',
  'long word': `${'a'.repeat(101)} ${'b'.repeat(99)} ${'é'.repeat(60)}`,
  'lone surrogates': 'a\ud800b \udc00 c',
  markdown: '| a | b |\n|---|---|\n| 1 | 2,5 |\n\n## Heading **bold** [link](https://example.com/a_b?c=d#e)',
}

for (const [name, text] of Object.entries(texts))
  test(`counts what the tokenizer counts: ${name}`, () => {
    assert.equal(count(text), tokenizer.count(text))
    assert.equal(count(text), tokenizer.count(text), 'also when words are remembered')
  })

test('counts what the tokenizer counts: whole files of prose, code and data', () => {
  for (const file of ['models/gte-small-int8/README.md', 'src/core/ports/store.ts', 'package.json']) {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    assert.equal(count(text), tokenizer.count(text), file)
  }
})

test('special tokens around a text do not count, but take their place in what the model reads', () => {
  const ids = tokenizer.encode('word '.repeat(600))
  assert.equal(ids.length, 512)
  assert.equal(ids[0], 101)
  assert.equal(ids.at(-1), 102)
  assert.deepEqual(tokenizer.encode('word'), [101, tokenizer.encode('word')[1], 102])
  assert.equal(count('word '.repeat(600)), 600)
})

test('later pieces of a word are told from tokens that begin one', () => {
  const ids = tokenizer.encode('aeroelastic models, 1999').slice(1, -1)
  assert.deepEqual(
    ids.map(id => tokenizer.continuesWord(id)),
    [false, true, true, false, false, false],
  )
  assert.ok([101, 102, 0].every(id => !tokenizer.continuesWord(id)))
})

test('a tokenizer whose counts do not add up is asked for the whole text', () => {
  const asked: string[] = []
  const whole = tokenCounter(() => ({
    addsUpByWord: false,
    specialTokens: [],
    isTelling: () => true,
    continuesWord: () => false,
    encode: () => [],
    encodePair: () => ({ ids: [], types: [] }),
    count: text => asked.push(text),
  }))
  whole('two words')
  assert.deepEqual(asked, ['two words'])
})
