import type { FeatureContents } from '../../core/feature.ts'
import { agentQuery } from './agent-query.ts'
import { getAvailableSources } from './get-available-sources.ts'
import { ingestDocuments } from './ingest-documents.ts'
import { receiveDocuments } from './receive-documents.ts'
import { searchCodeExamples } from './search-code-examples.ts'
import { searchKnowledgeBase } from './search-knowledge-base.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
  tools: [searchKnowledgeBase, ingestDocuments, agentQuery, searchCodeExamples, getAvailableSources],
  uploads: program => {
    const filesUpload = receiveDocuments(program)
    return filesUpload === undefined ? {} : { filesUploads: [filesUpload] }
  },
}
