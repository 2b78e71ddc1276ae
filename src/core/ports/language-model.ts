export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ModelRequest = {
  messages: readonly ModelMessage[]
  /** The longest answer to request, in tokens of the model. */
  maxTokens: number
  /** A JSON schema of the answer. Endpoints that cannot follow one are asked without it: check the answer nevertheless. */
  schema?: Readonly<Record<string, unknown>>
}

export type ModelUsage = { promptTokens: number; completionTokens: number }

export type ModelAnswer = {
  text: string
  /** Whether the model stopped because it reached `maxTokens`. */
  isCut: boolean
  /** As the endpoint counted them; null when it does not report them. */
  usage: ModelUsage | null
}

/**
 * Generates text. The text is not trusted: the caller must check it against the sources it passed.
 *
 * A caller may rely on this: `onText` is called with each piece as it arrives, and the joined pieces are the answer. It
 * throws a Failure of kind `rate_limited`, `timeout`, `unavailable` or `too_large`, whose message contains the host and
 * never the key. The model's own time limit applies in addition to the signal.
 */
export interface LanguageModel {
  /** The model and its host, for messages; never contains a key. */
  readonly name: string
  complete(
    request: ModelRequest,
    context: { signal: AbortSignal; onText?: (piece: string) => void },
  ): Promise<ModelAnswer>
  close(): Promise<void>
}
