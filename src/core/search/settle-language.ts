import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'

/** How many of the best candidates of each ranking say which language the question has. */
const voters = 10

/** What the candidates by words count, and what a question's own function words count, where all by meaning count 1. */
const votes = { byWords: 0.5, functionWords: 0.5 } as const

/** With a smaller share of the votes, the best candidates may be of the wrong language, so that feedback would drift. */
const certain = 0.8

/** A document in another language keeps at least the root of this. Few documents of a library may be in another one. */
const leastShare = 0.3

/**
 * Settles the question's language by the languages of its best candidates: short questions show none, and in a search over
 * several languages words that two of them share find documents of the wrong one. Vectors of a model that was not trained
 * for both languages cannot be compared between them, so documents of the other language count less, the fewer of them
 * are among the best; feedback learns from documents of the question's language only. Chosen in docs/decisions/032.
 */
export function settleLanguage(legs: Legs, plan: SearchPlan): SearchPlan {
  const found = new Set([...legs.candidates.values()].map(({ language }) => language))
  found.delete('und')
  const shares = countVotes(legs, plan)
  const [first] = [...shares].sort(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
  if (first === undefined || found.size < 2) return plan
  const [language, most] = first
  const total = [...shares.values()].reduce((sum, share) => sum + share, 0)
  const isCompared = (other: string) =>
    other === language || other === 'und' || (plan.reads(language) && plan.reads(other))
  return {
    ...plan,
    language,
    isCompared,
    weightsFor(other) {
      const weights = plan.weightsFor(plan.reads(language) ? other : language)
      const factor = isCompared(other) ? 1 : Math.sqrt(Math.max(leastShare, (shares.get(other) ?? 0) / most))
      return { lexical: factor * weights.lexical, dense: factor * weights.dense }
    },
    usesFeedback: plan.usesFeedback && (most > certain * total || [...shares.keys()].every(isCompared)),
  }
}

/** The votes for each known language. */
function countVotes(
  { lexical, dense, candidates }: Legs,
  { questionLanguage }: Pick<SearchPlan, 'questionLanguage'>,
): Map<string, number> {
  const shares = new Map<string, number>()
  const vote = (language: string | null | undefined, weight: number) => {
    if (language && language !== 'und') shares.set(language, (shares.get(language) ?? 0) + weight)
  }
  for (const { chunkId } of dense?.ranked.slice(0, voters) ?? [])
    vote(candidates.get(chunkId)?.language, 1 / voters)
  for (const { chunkId } of lexical?.ranked.slice(0, voters) ?? [])
    vote(candidates.get(chunkId)?.language, votes.byWords / voters)
  vote(questionLanguage, votes.functionWords)
  return shares
}
