import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../test/support/ingest-to-end.ts'
import { addProject } from './library.ts'

const article = `@article{doe2020, author = {Doe, Jane}, title = {How Owls Hear in the Dark}, year = {2020},
  journal = {Journal of Night Birds}, pages = {465--474}, doi = {10.1234/owls.7}}
`
const preprint = `@misc{doe2019, author = {Doe, Jane}, title = {How Owls Hear in the Dark}, year = {2019},
  eprint = {1912.01234}, archiveprefix = {arXiv}}
`
const printed =
  '# How Owls Hear in the Dark\n\ndoi:10.1234/owls.7\n\nThe facial disc collects the sound of mice.\n'
const stamped =
  '# How Owls Hear in the Dark\n\narXiv:1912.01234v2 [q-bio.NC] 3 Dec 2019\n\nThe facial disc collects sound.\n'

test('two documents of one reference are both kept, with a warning, until each has its own', async () => {
  const world = await openWorld('library')
  try {
    const project = await addProject(world, 'versions')
    const source = join(world.folder, 'owls')
    const references = join(world.folder, 'owls.bib')
    await mkdir(source)
    await writeFile(join(source, 'article.md'), printed)
    await writeFile(join(source, 'early.md'), stamped)
    await writeFile(references, article)
    const ingest = () => ingestToEnd(world, { project, source, options: { references_path: references } })
    const citekeys = async () => {
      const { items } = await world.call('query', { project, text: 'facial disc sound', top_k: 5 })
      return items.map((item: { citekey: string }) => item.citekey).sort()
    }

    const first = await ingest()
    const [warning] = first.warnings.filter((text: string) => text.includes('match the same reference'))
    assert.equal(
      warning,
      `'article.md' and 'early.md' match the same reference "doe2020": 'article.md' is most likely the cited one (it has the DOI of the reference); 'early.md' seems to be another version (it is a preprint (arXiv:1912.01234)). All are kept and cited as "doe2020". Add a reference with the DOI or arXiv number of the other version, or delete the document that you do not cite, then ingest again.`,
    )
    assert.deepEqual(await citekeys(), ['doe2020', 'doe2020'])
    const inspected = await world.call('inspect_collection', { project })
    assert.deepEqual(inspected.warnings, [warning])

    await writeFile(references, article + preprint)
    const second = await ingest()
    assert.equal(second.documents.skipped, 2)
    assert.doesNotMatch(second.warnings.join(), /match the same reference/)
    assert.deepEqual(await citekeys(), ['doe2019', 'doe2020'])
    assert.deepEqual((await world.call('inspect_collection', { project })).warnings, [])
  } finally {
    await world.close()
  }
})

test('documents that cannot be distinguished are named, with their folders when their names are the same', async () => {
  const world = await openWorld('library')
  try {
    const project = await addProject(world, 'twins')
    const source = join(world.folder, 'twins')
    const references = join(world.folder, 'twins.bib')
    await writeFile(references, article)
    for (const name of ['one', 'two']) {
      await mkdir(join(source, name), { recursive: true })
      await writeFile(join(source, name, 'owls.md'), `# How Owls Hear in the Dark\n\nCopy ${name}.\n`)
    }
    const done = await ingestToEnd(world, {
      project,
      source,
      options: { references_path: references },
    })
    assert.match(
      done.warnings.join(),
      /'one\/owls\.md' and 'two\/owls\.md' match the same reference "doe2020": which of them it describes cannot be told/,
    )
  } finally {
    await world.close()
  }
})
