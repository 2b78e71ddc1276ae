import { z } from 'zod'
import { anyLibrary } from '../../core/addresses/address.ts'
import { linkTo, placeAddress } from '../../core/addresses/links.ts'
import { query, warnings } from '../../core/contract/question-fields.ts'
import type { Citation } from './answer/extract-answer.ts'
import { defineTool } from './services.ts'

/** The number of passages that an answer may cite. */
const mostPassages = 8

const state = z.object({
  turns: z
    .array(
      z.object({
        question: z.string().max(20_000).describe('The question'),
        response: z.string().max(20_000).describe('The answer, shortened'),
      }),
    )
    .max(100)
    .describe('Earlier exchanges, oldest first'),
})

const citation = z.object({
  id: z.int().describe('The number in brackets, from 1'),
  content: z.string().describe('The passage, verbatim'),
  source: z.string().describe('Path, URL or label of the document'),
  title: z.string().describe('Title of the document'),
  url: z.string().describe('Opens the source, at the page if known'),
  section_path: z.array(z.string()).describe('Headings above what is cited, outermost first'),
  page: z.int().nullable().describe('Physical page, from 1; null when there are no pages'),
  page_label: z.string().nullable().describe('Printed page number'),
  chunk_id: z.string().describe('Id of the passage'),
  document_id: z.string().describe('Id of the document'),
})

export const agentQuery = defineTool({
  name: 'agent_query',
  title: 'Ask the knowledge base',
  description:
    'Answer a question in sentences from the stored documents, with numbered citations, or say that they do not answer it; continues a conversation. Without a language model the answer consists of the sources’ own sentences; with one, every sentence is checked against the passage it cites. Pass `state` with the next question to continue the conversation. Use search_knowledge_base for passages only.',
  asks: [
    'answer a question with sources',
    'explain something from my documents',
    'summarise what the sources say',
    'have a conversation about my documents',
    'a short answer with references',
    'compare what several sources say',
  ],
  access: 'read',
  view: 'hits',
  quotesSources: true,
  pages: {
    of: ['response', 'sentences', 'citations', 'dropped', 'searched', 'state.turns'],
    texts: ['content'],
    linkItem: ({ chunk_id }) => placeAddress({ kind: 'chunk', library: anyLibrary, id: String(chunk_id) }),
  },
  openWorld: true,
  timeoutMs: 120_000,
  failures: [],
  positionals: ['query'],
  tags: ['answer'],
  rest: { method: 'POST', path: '/api/v1/rag/agent' },
  textField: 'response',
  shell: {
    render: async () => (await import('./render.ts')).renderReply,
  },
  input: z.object({
    query,
    state: state
      .nullable()
      .default(null)
      .describe('The state of the last answer in this conversation; null starts a new one'),
  }),
  output: z.object({
    query: z.string().describe('The question'),
    response: z.string().describe('The answer with its citations, as text'),
    answered: z.boolean().describe('False when the sources do not answer the question'),
    mode: z
      .enum(['direct', 'extracted', 'written', 'not_answered'])
      .describe(
        'direct: nothing was searched; extracted: the sources’ own sentences; written: by a language model, checked',
      ),
    sentences: z
      .array(
        z.object({
          text: z.string().describe('One sentence of the answer'),
          citations: z.array(z.int()).describe('Ids of its citations'),
          support: z.enum(['verbatim', 'supported']).describe('verbatim: a sentence of the passage'),
        }),
      )
      .describe('The answer sentence by sentence'),
    citations: z.array(citation).describe('The cited passages'),
    dropped: z.array(z.string()).describe('Sentences of the language model that no passage supports'),
    searched: z.array(z.string()).describe('Searched questions, if they differ from the query'),
    confidence: z.number().nullable().describe('Confidence that the passages answer the question, 0 to 1'),
    model: z.string().nullable().describe('Language model that wrote the answer'),
    usage: z
      .object({
        calls: z.int().describe('Calls of the language model'),
        prompt_tokens: z.int().describe('Tokens it read'),
        completion_tokens: z.int().describe('Tokens it wrote'),
      })
      .nullable()
      .describe('Usage of the language model; null when none was used'),
    warnings,
    state: state.describe('Pass it with the next question'),
  }),
  async run({ answer: ask, writer, signal, progress, meaningBy }, { query, state }) {
    const answer = await ask(
      { question: query, conversation: { turns: state?.turns ?? [] }, mostPassages },
      { signal, progress, meaningBy },
    )
    return {
      query,
      response: answer.text,
      answered: answer.kind !== 'not_answered',
      mode: answer.kind,
      sentences: answer.statements,
      citations: answer.citations.map(citationOnWire),
      dropped: answer.dropped,
      searched: answer.searched,
      confidence: answer.confidence,
      model: answer.kind === 'written' ? writer : null,
      usage: answer.usage && {
        calls: answer.usage.calls,
        prompt_tokens: answer.usage.promptTokens,
        completion_tokens: answer.usage.completionTokens,
      },
      warnings: answer.warnings,
      state: { turns: [...answer.conversation.turns] },
    }
  },
})

function citationOnWire({ number, hit, path }: Citation): z.infer<typeof citation> {
  const { chunk, document, text } = hit
  const titles = chunk.sectionPath.filter(heading => heading === document.title)
  return {
    id: number,
    content: text,
    source: document.source,
    title: document.title,
    url: linkTo(document, chunk.pages),
    section_path: [...titles, ...path],
    page: chunk.pages?.first ?? null,
    page_label: chunk.pages?.firstLabel ?? null,
    chunk_id: chunk.id,
    document_id: document.id,
  }
}
