import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolTable } from '../core/contract/tool-table.ts'
import { Failure } from '../core/model/failure.ts'
import { loadConfig } from './config/load-config.ts'
import { loadChosen, loadToolsets } from './load-features.ts'
import { mountOf, withDefaultLibrary } from './offer.ts'

function configWith(...argv: string[]) {
  return loadConfig({ argv, env: {}, file: null, cwd: '/', homedir: '/' })
}

test('the default mounts what exists of it; a choice must exist', async () => {
  const names = async (...argv: string[]) => {
    const config = configWith(...argv)
    return mountOf(await loadChosen(config.values.toolsets), config).toolsets.map(({ name }) => name)
  }
  assert.ok((await names()).includes('documents'))
  assert.deepEqual(await names('--toolsets', 'system,documents'), ['documents', 'system'])
  assert.ok(!(await names('--toolsets', 'all')).includes('conformance'))
  await assert.rejects(names('--toolsets', 'documents,documnets'), Failure)
})

test('the default library replaces the built-in one wherever a tool falls back to it', async () => {
  const table = toolTable(withDefaultLibrary(await loadToolsets(), 'main'))
  const fallback = (tool: string) => table.find(tool)?.inputSchema.properties?.library
  assert.equal(fallback('ingest_file')?.default, 'main')
  assert.equal(fallback('ingest_folder')?.default, 'main')
  assert.equal(fallback('search')?.default, null)
  assert.equal(fallback('crawl_deep')?.default, 'web')
  assert.match(fallback('ingest_file')?.description ?? '', /Library to put it in/)
})
