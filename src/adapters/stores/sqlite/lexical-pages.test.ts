import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, openDatabase } from './database.ts'
import { lexicalPages } from './lexical-pages.ts'
import { createLexicalTable, insertTerms } from './lexical-table.ts'

const collectionKey = 1

async function withIndex(work: (database: Database) => void): Promise<void> {
  const prepare = (opened: Database) => createLexicalTable(opened, collectionKey)
  const database = await openDatabase(':memory:', { busyTimeoutMs: 100, prepare })
  try {
    work(database)
  } finally {
    database.close()
  }
}

function add(database: Database, chunkKey: number, body: readonly string[]): void {
  insertTerms(database, { collectionKey, chunkKey, terms: { heading: [], body: [...body] } })
}

/** What the reader visits, byte by byte. */
function entriesOf(pages: ReturnType<typeof lexicalPages>, term: string): number[][] {
  const visited: number[][] = []
  pages.open(collectionKey).readTerm(term, (page, from, until) => {
    visited.push([...page.subarray(from, until)])
  })
  return visited
}

test('the entries of a common term are on many pages', () =>
  withIndex(database => {
    database.exec('BEGIN')
    for (let key = 1; key <= 3_000; key++) add(database, key, ['common', `rare${key}`])
    database.exec('COMMIT')
    const visited = entriesOf(lexicalPages(database), 'common')
    assert.ok(visited.length > 1)
    assert.ok(visited.flat().length > 3_000)
  }))

test('after a write, a term has the entries of the new state', () =>
  withIndex(database => {
    add(database, 1, ['common'])
    const pages = lexicalPages(database)
    const before = entriesOf(pages, 'common')
    assert.deepEqual(entriesOf(pages, 'absent'), [])
    add(database, 2, ['common', 'absent'])
    assert.notDeepEqual(entriesOf(pages, 'common'), before)
    assert.equal(entriesOf(pages, 'absent').length, 1)
  }))
