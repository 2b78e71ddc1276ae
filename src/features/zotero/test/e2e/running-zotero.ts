/**
 * Plays a running Zotero: writes items to a database of Zotero's schema until its input ends. Writes each item and its
 * title in one transaction: a reader that sees one without the other has read half a write.
 * Usage: node running-zotero.ts <database> <wal|exclusive>
 */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

const [path = '', mode] = process.argv.slice(2)
const database = new DatabaseSync(path, { timeout: 5000 })
database.exec('PRAGMA synchronous = OFF')
if (mode === 'exclusive') database.exec('PRAGMA locking_mode = EXCLUSIVE')

let isStopped = false
process.stdin.on('end', () => {
  isStopped = true
})
process.stdin.resume()

for (let count = 0; !isStopped; count++) {
  writeItem(count)
  if (count === 0) process.stdout.write('writing\n')
  await pause(mode === 'exclusive' ? 150 : 2)
}
database.close()

function writeItem(count: number): void {
  const key = `RUN${String(count).padStart(5, '0')}`
  database.exec('BEGIN IMMEDIATE')
  const { lastInsertRowid: item } = database
    .prepare(
      `INSERT INTO items (itemTypeID, dateAdded, dateModified, clientDateModified, libraryID, key)
       VALUES (2, '2026-01-01 00:00:00', '2026-01-01 00:00:00', '2026-01-01 00:00:00', 1, ?)`,
    )
    .run(key)
  const { lastInsertRowid: value } = database
    .prepare('INSERT INTO itemDataValues (value) VALUES (?)')
    .run(`Title of ${key}`)
  database.prepare('INSERT INTO itemData VALUES (?, 1, ?)').run(item, value)
  database.exec('COMMIT')
}
