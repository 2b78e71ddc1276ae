import { join } from 'node:path'
import type { ModelShelf } from '../core/ports/model-shelf.ts'
import { systemClock } from './clock.ts'
import type { CoreValues } from './config/settings.ts'
import { systemProcesses } from './system-processes.ts'

/** Returns the models in the home. The module that runs models is loaded at its first use. */
export function openModelShelf(values: Pick<CoreValues, 'home'>): ModelShelf {
  let opened: Promise<ModelShelf> | null = null
  const shelf = () => {
    opened ??= import('../adapters/embedders/model-shelf.ts').then(({ modelShelf }) =>
      modelShelf({
        folder: modelsFolder(values),
        cacheFolder: join(values.home, 'runtime'),
        clock: systemClock,
        processes: systemProcesses(),
      }),
    )
    return opened
  }
  return {
    list: async () => (await shelf()).list(),
    find: async name => (await shelf()).find(name),
    verify: async (model, signal) => (await shelf()).verify(model, signal),
    stage: async origin => (await shelf()).stage(origin),
    remove: async name => (await shelf()).remove(name),
    inUse: async () => (await shelf()).inUse(),
    use: async change => (await shelf()).use(change),
  }
}

/** Folder of the models in the home. */
export function modelsFolder({ home }: Pick<CoreValues, 'home'>): string {
  return join(home, 'models')
}
