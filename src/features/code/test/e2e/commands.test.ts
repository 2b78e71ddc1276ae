import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, testProcess, type Value, type World } from '../../../../../test/contract/world.ts'
import { runProgram } from '../../../../app/run-program.ts'
import { pump, rightScript, wrongScript } from '../sources.ts'

describe('quire graph', () => {
  let world: World
  let home: string
  before(async () => {
    world = await openWorld('library', { flags: ['--toolsets', 'graph', '--graph-code'] })
    home = world.wired.config.values.home
    await mkdir(join(world.folder, 'lib/pump'), { recursive: true })
    for (const [name, text] of Object.entries(pump))
      if (name.startsWith('pump/')) await writeFile(join(world.folder, 'lib', name), text)
    await world.call('parse_github_repository', { repo_url: join(world.folder, 'lib') })
    await writeFile(join(world.folder, 'wrong.py'), wrongScript)
    await writeFile(join(world.folder, 'right.py'), rightScript)
    await mkdir(join(world.folder, 'other'))
    await writeFile(join(world.folder, 'other/right.py'), rightScript)
  })
  after(() => world.close())

  const run = async (...words: string[]) => {
    const said = { out: '', notes: '' }
    const argv = ['--home', home, '--embedder', 'hash', '--graph-code', 'graph', ...words]
    const code = await runProgram(
      testProcess(world.folder, argv, {
        onOutput: text => {
          said.out += text
        },
        onNote: text => {
          said.notes += text
        },
      }),
    )
    return { code, ...said }
  }

  test('G-CHECK-6 scripts are checked, and the exit code tells whether something is wrong', async () => {
    const right = await run('check', 'right.py')
    assert.equal(right.code, 0)
    assert.match(right.out, /right\.py · \d+ uses checked · \d+ valid · 0 wrong/)
    const both = await run('check', 'right.py', 'wrong.py')
    assert.equal(both.code, 1)
    assert.match(both.out, /line 6 {2}METHOD_NOT_FOUND/)
    assert.match(both.out, /\n {4}device\.shut\(\)\n {11}\^{4}( |\n)/)
    const missing = await run('check', 'none.py', 'right.py')
    assert.equal(missing.code, 4)
    assert.match(missing.notes, /Script not found: .*none\.py/)
    assert.match(missing.out, /right\.py/)
    const quiet = await run('check', 'wrong.py', '--no-summary')
    assert.deepEqual([quiet.code, quiet.out], [1, ''])
    const [report] = JSON.parse((await run('check', 'wrong.py', '--json')).out)
    assert.equal(report.validation_details.not_found_items.length, 4)
  })

  test('G-CHECK-6 full reports are written as JSON and Markdown', async () => {
    const { code } = await run('check', 'wrong.py', 'right.py', 'other/right.py', '--output-dir', 'reports')
    assert.equal(code, 1)
    const reports = join(world.folder, 'reports')
    assert.deepEqual((await readdir(reports)).sort(), [
      'right_2_hallucination_report.json',
      'right_2_hallucination_report.md',
      'right_hallucination_report.json',
      'right_hallucination_report.md',
      'wrong_hallucination_report.json',
      'wrong_hallucination_report.md',
    ])
    const report: Value = JSON.parse(await readFile(join(reports, 'wrong_hallucination_report.json'), 'utf8'))
    assert.equal(report.script_path, join(world.folder, 'wrong.py'))
    assert.ok(report.validation_details.valid_items.length > 0)
    const text = await readFile(join(reports, 'wrong_hallucination_report.md'), 'utf8')
    assert.match(text, /^# Check of .*wrong\.py\n/)
    assert.match(text, /\*\*METHOD_NOT_FOUND\*\*, line 6/)
    assert.match(text, /\| Invalid \| 2 \|/)
    await run('check', 'right.py', '--output-dir', 'lean', '--no-markdown-report')
    assert.deepEqual(await readdir(join(world.folder, 'lean')), ['right_hallucination_report.json'])
  })

  test('G-SHOW-1 what is shown can be piped on', async () => {
    const { code, out } = await run('show', 'Device', '--format', 'dot')
    assert.equal(code, 0)
    assert.match(out, /^digraph \{\n[\s\S]*\}\n$/)
    assert.match((await run('show', 'lib')).out, /^graph LR\n {2}n0\["Repository: lib"\]\n/)
    const json = JSON.parse((await run('show', 'Device', '--format', 'json')).out)
    assert.ok(json.nodes.length > 1 && json.edges.length > 1)
    assert.match((await run('show', 'Device', '--format', 'text')).out, /^Class: Device.*\n├─ [A-Z_]+ [→←] /)
    assert.equal((await run('show', 'nobody')).code, 4)
  })

  test('G-PARSE-1 G-QUERY-2 parse and query have short words', async () => {
    const parsed = await run('parse', 'lib', '--json')
    assert.deepEqual([parsed.code, JSON.parse(parsed.out).repo_name], [0, 'lib'])
    assert.match((await run('query', 'class Device')).out, /full_name: pump\.device\.Device/)
  })

  test('G-PARSE-3 what was removed can be parsed again', async () => {
    assert.equal((await run('remove', 'nothing')).code, 4)
    const removed = await run('remove', 'lib')
    assert.deepEqual([removed.code, removed.out.trim()], [0, 'Removed lib from the graph.'])
    assert.deepEqual(JSON.parse((await run('query', 'repos', '--json')).out).data.repositories, [])
    const { statistics } = JSON.parse((await run('parse', 'lib', '--json')).out)
    assert.deepEqual([statistics.files_changed, statistics.files_unchanged], [3, 0])
  })

  test('G-QUERY-4 a command that finds nothing is an error at a shell', async () => {
    const { code, notes } = await run('query', 'class Nothing')
    assert.deepEqual([code, notes.trim()], [1, "Class 'Nothing' not found in knowledge graph"])
  })
})
