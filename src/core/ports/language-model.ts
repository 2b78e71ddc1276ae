export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }

export type ModelRequest = {
  messages: readonly ModelMessage[]
  /** The longest answer to ask for, in tokens of the model. */
  maxTokens: number
}

export type ModelUsage = { promptTokens: number; completionTokens: number }

export type ModelAnswer = {
  text: string
  /** Whether the model stopped because its budget was used up rather than because it had finished. */
  isCut: boolean
  /** As the endpoint counted them; null when it does not say. */
  usage: ModelUsage | null
}

/**
 * Writes text. What it writes is never trusted: whoever asks checks it against what was given to it.
 *
 * A caller may rely on this: `onText` is told each piece as it arrives, and the pieces joined are the answer. A
 * failure is a Failure of kind `rate_limited`, `timeout`, `unavailable` or `too_large`, whose message names the
 * host and never the key. The time limit of the model holds beside the signal's.
 */
export interface LanguageModel {
  /** The model and the host it runs on, for people: never a key. */
  readonly name: string
  complete(
    request: ModelRequest,
    context: { signal: AbortSignal; onText?: (piece: string) => void },
  ): Promise<ModelAnswer>
  close(): Promise<void>
}
