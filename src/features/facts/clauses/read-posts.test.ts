import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromPost } from './read-posts.ts'

const post = (text: string) => fromPost(text, 'Ida Holm')

test('a line of a curriculum vitae is a sentence about its person', () => {
  assert.equal(
    post('1992–1998: Research scientist, Orrin Laboratory, Geneva'),
    'Ida Holm was a research scientist at Orrin Laboratory from 1992 to 1998.',
  )
  assert.equal(
    post('1999–present Professor of physics, University of Lund'),
    'Ida Holm has been a professor of physics at University of Lund since 1999.',
  )
  assert.equal(post('BA, Orrin College, 1984'), 'Ida Holm received a degree from Orrin College in 1984.')
  assert.equal(
    post('1980–1986: MSc in physics, University of Lund'),
    'Ida Holm studied at University of Lund from 1980 to 1986.',
  )
})

test('other lines with a year are none', () => {
  for (const text of [
    '1992: The company moved to Lund.',
    'In 1992 she left Orrin.',
    '1992 Conference on Looms, Lund',
  ])
    assert.equal(post(text), null, text)
})
