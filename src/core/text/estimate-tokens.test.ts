import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gteSmallModel } from '../../adapters/embedders/local-embedder.ts'
import { loadTokenizer } from '../../adapters/embedders/tokenizer.ts'
import { cutToTokens, estimateTokens } from './estimate-tokens.ts'

const texts = {
  English: 'The committee adjourned at noon, having approved the annual budget of 1,250,000 euros.',
  German: 'Der Ausschuss vertagte sich mittags, nachdem er den Haushalt gebilligt hatte.',
  Russian: 'Комитет прервал заседание в полдень.',
  Chinese: '委员会中午休会,批准了年度预算。',
  code: 'for (let i = 0; i < 10; i++) total += prices[i] * 1.19;',
}

for (const [name, text] of Object.entries(texts))
  test(`the estimate is rather too high than too low, and within reason: ${name}`, () => {
    const bytes = Buffer.byteLength(text)
    assert.ok(
      estimateTokens(text) <= bytes,
      'a byte-level vocabulary never needs more than one token per byte',
    )
    assert.ok(estimateTokens(text) >= text.length / 5)
  })

test('English is not counted lower than a real tokenizer counts it', () => {
  const { count } = loadTokenizer(gteSmallModel)
  assert.ok(estimateTokens(texts.English) >= count(texts.English))
  assert.ok(estimateTokens(texts.code) >= count(texts.code))
})

test('a text is cut to its limit, and not at all when it is within it', () => {
  for (const text of Object.values(texts)) {
    assert.equal(cutToTokens(text, 1000), text)
    const cut = cutToTokens(text, 5)
    assert.ok(text.startsWith(cut) && cut.length > 0 && estimateTokens(cut) <= 5, cut)
  }
  assert.equal(cutToTokens('', 5), '')
})

test('an emoji is never cut in half', () => {
  for (let limit = 1; limit < 12; limit++) assert.ok(cutToTokens('🙂🙃🙂🙃', limit).isWellFormed())
})
