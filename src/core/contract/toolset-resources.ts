import type { ResourceContext, ResourceProvider, ResourceSummary } from './resources.ts'
import type { ToolTable } from './tool-table.ts'

/** Something of a toolset that is read by its fixed address; there exactly where the toolset is mounted. */
export type ToolsetResource<Services> = Required<
  Pick<ResourceSummary, 'uri' | 'name' | 'title' | 'description' | 'mimeType'>
> & {
  /** The feature that it belongs to, whose services it is read with. */
  feature?: string
  read(context: Services & ResourceContext): Promise<string>
}

/** The resources that mounted toolsets declare, in the order of the toolsets; null when there are none. */
export function toolsetResources<Services>(
  { toolsets }: Pick<ToolTable<Services>, 'toolsets'>,
  services: (of: { feature?: string }) => Promise<Services>,
): ResourceProvider | null {
  const declared = toolsets.flatMap(toolset => toolset.resources ?? [])
  if (declared.length === 0) return null
  return {
    templates: [],
    async list() {
      return { resources: declared.map(({ read: _, feature: __, ...summary }) => summary), nextCursor: null }
    },
    async read(uri, context) {
      const found = declared.find(resource => resource.uri === uri)
      if (found === undefined) return null
      return {
        uri,
        mimeType: found.mimeType,
        text: await found.read({ ...(await services(found)), ...context }),
      }
    },
  }
}
