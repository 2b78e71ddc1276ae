/** What an entity is, in the words that a graph is drawn with. */
export const entityLabels = ['Person', 'Organisation', 'Place', 'Role', 'Work', 'Date', 'Thing'] as const
export type EntityLabel = (typeof entityLabels)[number]

/** Someone or something as a document names it. Mentions with the same key are the same entity of a collection. */
export type Mention = { key: string; name: string; label: EntityLabel }

/** Who says so: the record's own data, a bibliography, a sentence of the text, or a language model reading one. */
export type FactOrigin = 'record' | 'reference' | 'text' | 'model'

/**
 * What one passage says: subject, relation and object, and from when to when it held as far as the passage tells. Dates
 * are ISO days; `invalidAt` is the first day on which it no longer held.
 */
export type Observation = {
  subject: Mention
  relation: string
  object: Mention
  /** The same in one sentence. */
  fact: string
  origin: FactOrigin
  /** Whether it rules out another of its kind at the same time, where its relation allows only one. */
  isExclusive: boolean
  /** Characters [start, end) of the document's Markdown that say so. */
  start: number
  end: number
  validAt: string | null
  invalidAt: string | null
}

export type Entity = { id: string; collection: string; name: string; label: EntityLabel; createdAt: string }

/** A passage that a fact rests on, as it stands in the store now. */
export type FactSupport = {
  documentId: string
  title: string
  source: string
  chunkId: string | null
  chunkOrdinal: number | null
  start: number
  end: number
  /** The document verbatim at the span. */
  quote: string
  origin: FactOrigin
}

/**
 * What the passages of a collection say together. `validAt` and `invalidAt` tell when it held; `createdAt` and
 * `expiredAt` when it became known here, and when it became known that something else had taken its place.
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
  /** In order of document and place; never empty. */
  supports: FactSupport[]
  /** How many passages say so; `supports` may hold fewer. */
  supportCount: number
}

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

type ExclusiveSide = 'subject' | 'object' | null

type RelationName = keyof typeof relations

/** Relations that a language model made up rule nothing out. */
export function exclusiveSide(relation: string): ExclusiveSide {
  // SAFETY: just checked.
  return Object.hasOwn(relations, relation) ? relations[relation as RelationName] : null
}
