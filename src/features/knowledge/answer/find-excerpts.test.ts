import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit } from '../../../core/model/hit.ts'
import { findAnswers } from './find-excerpts.ts'
import { endsInColon } from './list-units.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'

/** The first answer as one text; null when nothing answers. */
async function answerFrom(hits: Hit[], question: string): Promise<string | null> {
  const { answers } = await findAnswers(question, partsOver(hits), { signal: idle() })
  for (const { hit, parts } of answers) {
    for (const { text } of parts) assert.ok(hit.text.includes(text), 'verbatim')
    assert.ok(!endsInColon(parts.at(-1)?.text ?? ''), 'no open colon')
  }
  return answers[0]?.parts.map(({ text }) => text).join(' | ') ?? null
}

const clean = passage('The clean command can remove untracked files of the tree.', {
  id: 'c',
  title: 'Clean',
})

test('a name that no passage has is refused and told', async () => {
  const asked = 'How do I delete untracked files of the tree in Northfield?'
  const { answers, missingNames } = await findAnswers(asked, partsOver([clean]), { signal: idle() })
  assert.deepEqual([answers, missingNames], [[], ['Northfield']])
})

test('the word that a refusal names says something of the subject', async () => {
  const ask = async (question: string) =>
    (await findAnswers(question, partsOver([clean]), { signal: idle() })).unmetWord
  assert.equal(await ask('Otherwise, how do I encrypt the drawers?'), 'encrypt')
  assert.equal(await ask('Whenever I want, unless otherwise said?'), null)
})

test('a sentence that announces code is quoted with it, and never alone', async () => {
  const lead = 'To drain the water tank, run this command:'
  const whole = passage(`${lead}\n\n\`\`\`\ndrain --all\n\`\`\``)
  assert.equal(await answerFrom([whole], 'How do I drain the water tank?'), `${lead} | drain --all`)
  assert.equal(await answerFrom([passage(lead)], 'How do I drain the water tank?'), null)
})

test('the steps of a procedure are quoted as one list', async () => {
  const steps = passage('To drain the water tank:\n\n1. Close the red valve.\n2. Open the lid.\n3. Wait.')
  assert.equal(
    await answerFrom([steps], 'How do I drain the water tank?'),
    'To drain the water tank: | Close the red valve. | Open the lid. | Wait.',
  )
})

test('a sentence that refers back is quoted with the one before it', async () => {
  const pair = passage('The drain is below the tank. It drains the water tank within an hour.')
  assert.equal(
    await answerFrom([pair], 'How do I drain the water tank?'),
    'The drain is below the tank. | It drains the water tank within an hour.',
  )
})

test('an entry is quoted with its terms', async () => {
  const entry = passage('--all\nDrain the water tank.\n\n-q\n--quiet\nPrint nothing while it runs.')
  assert.match((await answerFrom([entry], 'How do I drain the water tank?')) ?? '', /^--all \| Drain/)
})

test('without an embedding model the words alone are compared, and that is said', async () => {
  const parts = partsOver([clean], {
    search: async () => ({ hits: [clean], warnings: [], lacksMeaning: true as const }),
  })
  const found = await findAnswers('How do I remove untracked files of the tree?', parts, { signal: idle() })
  assert.equal(found.answers.length, 1)
  assert.match(found.warnings.join(), /Only words were compared/)
})

test('a question for an amount is not answered by a text without one', async () => {
  const ask = async (text: string) => {
    const search = async () => ({ hits: [passage(text)], warnings: [], lacksMeaning: true as const })
    const question = 'What is the size of the water tank?'
    const { answers } = await findAnswers(question, partsOver([], { search }), { signal: idle() })
    return answers.length
  }
  assert.equal(await ask('The size of the water tank is printed on its lid.'), 0)
  assert.equal(await ask('The size of the water tank is 40 liters.'), 1)
})

test('a second piece that is nearly as good is quoted too, when both are short', async () => {
  const one = passage('The clean command removes untracked files of the tree.', { id: 'a', title: 'Clean' })
  const two = passage('The purge command removes untracked files of the tree.', { id: 'b', title: 'Purge' })
  const { answers } = await findAnswers(
    'Which command removes untracked files of the tree?',
    partsOver([one, two]),
    {
      signal: idle(),
    },
  )
  assert.deepEqual(answers.map(({ hit }) => hit.document.title).sort(), ['Clean', 'Purge'])
})
