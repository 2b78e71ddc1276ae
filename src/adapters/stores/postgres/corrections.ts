import {
  applyCorrection,
  type Correctable,
  type Correction,
  isEmptyCorrection,
  splitCorrection,
} from '../../../core/model/correction.ts'
import type { Document } from '../../../core/model/document.ts'
import { type CorrectionRow, toCorrection } from '../common/correction-row.ts'
import type { Sql } from './database.ts'
import { insertMetadata } from './metadata-values.ts'
import { noteChanges } from './outbox.ts'

const find = 'SELECT title, labels, reference FROM quire.corrections WHERE collection = ? AND source = ?'
const save = `INSERT INTO quire.corrections (collection, source, title, labels, reference) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (collection, source) DO UPDATE
  SET title = excluded.title, labels = excluded.labels, reference = excluded.reference`
const forget = 'DELETE FROM quire.corrections WHERE collection = ? AND source = ?'
const listSources = 'SELECT DISTINCT source FROM quire.corrections WHERE collection IN (?, ?)'
const findDocument = `SELECT key, title, metadata, page_label_source, corrected, pages, first_chunk AS "firstChunk",
  chunk_count AS "chunkCount" FROM quire.documents
  WHERE collection = ? AND source = ?`
const updateDocument = `UPDATE quire.documents SET title = ?, page_label_source = ?, corrected = ?, pages = ?
  WHERE collection = ? AND key = ?`
const updateMetadata = 'UPDATE quire.documents SET metadata = ? WHERE collection = ? AND key = ?'
const forgetMetadata = 'DELETE FROM quire.metadata_values WHERE collection = ? AND document = ?'
const updateChunks = `UPDATE quire.chunks SET
  first_label = (SELECT label FROM unnest(?::int[], ?::text[]) AS pages (number, label) WHERE number = first_page LIMIT 1),
  last_label = (SELECT label FROM unnest(?::int[], ?::text[]) AS pages (number, label) WHERE number = last_page LIMIT 1)
  WHERE collection = ? AND document = ? AND first_page IS NOT NULL AND last_page IS NOT NULL`

/** Identifies a source: the key of its collection and its name. */
export type SourceKey = { key: number; source: string }

/** The functions of this file run inside a transaction. */
export async function findCorrection(sql: Sql, key: number, source: string): Promise<Correction | null> {
  const row = await sql.get<CorrectionRow>(find, key, source)
  return row === undefined ? null : toCorrection(row)
}

/** Null, or a correction of nothing, removes it. */
export async function saveCorrection(
  sql: Sql,
  { key, source }: SourceKey,
  correction: Correction | null,
): Promise<void> {
  if (correction === null || isEmptyCorrection(correction)) {
    await sql.run(forget, key, source)
    return
  }
  const { title, labels, reference } = correction
  const written = reference === undefined ? null : JSON.stringify(reference)
  await sql.run(save, key, source, title, JSON.stringify(labels), written)
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
  metadata: string
  page_label_source: Document['pageLabelSource']
  corrected: string | null
  pages: string
  firstChunk: number
  chunkCount: number
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
  const metadata = JSON.stringify(document.metadata)
  if (metadata !== row.metadata) {
    await sql.run(updateMetadata, metadata, at.key, row.key)
    await sql.run(forgetMetadata, at.key, row.key)
    await insertMetadata(sql, { collection: at.key, key: row.key }, document.metadata)
    await noteChanges(sql, at.key, [[row.firstChunk, row.firstChunk + row.chunkCount]])
  }
  if (pages === row.pages) return
  const numbers = document.pages.map(({ number }) => number)
  const labels = document.pages.map(({ label }) => label)
  await sql.run(updateChunks, numbers, labels, numbers, labels, at.key, row.key)
}

function toCorrectable({ title, metadata, page_label_source, corrected, pages }: DocumentRow): Correctable {
  return {
    title,
    metadata: JSON.parse(metadata),
    pages: JSON.parse(pages),
    pageLabelSource: page_label_source,
    ...(corrected === null ? {} : { corrected: JSON.parse(corrected) }),
  }
}
