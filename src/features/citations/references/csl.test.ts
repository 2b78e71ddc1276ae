import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readOne, readReferences } from './test/read-references.ts'

describe('CSL', () => {
  test('names, dates and markup of CSL-JSON', async () => {
    const reference = await readOne(
      JSON.stringify([
        {
          id: 'humboldt1845',
          type: 'chapter',
          title: 'On <i>Kosmos</i> &amp; H<sub>2</sub>O',
          author: [
            { family: 'Humboldt', given: 'Alexander', 'non-dropping-particle': 'von' },
            { family: 'King', given: 'Martin Luther', suffix: 'Jr.' },
            { literal: 'World Health Organization' },
            { family: 'Plato' },
          ],
          editor: [{ family: 'Roe', given: 'Jane' }],
          issued: { 'date-parts': [['1845', 4, '3'], [1846]] },
          accessed: { raw: '2016-07-24' },
          'container-title': 'Kosmos',
          page: '1-17',
          DOI: 'doi:10.1000/ABC',
          keyword: 'nature, travel',
          number: 7,
        },
      ]),
      'refs.json',
    )
    assert.equal(reference.title, 'On Kosmos & H₂O')
    assert.deepEqual(reference.authors, [
      { family: 'Humboldt', given: 'Alexander', particle: 'von', suffix: '' },
      { family: 'King', given: 'Martin Luther', particle: '', suffix: 'Jr.' },
      { literal: 'World Health Organization' },
      { literal: 'Plato' },
    ])
    assert.deepEqual(reference.issued, { year: 1845, month: 4, day: 3 })
    assert.deepEqual(reference.accessed, { year: 2016, month: 7, day: 24 })
    assert.equal(reference.doi, '10.1000/abc')
    assert.deepEqual(reference.tags, ['nature', 'travel'])
    assert.equal(reference.number, '7')
  })

  const dates: [issued: unknown, year: number | null, month?: number][] = [
    [{ 'date-parts': [[2017]], season: 3 }, 2017],
    [{ 'date-parts': [['2017', 14]] }, 2017],
    [{ literal: '13th cent' }, null],
    [{ literal: 'Spring 2001' }, 2001],
    [{ 'date-parts': [['-333', 11]] }, -333, 11],
    ['2004-06~', 2004, 6],
    [{ year: 1999, month: 2 }, 1999, 2],
  ]
  for (const [issued, year, month = null] of dates)
    test(`issued ${JSON.stringify(issued)}`, async () => {
      const reference = await readOne(JSON.stringify([{ id: 'a', type: 'book', issued }]), 'refs.json')
      assert.deepEqual(reference.issued, year === null ? null : { year, month, day: null })
    })

  test('an address in place of a key is Zotero’s, and a key is made', async () => {
    const reference = await readOne(
      JSON.stringify([
        {
          id: 'http://zotero.org/users/1/items/ABCD2345',
          type: 'book',
          title: 'Clean Code',
          author: [{ family: 'Martin', given: 'R' }],
          issued: { 'date-parts': [[2008]] },
        },
      ]),
      'refs.json',
    )
    assert.equal(reference.itemKey, 'ABCD2345')
    assert.equal(reference.citekey, 'martinClean2008')
    assert.equal(reference.isCitekeyGenerated, true)
  })

  test('items that are no records are refused with their line', async () => {
    const { references, refused } = await readReferences(
      '[\n  {"id":"a","type":"book"},\n  {"type":"book"},\n  {"id":"c","type":"book"}\n]',
      'refs.json',
    )
    assert.deepEqual(
      references.map(({ citekey }) => citekey),
      ['a', 'c'],
    )
    assert.deepEqual(
      refused.map(({ line, reason }) => [line, reason]),
      [[3, 'it has no key and nothing to cite']],
    )
  })

  test('JSON that breaks off gives the records before the break', async () => {
    const { references, refused, warnings } = await readReferences(
      '[\n  {"id":"a","type":"book"},\n  {"id":"b","type":"book"},\n  {"id":"c","ti',
      'refs.json',
    )
    assert.deepEqual(
      references.map(({ citekey }) => citekey),
      ['a', 'b'],
    )
    assert.equal(refused[0]?.line, 4)
    assert.match(warnings.join(), /not valid JSON as a whole/)
  })

  test('a record with a mistake does not reject the next', async () => {
    const text =
      '[\n  {\n    "id": "a", "title": "no comma" "type": "book"\n  },\n  {\n    "id": "b", "type": "book"\n  },\n  {\n    "id": "c", "title": "never closed,\n  },\n  {\n    "id": "d", "type": "book"\n  }\n]'
    const { references, refused } = await readReferences(text, 'refs.json')
    assert.deepEqual(
      references.map(({ citekey }) => citekey),
      ['b', 'd'],
    )
    assert.deepEqual(
      refused.map(({ line }) => line),
      [2, 8],
    )
  })

  test('CSL-YAML: dates as lists, Markdown in titles', async () => {
    const reference = await readOne(
      'references:\n- id: w\n  type: book\n  author:\n  - family: Wordsworth\n    given: John\n  issued:\n  - year: 1883\n    month: 2\n  title: >-\n    The *Gospel* of **St.** Germain (g~1~), x^2^,\n    <span class="nocase">ms.</span>\n  volume: 62\n',
      'refs.yaml',
    )
    assert.equal(reference.title, 'The Gospel of St. Germain (g₁), x², ms.')
    assert.deepEqual(reference.issued, { year: 1883, month: 2, day: null })
    assert.equal(reference.volume, '62')
  })

  test('CSL-YAML: an item that is broken does not reject the rest', async () => {
    const { references, refused } = await readReferences(
      'references:\n- id: a\n  title: A\n- id: b\n  title: "never closed\n- id: c\n  title: C\n',
      'refs.yaml',
    )
    assert.deepEqual(
      references.map(({ citekey }) => citekey),
      ['a', 'c'],
    )
    assert.deepEqual(
      refused.map(({ line }) => line),
      [4],
    )
    assert.match(refused[0]?.reason ?? '', /not valid YAML/)
  })
})
