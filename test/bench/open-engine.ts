import { join } from 'node:path'
import { systemClock } from '../../src/app/clock.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { openParts } from '../../src/app/open-parts.ts'
import { createEngine, type Engine, type Parts } from '../../src/engine.ts'
import { testProcess } from '../contract/world.ts'

/** The program's own engine, with its defaults, in a home of its own. */
export async function openBenchEngine(home: string): Promise<{ engine: Engine; parts: Parts }> {
  const process = testProcess(home, ['--home', home])
  const config = await readConfig(process)
  const store = `sqlite:${join(home, 'quire.db')}`
  const settings = { ...config, values: { ...config.values, 'store.url': store } }
  const { parts } = await openParts(settings, { ...process, clock: systemClock })
  return { engine: createEngine(parts), parts }
}
