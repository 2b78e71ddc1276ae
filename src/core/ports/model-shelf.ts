/** `embedding` models make vectors of texts; a `reranker` scores pairs of a question and a passage. */
export type ModelKind = 'embedding' | 'reranker'

/** A model in the home. */
export type ShelvedModel = {
  /** Its id at the hub (`intfloat/multilingual-e5-small`), or the name that it was imported under. */
  name: string
  kind: ModelKind
  /** The id that collections are bound to: changes with everything that changes vectors or scores. */
  id: string
  /** As the settings `embedder.model` and `reranker.model` name it. */
  choice: string
  /** Null for rerankers. */
  dimensions: number | null
  /** The longest text the model reads, in its own tokens. */
  maxTokens: number
  /** ISO 639-1; null when there are many or they are unknown. */
  languages: readonly string[] | null
  license: string | null
  /** The commit at the hub; null for an imported folder. */
  revision: string | null
  /** Size of its files. */
  bytes: number
}

/** Where the files of a model come from. */
export type ModelOrigin = { name: string; revision: string | null }

/** A folder that collects the files of a model until it is complete. */
export type StagedModel = {
  path: string
  /**
   * Reads config.json, so that a model that cannot be used is refused before its weights are fetched. Throws Failure
   * `MODEL_UNUSABLE` or `MODEL_INCOMPLETE`.
   */
  inspect(): ModelKind
  /** Runs the model once and moves it to the shelf. Throws the same failures; the files then stay where they are. */
  shelve(signal: AbortSignal): Promise<ShelvedModel>
  /** Removes the files. */
  discard(): Promise<void>
  /** Lets another process continue; the files stay, unless they were shelved or discarded. */
  release(): Promise<void>
}

/** A model that collections are, or will be, embedded with: how to open it, and the id that they are bound to. */
export type ChosenModel = { choice: string; id: string }

/** The models that processes of this home use unless a setting names others. */
export type ModelsInUse = {
  /** Null: the default of the setting. */
  embedder: ChosenModel | null
  /** The model that replaces `embedder` when every collection has been embedded again; null when none does. */
  next: ChosenModel | null
  reranker: ChosenModel | null
}

/** The models in the home, which all processes that share the home may use and change. */
export interface ModelShelf {
  /** In order of name. */
  list(): Promise<ShelvedModel[]>
  /** Returns the model of this name that was added last; null when there is none. */
  find(name: string): Promise<ShelvedModel | null>
  /**
   * Reads the files of this model again and runs it once. Throws Failure `MODEL_DAMAGED` when they are no longer those
   * that were added.
   */
  verify(model: Pick<ShelvedModel, 'name' | 'id'>, signal: AbortSignal): Promise<void>
  /**
   * Returns the folder for the files of this model. It is the same after an interruption, so that fetching continues.
   * Throws Failure `MODEL_BUSY` while another process fills it.
   */
  stage(origin: ModelOrigin): Promise<StagedModel>
  /** Removes a model with its files, also unfinished ones; false when there was none. */
  remove(name: string): Promise<boolean>
  /** Cheap enough to be called before every write. */
  inUse(): Promise<ModelsInUse>
  /** Changes what is in use; a crash leaves the old or the new state. */
  use(change: Partial<ModelsInUse>): Promise<void>
}
