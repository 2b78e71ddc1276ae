import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadToolsets } from '../../src/app/load-features.ts'
import type { JsonSchemaNode } from '../../src/core/contract/json-schema.ts'
import { filterInput, parseFilter } from '../../src/core/contract/parse-filter.ts'
import { toolTable } from '../../src/core/contract/tool-table.ts'

const published = toolTable((await loadToolsets()).filter(toolset => toolset.isHidden !== true))

type Place = { path: string; node: JsonSchemaNode; isOptional: boolean }

/** Returns every schema inside a tool's input with its path: `search.filter.page`, `store_chunks.items[].text`. */
function placesOf(node: JsonSchemaNode, path: string, isOptional = false): Place[] {
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchemaNode>)
  const required = (node.required ?? []) as string[]
  return [
    { path, node, isOptional },
    ...(node.anyOf ?? []).flatMap(branch => placesOf(branch, path)),
    ...(node.items === undefined ? [] : placesOf(node.items, `${path}[]`)),
    ...properties.flatMap(([name, field]) => placesOf(field, `${path}.${name}`, !required.includes(name))),
  ]
}

const places = published.rows.flatMap(({ tool, inputSchema }) => placesOf(inputSchema, tool.name).slice(1))
const isOf = ({ node }: Place, ...types: string[]) =>
  [node.type].flat().some(type => types.includes(type ?? ''))
const pathsOf = (found: readonly Place[]) => [...new Set(found.map(({ path }) => path))].sort()

/** The format of nodes is defined by n8n, which validates it. */
const isForeign = ({ path }: Place) => /^(?:create|update)_workflow\.nodes\[\]/.test(path)

test('S-SCHEMA-1 every text that must not be empty says so', () => {
  const mayBeEmpty = [
    'agent_query.state.turns[].question',
    'agent_query.state.turns[].response',
    'check_ai_script_hallucinations.script_content',
    'check_ai_script_hallucinations.script_path',
    'count_speeches_by_month.topic_tags[]',
    'delete_library.confirm',
    'ingest_documents.confirm',
    'ingest_file.password',
    'ingest_speech.source_url',
    'ingest_speech.topic_tags[]',
    'ingest_url.password',
    'list_workflows.cursor',
    'query_knowledge_graph.command',
    'search_speeches.topic_tags[]',
  ]
  const open = places.filter(
    place =>
      isOf(place, 'string') &&
      !isForeign(place) &&
      !['enum', 'const', 'pattern', 'format'].some(key => key in place.node) &&
      !place.path.endsWith('.metadata[].value') &&
      !(Number(place.node.minLength) >= 1),
  )
  assert.deepEqual(pathsOf(open), mayBeEmpty)
})

test('S-SCHEMA-1 every number has both bounds', () => {
  const open = places.filter(
    place =>
      isOf(place, 'integer', 'number') &&
      !isForeign(place) &&
      !place.path.endsWith('.metadata[].value') &&
      !('minimum' in place.node && 'maximum' in place.node),
  )
  // The numbers of a vector depend on the model.
  assert.deepEqual(pathsOf(open), ['store_chunks.items[].embedding[]'])
})

test('S-SCHEMA-1 every optional parameter has its default', () => {
  // Filters have no default: an omitted condition does not filter.
  const isCondition = ({ path }: Place) => /\.filters?\./.test(path)
  const open = places.filter(
    place => place.isOptional && !isForeign(place) && !isCondition(place) && !('default' in place.node),
  )
  assert.deepEqual(pathsOf(open), [])
})

test('S-SCHEMA-1 parameters that the contracts give a default of null have it, and null is taken', () => {
  const promised = [
    ...['ingest_file', 'ingest_url'].map(tool => `${tool}.metadata`),
    ...['search.library', 'search.filter', 'list_documents.library'],
    ...['speaker', 'party', 'chamber', 'date_from', 'date_to', 'topic_tags'].map(
      name => `search_speeches.${name}`,
    ),
    ...[
      'list_speakers.chamber',
      'list_speakers.party',
      'ingest_speech.electorate',
      'ingest_speech.source_url',
    ],
  ]
  for (const path of promised) {
    const place = places.find(known => known.path === path && known.isOptional)
    assert.equal(place?.node.default, null, path)
  }
})

/** Keywords that strict modes of model providers do not accept (OpenAI, "Structured model outputs"). */
const unsupported = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'prefixItems',
]

