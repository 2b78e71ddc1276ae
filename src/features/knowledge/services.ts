import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { SituateChunks } from '../../core/ports/offers.ts'
import type { AnswerContext, AnswerRequest, CitedAnswer } from './answer/answer-question.ts'
import type { Reranked, RerankRequest } from './answer/rerank-by-words.ts'
import type { CodeAnswer, CodeRequest } from './code-examples/search-code.ts'

/** The host and the knowledge base, as the knowledge tools receive them. */
export type Services = Host & {
  /** Settings of the knowledge base. */
  knowledge: {
    /** The library that the ingest tools write to. */
    library: string
    codeExamples: boolean
    reranking: boolean
    contextual: boolean
  }
  /** Returns a cited answer from the shared collections, or a refusal if they do not answer the question. */
  answer(request: AnswerRequest, context: AnswerContext): Promise<CitedAnswer>
  /** Name of the language model that writes answers; null if answers are sentences copied from the sources. */
  writer: string | null
  /** Scores each hit again by comparing it with the question in detail; null if the model cannot do that. */
  rerank(request: RerankRequest, signal: AbortSignal): Promise<Reranked[] | null>
  /** Finds blocks of code in the documents of the shared collections. */
  searchCode(request: CodeRequest, signal: AbortSignal): Promise<CodeAnswer>
  /** Asks the language model to describe where each chunk is in its document; null if there is no model. */
  situateChunks: SituateChunks | null
}

export const defineTool = featureTool<Services>()
