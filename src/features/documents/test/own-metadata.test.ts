import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'
import { makePdf } from '../../../adapters/converters/pdf/test/make-pdf.ts'

test('what a file says of itself is not metadata that a caller gave', async () => {
  const world = await openWorld('library', { flags: ['--toolsets', 'documents'] })
  try {
    const lines = [{ text: 'Gelatine sizing keeps ink from spreading in the sheet.', x: 72, y: 72 }]
    const info = '/Subject(Paper History, doi:10.1234/Sizing.7)'
    const path = join(world.folder, 'scan.pdf')
    await writeFile(path, makePdf({ pages: [{ lines }], info }))
    const { doc_id } = await world.call('ingest_file', { path })
    assert.deepEqual((await world.call('get_document', { doc_id })).metadata, {})
  } finally {
    await world.close()
  }
})
