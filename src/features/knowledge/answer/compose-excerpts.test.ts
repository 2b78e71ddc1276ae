import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeExcerpts } from './compose-excerpts.ts'
import type { JudgedPiece } from './judge-pieces.ts'
import { countWords, listPieces, textOf } from './list-pieces.ts'
import { passage } from './test/fixtures.ts'

/** The answer made of a passage whose piece with this text is the best, and whose others are far behind. */
function composed(markdown: string, best: string): string[] {
  const pieces = listPieces([passage(markdown)])
    .map((piece): JudgedPiece => {
      const score = textOf(piece).includes(best) ? 1 : 0
      return { ...piece, vector: new Float32Array(), meaning: score, likeness: null, score, margin: score }
    })
    .sort((one, other) => other.score - one.score)
  return composeExcerpts(pieces).map(({ parts }) => parts.map(({ text }) => text).join(' | '))
}

test('a row of a table is quoted with its header', () => {
  const table = '| Key | Operation |\n| --- | --- |\n| F2 | Drain the tank |\n| F3 | Sound the horn |'
  const [answer = ''] = composed(table, 'Drain the tank')
  assert.match(answer, /^\| Key \| Operation \|/)
  assert.match(answer, /F2 \| Drain the tank/)
})

test('rows that are quoted from the middle of a table have its header, within eighty words', () => {
  const rows = Array.from({ length: 40 }, (_, number) => `| F${number} | Open the valve ${number} |`)
  const table = ['| Key | Operation |', '| --- | --- |', ...rows, '| G1 | Drain the tank |'].join('\n')
  const [answer = ''] = composed(table, 'Drain the tank')
  assert.match(answer, /^\| Key \| Operation \| \|/)
  assert.match(answer, /G1 \| Drain the tank/)
  assert.ok(countWords([{ text: answer.replaceAll(' | ', ' ') }]) <= 80, answer)
})

test('an entry is not followed by the next one', () => {
  const entries = '--all\nDrain the tank.\n\n-q\nPrint nothing while it runs.'
  assert.deepEqual(composed(entries, 'Drain'), ['--all | Drain the tank.'])
})

test('an answer has at most eighty words', () => {
  const long = `The pump drains the tank. ${'Many more words follow here and say little about it. '.repeat(30)}`
  const [answer = ''] = composed(long, 'drains the tank')
  assert.match(answer, /^The pump drains the tank\./)
  const words = countWords([{ text: answer.replaceAll(' | ', ' ') }])
  assert.ok(words <= 80 && words > 60, `${words} words`)
})

test('what follows a sentence with a colon is quoted with it, or the sentence is not quoted', () => {
  assert.deepEqual(composed('To drain the tank, run this:\n\n```\ndrain --all\n```', 'drain the tank'), [
    'To drain the tank, run this: | drain --all',
  ])
  assert.deepEqual(composed('To drain the tank, run this:', 'drain the tank'), [])
})

test('an item of a list brings the whole list with what introduces it', () => {
  const list = 'To drain the tank:\n\n1. Close the valve.\n2. Open the lid.\n3. Wait.'
  assert.deepEqual(composed(list, 'Open the lid'), [
    'To drain the tank: | Close the valve. | Open the lid. | Wait.',
  ])
})
