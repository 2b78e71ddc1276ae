import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { findChunks } from './find-chunks.ts'
import { formatCitation } from './format-citation.ts'
import { getPassage } from './get-passage.ts'
import { ingestFromSource } from './ingest-from-source.ts'
import { inspectCollection } from './inspect-collection.ts'
import { listProjects } from './list-projects.ts'
import { query } from './query.ts'
import { queryHybrid } from './query-hybrid.ts'
import { storeChunks } from './store-chunks.ts'
import { verifyCitation } from './verify-citation.ts'
import { wordFailure } from './word-failure.ts'

export const citations = defineToolset<Services>({
  name: 'citations',
  title: 'Citations',
  description:
    'Projects of papers and books: ingest them with their references, find passages, cite and verify.',
  tools: [
    queryHybrid,
    query,
    findChunks,
    getPassage,
    verifyCitation,
    formatCitation,
    ingestFromSource,
    storeChunks,
    inspectCollection,
    listProjects,
  ],
  wordFailure,
  stampValue: (value, correlationId) => ({ ...value, correlation_id: correlationId }),
})
