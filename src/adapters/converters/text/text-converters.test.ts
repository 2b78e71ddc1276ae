import assert from 'node:assert/strict'
import test from 'node:test'
import { convert, converterFor, failure, makeSource } from '../test/make-source.ts'
import { textConverters } from './index.ts'

const read = (format: string, name: string, content: string) =>
  convert(converterFor(textConverters, format), makeSource(name, content))

test('text is unchanged, with line feeds only', async () => {
  const { markdown, pages, title, fileType } = await read('txt', 'a.txt', '\r\n  One.\r\nTwo.\r\n\r\n')
  assert.deepEqual([markdown, pages, title, fileType], ['  One.\nTwo.\n', [], null, 'txt'])
})

test('form feeds are page breaks; an empty page keeps its number', async () => {
  const { markdown, pages } = await read('txt', 'a.txt', 'One.\f\fThree.\f')
  assert.deepEqual(
    pages.map(page => [page.number, markdown.slice(page.start, page.end)]),
    [
      [1, 'One.\n'],
      [2, ''],
      [3, 'Three.\n'],
    ],
  )
})

test('a source without text is refused in every text format', async () => {
  for (const converter of textConverters)
    await assert.rejects(
      convert(converter, makeSource('a.txt', ' \n\n')),
      failure('invalid', 'NO_TEXT', /a\.txt/),
    )
})

test('front matter gives the title and leaves the body', async () => {
  const { markdown, title } = await read(
    'md',
    'a.md',
    '---\r\ntitle: "Of \\"Bees\\""\r\ntags: [a]\r\n---\r\n# One\r\n\r\nText.\r\n',
  )
  assert.deepEqual([markdown, title], ['# One\n\nText.\n', 'Of "Bees"'])
})

test('a horizontal rule at the start is not front matter', async () => {
  const text = '---\n\nJust words\n\n---\n\nMore.\n'
  assert.equal((await read('md', 'a.md', text)).markdown, text)
})

test('JSON records become sections under their names', async () => {
  const records = [
    { id: 7, title: 'First', tags: ['a', 'b'], empty: null, text: `${'long '.repeat(50)}end` },
    { id: 8, deep: { x: 1, list: [{ y: 2 }] } },
  ]
  const { markdown } = await read('json', 'a.json', JSON.stringify({ version: 3, items: records }))
  assert.equal(
    markdown,
    `- version: 3\n\n## First\n\n- id: 7\n- tags: a, b\n\ntext: ${'long '.repeat(50)}end\n\n## 8\n\n- id: 8\n- deep:\n  - x: 1\n  - list:\n    - 1:\n      - y: 2\n`,
  )
})

test('JSON Lines are records too', async () => {
  const { markdown } = await read('json', 'a.jsonl', '{"name":"A","n":1}\n\n{"name":"B","n":2}\n')
  assert.equal(markdown, '## A\n\n- n: 1\n\n## B\n\n- n: 2\n')
})

test('a notebook is its text, its code and what the code printed', async () => {
  const notebook = {
    nbformat: 4,
    metadata: { kernelspec: { language: 'julia' } },
    cells: [
      { cell_type: 'markdown', source: ['# Bees\n', 'Words.'] },
      {
        cell_type: 'code',
        source: 'f(1)',
        outputs: [{ text: ['one\n'] }, { data: { 'text/plain': ['2'], 'image/png': 'AAAA' } }],
      },
      { cell_type: 'code', source: [], outputs: [] },
    ],
  }
  const { markdown } = await read('json', 'a.ipynb', JSON.stringify(notebook))
  assert.equal(markdown, '# Bees\nWords.\n\n```julia\nf(1)\n```\n\n```\none\n```\n\n```\n2\n```\n')
})

test('other JSON is pretty-printed in a fence', async () => {
  const { markdown, title } = await read('json', 'a.json', '{"title":"T","a":{"b":[1,2]}}')
  assert.equal(title, 'T')
  assert.match(markdown, /^```json\n\{\n {2}"title": "T",\n/)
})

test('broken JSON is kept as text, and said', async () => {
  const { markdown, warnings } = await read('json', 'a.json', '{ // comment\n "a": 1 }')
  assert.equal(markdown, '```json\n{ // comment\n "a": 1 }\n```\n')
  assert.match(warnings[0] ?? '', /not valid JSON/)
})

test('JSON nested without end neither hangs nor overflows', async () => {
  const { markdown } = await read('json', 'a.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  assert.match(markdown, /^```json/)
})

test('code is verbatim in a fence longer than its own; its definitions are the outline', async () => {
  const code = [
    '// ```not the end```',
    'export async function load(path: string) {',
    '  function inner() {}',
    '}',
    'export class Store {',
    '  open() {}',
    '}',
    'export const pick = (a: number) => a',
    'type Row = { id: string }',
  ].join('\n')
  const { markdown, outline, fileType } = await read('code', 'src/store.test.ts', code)
  assert.equal(fileType, 'ts')
  assert.equal(markdown, `\`\`\`\`ts\n${code}\n\`\`\`\`\n`)
  assert.deepEqual(
    outline.map(entry => `${entry.level} ${entry.title}`),
    ['1 function load', '2 function inner', '1 class Store', '1 pick', '1 type Row'],
  )
  for (const { title, start } of outline)
    assert.ok(
      markdown
        .slice(start)
        .split('\n')[0]
        ?.includes(title.split(' ').at(-1) ?? ''),
      title,
    )
})

const definitions: [name: string, code: string, titles: string[]][] = [
  [
    'a.py',
    'class Bee:\n    def buzz(self):\n        def deep(): pass\nasync def main(): pass',
    ['class Bee', 'def buzz', 'def main'],
  ],
  ['a.go', 'type Bee struct {\n}\nfunc (b *Bee) Buzz() {\n}', ['type Bee', 'func (b *Bee) Buzz']],
  [
    'a.rs',
    'pub struct Bee;\nimpl Bee {\n    pub fn buzz(&self) {}\n}',
    ['struct Bee', 'impl Bee', 'fn buzz'],
  ],
  ['A.java', 'public final class Bee {\n  private enum Kind { A }\n}', ['class Bee', 'enum Kind']],
  ['a.c', 'static int buzz(int n)\n{\n  return helper(n);\n}\nstruct bee {\n};', ['buzz', 'struct bee']],
  ['a.rb', 'module Hive\n  class Bee\n  end\nend', ['module Hive', 'class Bee']],
  ['a.sql', 'CREATE TABLE IF NOT EXISTS bees (id int);', ['CREATE TABLE IF NOT EXISTS bees']],
  ['a.sh', 'buzz() {\n  echo\n}', ['buzz']],
  ['a.unknown', 'function x() {}', []],
]
for (const [name, code, titles] of definitions)
  test(`definitions are found in ${name}`, async () => {
    const { outline } = await read('code', name, code)
    assert.deepEqual(
      outline.map(entry => entry.title),
      titles,
    )
  })
