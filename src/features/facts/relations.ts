/**
 * Every relation that passages are read for, by the name it has on the wire, and what it rules out. `subject`: a subject
 * has one such object at a time; `object`: an object has one such subject at a time; null: there may be many.
 */
export const relations = {
  MEMBER_OF_PARTY: 'subject',
  REPRESENTS: 'subject',
  SITS_IN: 'subject',
  HOLDS_OFFICE: 'object',
  MEMBER_OF: null,
  IS_A: null,
  SUCCEEDED: null,
  FOUNDED: null,
  FOUNDED_IN: null,
  LOCATED_IN: null,
  BORN_IN: null,
  DIED_IN: null,
  ACQUIRED: null,
  MERGED_WITH: null,
  AUTHORED: null,
  EDITED: null,
  PUBLISHED_IN: null,
  CITES: null,
} as const satisfies Record<string, ExclusiveSide>

export type ExclusiveSide = 'subject' | 'object' | null

export type RelationName = keyof typeof relations

/** Relations that a language model made up rule nothing out. */
export function exclusiveSide(relation: string): ExclusiveSide {
  // SAFETY: just checked.
  return Object.hasOwn(relations, relation) ? relations[relation as RelationName] : null
}
