import { Failure } from './failure.ts'

/** How a collection cuts documents into chunks. */
export type ChunkPolicy = {
  /** What lengths are counted in; tokens of its embedding model unless said otherwise. */
  unit?: 'characters'
  /** Largest chunk. */
  maxTokens: number
  /** How much of the end of a chunk is repeated at the start of the next one of the same section. */
  overlapTokens: number
  /** Smaller pieces are joined to a neighbour; a whole document below it is still one chunk. */
  minTokens: number
  /** How many ancestor headings are put before the text that is embedded (never before the text returned). */
  headingContext: number
}

export const documentsPolicy: ChunkPolicy = {
  maxTokens: 512,
  overlapTokens: 64,
  minTokens: 50,
  headingContext: 3,
}

/** What CiteLoom's contracts promise: 450 tokens, 60 of them repeated, two ancestor headings. */
export const citationsPolicy: ChunkPolicy = {
  maxTokens: 450,
  overlapTokens: 60,
  minTokens: 50,
  headingContext: 2,
}

/** What the Hansard contract promises: 800 characters, 150 of them repeated, and nothing added to the words spoken. */
export const speechesPolicy: ChunkPolicy = {
  unit: 'characters',
  maxTokens: 800,
  overlapTokens: 150,
  minTokens: 200,
  headingContext: 1,
}

/** A shared collection is part of "search everything"; an isolated one is reached only by its name. */
export type CollectionScope = 'shared' | 'isolated'

/** What makes a collection a project: how it is called by its users, and how it answers them. */
export type ProjectSettings = {
  /** `namespace/name`, or a plain name. */
  id: string
  /** Whether words and meaning may be searched together. */
  hybrid: boolean
  /** Hits per answer when none is asked for, and the most that may be. */
  topK: number
  maxTopK: number
  /** Longest text of a hit. */
  maxChars: number
  /** A file of bibliographic records for its documents. */
  references: string | null
  /** The embedding model it was made for, as it is chosen (`openai:text-embedding-3-small`); null: the server's. */
  embedder: string | null
  /** The project file that declared it without being trusted: nothing outside its folder is read for the project. */
  declaredIn?: string | null
}

export type Collection = {
  name: string
  scope: CollectionScope
  /** Id of the embedding model that all vectors of the collection were made with. */
  model: string
  dimensions: number
  policy: ChunkPolicy
  /** Null for libraries. */
  project: ProjectSettings | null
  createdAt: string
}

/** A collection with what a search must know of it. */
export type CollectionSummary = Collection & {
  /** Changes with every write, never back: what was answered for one version is true of it forever. */
  version: string
  /** Languages of its documents (ISO 639-1), most frequent first. */
  languages: readonly string[]
}

/** A collection as counted in the store, not as remembered. */
export type CollectionCount = CollectionSummary & { documents: number; chunks: number }

/** A version that is being built beside the one that answers. No user can give a collection such a name. */
export function unfinishedName(collection: string): string {
  return `${collection}~next`
}

export function isUnfinished(name: string): boolean {
  return name.endsWith('~next')
}

/**
 * Names what could have been meant. Isolated collections are not listed; only a caller that writes the id of a project
 * where a library belongs learns that there is one.
 */
export function collectionNotFound(
  name: string,
  all: readonly Pick<Collection, 'name' | 'scope' | 'project'>[],
): Failure {
  const shared = all.filter(({ scope }) => scope === 'shared').map(collection => collection.name)
  const project = all.find(collection => collection.project?.id === name)
  const listed = shared.length === 0 ? 'Nothing has been ingested yet.' : `There are: ${shared.join(', ')}.`
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no library "${name}".`, {
    hint:
      project === undefined
        ? listed
        : `Did you mean project ${name}? Its collection can be named as library: ${project.name}.`,
    details: { available: shared, ...(project === undefined ? {} : { project: name }) },
  })
}

/** Vectors of two models cannot be compared; both ways out are named. */
export function embeddingMismatch(collection: Pick<Collection, 'name' | 'model'>, model: string): Failure {
  return new Failure(
    'conflict',
    'EMBEDDING_MISMATCH',
    `The collection "${collection.name}" is bound to the embedding model "${collection.model}", but this server uses "${model}".`,
    {
      hint: `Either start the server with the bound model (--embedder), or delete the collection and ingest it again with "${model}".`,
      details: { collection: collection.name, bound_model: collection.model, requested_model: model },
    },
  )
}
