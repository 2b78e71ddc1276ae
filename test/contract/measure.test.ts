import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The commands as the entry lists them, so that this test imports no benchmark. */
const listed = runMeasure([])
  .stdout.trimEnd()
  .split('\n')
  .slice(1)
  .map(line => ({ name: line.trim().split(/\s+/)[0] ?? '', isThirdParty: line.endsWith('◆'), line }))

function runMeasure(argv: string[]) {
  return spawnSync(process.execPath, [join(root, 'bench/measure.ts'), ...argv], { encoding: 'utf8' })
}

test('the README has fewer than 900 words', () => {
  const words = read('README.md')
    .split(/\s+/)
    .filter(word => word !== '')
  assert.ok(words.length < 900, `${words.length} words`)
})

test('npm run measure lists each measurement in one line, with what it needs and how long it takes', () => {
  assert.equal(JSON.parse(read('package.json')).scripts.measure, 'node bench/measure.ts')
  assert.ok(listed.length > 20)
  for (const { line } of listed) assert.match(line, /^ {2}[a-z-]+ +\S.* \[.+\](?: ◆)?$/)
})

test('npm run measure refuses a name that it does not know, and lists those it knows', () => {
  const { status, stderr } = runMeasure(['nothing-of-the-kind'])
  assert.equal(status, 2)
  for (const { name } of listed) assert.ok(stderr.includes(name), name)
})

test('every file in bench/ is reached from a measurement, and no script measures beside them', () => {
  const source = read('bench/measure.ts')
  const entries = [...source.matchAll(/file: '([^']+)'/g)].map(match => join(match[1] ?? ''))
  assert.equal(entries.length, listed.length)
  const reached = new Set([join('bench', 'measure.ts')])
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = read(file)
    for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const target = relative(root, join(root, dirname(file), specifier))
      if (/(^|\/)bench\//.test(target)) reach(target)
    }
    // Files that are started as a separate process, by their path.
    for (const [, path = ''] of text.matchAll(/'\.\/((?:src\/features\/\w+\/)?bench\/[^']+\.ts)'/g))
      reach(join(path))
  }
  entries.forEach(reach)
  const dead = globSync('{bench,src/features/*/bench}/**/*.ts', { cwd: root }).filter(
    file => !reached.has(file),
  )
  assert.deepEqual(dead, [])
  assert.deepEqual(globSync('{scripts/survey-*,scripts/*-truth*,test/bench}', { cwd: root }), [])
})

const pages = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', ...globSync('docs/**/*.md', { cwd: root })]

test('every measurement, script and file that a page names exists', () => {
  const names = listed.map(({ name }) => name)
  for (const page of pages) {
    const text = read(page)
    for (const [, name = ''] of text.matchAll(/npm run measure -- ([a-z-]+)/g))
      assert.ok(names.includes(name), `${page} names the measurement ${name}`)
    for (const [, path = ''] of text.matchAll(
      /(?<![\w/.-])((?:scripts|bench|test)\/[\w./-]*\w)(?![\w.*{<-]*[*{<])/g,
    ))
      assert.ok(existsSync(join(root, path)), `${page} names ${path}`)
  }
})

test('every figure in docs/measured.md has its command and says whether its data was used', () => {
  const kinds = ['used', 'seen', 'not used', 'counted', 'generated']
  const [, ...sections] = read('docs/measured.md').split(/^## /m)
  for (const section of sections) {
    const [title = ''] = section.split('\n')
    for (const [, intro = '', table = ''] of section.matchAll(/((?:^(?!\|).*\n)*)((?:^\|.*\n)+)/gm)) {
      const [head = '', , ...rows] = table.trimEnd().split('\n')
      assert.match(head, /\| data \|$/, title)
      for (const row of rows) {
        assert.ok(kinds.includes(row.split('|').at(-2)?.trim() ?? ''), `${title}: ${row}`)
        const place = head.includes('| command |') ? row.split('|')[2] : intro
        assert.match(place ?? '', /`(?:npm run|quire|node|…) ?[^`]*`/, `${title}: ${row}`)
      }
    }
  }
})

test('docs/measured.md marks every command that needs data which a stranger does not have', () => {
  const text = read('docs/measured.md')
  // graph-check is skipped: its sentence also tells users to provide their own set.
  for (const { name, isThirdParty } of listed)
    for (const [, mark] of text.matchAll(new RegExp(`\`npm run measure -- ${name}(?: [^\`]*)?\`( ◆)?`, 'g')))
      if (name !== 'graph-check') assert.equal(mark !== undefined, isThirdParty, name)
})
