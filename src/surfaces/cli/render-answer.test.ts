import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderAnswer } from './render-answer.ts'

test('a tool without a form of its own is shown field by field', async () => {
  const value = { name: 'quire', roots: null, list: ['a', { b: 1 }], empty: [], text: 'two\nlines' }
  const { answer } = await renderAnswer({}, { value, input: {}, terminal: fakeTerminal() })
  assert.equal(answer, 'name: quire\nroots: –\nlist:\n  - a\n  - b: 1\nempty: none\ntext:\n  two\n  lines')
})

test('where a text that was cut can be read is said, whichever tool cut it', async () => {
  const cut = [{ field: 'content', characters: 900, uri: 'file:///a.txt?lines=1-9' }]
  const { remark } = await renderAnswer(
    { shell: { render: async () => () => ({ answer: 'x' }) } },
    { value: { content: 'x', cut }, input: {}, terminal: fakeTerminal() },
  )
  assert.equal(remark, "content is cut: quire system read-resource 'file:///a.txt?lines=1-9'")
})
