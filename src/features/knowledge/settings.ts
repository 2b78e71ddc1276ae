import { setting } from '../../core/contract/setting.ts'
import { boolean } from '../../core/contract/setting-kinds.ts'

/** How the knowledge base is embedded, ranked and asked. */
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
      'Whether search_knowledge_base reads the best passages again beside the question, word by word: better, and a second or two slower',
    aliases: { env: ['USE_RERANKING'] },
  }),
  'knowledge.contextual': setting({
    kind: boolean,
    default: false,
    description:
      'Whether ingest_documents embeds each passage with a sentence of the language model about its place',
    aliases: { env: ['USE_CONTEXTUAL_EMBEDDINGS'] },
  }),
}
