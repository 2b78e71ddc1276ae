import type { Signal } from '@preact/signals'
import { listedTools } from '../state/catalog.ts'
import { texts } from '../texts.ts'

/** The toolsets that clients list when they choose none. */
export const usualToolsets: readonly string[] = ['documents', 'citations', 'system']

/** Lists only the tools that find and call the others. */
const lean = 'search'

/** Which tools a client lists, with what their definitions cost in every prompt. */
export function ToolsetPicker({ chosen }: { chosen: Signal<ReadonlySet<string>> }) {
  const costs = new Map<string, { tools: number; tokens: number }>()
  for (const { toolset, tokens } of listedTools.value) {
    const known = costs.get(toolset) ?? { tools: 0, tokens: 0 }
    costs.set(toolset, { tools: known.tools + 1, tokens: known.tokens + tokens })
  }
  const total = [...chosen.value].reduce((sum, name) => sum + (costs.get(name)?.tokens ?? 0), 0)
  return (
    <fieldset class="card toolsets">
      <legend>{texts.connect.toolsets}</legend>
      <p class="quiet">{texts.connect.toolsetsWhy}</p>
      <ul>
        {[...costs].map(([name, { tools, tokens }]) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={chosen.value.has(name)}
                onChange={() => {
                  const next = new Set(chosen.value)
                  if (!next.delete(name)) next.add(name)
                  chosen.value = next
                }}
              />
              <span>{name}</span>
              <span class="quiet">{texts.connect.cost(tools, tokens)}</span>
            </label>
          </li>
        ))}
      </ul>
      <p role="status">
        <strong>{texts.connect.total(total)}</strong>{' '}
        {chosen.value.size === 0 ? texts.connect.noToolset : null}
      </p>
    </fieldset>
  )
}

/** The choice as an address names it; null when it is the usual one. */
export function namedToolsets(chosen: ReadonlySet<string>): string[] | null {
  const names = [...chosen]
  const isUsual = names.length === usualToolsets.length && usualToolsets.every(name => chosen.has(name))
  if (isUsual) return null
  return names.length === 0 ? [lean] : names
}
