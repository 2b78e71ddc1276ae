import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isPass, revisions, runConformance, startFixtureServer } from '../../scripts/conformance.ts'

const server = await startFixtureServer()
after(() => server.close())

/** The checks that the suite requires of servers; fixed when each revision was released. */
const required = { '2026-07-28': 37, '2025-11-25': 30 }

for (const revision of revisions)
  test(`every scored scenario of MCP ${revision} passes with at least one check`, async context => {
    const scored = (await runConformance(`${server.url}/mcp`, revision)).filter(report => report.isScored)
    const failing = scored.filter(report => !isPass(report))
    assert.deepEqual(failing, [])
    assert.equal(scored.length, required[revision])
    context.diagnostic(
      `${scored.length} scenarios, ${scored.reduce((sum, { passed }) => sum + passed, 0)} checks`,
    )
  })
