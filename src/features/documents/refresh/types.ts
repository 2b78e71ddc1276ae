import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { JsonObject } from '../../../core/model/json.ts'

/** One thing to bring level, in one library. */
export type RefreshTarget = { library: string } & (
  | { kind: 'folder'; folder: string; recursive: boolean }
  /** A folder that is not there, with the documents that came from it. */
  | { kind: 'absent'; folder: string; documents: readonly DocumentSummary[] }
  | { kind: 'file'; path: string; document: DocumentSummary | null }
  /** Fetched by ingest_url. */
  | { kind: 'address'; document: DocumentSummary }
  /** Fetched by a crawl. */
  | { kind: 'page'; document: DocumentSummary }
  /** A crawl that can be repeated as it was asked for. */
  | { kind: 'site'; input: JsonObject; documents: readonly DocumentSummary[] }
)

export type RefreshPlan = {
  kind: 'folder' | 'file' | 'page' | 'site' | 'library'
  targets: RefreshTarget[]
  warnings: string[]
}

export type RefreshChoices = {
  recursive: boolean
  ocrLanguages: readonly string[] | null
  forgetVanished: boolean
  isDryRun: boolean
}

/** What became of a target; names are whole paths and addresses. */
export type Refreshed = { unchanged: number; items: LevelItem[]; warnings?: string[] }
