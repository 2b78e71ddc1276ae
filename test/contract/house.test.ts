import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { snapshotOf } from '../../scripts/tool-snapshot.ts'
import { defaultToolsets, loadToolsets } from '../../src/app/load-features.ts'
import type { JsonSchemaNode } from '../../src/core/contract/json-schema.ts'
import { toolTable } from '../../src/core/contract/tool-table.ts'
import { toMcpTool } from '../../src/surfaces/mcp/mcp-tools.ts'

const root = join(import.meta.dirname, '../..')
const published = toolTable((await loadToolsets()).filter(toolset => toolset.isHidden !== true))
const tests = globSync(['test/**/*.ts', 'src/**/*.test.ts', 'src/**/test/**/*.ts'], { cwd: root })
  .filter(file => !file.includes('snapshots'))
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test('names are snake_case verbs and unique over all toolsets', () => {
  for (const { tool } of published.rows) assert.match(tool.name, /^[a-z]+(_[a-z]+)*$/)
  assert.equal(new Set(published.rows.map(({ tool }) => tool.name)).size, published.rows.length)
})

test('the first sentence of a description says what the tool returns, without the others', () => {
  for (const { tool } of published.rows) {
    const [first = ''] = tool.description.split(/(?<=\.)\s/)
    assert.ok(first.endsWith('.') && first.length > 20 && first.length < 200, `${tool.name}: ${first}`)
    assert.ok(tool.title.length > 0 && tool.title.length < 40, tool.name)
  }
})

test('the definitions of the default tools, which hosts send with every prompt, take less than 45 kB', () => {
  const listed = published.rows.filter(({ toolset }) => defaultToolsets.includes(toolset.name)).map(toMcpTool)
  assert.ok(listed.length > 30)
  assert.ok(Buffer.byteLength(JSON.stringify(listed)) < 45_000)
})

test('every input field is described, and every top-level output field', () => {
  const missing = published.rows.flatMap(({ tool, inputSchema, outputSchema }) =>
    [
      ...undescribed(inputSchema.properties),
      ...undescribed(outputSchema.properties, ['array', undefined]),
    ].map(field => `${tool.name}.${field}`),
  )
  assert.deepEqual(missing, [])
})

function undescribed(
  properties: Record<string, JsonSchemaNode> | undefined,
  forgiven: readonly JsonSchemaNode['type'][] = [],
): string[] {
  return Object.entries(properties ?? {})
    .filter(([, node]) => !node.description && !forgiven.includes(node.type) && node.type !== 'object')
    .map(([name]) => name)
}

test('schemas have no combinator at the top and no reference a client must resolve', () => {
  for (const { tool, inputSchema, outputSchema } of published.rows)
    for (const schema of [inputSchema, outputSchema]) {
      assert.equal(schema.type, 'object', tool.name)
      assert.ok(!('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema), tool.name)
      assert.ok(!JSON.stringify(schema).includes('"$ref"'), tool.name)
    }
})

test('version, stability and schemas of every tool are those in its snapshot', () => {
  for (const row of published.rows) {
    const snapshot = readFileSync(join(root, 'test/contract/snapshots', `${row.tool.name}.json`), 'utf8')
    assert.deepEqual(JSON.parse(snapshot), snapshotOf(row), row.tool.name)
  }
})

test('every tool that reads declares how its answer is spread over pages, by fields that it has', () => {
  for (const { tool, outputSchema } of published.rows) {
    if (tool.access !== 'read') continue
    assert.ok(
      tool.pages,
      `${tool.name}: add to its declaration, below access, a line such as\n  pages: { of: ['results'], by: ['chunk_id'], texts: ['content'], linkItem: passageLink },\nwhere \`of\` names the lists and long texts of its answer, \`by\` what tells items apart, \`texts\` long texts of an item and \`linkItem\` where they can be read in full (docs/decisions/011-budgets.md), and inputs for it to test/across/conformance/budget-library.ts`,
    )
    for (const field of tool.pages.of) {
      const [first = ''] = field.split('.')
      assert.ok(outputSchema.properties?.[first], `${tool.name} answers no ${field}`)
    }
    for (const name of ['max_tokens', 'cursor'])
      assert.ok(tool.input.shape[name], `${tool.name} takes no ${name}`)
  }
})

test('every failure code that a tool declares is reached by some test', () => {
  const declared = new Set(published.rows.flatMap(({ tool }) => tool.failures))
  assert.deepEqual(
    [...declared].filter(code => !tests.includes(`'${code}'`)),
    [],
  )
})

test('a time limit is set for every tool, and writes that may be long outlive it', () => {
  for (const { tool } of published.rows) {
    assert.ok(tool.timeoutMs >= 1_000 && tool.timeoutMs <= 120_000, tool.name)
    // One speech is always short; its contract requires an answer, not a job.
    const mayBeLong = tool.name.startsWith('ingest_') && tool.name !== 'ingest_speech'
    if (mayBeLong) assert.equal(tool.outlives, true, tool.name)
  }
})
