import type { Toolset } from '../core/contract/define-toolset.ts'
import { chooseMount, type Mount } from '../core/contract/tool-table.ts'
import type { Config } from './config/load-config.ts'
import { defaultToolsets } from './load-features.ts'

/**
 * What servers offer. The default names toolsets that a smaller build may not have; a choice that someone made must
 * exist, and is a boundary.
 */
export function mountOf<Services>(
  all: readonly Toolset<Services>[],
  { values, origins }: Config,
): Mount<Services> & { isBounded: boolean } {
  const isThere = (name: string) => all.some(toolset => toolset.name === name)
  const isBounded = origins.toolsets.from !== 'default'
  const choice = isBounded ? values.toolsets : values.toolsets.filter(isThere)
  return { ...chooseMount(all, choice, defaultToolsets.filter(isThere)), isBounded }
}

/** What tools themselves declare. */
const builtInDefault = 'default'

/** Toolsets whose `library` inputs fall back to the library that the settings name. */
export function withDefaultLibrary<Services>(
  toolsets: readonly Toolset<Services>[],
  library: string,
): readonly Toolset<Services>[] {
  if (library === builtInDefault) return toolsets
  return toolsets.map(toolset => ({
    ...toolset,
    tools: toolset.tools.map(tool => {
      const field = tool.input.shape.library
      if (field === undefined || !('defaultValue' in field.def) || field.def.defaultValue !== builtInDefault)
        return tool
      const renamed = field.clone({ ...field.def, defaultValue: library }).describe(field.description ?? '')
      return { ...tool, input: tool.input.extend({ library: renamed }) }
    }),
  }))
}
