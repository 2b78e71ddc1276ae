import { applyCorrection, type Correction, splitCorrection } from '../../../core/model/correction.ts'
import type { Document } from '../../../core/model/document.ts'
import type { Sql } from './database.ts'

const find = 'SELECT title, labels FROM quire.corrections WHERE collection = ? AND source = ?'
const save = `INSERT INTO quire.corrections (collection, source, title, labels) VALUES (?, ?, ?, ?)
  ON CONFLICT (collection, source) DO UPDATE SET title = excluded.title, labels = excluded.labels`
const forget = 'DELETE FROM quire.corrections WHERE collection = ? AND source = ?'
const listSources = 'SELECT DISTINCT source FROM quire.corrections WHERE collection IN (?, ?)'
const findDocument = `SELECT key, title, page_label_source, corrected, pages FROM quire.documents
  WHERE collection = ? AND source = ?`
const updateDocument = `UPDATE quire.documents SET title = ?, page_label_source = ?, corrected = ?, pages = ?
  WHERE collection = ? AND key = ?`
const updateChunks = `UPDATE quire.chunks SET
  first_label = (SELECT label FROM unnest(?::int[], ?::text[]) AS pages (number, label) WHERE number = first_page LIMIT 1),
  last_label = (SELECT label FROM unnest(?::int[], ?::text[]) AS pages (number, label) WHERE number = last_page LIMIT 1)
  WHERE collection = ? AND document = ? AND first_page IS NOT NULL AND last_page IS NOT NULL`

/** Identifies a source: the key of its collection and its name. */
export type SourceKey = { key: number; source: string }

type Correctable = Pick<Document, 'title' | 'pages' | 'pageLabelSource' | 'corrected'>

/** The functions of this file run inside a transaction. */
export async function findCorrection(sql: Sql, key: number, source: string): Promise<Correction | null> {
  const row = await sql.get<{ title: string | null; labels: string }>(find, key, source)
  return row === undefined ? null : { title: row.title, labels: JSON.parse(row.labels) }
}

/** Null, or a correction of nothing, removes it. */
export async function saveCorrection(
  sql: Sql,
  { key, source }: SourceKey,
  correction: Correction | null,
): Promise<void> {
  if (correction === null || (correction.title === null && correction.labels.length === 0))
    await sql.run(forget, key, source)
  else await sql.run(save, key, source, correction.title, JSON.stringify(correction.labels))
}

/** Replaces the correction of a source, and corrects its document if there is one. */
export async function correctSource(sql: Sql, at: SourceKey, correction: Correction | null): Promise<void> {
  await saveCorrection(sql, at, correction)
  await changeUncorrected(sql, at, document => document)
}

/** Gives all corrections of a collection to the one that replaces it, which may have older ones. */
export async function moveCorrections(sql: Sql, from: number, to: number): Promise<void> {
  for (const { source } of await sql.all<{ source: string }>(listSources, from, to))
    await correctSource(sql, { key: to, source }, await findCorrection(sql, from, source))
}

type DocumentRow = {
  key: number
  title: string
  page_label_source: Document['pageLabelSource']
  corrected: string | null
  pages: string
}

/** Changes what a document was before its correction, and applies the correction again. */
export async function changeUncorrected(
  sql: Sql,
  at: SourceKey,
  change: (document: Correctable) => Correctable,
): Promise<void> {
  const row = await sql.get<DocumentRow>(findDocument, at.key, at.source)
  if (row === undefined) return
  const uncorrected = change(splitCorrection(toCorrectable(row)).document)
  const document = applyCorrection(uncorrected, await findCorrection(sql, at.key, at.source))
  const { title, pageLabelSource, corrected } = document
  const note = corrected === undefined ? null : JSON.stringify(corrected)
  const pages = JSON.stringify(document.pages)
  await sql.run(updateDocument, title, pageLabelSource, note, pages, at.key, row.key)
  if (pages === row.pages) return
  const numbers = document.pages.map(({ number }) => number)
  const labels = document.pages.map(({ label }) => label)
  await sql.run(updateChunks, numbers, labels, numbers, labels, at.key, row.key)
}

function toCorrectable({ title, page_label_source, corrected, pages }: DocumentRow): Correctable {
  return {
    title,
    pages: JSON.parse(pages),
    pageLabelSource: page_label_source,
    ...(corrected === null ? {} : { corrected: JSON.parse(corrected) }),
  }
}
