import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingName, isCommonHeading } from './heading-name.ts'

const names: Record<string, string | null> = {
  'History of Acme': 'Acme',
  '1931 - Sir John Doe': 'Sir John Doe',
  'John Doe (1850–1920)': 'John Doe',
  'Doe, Jane Ann, 1850–1920': 'Jane Ann Doe',
  'JANE DOE': 'Jane Doe',
  'Jane Doe’s Early Life': 'Jane Doe',
  'Obituary: Jane Doe': 'Jane Doe',
  'How to find a book': null,
}

test('the name in a heading is without dates, order and what is said of it', () => {
  for (const [heading, name] of Object.entries(names)) assert.equal(headingName(heading), name, heading)
})

test('the usual headings of sections are no names', () => {
  assert.ok(isCommonHeading('Early Life'))
  assert.ok(!isCommonHeading('Jane Doe'))
})
