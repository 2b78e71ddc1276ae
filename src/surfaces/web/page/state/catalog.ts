import { computed, signal } from '@preact/signals'
import { callTool, request } from './api.ts'
import type { Library, Project } from './types.ts'

type ListedTool = { tool: string; toolset: string; tokens: number }

/** What the server holds and offers; loaded once, and again after a change. */
export const libraries = signal<Library[]>([])
export const projects = signal<Project[]>([])
export const openTools = signal<ReadonlySet<string>>(new Set())
/** The tools as the server lists them, with what their definitions cost in the prompt of a model. */
export const listedTools = signal<readonly ListedTool[]>([])
export const isLoaded = signal(false)

export const documentCount = computed(() =>
  libraries.value.reduce((sum, { document_count }) => sum + document_count, 0),
)

/** People know a project by its own name, not by that of its collection. */
export function nameOfLibrary(library: string): string {
  return projects.value.find(({ collection }) => collection === library)?.id ?? library
}

/** Whether this server offers a tool; `--toolsets` may close some. */
export function offers(tool: string): boolean {
  return openTools.value.has(tool)
}

export async function loadCatalog(): Promise<void> {
  const { tools } = await request<{ tools: ListedTool[] }>('/api/v1')
  listedTools.value = tools
  openTools.value = new Set(tools.map(({ tool }) => tool))
  const [found, listed] = await Promise.all([
    offers('list_libraries')
      ? callTool<{ libraries: Library[] }>('documents/list_libraries')
      : { libraries: [] },
    offers('list_projects') ? callTool<{ projects: Project[] }>('citations/list_projects') : { projects: [] },
  ])
  libraries.value = found.libraries
  projects.value = listed.projects
  isLoaded.value = true
}
