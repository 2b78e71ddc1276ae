/** What a thread that holds a model is asked for. */
export type ModelOrder = {
  texts: readonly string[]
  /** Null: the vector of each text. Otherwise how near each of these comes to the words of each text. */
  words: readonly string[] | null
}
