import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readOne, readReferences } from './read-references.ts'

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

describe('broken files', () => {
  const good = (key: string): string => `@book{${key},\n  title = {Title of ${key}}\n}\n`

  const broken: [promise: string, entry: string, line: number, entryKey: string | null, reason: RegExp][] = [
    [
      'braces that are never closed',
      '@book{bad,\n  title = {Never closed,\n  year = {1999}\n',
      4,
      'bad',
      /value of "title" is never closed/,
    ],
    [
      'a quotation mark that is never closed',
      '@book{bad,\n  title = "Never closed,\n  year = {1999}\n}\n',
      4,
      'bad',
      /quotation mark is not balanced/,
    ],
    ['a field without a value', '@book{bad,\n  title\n}\n', 4, 'bad', /is no field/],
    ['an entry that breaks off', '@book{bad,\n', 4, 'bad', /breaks off/],
    ['an entry that says nothing', '@book{,\n}\n', 4, null, /says nothing to cite/],
  ]
  for (const [promise, entry, line, key, reason] of broken)
    test(`${promise}: refused with its line, its neighbours are kept`, async () => {
      const { references, refused } = await readReferences(`${good('before')}${entry}${good('after')}`)
      assert.deepEqual(
        references.map(reference => reference.citekey),
        ['before', 'after'],
      )
      assert.equal(refused.length, 1)
      assert.equal(refused[0]?.line, line)
      assert.equal(refused[0]?.entry, key)
      assert.match(refused[0]?.reason ?? '', reason)
    })

  test('an entry whose last brace is missing is read, and said', async () => {
    const { references, refused, warnings } = await readReferences(
      `@book{open,\n  title = {T},\n  year = {1999}\n${good('after')}`,
    )
    assert.deepEqual(
      references.map(reference => reference.citekey),
      ['open', 'after'],
    )
    assert.deepEqual(refused, [])
    assert.match(warnings.join(), /line 1: the entry "open" is not closed/)
  })

  test('an entry that closes too early is said', async () => {
    const { references, warnings } = await readReferences(
      '@book{early,\n  title = {T}},\n  year = {1999}\n}\n',
    )
    assert.equal(references[0]?.title, 'T')
    assert.match(warnings.join(), /closes too early/)
  })

  test('comments, preambles and text between entries are no entries', async () => {
    const { references, refused } = await readReferences(`
      Mail me@example.org.
      % @book{commented, title={out}}
      @comment{jabref-meta: groups:{a};}
      @preamble{ "\\providecommand{\\noopsort}[1]{} " }
      ${good('only')}
      @comment{@book{inside, title={x}}}`)
    assert.deepEqual(
      references.map(reference => reference.citekey),
      ['only'],
    )
    assert.deepEqual(refused, [])
  })

  test('a key that is used twice keeps both entries and is said', async () => {
    const { references, warnings } = await readReferences(good('same') + good('same'))
    assert.equal(references.length, 2)
    assert.deepEqual(warnings, ['The key "same" is used more than once.'])
  })

  const hostile: [promise: string, text: string][] = [
    ['braces without end', `@book{a, title = ${'{'.repeat(100_000)}`],
    ['groups inside groups', `@book{a, title = {${'{'.repeat(20_000)}x${'}'.repeat(20_000)}}}`],
    ['accents upon accents', `@book{a, title = {${"\\'".repeat(50_000)}}}`],
    ['blanks without end', `@book{a, author = {x${' '.repeat(100_000)}y}, title = {${' '.repeat(100_000)}}}`],
    ['a key of blanks', `@book{${' '.repeat(100_000)}x`],
    ['comments that are never closed', '@comment{x,\n'.repeat(10_000)],
    [
      'parents of parents',
      Array.from({ length: 2_000 }, (_, at) => `@book{k${at}, crossref={k${at + 1}}}`).join('\n'),
    ],
  ]
  for (const [promise, text] of hostile)
    test(`${promise} are read in time`, { timeout: 5_000 }, async () => {
      const { references, refused } = await readReferences(text)
      assert.ok(references.length + refused.length <= 2_000)
    })

  test('no noise makes the reader throw or lose the entry after it', async () => {
    const pieces = [
      '{',
      '}',
      '"',
      '@book{x',
      ',',
      '=',
      '#',
      '\\',
      '$',
      '@string{',
      '\n',
      'title',
      '(',
      ')',
      '%',
      '~',
      '\\"',
    ]
    let seed = 7
    const next = (): number => (seed = (seed * 1103515245 + 12345) % 2147483648)
    for (let round = 0; round < 400; round++) {
      const noise = Array.from({ length: 1 + (next() % 12) }, () => pieces[next() % pieces.length]).join(' ')
      const { references } = await readReferences(`${good('first')}\n${noise}\n${good('last')}`)
      assert.ok(
        references.some(({ citekey }) => citekey === 'first'),
        noise,
      )
      assert.ok(
        references.some(({ citekey }) => citekey === 'last'),
        noise,
      )
    }
  })
})
