import type { Toolset } from '../contract/define-toolset.ts'
import { chooseToolsets } from '../contract/tool-table.ts'
import type { Config } from './config/load-config.ts'

/**
 * The toolsets that servers offer. The default names some that a smaller build may not have; a choice that someone
 * made must exist.
 */
export function mountedToolsets<Services>(
  all: readonly Toolset<Services>[],
  { values, origins }: Config,
): Toolset<Services>[] {
  const names = values.toolsets
  const isDefault = origins.toolsets.from === 'default'
  const choice = isDefault ? names.filter(name => all.some(toolset => toolset.name === name)) : names
  return chooseToolsets(all, choice)
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
