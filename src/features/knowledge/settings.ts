import { setting } from '../../core/contract/setting.ts'
import { boolean } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'knowledge.agentic': setting({
    kind: boolean,
    default: false,
    description: 'Whether code examples can be searched',
    aliases: { env: ['USE_AGENTIC_RAG'] },
  }),
  'knowledge.reranking': setting({
    kind: boolean,
    default: false,
    description:
      'Whether search_knowledge_base reranks the best passages by comparing words with the question: better results, one or two seconds slower',
    aliases: { env: ['USE_RERANKING'] },
  }),
  'knowledge.reader': setting({
    kind: boolean,
    default: true,
    description:
      'Whether answers in English are chosen by the bundled model that reads the question together with each passage; without it they are found by comparing, and more questions are refused',
  }),
  'knowledge.contextual': setting({
    kind: boolean,
    default: false,
    description:
      'Whether ingest_documents embeds each passage with a sentence of the language model about its place in the document',
    aliases: { env: ['USE_CONTEXTUAL_EMBEDDINGS'] },
  }),
}
