import { z } from 'zod'
import { nullDefault, optional } from '../../core/contract/json-schema.ts'
import type { JsonObject } from '../../core/model/json.ts'

const texts = z.array(z.string().min(1))

/** What `options` of ingest_from_source may say. */
export const ingestOptions = z
  .strictObject({
    ocr_languages: optional(texts).describe('Languages of scanned pages, most likely first: "en", "de"'),
    references_path: optional(z.string().min(1)).describe(
      "References file to use instead of the project's: CSL-JSON, BibTeX, BibLaTeX, Better BibTeX, CSL-YAML",
    ),
    force_rebuild: z
      .boolean()
      .default(false)
      .describe(
        'Read everything again, and move the project to its configured embedding model if that differs',
      ),
    collection_key: optional(z.string().min(1)).describe('zotero: key of the collection to ingest'),
    collection: optional(z.string().min(1)).describe('zotero: name of the collection, instead of its key'),
    include_subcollections: z
      .boolean()
      .default(true)
      .describe('zotero: also what lies in collections below it'),
    include_tags: texts.default([]).describe('zotero: only items with a tag that contains any of these'),
    exclude_tags: texts.default([]).describe('zotero: no items with a tag that contains any of these'),
    include_annotations: optional(z.boolean()).describe(
      'zotero: also highlights and notes, as chunks of their own',
    ),
    prefer_zotero_fulltext: optional(z.boolean()).describe(
      "zotero: use Zotero's own text where a file has none that can be read by page",
    ),
    zotero_config: optional(
      z.strictObject({
        library_id: optional(z.string().min(1)),
        library_type: optional(z.enum(['user', 'group'])),
        api_key: optional(z.string().min(1)),
        local: optional(z.boolean()),
      }),
    ).describe('zotero: another library than the configured one'),
  })
  .nullable()
  .default(null)
  .transform(options => options ?? { ...defaults })
  .meta({
    ...nullDefault,
    description: 'How to ingest; those marked zotero only with source "zotero"',
  })

export type IngestOptions = {
  ocr_languages?: string[] | undefined
  references_path?: string | undefined
  force_rebuild: boolean
  collection_key?: string | undefined
  collection?: string | undefined
  include_subcollections: boolean
  include_tags: string[]
  exclude_tags: string[]
  include_annotations?: boolean | undefined
  prefer_zotero_fulltext?: boolean | undefined
  zotero_config?:
    | {
        library_id?: string | undefined
        library_type?: 'user' | 'group' | undefined
        api_key?: string | undefined
        local?: boolean | undefined
      }
    | undefined
}

const defaults: IngestOptions = {
  force_rebuild: false,
  include_subcollections: true,
  include_tags: [],
  exclude_tags: [],
}

/** What a job may remember of them: everything but the key. */
export function withoutSecrets(options: IngestOptions): JsonObject {
  const { zotero_config: config, ...rest } = options
  const { api_key: _, ...shown } = config ?? {}
  return JSON.parse(JSON.stringify(config === undefined ? rest : { ...rest, zotero_config: shown }))
}
