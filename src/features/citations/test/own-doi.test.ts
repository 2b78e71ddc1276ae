import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../test/support/ingest-to-end.ts'
import { makePdf } from '../../../adapters/converters/pdf/test/make-pdf.ts'
import { addProject } from './library.ts'

test('C-REFS-1 a PDF is matched by the DOI it declares, also when the references come later', async () => {
  const world = await openWorld('library')
  try {
    const project = await addProject(world, 'own-doi')
    const source = join(world.folder, 'scans')
    await mkdir(source)
    const lines = [{ text: 'Gelatine sizing keeps ink from spreading in the sheet.', x: 72, y: 72 }]
    const info = '/Subject(Paper History, doi:10.1234/Sizing.7)'
    await writeFile(join(source, 'scan-0001.pdf'), makePdf({ pages: [{ lines }], info }))

    const alone = await ingestToEnd(world, { project, source })
    assert.match(alone.warnings.join(' '), /Metadata not found for document 'scan-0001.pdf'/)

    const references = join(world.folder, 'later.bib')
    await writeFile(
      references,
      '@article{hunter1947, title = {On Size}, year = {1947}, doi = {10.1234/sizing.7}}',
    )
    const later = await ingestToEnd(world, {
      project,
      source,
      options: { references_path: references },
    })
    assert.equal(later.documents.skipped, 1)
    const { items } = await world.call('query', { project, text: 'gelatine sizing' })
    assert.equal(items[0].citekey, 'hunter1947')
  } finally {
    await world.close()
  }
})
