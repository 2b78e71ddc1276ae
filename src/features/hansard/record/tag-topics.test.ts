import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagTopics } from './tag-topics.ts'

const { signal } = new AbortController()

test('titles give topics, the kind of business does not', async () => {
  const [tags] = await tagTopics(
    [{ text: '', titles: ['QUESTIONS WITHOUT NOTICE', 'Pensions: Assets Test', 'Second Reading'] }],
    signal,
  )
  assert.deepEqual(tags, ['pensions', 'assets test'])
})

test('what a speech repeats and others do not is its topic', async () => {
  const common = 'The honourable member spoke of the tax system. I thank the member for the tax system.'
  const [first, second] = await tagTopics(
    [
      { text: `The drainage of wet meadows is costly. Wet meadows need care. ${common}`, titles: [] },
      { text: `Fishing boats rust. We subsidise fishing boats. ${common}`, titles: [] },
    ],
    signal,
  )
  assert.equal(first![0], 'wet meadows')
  assert.equal(second![0], 'fishing boats')
  assert.ok(!first!.includes('honourable member'))
})

test('topics are lower case, at most twenty, and the same every time', async () => {
  const titles = Array.from({ length: 40 }, (_, index) => `Topic Number ${index}`)
  const once = await tagTopics([{ text: 'Words.', titles }], signal)
  assert.equal(once[0]!.length, 20)
  assert.ok(once[0]!.every(tag => tag === tag.toLowerCase()))
  assert.deepEqual(await tagTopics([{ text: 'Words.', titles }], signal), once)
})
