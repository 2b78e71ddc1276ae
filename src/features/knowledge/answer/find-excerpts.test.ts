import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit } from '../../../core/model/hit.ts'
import { countWords } from './compose-excerpt.ts'
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

const show = passage('The status command can show untracked files of the tree.', { id: 's', title: 'Status' })
const clean = passage('The clean command can remove untracked files of the tree.', {
  id: 'c',
  title: 'Clean',
})

test('a sentence about the same thing with another action does not answer', async () => {
  const question = 'How do I delete untracked files of the tree?'
  assert.equal(await answerFrom([show], question), null)
  assert.match((await answerFrom([show, clean], question)) ?? '', /remove untracked files/)
})

test('nor does one that denies the action', async () => {
  const dry = passage('With the option the command does not delete untracked files of the tree.', { id: 'd' })
  assert.equal(await answerFrom([dry], 'How do I delete untracked files of the tree?'), null)
})

test('nor one with the action and another thing', async () => {
  const other = passage('The prune command can delete stale branches of the tree.', { id: 'o' })
  assert.equal(await answerFrom([other], 'How do I delete untracked files of the tree?'), null)
})

test('a name that no passage has is refused and told', async () => {
  const asked = 'How do I delete untracked files of the tree in Northfield?'
  const { answers, missingNames } = await findAnswers(asked, partsOver([clean]), { signal: idle() })
  assert.deepEqual([answers, missingNames], [[], ['Northfield']])
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

test('a row of a table is quoted with its header', async () => {
  const keys = passage(
    '| Key | Operation |\n| --- | --- |\n| F2 | Drain the water tank |\n| F3 | Sound the horn |',
  )
  assert.equal(
    await answerFrom([keys], 'Which key drains the water tank?'),
    '| Key | Operation | | | F2 | Drain the water tank |',
  )
})

test('a question for a place is not answered by what is stored there', async () => {
  const question = 'Where is the list of pumps stored?'
  assert.equal(await answerFrom([passage('The plant stores the list of pumps each night.')], question), null)
  const place = passage('The list of pumps is stored in `~/.plant/pumps`.')
  assert.match((await answerFrom([place], question)) ?? '', /\.plant/)
})

test('a question for a reason is answered by a reason', async () => {
  const question = 'Why is the water tank drained?'
  assert.equal(await answerFrom([passage('The water tank is drained on Monday.')], question), null)
  const reason = passage('The water tank is drained because ice breaks it.')
  assert.match((await answerFrom([reason], question)) ?? '', /because ice/)
})

test('an answer has at most eighty words, or is one list', async () => {
  const long = passage(
    `The pump can drain the water tank. ${'Many more words follow here and say little about it. '.repeat(30)}`,
  )
  const { answers } = await findAnswers('How do I drain the water tank?', partsOver([long]), {
    signal: idle(),
  })
  assert.ok(answers.length > 0)
  assert.ok(countWords(answers.flatMap(({ parts }) => parts)) <= 80)
})

test('without an embedding model the words alone are compared, and that is said', async () => {
  const parts = partsOver([clean], {
    search: async () => ({ hits: [clean], warnings: [], lacksMeaning: true as const }),
  })
  const found = await findAnswers('How do I delete untracked files of the tree?', parts, { signal: idle() })
  assert.equal(found.answers.length, 1)
  assert.match(found.warnings.join(), /Only words were compared/)
})

test('a fact in other words is answered, an action that is not there is not', async () => {
  const fact = passage('The red valve of the water tank was invented by Ada Stone.', {
    id: 'f',
    section: ['Valves'],
  })
  const other = passage('Bananas ripen quickly in a warm kitchen.', {
    id: 'k',
    title: 'Fruit',
    section: ['Bananas'],
  })
  assert.match(
    (await answerFrom([fact, other], 'Who devised the red valve of the water tank?')) ?? '',
    /Ada Stone/,
  )
  assert.equal(await answerFrom([fact, other], 'How do I encrypt the red valve of the water tank?'), null)
})
