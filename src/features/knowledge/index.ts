import { defineToolset } from '../../core/contract/define-toolset.ts'
import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import type { Services } from '../services.ts'
import { agentQuery } from './agent-query.ts'
import { getAvailableSources } from './get-available-sources.ts'
import { ingestDocuments } from './ingest-documents.ts'
import { searchCodeExamples } from './search-code-examples.ts'
import { searchKnowledgeBase } from './search-knowledge-base.ts'

export const knowledge = defineToolset<Services>({
  name: 'knowledge',
  codeFolder: 'mongo_rag',
  title: 'Knowledge',
  description:
    'Ask a knowledge base of documents and web pages: passages, cited answers, code examples, sources.',
  tools: [searchKnowledgeBase, ingestDocuments, agentQuery, searchCodeExamples, getAvailableSources],
  wordFailure: errorEnvelope,
})
