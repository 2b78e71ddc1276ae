import {
  type ChunkPolicy,
  type Collection,
  citationsPolicy,
  isUnfinished,
  type ProjectSettings,
  unfinishedName,
} from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import { mayReach } from '../model/rights.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { Catalog } from './catalog.ts'

/** A change of a project's settings. Absent fields keep their value or get their default. */
export type ProjectChange = Partial<Omit<ProjectSettings, 'id'>> & {
  policy?: Partial<ChunkPolicy>
}

/**
 * A project that a settings file declares, and the collection that it names. One with `declaredIn` comes from an
 * untrusted file: it may create a project, but cannot change one that was created otherwise.
 */
export type DeclaredProject = ProjectChange & { id: string; collection?: string }

export type Project = ProjectSettings & {
  /** Name of its collection. */
  collection: string
  policy: ChunkPolicy
  /** The model that made its vectors. */
  model: string
  dimensions: number
  createdAt: string | null
}

export type Projects = {
  /** All projects in order of id, including declared ones that have no collection yet. */
  list(): Promise<Project[]>
  /** Returns a project; creates the collection of a declared one. Throws INVALID_PROJECT with the ids that exist. */
  require(id: string): Promise<Project>
  /** Throws PROJECT_EXISTS, and INVALID_INPUT for an invalid id. */
  add(id: string, change: ProjectChange): Promise<Project>
  set(id: string, change: ProjectChange): Promise<Project>
  /** Removes the project with all its documents. */
  remove(id: string): Promise<{ documents: number; chunks: number }>
  /** Declarations of untrusted files that are ignored, because the project was created otherwise. */
  refusedDeclarations(): Promise<readonly DeclaredProject[]>
}

export type CountedProject = {
  project: string
  collection: string
  documents: number
  chunks: number
  model: string
  languages: readonly string[]
}

type Binding = Pick<Collection, 'model' | 'dimensions' | 'embedder'>

type Parts = {
  store: Store
  clock: Clock
  /** The model that a new project is bound to unless it names another. */
  binding: () => Promise<Binding>
  declared: readonly DeclaredProject[]
}

const defaults: Omit<ProjectSettings, 'id'> = {
  hybrid: true,
  topK: 6,
  maxTopK: 20,
  maxChars: 1800,
  references: null,
  embedder: null,
}

/** Manages projects: isolated collections with an id and settings. */
export function createProjects({ store, clock, binding, declared }: Parts): Projects {
  const declaredById = new Map(declared.map(project => [project.id, project]))

  async function stored(): Promise<Project[]> {
    const collections = await store.describeCollections()
    return collections.flatMap(collection => toProject(collection, declaredById) ?? [])
  }

  async function list(): Promise<Project[]> {
    const known = await stored()
    const missing = declared.filter(
      ({ id, collection = collectionNameOf(id) }) =>
        mayReach(collection) && !known.some(project => project.id === id),
    )
    const bound = await binding()
    return [...known, ...missing.map(({ id, ...change }) => plan(id, change, bound))].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    )
  }

  async function create(project: Project): Promise<Project> {
    const taken = await store.getCollection(project.collection)
    if (taken !== null) throw nameTaken(project, taken)
    const { collection: name, policy, model, dimensions, createdAt: _, ...settings } = project
    const createdAt = clock.now()
    const made = { name, scope: 'isolated', model, dimensions, policy, project: settings, createdAt } as const
    const { embedder } = settings.embedder === null ? await binding() : {}
    await store.ensureCollection({ ...made, ...(embedder === undefined ? {} : { embedder }) })
    return { ...project, embedder: settings.embedder ?? embedder ?? null, createdAt }
  }

  async function require(id: string): Promise<Project> {
    const known = await list()
    const found = known.find(project => project.id === id)
    if (found === undefined) {
      const isLibrary = (await store.getCollection(id))?.scope === 'shared'
      throw unknownProject(id, known, isLibrary)
    }
    return found.createdAt === null ? create(found) : found
  }

  return {
    list,
    require,
    async add(id, change) {
      requireId(id)
      const known = await stored()
      if (known.some(project => project.id === id)) throw projectExists(id)
      return create(checked(plan(id, { ...change, ...declaredById.get(id) }, await binding())))
    },
    async set(id, change) {
      const project = await require(id)
      const { policy, ...settings } = change
      // A references file that the user chose may be anywhere.
      const owner = settings.references === undefined ? {} : { declaredIn: null }
      const changed = checked({ ...project, ...settings, ...owner, policy: { ...project.policy, ...policy } })
      const { collection, policy: newPolicy, model: _m, dimensions: _d, createdAt: _c, ...kept } = changed
      // A model that was chosen for the collection is no setting of the project.
      const own = (await store.getCollection(collection))?.project?.embedder ?? null
      const { embedder = own } = settings
      await store.updateCollection(collection, { policy: newPolicy, project: { ...kept, embedder } })
      return changed
    },
    async remove(id) {
      const { collection } = await require(id)
      await store.deleteCollection(unfinishedName(collection))
      return (await store.deleteCollection(collection)) ?? { documents: 0, chunks: 0 }
    },
    async refusedDeclarations() {
      const untrusted = declared.filter(({ declaredIn }) => typeof declaredIn === 'string')
      if (untrusted.length === 0) return []
      const owners = new Map((await store.describeCollections()).map(({ project }) => [project?.id, project]))
      return untrusted.filter(one => {
        const owner = owners.get(one.id)
        return owner !== undefined && owner !== null && !mayChange(one, owner)
      })
    },
  }
}

