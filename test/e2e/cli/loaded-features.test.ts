import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { temporaryHome } from './spawn-quire.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const preload = pathToFileURL(join(root, 'test/support/log-modules.ts')).href

/** The features whose tools a command loads. */
async function loadedBy(t: TestContext, ...argv: string[]): Promise<string[]> {
  const home = await temporaryHome(t)
  const log = join(home, 'modules.txt')
  const args = ['--import', preload, join(root, 'src/app/main.ts'), ...argv, '--home', home]
  const env = { ...process.env, LOADED_MODULES: log, QUIRE_EMBEDDER: 'hash' }
  await promisify(execFile)(process.execPath, args, { cwd: home, env })
  const text = await readFile(log, 'utf8')
  return [...text.matchAll(/\/features\/(\w+)\/contents\.ts$/gm)].map(([, name = '']) => name).toSorted()
}

/** The default toolsets of servers, loaded with the engine. */
const byDefault = ['citations', 'documents', 'models', 'system']

test('a command loads the tools of its own feature, of those that it calls and of the default toolsets', async t => {
  assert.deepEqual(await loadedBy(t, 'libraries'), byDefault)
  assert.deepEqual(await loadedBy(t, 'jobs'), byDefault)
  assert.deepEqual(await loadedBy(t, 'hansard', 'list-speakers'), [...byDefault, 'hansard'].toSorted())
  assert.deepEqual(await loadedBy(t, 'config', 'show'), [])
})
