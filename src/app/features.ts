import type { Feature } from '../core/feature.ts'
import { citations } from '../features/citations/index.ts'
import { code } from '../features/code/index.ts'
import { crawl } from '../features/crawl/index.ts'
import { documents } from '../features/documents/index.ts'
import { facts } from '../features/facts/index.ts'
import { hansard } from '../features/hansard/index.ts'
import { knowledge } from '../features/knowledge/index.ts'
import { models } from '../features/models/index.ts'
import { system } from '../features/system/index.ts'
import { workflows } from '../features/workflows/index.ts'
import { zotero } from '../features/zotero/index.ts'

/** The built-in features, in the order in which their tools are listed. */
export const features: readonly Feature[] = [
  documents,
  citations,
  zotero,
  hansard,
  crawl,
  knowledge,
  code,
  facts,
  workflows,
  system,
  models,
]