/** All projects with the number of their documents and chunks; 0 for one that is only declared. */
export async function countProjects({
  projects,
  catalog,
}: {
  projects: Projects
  catalog: Catalog
}): Promise<CountedProject[]> {
  const [known, counts] = await Promise.all([
    projects.list(),
    catalog.listCollections({ includeIsolated: true }),
  ])
  return known.map(({ id, collection, model }) => {
    const count = counts.find(({ name }) => name === collection)
    return {
      project: id,
      collection,
      documents: count?.documents ?? 0,
      chunks: count?.chunks ?? 0,
      model,
      languages: count?.languages ?? [],
    }
  })
}

/** The collection of `citeloom/clean-arch` is `proj-citeloom-clean-arch`. */
export function collectionNameOf(id: string): string {
  return `proj-${id.replaceAll('/', '-')}`
}

function plan(
  id: string,
  { collection, policy, ...settings }: Omit<DeclaredProject, 'id'>,
  { model, dimensions }: Binding,
): Project {
  return {
    ...defaults,
    ...settings,
    id,
    collection: collection ?? collectionNameOf(id),
    policy: { ...citationsPolicy, ...policy },
    model,
    dimensions,
    createdAt: null,
  }
}

/** The settings file has priority over the store. */
function toProject(collection: Collection, declared: ReadonlyMap<string, DeclaredProject>): Project | null {
  if (collection.project === null || isUnfinished(collection.name)) return null
  const declaration = declared.get(collection.project.id)
  const isFollowed = declaration !== undefined && mayChange(declaration, collection.project)
  const { id: _, policy, collection: __, ...settings } = isFollowed ? declaration : { id: '' }
  const { name, model, dimensions, createdAt } = collection
  return {
    ...defaults,
    ...collection.project,
    ...(isFollowed ? { declaredIn: null } : {}),
    ...settings,
    embedder: settings.embedder ?? collection.project.embedder ?? collection.embedder ?? null,
    collection: name,
    policy: { ...collection.policy, ...policy },
    model,
    dimensions,
    createdAt,
  }
}

/** An untrusted file may only change projects that it created. */
function mayChange({ declaredIn }: DeclaredProject, owner: ProjectSettings): boolean {
  return typeof declaredIn !== 'string' || declaredIn === owner.declaredIn
}

export function isProjectId(id: string): boolean {
  return id.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N}._-]*(\/[\p{L}\p{N}][\p{L}\p{N}._-]*)*$/u.test(id)
}

function requireId(id: string): void {
  if (isProjectId(id)) return
  throw new Failure('invalid', 'INVALID_INPUT', `"${id.slice(0, 110)}" cannot name a project.`, {
    hint: 'Use namespace/name or a plain name, of letters, digits and . _ - (at most 100 characters).',
  })
}

function checked(project: Project): Project {
  const { maxTokens, minTokens, overlapTokens } = project.policy
  const problems = [
    project.topK > project.maxTopK && `top_k (${project.topK}) is larger than max_top_k (${project.maxTopK})`,
    overlapTokens >= maxTokens &&
      `overlap_tokens (${overlapTokens}) must be smaller than max_tokens (${maxTokens})`,
    minTokens > maxTokens && `min_tokens (${minTokens}) is larger than max_tokens (${maxTokens})`,
  ].filter(problem => problem !== false)
  if (problems.length === 0) return project
  throw new Failure('invalid', 'INVALID_INPUT', `Project '${project.id}': ${problems.join('; ')}.`, {
    hint: 'Change one of the two.',
  })
}

function unknownProject(id: string, known: readonly Project[], isLibrary: boolean): Failure {
  const available = known.map(project => project.id)
  const list = available.length === 0 ? 'none' : available.join(', ')
  return new Failure(
    'not_found',
    'INVALID_PROJECT',
    `Project '${id}' not found. Available projects: ${list}`,
    {
      hint: isLibrary
        ? `There is a library of that name: use search with library "${id}".`
        : `Create it with: quire project add ${id}`,
      details: { project_id: id, available_projects: available },
    },
  )
}

function projectExists(id: string): Failure {
  return new Failure('conflict', 'PROJECT_EXISTS', `Project '${id}' already exists.`, {
    hint: `Change it with: quire project set ${id}`,
  })
}

/** The ids `a/b-c` and `a-b/c` have the same collection name, but two projects must not share a collection. */
function nameTaken(project: Project, { name, project: owner }: Collection): Failure {
  const holder = owner === null ? 'a library' : `the project '${owner.id}'`
  return new Failure(
    'conflict',
    'PROJECT_EXISTS',
    `Project '${project.id}' would use the collection "${name}", which belongs to ${holder}.`,
    { hint: 'Choose another id.' },
  )
}
