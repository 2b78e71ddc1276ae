import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../test/support/ingest-to-end.ts'

const references = `@article{entities, title = {Entities and Their Identity: A Study of Names}, author = {Doe, Jane}, year = 2001}
@book{other, title = {Something Else Altogether in Two Volumes}, author = {Roe, Jon}, year = 2002}`

test('C-REFS-1 a file without DOI, title or telling name is known by the title printed on its first page', async () => {
  const world = await openWorld('library', { flags: ['--toolsets', 'citations'] })
  try {
    const project = 'printed'
    await world.wired.engine.projects.add(project, {})
    const references_path = join(world.folder, 'refs.bib')
    await writeFile(references_path, references)
    const cite = async (name: string, text: string) => {
      const source = join(world.folder, name)
      await writeFile(source, text)
      await ingestToEnd(world, { project, source, options: { references_path } })
      const [document] = await world.wired.engine.catalog.findDocuments(
        'proj-printed',
        [{ field: 'source', op: 'equals', value: source }],
        1,
      )
      return document?.metadata.citekey
    }
    const page =
      'WORKING PAPERS\n\nEntities and Their Identity\n\nA Study of Names\n\nJane Doe\n\nThey have one.'
    assert.equal(await cite('scan-0001.txt', page), 'entities')
    const mention = 'A letter\n\nI read Entities and Their Identity: A Study of Names, and liked it.'
    assert.equal(await cite('scan-0002.txt', mention), 'scan-0002')
  } finally {
    await world.close()
  }
})
