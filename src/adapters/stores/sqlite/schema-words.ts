import { countWords } from '../../../core/text/count-words.ts'
import type { Database } from './database.ts'
import { readText } from './texts.ts'

/**
 * Documents know how many words they have: a source's size must be told without reading all its texts. Those of an older
 * store are counted here, once; a gigabyte takes some seconds.
 */
export function addWords(database: Database): void {
  database.exec('ALTER TABLE documents ADD COLUMN words INTEGER NOT NULL DEFAULT 0')
  for (const { key } of database.all<{ key: number }>('SELECT key FROM documents'))
    database.run('UPDATE documents SET words = ? WHERE key = ?', countWords(readText(database, key)), key)
}
