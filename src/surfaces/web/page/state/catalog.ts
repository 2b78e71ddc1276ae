import { computed, signal } from '@preact/signals'
import { callTool, request } from './api.ts'
import type { Library, Project } from './types.ts'

/** What the server holds and offers; loaded once, and again after a change. */
export const libraries = signal<Library[]>([])
export const projects = signal<Project[]>([])
export const openTools = signal<ReadonlySet<string>>(new Set())
export const isLoaded = signal(false)

export const documentCount = computed(() =>
  libraries.value.reduce((sum, { document_count }) => sum + document_count, 0),
)

/** Whether this server offers a tool; `--toolsets` may close some. */
export function offers(tool: string): boolean {
  return openTools.value.has(tool)
}

export async function loadCatalog(): Promise<void> {
  const { tools } = await request<{ tools: { tool: string; toolset: string }[] }>('/api/v1')
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
