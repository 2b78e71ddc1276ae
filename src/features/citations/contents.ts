import type { FeatureContents } from '../../core/feature.ts'
import { formatCitation } from './format-citation.ts'
import { getPassage } from './get-passage.ts'
import { ingestFromSource } from './ingest-from-source.ts'
import { inspectCollection } from './inspect-collection.ts'
import { listProjects } from './list-projects.ts'
import { matchReferences } from './match-references.ts'
import { findChunks, query, queryHybrid } from './query.ts'
import { receiveManuscript } from './receive-manuscript.ts'
import type { Services } from './services.ts'
import { storeChunks } from './store-chunks.ts'
import { verifyCitation } from './verify-citation.ts'
import { verifyManuscript } from './verify-manuscript.ts'

export const contents: FeatureContents<Services> = {
  tools: [
    queryHybrid,
    query,
    findChunks,
    getPassage,
    verifyCitation,
    verifyManuscript,
    formatCitation,
    matchReferences,
    ingestFromSource,
    storeChunks,
    inspectCollection,
    listProjects,
  ],
  uploads: program => {
    const filesUpload = receiveManuscript(program)
    return filesUpload === undefined ? {} : { filesUploads: [filesUpload] }
  },
}
