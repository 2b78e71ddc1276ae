import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { SituateChunks } from '../../core/ports/offers.ts'
import type { AnswerContext, AnswerRequest, CitedAnswer } from './answer/answer-question.ts'
import type { Reranked } from './answer/rerank-by-words.ts'
import type { CodeAnswer, CodeRequest } from './code-examples/search-code.ts'

/** What the tools of the knowledge base work with. */
export type Services = Host & {
  /** How the knowledge base is kept and asked. */
  knowledge: {
    /** The library that its ingest tools write to. */
    library: string
    codeExamples: boolean
    reranking: boolean
    contextual: boolean
  }
  /** A question becomes a cited answer from the shared collections, or a refusal when they do not answer it. */
  answer(request: AnswerRequest, context: AnswerContext): Promise<CitedAnswer>
  /** The language model that writes answers; null when they are the sources' own sentences. */
  writer: string | null
  /** The same hits, each read beside the question; null where the model compares whole texts only. */
  rerank(question: string, hits: readonly Hit[], signal: AbortSignal): Promise<Reranked[] | null>
  /** Blocks of code in the documents of the shared collections. */
  searchCode(request: CodeRequest, signal: AbortSignal): Promise<CodeAnswer>
  /** What the language model says about the place of each chunk in its document; null when there is no model. */
  situateChunks: SituateChunks | null
}

export const defineTool = featureTool<Services>()
