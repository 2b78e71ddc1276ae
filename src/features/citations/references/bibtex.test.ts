import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readOne, readReferences } from './test/read-references.ts'

describe('one entry', () => {
  test('an article gives all its fields', async () => {
    const reference = await readOne(String.raw`@article{Ronnow2014,
      title = {Defining and {{Detecting}} Quantum Speedup},
      author = {R{\o}nnow, Troels F. and Wang, Zhihui},
      year = 2014, month = jul, journal = {Science}, volume = {345}, number = {6195}, pages = {420--424},
      doi = {https://doi.org/10.1126/Science.1252319}, url = {http://a.example/x\_y}, urldate = {2016-04-18},
      langid = {english}, keywords = {Quantum Physics, {a, b}}, groups = {thesis},
      file = {:papers/r.pdf:PDF}
    }`)
    assert.deepEqual(reference, {
      citekey: 'Ronnow2014',
      isCitekeyGenerated: false,
      type: 'article-journal',
      genre: null,
      title: 'Defining and Detecting Quantum Speedup',
      authors: [
        { family: 'Rønnow', given: 'Troels F.', particle: '', suffix: '' },
        { family: 'Wang', given: 'Zhihui', particle: '', suffix: '' },
      ],
      editors: [],
      translators: [],
      issued: { year: 2014, month: 7, day: null },
      accessed: { year: 2016, month: 4, day: 18 },
      container: 'Science',
      publisher: null,
      place: null,
      volume: '345',
      issue: '6195',
      number: null,
      pages: '420–424',
      edition: null,
      doi: '10.1126/science.1252319',
      isbn: null,
      url: 'http://a.example/x_y',
      language: 'english',
      tags: ['Quantum Physics', 'a, b'],
      collections: ['thesis'],
      files: ['papers/r.pdf'],
      itemKey: null,
    })
  })

  const types: [entry: string, type: string, genre?: string][] = [
    ['@book{k, title={T}}', 'book'],
    ['@incollection{k, title={T}}', 'chapter'],
    ['@inproceedings{k, title={T}}', 'paper-conference'],
    ['@phdthesis{k, title={T}}', 'thesis', 'Doctoral dissertation'],
    ['@thesis{k, title={T}, type={mathesis}}', 'thesis', 'Master’s thesis'],
    ['@techreport{k, title={T}, type={working paper}}', 'report', 'working paper'],
    ['@online{k, title={T}}', 'webpage'],
    ['@article{k, title={T}, entrysubtype={newspaper}}', 'article-newspaper'],
    ['@unheardof{k, title={T}}', 'document'],
  ]
  for (const [entry, type, genre = null] of types)
    test(`${entry} is a ${type}`, async () => {
      const reference = await readOne(entry)
      assert.deepEqual([reference.type, reference.genre], [type, genre])
    })

  const fields: [promise: string, entry: string, expected: Record<string, unknown>][] = [
    [
      'a value in quotation marks',
      '@book{k, title = "The {"}quoted{"} title"}',
      { title: 'The "quoted" title' },
    ],
    [
      'a quotation mark escaped outside braces',
      '@book{k, title = "M\\"uller", year = "1999"}',
      { title: 'Müller' },
    ],
    ['round brackets around an entry', '@book(k, title = {T (x)}, year = 1999)', { title: 'T (x)' }],
    [
      'field names in capitals',
      '@BOOK{k, TITLE = {T}, Year = {1999}}',
      { title: 'T', issued: { year: 1999, month: null, day: null } },
    ],
    ['a subtitle joins its title', '@book{k, title = {T}, subtitle = {S}}', { title: 'T: S' }],
    [
      'the day beside a month',
      '@article{k, title = {T}, year = 1999, month = "4~" # jul}',
      { issued: { year: 1999, month: 7, day: 4 } },
    ],
    [
      'a date before year and month',
      '@book{k, title = {T}, date = {2001-02-03}, year = 1999}',
      { issued: { year: 2001, month: 2, day: 3 } },
    ],
    ['the first of a repeated field', '@book{k, title = {A}, title = {B}}', { title: 'A' }],
    [
      'an arXiv number gives an address',
      '@misc{k, title={T}, eprint={1401.2910}, archiveprefix={arXiv}}',
      { url: 'https://arxiv.org/abs/1401.2910' },
    ],
    [
      'an address that is a DOI gives the DOI',
      '@misc{k, title={T}, url={https://doi.org/10.1000/XY}}',
      { doi: '10.1000/xy' },
    ],
    [
      'howpublished with an address',
      '@misc{k, title={T}, howpublished={\\url{http://a.example}}}',
      { url: 'http://a.example', publisher: null },
    ],
    [
      'keywords parted by semicolons',
      '@misc{k, title={T}, keywords={Learning, machine; Vision}}',
      { tags: ['Learning, machine', 'Vision'] },
    ],
    [
      'the book of a paper before the journal that printed it',
      '@inproceedings{k, title={T}, booktitle={B}, journal={J}}',
      { container: 'B' },
    ],
    [
      'a string in round brackets with a hyphen in its name',
      '@inproceedings(k, title="T", booktitle = AAAI-91\n)',
      { container: 'AAAI-91' },
    ],
    [
      'a blank after the key',
      '@Article{HoSp-87 ,\n author = {Hoffmann},\n title = {Phase},\n}',
      { citekey: 'HoSp-87', title: 'Phase' },
    ],
    [
      'a missing comma between fields',
      '@book{k, title = {T}\n  publisher = {P}\n}',
      { title: 'T', publisher: 'P' },
    ],
    [
      'translators',
      '@book{k, title={T}, author={Plato}, translator={Nehamas, A. and {Loeb Library}}}',
      {
        translators: [
          { family: 'Nehamas', given: 'A.', particle: '', suffix: '' },
          { literal: 'Loeb Library' },
        ],
      },
    ],
    [
      'a patent with its country and number',
      '@patent{k, title={T}, number={9,320,123}, type={patentus}}',
      { type: 'patent', genre: 'U.S. Patent', number: '9,320,123' },
    ],
    [
      'an escaped brace alone',
      '@book{k, title = {Set \\{ x}, publisher = {P}}',
      { title: 'Set { x', publisher: 'P' },
    ],
  ]
  for (const [promise, entry, expected] of fields)
    test(promise, async () => {
      const reference: Record<string, unknown> = { ...(await readOne(entry)) }
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(reference[name], value, name)
    })
})

