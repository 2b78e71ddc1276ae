import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import { nameOf, type Reference } from '../../../core/model/reference.ts'
import { readOne, readReferences } from '../references/test/read-references.ts'
import { pagesText } from './citation-parts.ts'
import { writeCitation } from './write-citation.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/zotero/export')
const skip = existsSync(folder) ? false : 'the real exports are not here'

describe('BibTeX', () => {
  test('an entry as a person would write it', () => {
    const reference = makeReference({
      citekey: 'martin2017',
      type: 'article-journal',
      authors: people('Martin, Robert C.', 'van der~Meer, Gerard', 'World Health Organization'),
      issued: on(2017, 12, 3),
      title: 'The DNA of R&D – an iPhone study',
      container: 'Journal of Things',
      volume: '8',
      issue: '3',
      pages: '207-217',
      doi: '10.1000/a_b',
      tags: ['plain', 'with, comma'],
      files: ['/home/someone/private.pdf'],
    })
    assert.equal(
      writeCitation(reference, 'bibtex').text,
      String.raw`@article{martin2017,
  author = {Martin, Robert C. and van der Meer, Gerard and {World Health Organization}},
  title = {The {DNA} of {R\&D} -- an {iPhone} study},
  journal = {Journal of Things},
  year = {2017},
  month = dec,
  day = {3},
  volume = {8},
  number = {3},
  pages = {207--217},
  doi = {10.1000/a_b},
  keywords = {plain, {with, comma}}
}`,
    )
  })

  test('in the text it is a command', () => {
    const reference = makeReference({ citekey: 'martin2017' })
    const pages = { first: 45, last: 46, firstLabel: '45', lastLabel: '46', fileType: 'pdf' }
    assert.equal(writeCitation(reference, 'bibtex').inText, '\\cite{martin2017}')
    assert.equal(writeCitation(reference, 'bibtex', pages).inText, '\\cite[pp.~45--46]{martin2017}')
    assert.equal(
      writeCitation(reference, 'bibtex', { ...pages, last: 45, lastLabel: '45' }).inText,
      '\\cite[p.~45]{martin2017}',
    )
    assert.equal(
      writeCitation(reference, 'bibtex', { ...pages, firstLabel: null, lastLabel: null }).inText,
      '\\cite[PDF pp.~45--46]{martin2017}',
    )
  })

  const titles: [promise: string, title: string, tex: string][] = [
    [
      'names in a title written as a sentence',
      'Finches of Darwin in the Galápagos islands: Notes on beaks',
      'Finches of {Darwin} in the {Galápagos} islands: Notes on beaks',
    ],
    ['no names in a title with capitals throughout', 'The Origin of Species', 'The Origin of Species'],
    [
      'letters that stand for themselves',
      'A Study of Vitamin C and X-ray Doses: A Review',
      'A Study of Vitamin {C} and {X-ray} Doses: A Review',
    ],
    ['a question and what follows it', 'Why sleep? Reasons for doing so', 'Why sleep? Reasons for doing so'],
    [
      'abbreviations and mixed case',
      'mRNA and HIV in the iPhone era',
      '{mRNA} and {HIV} in the {iPhone} era',
    ],
  ]
  for (const [promise, title, tex] of titles)
    test(`capitals are protected: ${promise}`, async () => {
      const entry = writeCitation(makeReference({ title }), 'bibtex').text
      assert.ok(entry.includes(`title = {${tex}}`), entry)
      assert.equal((await readOne(entry)).title, title)
    })

  const hard: [promise: string, fields: Partial<Reference>][] = [
    ['characters that TeX minds', { title: "100% of $5 & #1_a {x} ~y ^z \\w `q` -- \"r\" ''s'' ,,t" }],
    ['dashes and quotation marks', { title: 'a–b — “c” ‘d’ e-f' }],
    [
      'names with commas, particles and small families',
      {
        authors: people(
          'van der~Meer, Gerard',
          'King, Jr., Martin',
          'de Gaulle, Charles',
          "d'~Este, Beatrice",
          'Van~Dyke, Dick',
          'A and B, Ltd.',
        ),
      },
    ],
    ['other scripts', { title: 'الشك عند 司马懿', authors: people('长孙无忌', '林, 秀贞') }],
    ['years of other lengths', { issued: on(-877), accessed: on(2016, 7) }],
    ['very long years', { issued: on(52000) }],
    ['early years', { issued: on(11) }],
    ['a type without an entry of its own', { type: 'broadcast', genre: 'Radio' }],
    ['a thesis of no kind', { type: 'thesis', publisher: 'U' }],
    ['a master’s thesis', { type: 'thesis', genre: 'Master’s thesis', publisher: 'U' }],
    ['a report', { type: 'report', number: '7', genre: 'working paper', publisher: 'I', place: 'P' }],
    [
      'translators',
      {
        type: 'book',
        translators: people('Nehamas, Alexander', 'de~Man, Paul'),
        editors: people('Roe, K.'),
      },
    ],
    ['a patent', { type: 'patent', number: '9,320,123', genre: 'U.S. Patent', publisher: 'Office' }],
    ['a preprint', { type: 'article', title: 'T', issue: '3' }],
    ['an address with braces', { url: 'http://a.example/%7Bx%7D?a=1&b=2#c_d~e' }],
  ]
  for (const [promise, fields] of hard)
    test(`${promise}: read back as they were`, async () => {
      const reference = makeReference({ title: 'T', ...fields })
      assert.deepEqual(
        keyFields(await readOne(writeCitation(reference, 'bibtex').text)),
        keyFields(reference),
      )
    })

  for (const name of skip === false ? readdirSync(folder) : [])
    test(`every reference of ${name} survives being written and read`, async () => {
      const { references } = await readReferences(readFileSync(join(folder, name)), name)
      const written = references.map(reference => writeCitation(reference, 'bibtex').text).join('\n\n')
      const again = await readReferences(written)
      assert.deepEqual(again.refused, [])
      assert.deepEqual(again.references.map(keyFields), references.map(keyFields))
    })
})

/** Fields that must survive a round trip. A capitalised particle becomes part of the family name. */
function keyFields(reference: Reference) {
  const { authors, editors, translators, pages, files, collections, isCitekeyGenerated, itemKey, ...rest } =
    reference
  return {
    ...rest,
    authors: authors.map(nameOf),
    editors: editors.map(nameOf),
    translators: translators.map(nameOf),
    pages: pages && pagesText(pages),
  }
}
