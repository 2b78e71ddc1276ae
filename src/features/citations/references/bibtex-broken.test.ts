import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { readReferences } from './test/read-references.ts'

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
    ['a field without a value', '@book{bad,\n  title\n}\n', 4, 'bad', /is not a field/],
    ['an entry that breaks off', '@book{bad,\n', 4, 'bad', /ends before its first field/],
    ['an entry that says nothing', '@book{,\n}\n', 4, null, /nothing to cite/],
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
    test(`${promise} are read in time`, async () => {
      const busyMs = await cpuMs(async () => {
        const { references, refused } = await readReferences(text)
        assert.ok(references.length + refused.length <= 2_000)
      })
      assert.ok(busyMs < 5_000)
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
