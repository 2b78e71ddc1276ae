import {
  applyCorrection,
  type Correctable,
  type Correction,
  isEmptyCorrection,
  splitCorrection,
} from '../../../core/model/correction.ts'
import type { Document } from '../../../core/model/document.ts'
import { type CorrectionRow, toCorrection } from '../common/correction-row.ts'
import type { Database } from './database.ts'
import { insertMetadata } from './metadata-values.ts'

const find = 'SELECT title, labels, reference FROM corrections WHERE collection_key = ? AND source = ?'
const save =
  'INSERT OR REPLACE INTO corrections (collection_key, source, title, labels, reference) VALUES (?, ?, ?, ?, ?)'
const forget = 'DELETE FROM corrections WHERE collection_key = ? AND source = ?'
const listSources = 'SELECT source FROM corrections WHERE collection_key IN (?, ?)'
const findDocument = `SELECT documents.key, title, metadata, page_label_source, corrected, pages
  FROM documents JOIN page_maps ON document_key = documents.key WHERE collection_key = ? AND source = ?`
const updateDocument = 'UPDATE documents SET title = ?, page_label_source = ?, corrected = ? WHERE key = ?'
const updateMetadata = 'UPDATE documents SET metadata = ? WHERE key = ?'
const forgetMetadata = 'DELETE FROM metadata_values WHERE document_key = ?'
const updatePages = 'UPDATE page_maps SET pages = ? WHERE document_key = ?'
const listChunks = 'SELECT key, first_page AS first, last_page AS last FROM chunks WHERE document_key = ?'
const updateChunk = 'UPDATE chunks SET first_label = ?, last_label = ? WHERE key = ?'

/** Identifies a source: the key of its collection and its name. */
export type SourceKey = { key: number; source: string }

/** The functions of this file run inside a transaction. */
export function findCorrection(database: Database, key: number, source: string): Correction | null {
  const row = database.get<CorrectionRow>(find, key, source)
  return row === undefined ? null : toCorrection(row)
}

/** Null, or a correction of nothing, removes it. */
export function saveCorrection(
  database: Database,
  { key, source }: SourceKey,
  correction: Correction | null,
): void {
  if (correction === null || isEmptyCorrection(correction)) database.run(forget, key, source)
  else {
    const { title, labels, reference } = correction
    const written = reference === undefined ? null : JSON.stringify(reference)
    database.run(save, key, source, title, JSON.stringify(labels), written)
  }
}

/** Replaces the correction of a source, and corrects its document if there is one. */
export function correctSource(database: Database, at: SourceKey, correction: Correction | null): void {
  saveCorrection(database, at, correction)
  changeUncorrected(database, at, document => document)
}

/** Gives all corrections of a collection to the one that replaces it, which may have older ones. */
export function moveCorrections(database: Database, from: number, to: number): void {
  for (const { source } of database.all<{ source: string }>(listSources, from, to))
    correctSource(database, { key: to, source }, findCorrection(database, from, source))
}

/** Changes what a document was before its correction, and applies the correction again. */
export function changeUncorrected(
  database: Database,
  at: SourceKey,
  change: (document: Correctable) => Correctable,
): void {
  const row = database.get<DocumentRow>(findDocument, at.key, at.source)
  if (row === undefined) return
  const stored = toCorrectable(row)
  const uncorrected = change(splitCorrection(stored).document)
  const document = applyCorrection(uncorrected, findCorrection(database, at.key, at.source))
  const { title, pageLabelSource, corrected, pages } = document
  const note = corrected === undefined ? null : JSON.stringify(corrected)
  database.run(updateDocument, title, pageLabelSource, note, row.key)
  const metadata = JSON.stringify(document.metadata)
  if (metadata !== row.metadata) {
    database.run(updateMetadata, metadata, row.key)
    database.run(forgetMetadata, row.key)
    insertMetadata(database, {
      collectionKey: at.key,
      documentKey: row.key,
      metadata: document.metadata,
    })
  }
  const written = JSON.stringify(pages)
  if (written === row.pages) return
  database.run(updatePages, written, row.key)
  relabelChunks(database, row.key, document)
}

type DocumentRow = {
  key: number
  title: string
  metadata: string
  page_label_source: Document['pageLabelSource']
  corrected: string | null
  pages: string
}

function toCorrectable({
  title,
  metadata,
  page_label_source: pageLabelSource,
  corrected,
  pages,
}: DocumentRow): Correctable {
  return {
    title,
    metadata: JSON.parse(metadata),
    pages: JSON.parse(pages),
    pageLabelSource,
    ...(corrected === null ? {} : { corrected: JSON.parse(corrected) }),
  }
}

function relabelChunks(database: Database, documentKey: number, { pages }: Correctable): void {
  const labels = new Map(pages.map(({ number, label }) => [number, label]))
  const chunks = database.all<{ key: number; first: number | null; last: number | null }>(
    listChunks,
    documentKey,
  )
  for (const { key, first, last } of chunks)
    if (first !== null && last !== null)
      database.run(updateChunk, labels.get(first) ?? null, labels.get(last) ?? null, key)
}
