import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gteReader } from '../../src/adapters/embedders/gte-reader.ts'

const reader = gteReader()
after(() => reader.close())

async function read(question: string, texts: readonly string[]): Promise<number[]> {
  const scores: number[] = []
  const onScore = (index: number, score: number) => {
    scores[index] = score
  }
  await reader.scorePairs({ question, texts, onScore }, new AbortController().signal)
  return scores
}

const question = 'How do I get rid of files that are not under version control?'
const texts = [
  'git-clean: Cleans the working tree by removing files that are not under version control, starting from the current directory.',
  'Untracked files: Shows untracked files. The mode parameter is used to specify the handling of untracked files.',
  'Branches: Deletes a branch that was merged.',
]

test('the bundled reader prefers the text that answers to one that shares its words', async () => {
  const [answer = 0, ...others] = await read(question, texts)
  assert.ok(answer > 0.5, `${answer}`)
  for (const score of others) assert.ok(score < answer, `${score}`)
})

test('the score of a text does not depend on the other texts', async () => {
  const together = await read(question, texts)
  assert.deepEqual(await read(question, texts.slice(1, 2)), together.slice(1, 2))
})

test('texts that are longer than it reads are cut', async () => {
  const [score = Number.NaN] = await read(question, [`${texts[0]} ${'and so on '.repeat(2_000)}`])
  assert.ok(score > 0 && score < 1)
})
