import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { referenceReader } from '../../../../src/adapters/references/reference-reader.ts'
import { Failure } from '../../../../src/model/failure.ts'
import type { Reference } from '../../../../src/model/reference.ts'
import { readOne, readReferences } from './read-references.ts'

describe('the format is told by the content', () => {
  const formats: [content: string, name: string, format: string][] = [
    ['[{"id":"a","type":"book","title":"T"}]', 'refs.txt', 'csl-json'],
    ['{"id":"a","type":"book","title":"T"}', 'one.json', 'csl-json'],
    ['{"items":[{"itemType":"book","title":"T"}]}', 'refs.json', 'better-bibtex-json'],
    ['@book{a, title={T}, year={1999}}', 'refs.json.txt', 'bibtex'],
    ['@book{a, title={T}, date={1999}}', 'refs.bib', 'biblatex'],
    ['@book{a, author={family=Doe, given=J.}}', 'refs.bib', 'biblatex'],
    ['references:\n- id: a\n  type: book\n  title: T\n', 'refs', 'csl-yaml'],
    ['---\nlang: en\nreferences:\n- id: a\n  title: T\n---\n\nText with @book{x,\n', 'paper.md', 'csl-yaml'],
    ['- id: a\n  type: book\n', 'refs.yaml', 'csl-yaml'],
  ]
  for (const [content, name, format] of formats)
    test(`${JSON.stringify(content.slice(0, 40))} in ${name} is ${format}`, async () => {
      const file = await readReferences(content, name)
      assert.equal(file.format, format)
      assert.equal(file.references.length, 1)
    })

  test('an empty bibliography has no references', async () => {
    assert.deepEqual((await readReferences('% nothing yet\n', 'refs.bib')).references, [])
    assert.deepEqual((await readReferences('[]', 'refs.json')).references, [])
  })

  const strangers: [name: string, content: string | Uint8Array][] = [
    ['letter.txt', 'Dear reader, this is a letter.'],
    ['package.json', '{"name":"x","version":"1"}'],
    ['numbers.json', '[1, 2, 3]'],
    ['config.yaml', 'a: 1\nb: 2\n'],
    ['picture.bib', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0, 1, 2, 3, 0, 0, 0, 0])],
  ]
  for (const [name, content] of strangers)
    test(`${name} is refused as a whole, with what to do instead`, async () => {
      await assert.rejects(readReferences(content, name), error => {
        assert.ok(error instanceof Failure)
        assert.equal(error.code, 'INVALID_REFERENCES')
        assert.match(error.message, new RegExp(name))
        assert.match(error.hint ?? '', /Export the references as/)
        return true
      })
    })

  test('a cancelled read stops', async () => {
    const raw = { source: 'a', name: 'a.bib', bytes: new Uint8Array(), mediaType: null, charset: null }
    const signal = AbortSignal.abort()
    await assert.rejects(referenceReader().read({ ...raw, lastModified: null, fileType: null }, signal), {
      code: 'CANCELLED',
    })
  })
})

describe('encodings', () => {
  test('a byte order mark and Windows line ends are no part of the text', async () => {
    const { references, refused } = await readReferences(
      '\ufeff@book{a,\r\n  title = {One\r\n    two}\r\n}\r\n@book{b,\r\n title\r\n}\r\n',
    )
    assert.equal(references[0]?.title, 'One two')
    assert.equal(refused[0]?.line, 5)
  })

  test('Latin-1 is read, and said', async () => {
    const { references, warnings } = await readReferences(
      Buffer.from('@book{a, title={Über Äpfel, café}}', 'latin1'),
    )
    assert.equal(references[0]?.title, 'Über Äpfel, café')
    assert.match(warnings.join(), /windows-1252/)
  })

  test('an encoding that the file names is believed', async () => {
    const bytes = Buffer.concat([
      Buffer.from('% Encoding: Cp1250\n@book{a, title={'),
      Buffer.from([0x9a, 0xe8]),
      Buffer.from('}}'),
    ])
    assert.equal((await readReferences(bytes)).references[0]?.title, 'šč')
  })

  test('a file that names Latin-1 but is UTF-8 is UTF-8', async () => {
    assert.equal((await readOne('% Encoding: ISO-8859-1\n@book{a, title={Über}}')).title, 'Über')
  })
})

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
      [[3, 'it has no key and says nothing to cite']],
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
    assert.deepEqual(warnings, ['1 of the items is a note or attachment of no reference and left out.'])
  })
})

describe('generated keys', () => {
  test('are unlike all others of the file, also those that follow', async () => {
    const text = '@book{, title={Clean Code}, author={Martin, R.}, year=2008}\n'
    const { references } = await readReferences(`${text}${text}${text}@book{martinClean2008a, title={X}}`)
    assert.deepEqual(
      references.map(({ citekey, isCitekeyGenerated }) => [citekey, isCitekeyGenerated]),
      [
        ['martinClean2008', true],
        ['martinClean2008b', true],
        ['martinClean2008c', true],
        ['martinClean2008a', false],
      ],
    )
  })
})
