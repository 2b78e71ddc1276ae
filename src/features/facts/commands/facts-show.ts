import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import type { Engine } from '../../../core/engine.ts'
import { isUnfinished } from '../../../core/model/collection.ts'
import { Failure } from '../../../core/model/failure.ts'
import { drawFacts } from '../draw-facts.ts'
import type { Services } from '../services.ts'

/** `quire graph facts show <entity>`. */
export async function showFacts(
  host: CommandHost<Services>,
  { values, terminal, wantsJson }: CommandCall,
): Promise<number> {
  const { engine, facts: access } = await host.open()
  const facts = await access.open()
  const name = String(values.entity)
  const found = await facts.about({
    collections: await chosenLibraries(values.library, engine),
    name,
    limit: typeof values.limit === 'number' ? values.limit : 50,
  })
  if (found.entities.length === 0)
    throw new Failure('not_found', 'ENTITY_NOT_FOUND', `Nothing is known of "${name}".`, {
      hint: 'Build the facts first (quire graph facts build), or try another name.',
    })
  terminal.print(wantsJson ? JSON.stringify(found, null, 2) : drawFacts(found.facts))
  return 0
}

/** Those named; a person at a shell may see all of them. */
export async function chosenLibraries(named: unknown, engine: Engine): Promise<string[]> {
  if (Array.isArray(named) && named.length > 0) return named.map(String)
  const all = await engine.catalog.listCollections({ includeIsolated: true })
  return all.map(({ name }) => name).filter(name => !isUnfinished(name))
}
