import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutSnippet, highlight, termsOf } from './snippet.ts'
import { styles } from './style.ts'

test('the words of the question are marked on a terminal only', async () => {
  const terms = termsOf('How are the tides sampling?')
  assert.deepEqual(terms, ['tide', 'sampl'])
  assert.equal(highlight('Sampled tides', terms, styles(false)), 'Sampled tides')
  assert.equal(highlight('the tides', terms, styles(true)), 'the \u001b[1;33mtides\u001b[22;39m')
})

test('a long passage is cut to where most of the words of the question are', async () => {
  const content = `${'nothing here. '.repeat(40)}The spring tide meets the neap tide. ${'more text. '.repeat(40)}`
  const snippet = cutSnippet(content, termsOf('spring neap'), 120)
  assert.match(snippet, /^… .*spring tide meets the neap.* …$/)
  assert.ok(snippet.length < 140)
})
