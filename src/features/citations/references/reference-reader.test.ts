import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import { referenceReader } from './reference-reader.ts'
import { readOne, readReferences } from './test/read-references.ts'

describe('the format is recognised by the content', () => {
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
