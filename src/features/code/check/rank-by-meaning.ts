import type { LikelyMember } from './name-suggester.ts'
import { byScore, nameWords, type RankedName } from './rank-names.ts'

/** Most texts embedded for one report: half a second of CPU. Other names are suggested by spelling alone. */
const mostTexts = 96
/** Most vectors cached between reports: 3 MB. */
const mostKept = 2_000
/** Words of documentation embedded with a name. Later words are mostly about conditions and exceptions. */
const docWords = 6
/** Similarity, without what all candidates have in common, below which names are unrelated (docs/decisions/009). */
const leastLikeness = 0.18
/** Similarity that each wording alone must reach. */
const leastOfEach = 0.1
/** Similarity that scores as much as a nearly identical spelling. */
const fullLikeness = 0.6

/** A text without content that is averaged in: with few candidates, their common part would be their differences. */
const neutral = { text: 'a function to do something', weight: 8 }

/** A wrong member name, with the members that may have been meant, the likeliest first. */
export type NameQuestion = { name: string; owner: string; members: readonly LikelyMember[] }

export type RankByMeaning = (
  questions: readonly NameQuestion[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<NameQuestion, RankedName[]>>

/** A model of language, such as an Embedder. */
export type NameModel = {
  /** Length of a word in the model's own tokens. */
  countTokens(word: string): number | Promise<number>
  embedDocuments(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
}

/** Ranks candidates by the meaning of their names and documentation. Caches vectors between calls. */
export function meaningRanker(model: NameModel): RankByMeaning {
  const kept = new Map<string, Float32Array>()

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<Vectors> {
    // Read before the first await: another report may clear the cache meanwhile.
    const vectors = new Map(texts.map(text => [text, kept.get(text) ?? null]))
    const missing = texts.filter(text => vectors.get(text) === null)
    const made = missing.length === 0 ? [] : await model.embedDocuments(missing, signal)
    if (kept.size + missing.length > mostKept) kept.clear()
    missing.forEach((text, at) => {
      const vector = made[at]
      if (!vector) return
      vectors.set(text, vector)
      kept.set(text, vector)
    })
    return vectors
  }

  return async (questions, signal) => {
    const plans = withinBudget(await planAll(questions, model))
    if (plans.length === 0) return new Map()
    const vectors = await embed([...new Set([neutral.text, ...plans.flatMap(textsOf)])], signal)
    return new Map(plans.map(plan => [plan.question, rank(plan, vectors)]))
  }
}

type Vectors = ReadonlyMap<string, Float32Array | null>

type Plan = {
  question: NameQuestion
  wordings: readonly string[]
  entries: readonly { name: string; text: string }[]
}

async function planAll(questions: readonly NameQuestion[], model: NameModel): Promise<Plan[]> {
  const words = [...new Set(questions.flatMap(({ name }) => nameWords(name)))]
  const areKnown = await Promise.all(words.map(word => isWord(word, model)))
  const known = new Set(words.filter((_, at) => areKnown[at]))
  return questions.flatMap(question => planFor(question, known) ?? [])
}

/** Returns the texts to compare; null if no word of the name is in the model's vocabulary. */
function planFor(question: NameQuestion, words: ReadonlySet<string>): Plan | null {
  const known = nameWords(question.name).filter(word => words.has(word))
  if (known.length === 0 || question.members.length === 0) return null
  const asked = known.join(' ')
  return {
    question,
    // Two wordings, one of them with the owner: the mean of both is more reliable than either.
    wordings: [`a function to ${asked}`, `${asked} the ${nameWords(question.owner).join(' ')}`],
    entries: question.members.map(member => ({ name: member.name, text: textOfMember(member) })),
  }
}

/** Whether a word is in the model's vocabulary: the tokenizer does not split it into very short pieces. */
async function isWord(word: string, model: NameModel): Promise<boolean> {
  const tokens = await model.countTokens(word)
  return tokens <= 1 || word.length / tokens > 2.5
}

function textOfMember({ name, doc }: LikelyMember): string {
  const words = nameWords(name).join(' ')
  const said = (doc ?? '').trim().split(/\s+/, docWords).join(' ')
  return said === '' ? words : `${words}: ${said}`
}

/**
 * The plans that fit into `mostTexts`: those with few candidates first, the members of one class counted once. Of a
 * module with more members than that, only the first are compared.
 */
function withinBudget(plans: readonly Plan[]): Plan[] {
  const counted = new Set([neutral.text])
  const smallestFirst = plans.toSorted((a, b) => a.entries.length - b.entries.length)
  return smallestFirst.flatMap(whole => {
    const room = mostTexts - 1 - whole.wordings.length
    const plan = { ...whole, entries: whole.entries.slice(0, room) }
    const fresh = new Set(textsOf(plan).filter(text => !counted.has(text)))
    if (counted.size + fresh.size > mostTexts) return []
    for (const text of fresh) counted.add(text)
    return [plan]
  })
}

function textsOf({ wordings, entries }: Plan): string[] {
  return [...wordings, ...entries.map(({ text }) => text)]
}

function rank({ wordings, entries }: Plan, vectors: Vectors): RankedName[] {
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array()
  const common = commonPart(
    entries.map(({ text }) => vectorOf(text)),
    vectorOf(neutral.text),
  )
  const asked = wordings.map(wording => without(vectorOf(wording), common))
  return entries
    .map(({ name, text }) => {
      const told = without(vectorOf(text), common)
      const found = asked.map(wording => dot(wording, told))
      const likeness = found.reduce((sum, one) => sum + one, 0) / found.length
      const isStranger = found.some(one => one < leastOfEach)
      return { name, score: isStranger ? 0 : (likeness - leastLikeness) / (fullLikeness - leastLikeness) }
    })
    .filter(({ score }) => score > 0)
    .sort(byScore)
}

/** The mean vector: all vectors of a model share a direction without meaning, and those of one class its subject. */
function commonPart(all: readonly Float32Array[], background: Float32Array): Float32Array {
  const weight = all.length + neutral.weight
  return background.map(
    (value, at) =>
      (neutral.weight * value + all.reduce((sum, vector) => sum + (vector[at] ?? 0), 0)) / weight,
  )
}

function without(vector: Float32Array, common: Float32Array): Float32Array {
  const rest = vector.map((value, at) => value - (common[at] ?? 0))
  const length = Math.sqrt(dot(rest, rest))
  return length === 0 ? rest : rest.map(value => value / length)
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
