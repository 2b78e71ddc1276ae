import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Reference } from '../../../core/model/reference.ts'
import { readOne, readReferences } from './test/read-references.ts'

describe('Better BibTeX JSON', () => {
  const item = (fields: object): string =>
    JSON.stringify({ config: {}, items: [{ itemType: 'journalArticle', itemID: 1, title: 'T', ...fields }] })
  const read = (fields: object): Promise<Reference> => readOne(item(fields), 'library.json')

  const keys: [promise: string, fields: object, citekey: string][] = [
    ['its own field', { citationKey: 'alff2023', extra: 'Citation Key: other' }, 'alff2023'],
    ['a line of extra', { extra: 'PMID: 3\nCitation Key: smith99' }, 'smith99'],
    ['lines of extra as a list', { extra: ['OCLC: 1', 'citationkey: smith99'] }, 'smith99'],
  ]
  for (const [promise, fields, citekey] of keys)
    test(`the citekey comes from ${promise}`, async () => {
      const reference = await read(fields)
      assert.deepEqual([reference.citekey, reference.isCitekeyGenerated], [citekey, false])
    })

  test('creators by their roles, with particles where Zotero keeps them', async () => {
    const reference = await read({
      creators: [
        { creatorType: 'author', firstName: 'Vincent', lastName: 'van der Meij' },
        { creatorType: 'author', firstName: 'Simone de', lastName: 'Beauvoir' },
        { creatorType: 'author', firstName: 'Martin Luther, Jr.', lastName: 'King' },
        { creatorType: 'author', firstName: 'Charles', lastName: '"de Gaulle"' },
        { creatorType: 'author', name: '长孙无忌' },
        { creatorType: 'editor', firstName: 'Ed', lastName: 'Itor' },
      ],
    })
    assert.deepEqual(reference.authors, [
      { family: 'Meij', given: 'Vincent', particle: 'van der', suffix: '' },
      { family: 'Beauvoir', given: 'Simone', particle: 'de', suffix: '' },
      { family: 'King', given: 'Martin Luther', particle: '', suffix: 'Jr.' },
      { family: 'de Gaulle', given: 'Charles', particle: '', suffix: '' },
      { literal: '长孙无忌' },
    ])
    assert.deepEqual(reference.editors, [{ family: 'Itor', given: 'Ed', particle: '', suffix: '' }])
  })

  test('fields, tags, files and the DOI in extra', async () => {
    const reference = await read({
      itemType: 'bookSection',
      key: '53GCBTIT',
      bookTitle: 'Book',
      date: 'June 1, 2016',
      extra: ['DOI: 10.1007/978-94-011-4034-8'],
      tags: [{ tag: 'b' }, { tag: 'a', type: 1 }, { tag: 'b' }],
      attachments: [{ path: 'attachments/x.pdf', title: 'Attachment' }],
      accessDate: '2015-03-24 20:03:34',
    })
    assert.equal(reference.type, 'chapter')
    assert.equal(reference.itemKey, '53GCBTIT')
    assert.equal(reference.container, 'Book')
    assert.deepEqual(reference.issued, { year: 2016, month: 6, day: 1 })
    assert.deepEqual(reference.accessed, { year: 2015, month: 3, day: 24 })
    assert.equal(reference.doi, '10.1007/978-94-011-4034-8')
    assert.deepEqual(reference.tags, ['b', 'a'])
    assert.deepEqual(reference.files, ['attachments/x.pdf'])
  })

  test('collections are given by name, from a table or nested', async () => {
    const items = [{ itemType: 'book', itemID: 7, title: 'T' }]
    const table = {
      A: { key: 'A', name: 'Parent', items: [], collections: ['B'] },
      B: { key: 'B', name: 'Child', parent: 'A', items: [7] },
      C: { key: 'C', name: 'Also', items: [7] },
    }
    const nested = [
      { name: 'Parent', items: [], collections: [{ name: 'Child', items: [7], collections: [] }] },
    ]
    assert.deepEqual((await readOne(JSON.stringify({ items, collections: table }), 'a.json')).collections, [
      'Child',
      'Also',
    ])
    assert.deepEqual((await readOne(JSON.stringify({ items, collections: nested }), 'a.json')).collections, [
      'Child',
    ])
  })

  test('a file that breaks off after its collections gives the items before the break', async () => {
    const text =
      '{\n"collections": {"A": {"name": "N", "items": [1]}},\n"items": [\n{"itemType": "book", "title": "T"},\n{"itemType": "bo'
    const { format, references, refused } = await readReferences(text, 'a.json')
    assert.equal(format, 'better-bibtex-json')
    assert.deepEqual(
      references.map(({ title }) => title),
      ['T'],
    )
    assert.deepEqual(
      refused.map(({ line }) => line),
      [5],
    )
  })

  test('notes are left out, and said', async () => {
    const { references, refused, warnings } = await readReferences(
      JSON.stringify({
        items: [
          { itemType: 'note', note: 'x' },
          { itemType: 'book', title: 'T' },
        ],
      }),
      'a.json',
    )
    assert.equal(references.length, 1)
    assert.deepEqual(refused, [])
    assert.deepEqual(warnings, ['1 of the items is a note or attachment without a reference and skipped.'])
  })
})
