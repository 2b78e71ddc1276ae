const negations = /\b(?:not|no|never|none|nor|neither|cannot|without|nothing|nobody)\b|n['’]t\b/i
/** Where what is denied ends and something else begins. */
const clauseBorders =
  /[,;:—–()]|[.!?](?=\s|$)|\b(?:but|and|or|which|who|that|while|although|because|unless|if|when)\b/i

type Terms = (text: string) => ReadonlySet<string>

/**
 * Whether one text denies what the other says: a word that one of them has only in a clause with a "not" stands in the
 * other only in clauses without.
 */
export function deniesOther(one: string, other: string, terms: Terms): boolean {
  const first = clausesOf(one, terms)
  const second = clausesOf(other, terms)
  return clashes(first, second) || clashes(second, first)
}

type Clauses = { denied: ReadonlySet<string>; said: ReadonlySet<string> }

function clausesOf(text: string, terms: Terms): Clauses {
  const clauses = text.split(clauseBorders).filter(clause => clause.trim() !== '')
  const union = (parts: readonly string[]) => new Set(parts.flatMap(part => [...terms(part)]))
  return {
    denied: union(clauses.filter(clause => negations.test(clause))),
    said: union(clauses.filter(clause => !negations.test(clause))),
  }
}

function clashes(denying: Clauses, saying: Clauses): boolean {
  const deniedOnly = [...denying.denied].filter(term => !denying.said.has(term))
  const shared = deniedOnly.filter(term => saying.said.has(term) || saying.denied.has(term))
  return shared.some(term => !saying.denied.has(term))
}
