/** Phrases [from, to) of a sentence. */
type Span = { from: number; to: number }

/** A noun with what is before it. `name`: the number of the phrase that names it; `head`: the noun without a name. */
export type Noun = Span & {
  type: 'noun'
  determiner: string | null
  /** Small words before the name or head, in order. */
  words: string[]
  /** Names before the name or head: "the [American] artist [T. Harrison]". */
  modifiers: number[]
  name: number | null
  head: string | null
  /** The owner: a pronoun ("his"), or the noun before "’s". */
  owner: string | Noun | null
  pronoun: string | null
  /** A date inside: "the 1931 Lorentz Medal". */
  date: number | null
}
export type Verb = Span & {
  type: 'verb'
  lemma: string
  form: 'finite' | 'participle' | 'ing' | 'infinitive'
  isPassive: boolean
  isNegative: boolean
  isPresent: boolean
  /** Whether an auxiliary stands before it. */
  hasAuxiliary: boolean
  /** "was", "is", "has": one subject. */
  isSingular: boolean
}
export type Mark = Span & {
  type: 'mark'
  kind: 'preposition' | 'and' | 'relative' | 'stop' | 'other'
  text: string
}
export type DateChunk = Span & { type: 'date'; at: number }
export type Chunk = Noun | Verb | Mark | DateChunk
