/** The types of entities. */
export const entityLabels = ['Person', 'Organisation', 'Place', 'Role', 'Work', 'Date', 'Thing'] as const
export type EntityLabel = (typeof entityLabels)[number]

/** A person or thing as a document names it. In a collection, mentions with the same key are the same entity. */
export type Mention = { key: string; name: string; label: EntityLabel }

/** The source of an observation: metadata of the record, a bibliography, a sentence, or a language model. */
type FactOrigin = 'record' | 'reference' | 'text' | 'model'

/**
 * What one passage states: subject, relation and object, and the period as far as the passage states it. Dates are ISO
 * days; `invalidAt` is the first day on which it no longer held.
 */
export type Observation = {
  subject: Mention
  relation: string
  object: Mention
  /** The statement in one sentence. */
  fact: string
  origin: FactOrigin
  /** Whether it excludes others at the same time, where its relation allows only one. */
  isExclusive: boolean
  /** Characters [start, end) of the passage in the document's Markdown. */
  start: number
  end: number
  validAt: string | null
  invalidAt: string | null
}

export type Entity = { id: string; collection: string; name: string; label: EntityLabel; createdAt: string }

/** A passage that supports a fact, as it is in the store now. */
export type FactSupport = {
  documentId: string
  title: string
  source: string
  chunkId: string | null
  chunkOrdinal: number | null
  start: number
  end: number
  /** The text of the document at the span. */
  quote: string
  origin: FactOrigin
}

/**
 * What the passages of a collection state together. `validAt` and `invalidAt` are the period in which it held;
 * `createdAt` is when it became known here, `expiredAt` when it became known that another fact had replaced it.
 */
export type Fact = {
  id: string
  collection: string
  relation: string
  fact: string
  subject: Entity
  object: Entity
  validAt: string | null
  invalidAt: string | null
  createdAt: string
  expiredAt: string | null
  /** Ordered by document and position; never empty. */
  supports: FactSupport[]
  /** Number of supporting passages; `supports` may contain fewer. */
  supportCount: number
}

/**
 * The relations that passages are read for, by their public name, and which side is exclusive. `subject`: a subject has
 * one such object at a time; `object`: an object has one such subject at a time; null: there may be many.
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
  EMPLOYED_BY: null,
  RECEIVED: null,
  EDUCATED_AT: null,
  CHILD_OF: null,
  MARRIED_TO: null,
  SIBLING_OF: null,
  AUTHORED: null,
  EDITED: null,
  PUBLISHED_IN: null,
  CITES: null,
} as const satisfies Record<string, ExclusiveSide>

type ExclusiveSide = 'subject' | 'object' | null

type RelationName = keyof typeof relations

/** Null for relations that a language model invented. */
export function exclusiveSide(relation: string): ExclusiveSide {
  // SAFETY: hasOwn is checked in the same expression.
  return Object.hasOwn(relations, relation) ? relations[relation as RelationName] : null
}
