import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findCollection,
  fitsTags,
  inTreeOrder,
  pathOf,
  withSubcollections,
  type ZoteroCollection,
} from './select-items.ts'

const collection = (
  key: string,
  name: string,
  parentKey: string | null = null,
  groupId: number | null = null,
) =>
  ({
    key,
    name,
    parentKey,
    groupId,
    library: groupId === null ? 'My Library' : 'Group',
    items: 0,
  }) satisfies ZoteroCollection

const thesis = collection('AAAA0001', 'Thesis')
const chapter = collection('AAAA0002', 'Chapter 1', 'AAAA0001')
const draft = collection('AAAA0003', 'Drafts', 'AAAA0002')
const foreign = collection('AAAA0004', 'chapter 1', null, 7)
const all = [draft, foreign, chapter, thesis]

test('a collection is found by key, by name ignoring case, and by path', () => {
  assert.equal(findCollection(all, 'AAAA0004'), foreign)
  assert.equal(findCollection(all, ' tHESIS '), thesis)
  assert.equal(findCollection(all, 'thesis/chapter 1/drafts'), draft)
})

test('a name that several collections have is refused with the keys to choose from', () => {
  assert.throws(() => findCollection([...all, collection('AAAA0005', 'Drafts')], 'drafts'), {
    code: 'AMBIGUOUS_COLLECTION',
    hint: /AAAA0003 \(My Library: Thesis\/Chapter 1\/Drafts\), AAAA0005/,
  })
})

test('an unknown name is refused with what comes near it, or with what there is', () => {
  assert.throws(() => findCollection(all, 'draft'), { code: 'COLLECTION_NOT_FOUND', hint: /Drafts\.$/ })
  assert.throws(() => findCollection(all, 'Poems'), { hint: /Thesis/ })
  assert.throws(() => findCollection([], 'Poems'), { hint: 'The library has no collections.' })
})

test('everything below a collection belongs to it, and nothing of another library', () => {
  const sameKeyElsewhere = collection('BBBB0001', 'Stray', 'AAAA0001', 7)
  assert.deepEqual(
    [...withSubcollections(thesis, [...all, sameKeyElsewhere])],
    ['AAAA0001', 'AAAA0002', 'AAAA0003'],
  )
})

test('collections that are each other’s parents end the walk', () => {
  const one = collection('LOOP0001', 'One', 'LOOP0002')
  const two = collection('LOOP0002', 'Two', 'LOOP0001')
  assert.deepEqual([...withSubcollections(one, [one, two])].sort(), ['LOOP0001', 'LOOP0002'])
  assert.equal(pathOf(one, [one, two]), 'Two/One')
})

test('children are listed below their parents, the own library before groups', () => {
  assert.deepEqual(inTreeOrder(all), [thesis, chapter, draft, foreign])
})

const tagCases: [string, string[], string[], string[], boolean][] = [
  ['no filter fits every item', [], [], [], true],
  ['a part of a tag fits, ignoring case', ['#ml-tutorial'], ['ML'], [], true],
  ['one of several included tags is enough', ['history'], ['ml', 'hist'], [], true],
  ['none of the included tags leaves the item out', ['history'], ['ml'], [], false],
  ['an excluded tag outweighs an included one', ['ml', 'draft'], ['ml'], ['DRAFT'], false],
  ['an excluded tag leaves out an item that nothing includes', ['my-draft'], [], ['draft'], false],
  ['an item without tags is kept unless tags are asked for', [], [], ['draft'], true],
  ['empty filters are none', ['history'], [' '], [''], true],
]

for (const [promise, tags, includeTags, excludeTags, expected] of tagCases)
  test(promise, () => assert.equal(fitsTags(tags, { includeTags, excludeTags }), expected))
