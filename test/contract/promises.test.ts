import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadPromises } from './promises.ts'

const promises = await loadPromises()
const root = join(import.meta.dirname, '../..')
const cited = new Set(
  globSync(['test/**/*.ts', 'src/**/*.test.ts', 'src/**/test/**/*.ts'], { cwd: root })
    .filter(file => !/(^|\/)promises(\/[a-z]+|\.test)?\.ts$/.test(file.replaceAll('\\', '/')))
    .flatMap(file => readFileSync(join(root, file), 'utf8').match(/\b[A-Z]-[A-Z]+(?:-[A-Z]+)*-\d+\b/g) ?? []),
)

test('every promise of the contracts is cited by a test', () => {
  assert.deepEqual(
    Object.keys(promises).filter(id => !cited.has(id)),
    [],
  )
})

test('no test cites a promise that is not listed', () => {
  assert.deepEqual(
    [...cited].filter(id => !(id in promises)),
    [],
  )
})
