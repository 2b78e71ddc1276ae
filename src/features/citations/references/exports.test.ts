import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseDocument } from 'yaml'
import { nameOf } from '../../../core/model/reference.ts'
import { readReferences } from './test/read-references.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/zotero/export')
const skip = existsSync(folder) ? false : 'the real exports are not here'

describe('real exports', { skip }, () => {
  const names = skip === false ? readdirSync(folder) : []

  for (const name of names)
    test(`every entry of ${name} is kept`, async () => {
      const bytes = readFileSync(join(folder, name))
      const { references, refused } = await readReferences(bytes, name)
      assert.deepEqual(refused, [])
      assert.equal(references.length, countEntries(bytes.toString('utf8')))
    })

  const read = async (part: string) => {
    const name = names.find(candidate => candidate.startsWith(part)) ?? ''
    return (await readReferences(readFileSync(join(folder, name)), name)).references
  }

  test('three ways of writing the same names are read alike', async () => {
    const files = await Promise.all(
      ['biber26.biblatex', 'bibtex', 'noopsort.bibtex'].map(kind =>
        read(`Do not caps-protect name fields #384 #565 #566.${kind}`),
      ),
    )
    const [first, ...others] = files.map(references =>
      references.flatMap(({ authors }) => authors.map(author => nameOf(author).replaceAll('’', "'"))),
    )
    for (const other of others) assert.deepEqual(other, first)
    assert.equal(first?.length, 40)
  })

  test('the same library in BibLaTeX and JSON gives the same dates and pages', async () => {
    const facts = async (name: string) => {
      const references = await read(name)
      return references
        .map(
          ({ authors, issued, pages }) =>
            `${nameOf(authors[0] ?? { literal: '' })} ${JSON.stringify(issued)} ${pages?.replace('-', '–')}`,
        )
        .sort()
    }
    assert.deepEqual(await facts('date ranges #747+#746.biblatex'), await facts('date ranges #747+#746.json'))
  })

  test('no title or name is left with TeX in it', async () => {
    for (const name of names.filter(candidate => /\.bib(?:la)?tex$/.test(candidate)))
      for (const { title, authors } of await read(name))
        for (const text of [title ?? '', ...authors.map(nameOf)])
          if (!name.startsWith('Mismatched') && !name.startsWith('Unbalanced'))
            assert.doesNotMatch(text, /\\|\{[^1]|\$/, name)
  })
})

/** Counts entries by the simplest method for each format. Notes are not references. */
function countEntries(text: string): number {
  if (/^\s*[[{]/.test(text)) {
    const file: unknown = JSON.parse(text)
    const list = Array.isArray(file) ? file : (file as { items: { itemType: string }[] }).items
    return list.filter((item: { itemType?: string }) => item.itemType !== 'note').length
  }
  if (text.startsWith('references:'))
    return (parseDocument(text).toJS() as { references: unknown[] }).references.length
  return (text.match(/^\s*@\w+\s*\{/gm) ?? []).filter(entry => !/comment|string|preamble/i.test(entry)).length
}
