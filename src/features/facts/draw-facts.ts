import type { Entity, Fact } from './fact.ts'

/** Facts as a flow chart that Mermaid draws: entities as boxes, relations with the time they held. */
export function drawFacts(facts: readonly Fact[]): string {
  const entities = new Map<string, Entity>()
  for (const { subject, object } of facts) entities.set(subject.id, subject).set(object.id, object)
  const keys = new Map([...entities.keys()].map((id, at) => [id, `n${at}`]))
  const boxes = [...entities.values()].map(
    ({ id, label, name }) => `  ${keys.get(id)}["${escapeMermaid(`${label}: ${name}`)}"]`,
  )
  const lines = facts.map(
    fact =>
      `  ${keys.get(fact.subject.id)} -- "${escapeMermaid(captionOf(fact))}" --> ${keys.get(fact.object.id)}`,
  )
  return ['graph LR', ...boxes, ...lines].join('\n')
}

/** "HOLDS_OFFICE 2010-06-24 – 2013-06-27"; an end that is not known is left open. */
function captionOf({ relation, validAt, invalidAt }: Fact): string {
  if (validAt === null && invalidAt === null) return relation
  return `${relation} ${validAt ?? '…'} – ${invalidAt ?? '…'}`
}

/** Names are data: quotes and markup of Mermaid's own must not end the box they stand in. */
function escapeMermaid(text: string): string {
  return text.replace(/[&"<>#`\\]/g, character => `#${character.codePointAt(0)};`).replace(/\s+/g, ' ')
}
