import type { Projects } from './projects.ts'
import type { Catalog } from './types.ts'

export type CountedProject = {
  project: string
  collection: string
  documents: number
  chunks: number
  model: string
  languages: readonly string[]
}

/** Every project with what it really holds; nothing yet where it is only declared. */
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
