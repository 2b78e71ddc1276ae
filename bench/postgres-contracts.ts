/**
 * Runs the contract tests of all toolsets on PostgreSQL, each world in a database of its own:
 *   npm run measure -- postgres-contracts                              every file, in process
 *   npm run measure -- postgres-contracts --surfaces all               the same over every surface
 *   npm run measure -- postgres-contracts src/features/code/test/graph.test.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { postgresDatabases } from '../test/support/postgres-databases.ts'

const { values, positionals } = parseArgs({
  options: { surfaces: { type: 'string', default: 'library' } },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '..')
const files =
  positionals.length > 0
    ? positionals
    : globSync('{src/features/*/test,test/across}/*.test.ts', { cwd: root })

const databases = await postgresDatabases()
if ('reason' in databases) {
  process.stderr.write(`There is no PostgreSQL: ${databases.reason}\n`)
  process.exitCode = 1
} else
  try {
    const { QUIRE_TEST_SURFACES: _, ...environment } = process.env
    const tests = spawn(process.execPath, ['--test', '--test-concurrency=2', ...files.toSorted()], {
      cwd: root,
      env: {
        ...environment,
        QUIRE_TEST_POSTGRES: databases.url,
        ...(values.surfaces === 'all' ? {} : { QUIRE_TEST_SURFACES: values.surfaces }),
      },
      stdio: 'inherit',
    })
    const [exitCode] = await once(tests, 'close')
    process.exitCode = exitCode ?? 1
  } finally {
    await databases.stop()
  }