describe('strings and parents', () => {
  test('strings are put in and joined', async () => {
    const reference = await readOne(`@string{acm = "ACM"} @STRING(press = acm # { Press})
      @book{k, title = {T}, publisher = press # ", " # {New York}}`)
    assert.equal(reference.publisher, 'ACM Press, New York')
  })

  test('an undefined string leaves its name and is said', async () => {
    const { references, warnings } = await readReferences('@article{k, title={T}, journal = jacs}')
    assert.equal(references[0]?.container, 'jacs')
    assert.match(warnings.join(), /"jacs", which is not defined/)
  })

  test('a paper inherits its book from a later entry, but not what is the book’s alone', async () => {
    const { references } = await readReferences(`
      @inproceedings{paper, title={P}, author={Doe, J.}, crossref={PROC}}
      @proceedings{proc, title={Proceedings}, editor={Roe, K.}, year=1999, publisher={ACM}, doi={10.1000/1}}`)
    const [paper] = references
    assert.equal(paper?.title, 'P')
    assert.equal(paper?.container, 'Proceedings')
    assert.equal(paper?.publisher, 'ACM')
    assert.deepEqual(paper?.editors, [{ family: 'Roe', given: 'K.', particle: '', suffix: '' }])
    assert.equal(paper?.issued?.year, 1999)
    assert.equal(paper?.doi, null)
  })

  const inherited: [promise: string, entries: string, expected: Record<string, unknown>][] = [
    [
      'an article keeps its own title and takes the journal of another article',
      '@article{k, title={Reply}, crossref={p}} @article{p, title={Claim}, journal={J}, volume={3}, year=1999}',
      { title: 'Reply', container: 'J', volume: '3' },
    ],
    [
      'an article without a title takes that of the article it refers to',
      '@article{k, pages={7}, crossref={p}} @article{p, title={Claim}, author={Doe, J.}, journal={J}}',
      { title: 'Claim', container: 'J', pages: '7' },
    ],
    [
      'an article takes the name of a periodical as its journal',
      '@article{k, title={A}, crossref={p}} @periodical{p, title={Journal}, issuetitle={Special}, year=2001}',
      { title: 'A', container: 'Journal' },
    ],
    [
      'a journal of its own is kept before the title of a periodical',
      '@article{k, title={A}, journal={Own}, crossref={p}} @periodical{p, title={Journal}}',
      { container: 'Own' },
    ],
    [
      'a year of its own is kept before the date of the book',
      '@incollection{k, title={A}, year=2001, crossref={p}} @book{p, title={B}, date={1999-05}}',
      { title: 'A', container: 'B', issued: { year: 2001, month: null, day: null } },
    ],
    [
      'a book that says how parts call it is called so',
      '@inproceedings{k, title={A}, crossref={p}} @proceedings{p, title={Long Name}, booktitle={Proc. X}}',
      { title: 'A', container: 'Proc. X' },
    ],
    [
      'a paper that refers to a paper takes its book and not its title',
      '@inproceedings{k, title={A}, crossref={p}} @inproceedings{p, title={B}, booktitle={Proc. X}}',
      { title: 'A', container: 'Proc. X' },
    ],
    [
      'a part of a book without a title of its own has that of the book',
      '@inbook{k, chapter=3, pages={5--9}, crossref={p}} @book{p, title={B}, author={Doe, J.}}',
      { title: 'B', container: null },
    ],
    [
      'a thesis does not take the title of an article over its own',
      '@phdthesis{k, title={T}, crossref={p}} @article{p, title={A}, year=1999}',
      { title: 'T', container: null, issued: { year: 1999, month: null, day: null } },
    ],
  ]
  for (const [promise, entries, expected] of inherited)
    test(promise, async () => {
      const child: Record<string, unknown> = { ...(await readReferences(entries)).references[0] }
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(child[name], value, name)
    })

  test('xdata lends its fields and is no reference', async () => {
    const { references } = await readReferences(
      '@xdata{house, publisher={P}, location={L}} @book{k, title={T}, xdata={house}}',
    )
    assert.deepEqual(
      references.map(({ citekey, publisher, place }) => [citekey, publisher, place]),
      [['k', 'P', 'L']],
    )
  })

  test('entries that inherit from each other end', async () => {
    const { references } = await readReferences(
      '@book{a, title={A}, crossref={b}} @book{b, year={1999}, crossref={a}}',
    )
    assert.equal(references[0]?.issued?.year, 1999)
  })

  test('a parent that is not in the file is said', async () => {
    const { warnings } = await readReferences('@book{a, title={A}, crossref={nowhere}}')
    assert.match(warnings.join(), /"nowhere", which is not in the file/)
  })
})
