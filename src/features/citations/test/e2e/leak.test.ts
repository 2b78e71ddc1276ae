import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld } from '../../../../../test/contract/world.ts'
import { findHits } from '../../../../../test/support/stored.ts'
import { addProject, chunksWith } from '../library.ts'

const projects = 50
const questions = 400

test('C-FIND-6 among fifty projects with random and hostile filters no hit is ever a foreign one', async () => {
  const world = await openWorld('library')
  const random = seeded(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  try {
    const ids: string[] = []
    for (let number = 0; number < projects; number += 1) {
      const id = await addProject(world, `leak/p${number}`)
      const texts = Array.from(
        { length: 4 },
        (_, index) => `shared secret words of p${number}, sheet ${index}`,
      )
      const items = await chunksWith(texts, index => ({
        citekey: `key${index}`,
        doc_id: `doc${index}`,
        year: 2000 + index,
        tags: ['common', `t${index}`],
        type: index === 0 ? 'annotation' : 'book',
        section_path: [`Part ${index}`],
        project: 'leak/p0',
      }))
      await world.call('store_chunks', { project: id, items })
      ids.push(id)
    }
    let seen = 0
    for (let round = 0; round < questions; round += 1) {
      const project = pick(ids)
      const filters: Record<string, unknown> = {}
      const hostile = { project: pick(ids), project_id: pick(ids) }
      if (random() < 0.7) Object.assign(filters, hostile)
      if (random() < 0.3) filters.tags = pick([['common'], 'common', ['common', 't1'], ["x' OR 1=1 --"]])
      if (random() < 0.3) filters.year = pick([2000, 2001, '2002'])
      if (random() < 0.3) filters.citekey = pick(['key0', 'key1', '%', "' OR ''='"])
      if (random() < 0.2) filters.doc_id = pick(['doc0', 'doc3', 'proj-leak-p0'])
      if (random() < 0.2) filters.section_prefix = pick(['Part', 'Part 1', ''].filter(Boolean))
      const [tool, field] = pick([
        ['query', 'text'],
        ['find_chunks', 'query'],
        ['query_hybrid', 'text'],
      ] as const)
      const text = pick(['shared secret words', `words of ${pick(ids).split('/')[1]}`, 'sheet 2'])
      const { items } = await world.call(tool, { project, [field]: text, filters, top_k: 20 })
      const own = `of ${project.split('/')[1]},`
      for (const item of items) assert.ok(item.render_text.includes(own), `${project}: ${item.render_text}`)
      seen += items.length
    }
    assert.ok(seen > questions, `the test must see hits: ${seen}`)
    assert.deepEqual(await findHits(world, 'shared secret words', null), [])
  } finally {
    await world.close()
  }
})

/** Pseudo-random numbers between 0 and 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
