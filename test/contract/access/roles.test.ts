import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import type { Role } from '../../../src/core/model/rights.ts'
import { slow } from '../../support/slow.ts'
import { guardedSurfaces, openGuarded } from './guarded-world.ts'

const world = await openGuarded()
after(() => world.close())
const { rows } = toolTable(await world.wired.toolsets())

const holders: readonly { role: Role; collections: readonly string[] | null }[] = [
  { role: 'reader', collections: null },
  { role: 'reader', collections: ['open'] },
  { role: 'writer', collections: null },
  { role: 'writer', collections: ['open'] },
  { role: 'admin', collections: null },
]

type Declared = Pick<(typeof rows)[number]['tool'], 'access' | 'concerns' | 'isDoor'>

/** What a tool declares decides; what a door calls is checked on its own. */
function isAllowed({ role, collections }: (typeof holders)[number], tool: Declared): boolean {
  if (tool.isDoor === true || role === 'admin') return true
  if (tool.concerns === 'server' || (role === 'reader' && tool.access !== 'read')) return false
  return collections === null || tool.concerns === undefined
}

const isRefusal = (text: string) => /may not call|Only an admin may call/.test(text)

for (const [surface, open] of Object.entries(guardedSurfaces))
  for (const holder of holders)
    test(
      `${surface}: a ${holder.role} of ${holder.collections ?? 'all'} may call exactly its tools`,
      surface === 'library' ? {} : slow,
      async () => {
        const reach = await open(world, await world.issue(holder))
        for (const { tool } of rows) {
          // Refused before it is looked at, and otherwise not valid, so that no tool does anything.
          const { text } = await reach.send(tool.name, { [bad]: 1, ...wrong[tool.name] })
          assert.equal(!isRefusal(text), isAllowed(holder, tool), `${tool.name}: ${text}`)
        }
        await reach.close()
      },
    )

const bad = 'no_such_input'
/** What else makes the input of a tool without required inputs useless. */
const wrong: Record<string, object> = { check_server: { again: 'perhaps' } }

test('tools that a token may not call are not listed, on any surface', async () => {
  const { token } = await world.issue({ role: 'reader', collections: ['open'] })
  const headers = { Authorization: `Bearer ${token}` }
  for (const path of ['/api/v1', '/mcp/tools/list']) {
    const listed = await (await fetch(`${world.server.url}${path}`, { headers })).text()
    assert.match(listed, /list_documents/)
    assert.doesNotMatch(listed, /"delete_document"|"check_server"|"list_workflows"/)
  }
  const { connectV2Http } = await import('../../e2e/clients.ts')
  const client = await connectV2Http(`${world.server.url}/mcp?toolsets=all`, headers)
  const names = (await client.listTools()).map(({ name }) => name)
  await client.close()
  assert.deepEqual(
    names.toSorted(),
    rows
      .filter(({ tool }) => isAllowed({ role: 'reader', collections: ['open'] }, tool))
      .filter(({ toolset }) => toolset.isHidden !== true)
      .map(({ tool }) => tool.name)
      .toSorted(),
  )
})

test('what concerns the server, and what all collections share, is declared so', () => {
  const of = (kind: string) => rows.filter(({ tool }) => tool.concerns === kind).map(({ tool }) => tool.name)
  for (const name of ['check_server', 'use_model']) assert.ok(of('server').includes(name), name)
  for (const { tool, toolset } of rows)
    if (toolset.name === 'workflows') assert.ok(of('shared').includes(tool.name), tool.name)
  for (const name of ['query_knowledge_graph', 'parse_github_repository'])
    assert.ok(of('shared').includes(name), name)
})
