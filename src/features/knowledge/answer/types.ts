import type { Deadline } from '../../../core/model/deadline.ts'
import type { Hit } from '../../../core/model/hit.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import type { LanguageModel } from '../../../core/ports/language-model.ts'
import type { Store } from '../../../core/ports/store.ts'

/** What the answer walk needs from the world. */
export type AnswerParts = {
  /** The best passages for a question, best first. */
  search(
    text: string,
    limit: number,
    until: { signal: AbortSignal; meaningBy?: Deadline },
  ): Promise<{ hits: Hit[]; warnings: string[]; lacksMeaning?: true }>
  /** Collections that `search` looks in. */
  collections(): Promise<{ names: string[]; languages: string[] }>
  store: Pick<Store, 'listTerms' | 'countChunks' | 'loadVectors'>
  embedder: Pick<Embedder, 'id' | 'embedQuery' | 'embedDocuments' | 'compareWords' | 'isLocal'>
  analyzer: Pick<Analyzer, 'analyze' | 'analyzeQuery'>
  /** Without one, answers are the sources' own sentences. */
  model: AnswerModel | null
}

export type AnswerModel = {
  model: LanguageModel
  /** The longest answer, and the most text of passages that is sent along; both in tokens. */
  maxTokens: number
  contextTokens: number
  countTokens(text: string): number
}

/** One exchange of a conversation. */
export type Turn = { question: string; response: string }

/** A conversation belongs to the caller: it is handed in and handed back, and nothing of it is kept here. */
export type Conversation = { turns: readonly Turn[] }

export type AnswerRequest = {
  question: string
  conversation: Conversation
  /** How many passages may be cited. */
  mostPassages: number
}

export type AnswerContext = {
  signal: AbortSignal
  progress: ReportProgress
  /** Until when to wait for the embedding model; words alone decide after that. For ever unless given. */
  meaningBy?: Deadline
}

/** A passage that the answer rests on. `number` is how the answer refers to it, from 1. */
export type Citation = { number: number; hit: Hit }

/** A sentence of the answer with the passages it rests on. */
export type Statement = {
  text: string
  citations: number[]
  /** verbatim: the passage's own words; supported: checked against it. */
  support: 'verbatim' | 'supported'
}

/**
 * direct: about the conversation itself, nothing was searched. extracted: the sources' own sentences. written: prose
 * of a language model, checked. not_answered: the sources do not answer the question.
 */
export type AnswerKind = 'direct' | 'extracted' | 'written' | 'not_answered'

export type Answer = {
  kind: AnswerKind
  text: string
  statements: Statement[]
  citations: Citation[]
  /** Sentences of the model that its passages do not bear out; they are not part of the text. */
  dropped: string[]
  /** What was searched for, where that is not the question itself. */
  searched: string[]
  /** How sure it is that the passages answer the question, 0…1; null when nothing was searched. */
  confidence: number | null
  usage: { calls: number; promptTokens: number; completionTokens: number } | null
  warnings: string[]
  conversation: Conversation
}
