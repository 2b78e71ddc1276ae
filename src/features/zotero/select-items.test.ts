import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsTags } from './select-items.ts'

const cases: [string, string[], string[], string[], boolean][] = [
  ['no filter fits every item', [], [], [], true],
  ['a part of a tag fits, ignoring case', ['#ml-tutorial'], ['ML'], [], true],
  ['one of several included tags is enough', ['history'], ['ml', 'hist'], [], true],
  ['none of the included tags leaves the item out', ['history'], ['ml'], [], false],
  ['an excluded tag outweighs an included one', ['ml', 'draft'], ['ml'], ['DRAFT'], false],
  ['an excluded tag leaves out an item that nothing includes', ['my-draft'], [], ['draft'], false],
  ['an item without tags is kept unless tags are asked for', [], [], ['draft'], true],
  ['empty filters are none', ['history'], [' '], [''], true],
]

for (const [promise, tags, includeTags, excludeTags, expected] of cases)
  test(promise, () => assert.equal(fitsTags(tags, { includeTags, excludeTags }), expected))
