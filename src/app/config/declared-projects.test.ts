import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'smol-toml'
import { declaredProject, projectTables } from './declared-projects.ts'

const place = { folder: '/etc/quire', homedir: '/home/ada' }

function declare(toml: string) {
  return [...projectTables(parse(toml).project, 'quire.toml')].map(([id, fields]) =>
    declaredProject({ id, table: fields, where: 'quire.toml', place }),
  )
}

test('every field of a project can be set in the file, under both contracts’ names', () => {
  assert.deepEqual(
    declare(`
      [project."lab/notes"]
      collection = "proj-mine"
      references_json = "refs.json"
      embedding_model = "openai:text-embedding-3-small"
      hybrid_enabled = false
      top_k = 4
      max_top_k = 9
      max_chars_per_chunk = 500
      max_tokens = 300
      overlap_tokens = 30
      [project.thesis]
      references = "~/refs.bib"
    `),
    [
      {
        id: 'lab/notes',
        collection: 'proj-mine',
        references: '/etc/quire/refs.json',
        embedder: 'openai:text-embedding-3-small',
        hybrid: false,
        topK: 4,
        maxTopK: 9,
        maxChars: 500,
        policy: { maxTokens: 300, overlapTokens: 30 },
      },
      { id: 'thesis', references: '/home/ada/refs.bib' },
    ],
  )
})

test('one project may be the table itself, with its id', () => {
  assert.deepEqual(declare('[project]\nid = "old/style"\nhybrid_enabled = true'), [
    { id: 'old/style', hybrid: true },
  ])
})

test('a wrong value or field is named with its project and file', () => {
  assert.throws(
    () => declare('[project.x]\ntop_k = "many"'),
    /top_k of project "x" in quire\.toml must be a whole number/,
  )
  assert.throws(() => declare('[project.x]\ntopk = 3'), { code: 'INVALID_SETTING', hint: 'Was top_k meant?' })
  assert.throws(() => declare('project = 3'), /must be a table/)
  assert.deepEqual(declare(''), [])
})

test('an id that could name the collection of another project, or no field, is refused', () => {
  for (const id of ['thesis~next', '../x', '__proto__', 'a b'])
    assert.throws(() => declare(`[project."${id}"]\ntop_k = 3`), /cannot name a project/, id)
  assert.throws(() => declare('[project.x]\nconstructor = 3'), /unknown field "constructor"/)
})
