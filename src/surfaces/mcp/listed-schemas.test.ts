import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema, JsonSchemaNode } from '../../core/contract/json-schema.ts'
import { listedInput } from './listed-schemas.ts'

function listedField(field: JsonSchemaNode): JsonSchemaNode | undefined {
  return listedInput({ type: 'object', properties: { field }, required: ['field'] }).properties?.field
}

const text = { type: 'string', minLength: 1 }
const number = { type: 'integer', minimum: 0, maximum: 9 }

const merged: readonly [what: string, field: JsonSchemaNode, listed: JsonSchemaNode][] = [
  [
    'alternatives of different types',
    { anyOf: [text, number], description: 'Page', default: null },
    { description: 'Page', default: null, minLength: 1, minimum: 0, maximum: 9, type: ['string', 'integer'] },
  ],
  [
    'alternatives inside alternatives',
    { anyOf: [{ anyOf: [text, number] }, { type: 'null' }] },
    { minLength: 1, minimum: 0, maximum: 9, type: ['string', 'integer', 'null'] },
  ],
  [
    'a text or a list of texts',
    {
      anyOf: [
        { type: ['string', 'null'], minLength: 1 },
        { type: 'array', items: text },
      ],
    },
    { minLength: 1, items: text, type: ['string', 'null', 'array'] },
  ],
  [
    'one of several values, or null',
    { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }], default: null },
    { default: null, type: ['string', 'null'], enum: ['a', 'b', null] },
  ],
]
for (const [what, field, listed] of merged)
  test(`${what} become one schema`, () => assert.deepEqual(listedField(field), listed))

const kept: readonly [what: string, field: JsonSchemaNode][] = [
  ['two texts', { anyOf: [text, { type: 'string', pattern: '^a' }] }],
  ['the members of an enumeration', { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'boolean' }] }],
  ['objects', { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] }],
  ['two lists of bounds of numbers', { anyOf: [number, { type: 'number', minimum: 10 }] }],
  ['values of any type', { anyOf: [{}, { type: 'null' }] }],
]
for (const [what, field] of kept)
  test(`alternatives stay where one schema would mean something else: ${what}`, () =>
    assert.deepEqual(listedField(field), field))

test('what an object requires, and all its bounds, descriptions and defaults, stay', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { top_k: { default: 5, description: 'How many', type: 'integer', minimum: 1, maximum: 100 } },
    required: ['top_k'],
  }
  assert.deepEqual(listedInput(schema), schema)
})
