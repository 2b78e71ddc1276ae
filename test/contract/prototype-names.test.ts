import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoke } from '../../src/core/contract/invoke.ts'
import type { JsonSchemaNode } from '../../src/core/contract/json-schema.ts'
import { openWorld, type Value, type World } from './world.ts'

/** Names that every object inherits. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

let world: World
before(async () => {
  world = await openWorld('library', { flags: ['--toolsets', 'all'] })
  await world.call('ingest_content', {
    content: 'The heron wades.',
    source: 'a',
    metadata: { constructor: 'x' },
  })
})
after(() => world.close())

/** Returns an object parsed from JSON, where even `__proto__` is an own property. */
const named = (name: string, value: unknown) =>
  JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`)

test('a filter by an inherited name is refused in words, never a surprise', async () => {
  for (const name of inherited) {
    const error = await world.fail('search', { query: 'heron', filter: named(name, 'x') })
    assert.match(error, /filter|cannot be used/i, name)
  }
  const found = await world.call('search', { query: 'heron', filter: { metadata: { constructor: 'x' } } })
  assert.equal(found.results.length, 1)
  const none = await world.call('search', { query: 'heron', filter: { metadata: { toString: 'x' } } })
  assert.equal(none.results.length, 0)
})

test('no tool is surprised by inherited names, as parameters or inside any object it takes', async () => {
  const surprises: string[] = []
  for (const row of world.wired.table.rows) {
    const properties = row.inputSchema.properties ?? {}
    const required = Object.fromEntries(
      (row.inputSchema.required ?? []).map(name => [name, sampleOf(properties[name] ?? {})]),
    )
    const maps = Object.entries(properties).filter(([, node]) => takesMap(node))
    for (const name of inherited) {
      const inputs: Value[] = [{ ...required, ...named(name, 'x') }]
      for (const [field] of maps) {
        inputs.push(
          { ...required, [field]: named(name, 'x') },
          { ...required, [field]: named(name, { a: 1 }) },
        )
        inputs.push({ ...required, [field]: { metadata: named(name, 'x') } })
      }
      for (const input of inputs) {
        const caller = { surface: 'library', isLocal: true } as const
        const outcome = await invoke(
          row,
          { input, caller, signal: new AbortController().signal },
          world.wired.runtime,
        )
        if (!outcome.ok && outcome.failure.kind === 'internal')
          surprises.push(`${row.tool.name} ${JSON.stringify(input)}`)
      }
    }
  }
  assert.deepEqual(surprises, [])
})

function takesMap(node: JsonSchemaNode): boolean {
  return [node.type].flat().includes('object') || (node.anyOf ?? []).some(takesMap)
}

/** Returns a value of the right type that names nothing that exists and causes no network access. */
function sampleOf(node: JsonSchemaNode): unknown {
  const type = [node.type].flat()[0] ?? [node.anyOf?.[0]?.type].flat()[0]
  if (node.enum !== undefined) return node.enum[0]
  if (type === 'integer' || type === 'number') return node.minimum ?? 1
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'object' ? {} : 'constructor'
}