/** Returns why an input cannot become a schema whose objects are closed and whose properties are all required. */
function obstacles(node: JsonSchemaNode, path: string): string[] {
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchemaNode>)
  const isObject = [node.type].flat().includes('object')
  const more = node.additionalProperties
  const isMap = isObject && (properties.length === 0 ? path.includes('.') && more !== false : more === true)
  const branches = node.anyOf ?? []
  const isUndecidable = branches.some(branch => {
    const names = Object.keys((branch.properties ?? {}) as object)
    return names.some(name => !((branch.required ?? []) as string[]).includes(name))
  })
  return [
    ...unsupported.filter(keyword => keyword in node).map(keyword => `${path}: ${keyword}`),
    ...(isMap ? [`${path}: open map`] : []),
    ...(typeof more === 'object' && Object.keys(more ?? {}).length > 0 ? [`${path}: open map`] : []),
    ...(isUndecidable ? [`${path}: branch with optional properties`] : []),
    ...branches.flatMap(branch => obstacles(branch, path)),
    ...(node.items === undefined ? [] : obstacles(node.items, `${path}[]`)),
    ...properties.flatMap(([name, field]) => obstacles(field, `${path}.${name}`)),
  ]
}

test('S-STRICT-1 every tool has a strict form, except where its contract takes an open-ended map', () => {
  const found = published.rows.flatMap(({ tool, inputSchema }) => obstacles(inputSchema, tool.name))
  const open = [...new Set(found)]
    .filter(obstacle => obstacle.endsWith('open map'))
    .map(line => line.split(':')[0])
  assert.deepEqual(open, [
    'ingest_file.metadata',
    'ingest_url.metadata',
    'ingest_content.metadata',
    'ingest_folder.metadata',
    'store_chunks.items[].metadata',
    'create_workflow.nodes[].parameters',
    'create_workflow.connections',
    'create_workflow.settings',
    'update_workflow.nodes[].parameters',
    'update_workflow.connections',
    'update_workflow.settings',
    'execute_workflow.data',
    'call_tool.arguments',
  ])
  const others = found.filter(obstacle => !obstacle.endsWith('open map'))
  assert.deepEqual(
    others.filter(obstacle => !open.some(path => path?.split('.')[0] === obstacle.split('.')[0])),
    [],
  )
})

test('S-STRICT-1 the page for clients names the tools that have no strict form', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/clients.md'), 'utf8')
  const without = published.rows
    .filter(({ tool, inputSchema }) => obstacles(inputSchema, tool.name).length > 0)
    .map(({ tool }) => tool.name)
  const section = page.slice(page.indexOf('## Strict schemas'))
  for (const name of without) assert.ok(section.includes(`\`${name}\``), name)
  assert.ok(section.includes(`${published.rows.length - without.length} of ${published.rows.length}`))
})

test('S-STRICT-1 what strict models send is taken: null for everything that is optional', () => {
  for (const { tool, inputSchema } of published.rows) {
    const names = new Set(
      Object.entries(inputSchema.properties ?? {})
        .filter(([, node]) => node.default === null)
        .map(([name]) => name),
    )
    const input = Object.fromEntries([...names].map(name => [name, null]))
    const { error } = tool.input.safeParse(input)
    const refused = (error?.issues ?? []).filter(({ path: [first] }) => names.has(String(first)))
    assert.deepEqual(refused, [], tool.name)
  }
  for (const name of ['search', 'query', 'find_chunks', 'query_hybrid']) {
    const row = published.find(name)
    const field = name === 'search' ? 'filter' : 'filters'
    const known = Object.keys((row?.inputSchema.properties?.[field]?.properties ?? {}) as object)
    assert.ok(known.length > 10)
    const conditions = Object.fromEntries(known.map(condition => [condition, null]))
    assert.ok(row?.tool.input.shape[field]?.safeParse(conditions).success, name)
    if (name === 'search')
      assert.deepEqual(parseFilter(conditions, null), { libraries: null, conditions: [] })
  }
})

test('S-STRICT-1 metadata is filtered by pairs as by a map', () => {
  const byMap = parseFilter({ metadata: { shelf: 'B', year: 1690 } }, null)
  const pairs = [
    { key: 'shelf', value: 'B' },
    { key: 'year', value: 1690 },
  ]
  assert.deepEqual(parseFilter(filterInput.parse({ metadata: pairs }), null), byMap)
})
