import { basename } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startServices } from '../../scripts/services/start-services.ts'
import { openStore } from '../../src/adapters/stores/index.ts'
import { stillClock } from './store-fixtures.ts'
import { testStore } from './store-suite.ts'

const { postgres } = await startServices(['postgres'], line => process.stderr.write(`${line}\n`))
if ('reason' in postgres) test('the PostgreSQL store', { skip: postgres.reason }, () => {})
else {
  after(() => postgres.stop())
  const template = `${postgres.url}_template`
  await create('postgres_template', 'template0')
  const store = await openStore(template, { clock: stillClock })
  await store.describeCollections()
  await store.close()
  testStore('postgres', async folder => {
    // Copying a database is faster than creating a hundred tables.
    const name = basename(folder).toLowerCase().replaceAll('-', '_')
    await create(name, 'postgres_template')
    return new URL(name, postgres.url).href
  })

  async function create(name: string, template: string): Promise<void> {
    const client = new pg.Client(postgres && 'url' in postgres ? postgres.url : '')
    await client.connect()
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
    await client.end()
  }
}
