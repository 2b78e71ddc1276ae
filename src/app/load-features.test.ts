import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadChosen, loadToolsets } from './load-features.ts'

test('a server loads the toolsets it offers and no other; a wrong choice lists all names', async () => {
  const named = await loadChosen(['system', 'documents'])
  assert.deepEqual(
    named.map(({ name }) => name),
    ['documents', 'system'],
  )
  const all = (await loadToolsets()).map(({ name }) => name)
  for (const choice of ['all', 'documnets'])
    assert.deepEqual(
      (await loadChosen([choice])).map(({ name }) => name),
      all,
    )
})

test('every toolset has the name by which it is loaded', async () => {
  for (const { name, tools } of await loadToolsets()) {
    const [loaded, ...others] = await loadChosen([name])
    assert.deepEqual([loaded?.name, others], [name, []])
    assert.deepEqual(
      loaded?.tools.map(tool => tool.name),
      tools.map(tool => tool.name),
    )
  }
})
