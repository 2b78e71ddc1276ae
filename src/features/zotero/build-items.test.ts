import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toReference } from './build-items.ts'
import type { ZoteroCreator, ZoteroItem } from './zotero-item.ts'

const item = (given: Partial<ZoteroItem>): ZoteroItem => ({
  key: 'ABCD2345',
  library: { groupId: null, name: 'My Library' },
  itemType: 'book',
  version: 1,
  dateAdded: null,
  dateModified: null,
  fields: {},
  parsedDate: null,
  creators: [],
  tags: [],
  collectionKeys: [],
  ...given,
})
const read = (given: Partial<ZoteroItem>) => toReference(item(given), { collections: [], files: [] })

test('an item without any field is a document without anything, and never fails', () => {
  const reference = read({ itemType: 'type of the future' })
  assert.equal(reference.type, 'document')
  assert.equal(reference.title, null)
  assert.equal(reference.citekey, null)
  assert.equal(reference.itemKey, 'ABCD2345')
})

for (const [itemType, type] of [
  ['journalArticle', 'article-journal'],
  ['bookSection', 'chapter'],
  ['conferencePaper', 'paper-conference'],
  ['preprint', 'article'],
  ['statute', 'legislation'],
  ['computerProgram', 'software'],
] as const)
  test(`${itemType} is ${type} in CSL`, () => assert.equal(read({ itemType }).type, type))

test('what item types call by different names is found under all of them', () => {
  assert.equal(read({ itemType: 'case', fields: { caseName: 'A v. B' } }).title, 'A v. B')
  assert.equal(read({ fields: { bookTitle: 'Whole' } }).container, 'Whole')
  assert.equal(read({ fields: { university: 'Graz' } }).publisher, 'Graz')
  assert.equal(read({ fields: { dateDecided: '1954-05-17 May 17, 1954' } }).issued?.year, 1954)
  assert.equal(read({ fields: { reportNumber: '12', thesisType: 'PhD' } }).number, '12')
})

test('an empty field does not hide the next name of the same thing', () => {
  assert.equal(read({ fields: { publicationTitle: ' ', websiteTitle: 'A site' } }).container, 'A site')
})

test('markup in a title is not part of the title', () => {
  assert.equal(read({ fields: { title: 'On <i>Homo</i> < <b>3</b>' } }).title, 'On Homo < 3')
})

for (const [date, expected] of [
  ['2019-00-00 2019', [2019, null, null]],
  ['2019-05-00 May 2019', [2019, 5, null]],
  ['2021-01-05 2021-01-05 03:26:59', [2021, 1, 5]],
  ['2019-02-00 Spring', [2019, 2, null]],
  ['0000-00-00 n.d.', null],
  ['May 5, 2019', [2019, 5, 5]],
  ['in press', null],
] as const)
  test(`the date '${date}' is ${expected ? expected.filter(Boolean).join('-') : 'none'}`, () => {
    const { issued } = read({ fields: { date } })
    assert.deepEqual(issued && [issued.year, issued.month, issued.day], expected)
  })

test('the date as Zotero parsed it counts before the text of the user', () => {
  const { issued } = read({ fields: { date: 'the fifth of May, 2019 or so' }, parsedDate: '2019-05-05' })
  assert.deepEqual(issued, { year: 2019, month: 5, day: 5 })
  assert.equal(read({ parsedDate: '1993-00-00' }).issued?.month, null)
})

test('the citation key is taken from its own field before the one in extra', () => {
  const extra = 'Citation Key: fromExtra'
  assert.equal(read({ fields: { citationKey: 'own', extra } }).citekey, 'own')
  assert.equal(read({ fields: { extra } }).citekey, 'fromExtra')
})

for (const extra of [
  'Citation Key: key2019',
  'citation key:key2019',
  'CITATIONKEY: key2019  ',
  'PMID: 5\nCitation Key: key2019\nmore',
])
  test(`a citation key is found in ${JSON.stringify(extra)}`, () =>
    assert.equal(read({ fields: { extra } }).citekey, 'key2019'))

test('a sentence about citation keys in extra is not one', () => {
  assert.equal(read({ fields: { extra: 'The citation key: see below' } }).citekey, null)
})

test('a DOI comes from its field, from extra or from an address at doi.org, in one form', () => {
  const doi = '10.1000/xyz.5'
  assert.equal(read({ fields: { DOI: 'https://doi.org/10.1000/XYZ.5' } }).doi, doi)
  assert.equal(read({ fields: { extra: 'DOI: 10.1000/xyz.5' } }).doi, doi)
  assert.equal(read({ fields: { url: 'https://dx.doi.org/10.1000%2Fxyz.5' } }).doi, doi)
  assert.equal(read({ fields: { url: 'https://example.org/10.1000/xyz.5' } }).doi, null)
  assert.equal(read({ fields: { DOI: 'forthcoming' } }).doi, null)
})

const people = (creators: ZoteroCreator[], itemType = 'book') => read({ creators, itemType })
const author = (firstName: string, lastName: string) => ({ creatorType: 'author', firstName, lastName })

for (const [first, last, expected] of [
  ['Ada', 'Lovelace', { family: 'Lovelace', given: 'Ada', particle: '', suffix: '' }],
  ['Eva', 'van der Berg', { family: 'Berg', given: 'Eva', particle: 'van der', suffix: '' }],
  ['Ludwig van', 'Beethoven', { family: 'Beethoven', given: 'Ludwig', particle: 'van', suffix: '' }],
  ['Martin Luther, Jr.', 'King', { family: 'King', given: 'Martin Luther', particle: '', suffix: 'Jr.' }],
  ['Eva', '"van der Berg"', { family: 'van der Berg', given: 'Eva', particle: '', suffix: '' }],
  ['Jean le Rond', "d'Alembert", { family: "d'Alembert", given: 'Jean le Rond', particle: '', suffix: '' }],
  ['Plato', '', { literal: 'Plato' }],
] as const)
  test(`"${first}" and "${last}" are the parts of one name`, () =>
    assert.deepEqual(people([author(first, last)]).authors, [expected]))

test('a name in one piece stays whole, and an empty one is nobody', () => {
  const creators = [{ creatorType: 'author', name: 'World Health Organization' }, author(' ', '')]
  assert.deepEqual(people(creators).authors, [{ literal: 'World Health Organization' }])
})

test('the main creator of a work is its author; editors are kept apart', () => {
  const director = { creatorType: 'director', name: 'A' }
  const editor = { creatorType: 'editor', name: 'B' }
  const contributor = { creatorType: 'contributor', name: 'C' }
  const film = people([director, editor, contributor], 'film')
  assert.deepEqual(film.authors, [{ literal: 'A' }])
  assert.deepEqual(film.editors, [{ literal: 'B' }])
})
