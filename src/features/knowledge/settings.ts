import { boolean, integer, optional, text, url } from '../../core/contract/setting-kinds.ts'
import { setting } from '../../core/contract/setting.ts'

/** How the knowledge base answers, and the language model that may write for it. */
export const knowledgeSettings = {
  'llm.url': setting({
    kind: optional(url),
    default: null,
    description:
      'OpenAI-compatible endpoint that writes answers; without it they are the sources’ own sentences',
    aliases: { env: ['LLM_BASE_URL'] },
  }),
  'llm.key': setting({
    kind: optional(text),
    default: null,
    description: 'Key for that endpoint',
    secret: 'whole',
    aliases: { env: ['LLM_API_KEY'] },
    sentTo: 'llm.url',
  }),
  'llm.model': setting({
    kind: optional(text),
    default: null,
    description: 'Model to ask for at that endpoint',
    aliases: { env: ['LLM_MODEL'] },
  }),
  'llm.timeout_seconds': setting({
    kind: integer(1, 600),
    default: 60,
    description: 'How long one answer of it may take',
  }),
  'llm.max_tokens': setting({
    kind: integer(16, 32_768),
    default: 800,
    description: 'Longest answer to ask it for',
  }),
  'llm.context_tokens': setting({
    kind: integer(256, 1_000_000),
    default: 6000,
    description: 'Most text of passages to send it with a question',
  }),
  'knowledge.library': setting({
    kind: text,
    default: 'knowledge',
    description: 'Library that ingest_documents and the crawl tools write to',
  }),
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
