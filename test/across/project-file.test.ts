import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../src/app/config/read-config.ts'
import { wire } from '../../src/app/wire.ts'
import { localCli } from '../../src/core/contract/caller.ts'
import { invoke } from '../../src/core/contract/invoke.ts'
import type { Host } from '../../src/core/feature.ts'
import { openCli } from '../contract/cli/run-cli.ts'
import { testProcess } from '../contract/world.ts'
import { servicesOf } from '../support/services-of.ts'

type Shown = { references: string | null; top_k: number }

test('a project file changes no project that something else has created, and says so', async t => {
  const cli = await openCli(t)
  const show = async () => (await cli.json('project', 'show', 'thesis')) as Shown
  await writeFile(join(cli.folder, 'mine.json'), '[]')
  await cli.run('project', 'add', 'thesis', '--references', 'mine.json')
  await writeFile(join(cli.folder, 'quire.toml'), '[project.thesis]\nreferences = "evil.json"\ntop_k = 1\n')
  const { references, top_k } = await show()
  assert.deepEqual([references, top_k], [join(cli.folder, 'mine.json'), 6])
  assert.match(
    (await cli.run('project', 'list')).stderr,
    /declares the project "thesis", which was created elsewhere: .* ignored\. .*quire trust/,
  )
  await cli.run('trust', '--yes')
  assert.equal((await show()).top_k, 1)
  assert.doesNotMatch((await cli.run('project', 'list')).stderr, /warning/)
})

test('a project that a project file has created goes on following that file', async t => {
  const cli = await openCli(t)
  const file = join(cli.folder, 'quire.toml')
  const topK = async () => ((await cli.json('project', 'show', 'fresh')) as Shown).top_k
  await writeFile(file, '[project.fresh]\ntop_k = 3\n')
  assert.equal(await topK(), 3)
  await writeFile(file, '[project.fresh]\ntop_k = 4\n')
  assert.equal(await topK(), 4)
  assert.doesNotMatch((await cli.run('project', 'list')).stderr, /warning/)
})

async function openServer(t: TestContext, cwd: string, home: string) {
  const process = testProcess(cwd, ['--home', home, '--embedder', 'hash', '--toolsets', 'all'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  t.after(() => wired.close())
  return wired
}

test('a file that was inside the folder is not read once it has become a link that leaves it', async t => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'quire-swap-')))
  t.after(() => rm(root, { recursive: true, force: true }))
  const [folder, home, outside] = [join(root, 'clone'), join(root, 'home'), join(root, 'outside')]
  for (const path of [folder, home, outside]) await mkdir(path)
  await writeFile(
    join(folder, 'quire.toml'),
    '[project.mine]\nreferences = "refs.json"\n[hansard]\nmembers = ["members.csv"]\n',
  )
  await writeFile(join(folder, 'note.md'), '# Note\n\nText of a note.\n')
  for (const path of [folder, outside]) {
    await writeFile(join(path, 'refs.json'), '[]')
    await writeFile(join(path, 'members.csv'), 'name,party\nAda,Independent\n')
  }
  const ingest = async (wired: Awaited<ReturnType<typeof openServer>>) => {
    const row = wired.table.find('ingest_from_source')
    assert.ok(row)
    const input = { project: 'mine', source: join(folder, 'note.md') }
    return invoke(row, { input, caller: localCli }, wired.runtime)
  }
  const here = await openServer(t, folder, home)
  assert.equal((await ingest(here)).ok, true)

  for (const name of ['refs.json', 'members.csv']) {
    await rm(join(folder, name))
    await symlink(join(outside, name), join(folder, name))
  }
  const refused = await ingest(here)
  assert.ok(!refused.ok && refused.failure.code === 'FORBIDDEN_PATH', JSON.stringify(refused))
  const { hansard } = await servicesOf<
    Host & { hansard: { open(tables: [], signal: AbortSignal): Promise<unknown> } }
  >(here, 'hansard')
  await assert.rejects(hansard.open([], new AbortController().signal), {
    code: 'FORBIDDEN_PATH',
  })
  const elsewhere = await ingest(await openServer(t, root, home))
  assert.ok(!elsewhere.ok && elsewhere.failure.code === 'FORBIDDEN_PATH', JSON.stringify(elsewhere))
})
