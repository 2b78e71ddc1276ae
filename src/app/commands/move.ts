import { hostname } from 'node:os'
import { join } from 'node:path'
import { pid } from 'node:process'
import { analyzer } from '../../adapters/analyzers/analyzer.ts'
import { folderMemory } from '../../adapters/sources/folder-memory.ts'
import {
  openRemainder,
  openShared,
  openStore,
  openTables,
  openTokenBook,
} from '../../adapters/stores/index.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../core/model/failure.ts'
import type { MoveEnd } from '../../core/move/move-ends.ts'
import { moveStore } from '../../core/move/move-store.ts'
import type { Tables } from '../../core/ports/store.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/load-config.ts'
import { storeUrl } from '../open-engine-parts.ts'
import { openOriginals } from '../open-originals.ts'

/** `quire move --from … --to …`: copies everything that is stored from one store to another, and compares it. */
export async function move(app: App, { values, terminal, wantsJson, signal }: CommandCall): Promise<number> {
  const config = await app.config()
  const addressOf = (value: unknown) => {
    const given = typeof value === 'string' ? { 'store.url': readAddress(value, app.world.env) } : {}
    return storeUrl({ ...config.values, ...given })
  }
  const urls = { from: addressOf(values.from), to: addressOf(values.to) }
  if (urls.from === urls.to)
    throw new Failure('invalid', 'INVALID_INPUT', '--from and --to are the same store.', {
      hint: 'Name the other one: --to postgres://…, --to sqlite:FILE or --to env:NAME.',
    })
  const bar = openProgressBar(terminal)
  const from = await openEnd(urls.from, config.values)
  const withoutBucket = { ...config.values, 'originals.bucket': null }
  const to = await openEnd(urls.to, values.without_bucket === true ? withoutBucket : config.values)
  try {
    const collections = (await from.store.describeCollections()).map(({ name }) => name)
    if (collections.length === 0)
      throw new Failure('not_found', 'STORE_NOT_FOUND', `${from.store.description} has no libraries.`, {
        hint: 'Nothing has been stored yet, or --from names another place.',
      })
    const context = { analyzer: analyzer(), signal, progress: bar.report }
    const report = await moveStore({ from, to }, context)
    const tables = (url: string) => {
      return <Access>(of: Tables<Access>) => openTables(url, of, { clock: systemClock })
    }
    const ofFeatures: Record<string, number> = {}
    for (const feature of config.features)
      Object.assign(
        ofFeatures,
        await feature.moveTables?.({ from: tables(urls.from), to: tables(urls.to), collections, signal }),
      )
    bar.close()
    const ends = { from: from.store.description, to: to.store.description }
    const whole = { ...ends, ...report, ...ofFeatures }
    if (wantsJson) terminal.print(JSON.stringify(whole, null, 2))
    else {
      const { style } = terminal
      const counts = `${report.documents} documents, ${report.chunks} passages, each compared with its copy`
      terminal.print(`${style.good('moved')}  ${whole.from} → ${whole.to}  ${style.dim(counts)}`)
      terminal.print(
        `Use it from now on: --store, QUIRE_STORE, or store.url in the settings. ${whole.from} is unchanged.`,
      )
    }
    const { asked, equal } = report.searches
    if (equal < asked)
      terminal.note(
        `${terminal.noteStyle.warn('warning:')} ${asked - equal} of ${asked} searches found other passages: words are analysed anew, and a large library may be searched by an index that estimates.`,
      )
    return 0
  } finally {
    bar.close()
    await from.close()
    await to.close()
  }
}

/** `env:NAME` is the address in an environment variable: on a command line, other users could read a password. */
function readAddress(value: string, env: Readonly<Record<string, string | undefined>>): string {
  const name = /^env:(\w+)$/.exec(value)?.[1]
  if (name === undefined) return value
  const address = env[name]
  if (address === undefined || address === '')
    throw new Failure('invalid', 'INVALID_INPUT', `The environment variable ${name} is not set.`, {
      hint: 'It must hold the address of a store, such as postgres://user:password@host/database.',
    })
  return address
}

/** A store with what belongs to its documents: in the database of a server, or in the home beside a file. */
async function openEnd(url: string, values: Config['values']): Promise<MoveEnd & { close(): Promise<void> }> {
  const options = { clock: systemClock }
  const store = await openStore(url, options)
  const remainder = await openRemainder(url, options)
  const tokens = await openTokenBook(url, options)
  const shared = await openShared(url, options)
  const keeping = { isOn: true, maxBytes: Number.POSITIVE_INFINITY }
  const host = hostname()
  const kept = await openOriginals(values, { ...options, shared, keeping })
  return {
    store,
    remainder,
    tokens,
    originals: kept.originals,
    folders:
      shared?.folderMemory({ host }) ??
      folderMemory({ home: join(values.home, 'folders'), host, process: String(pid) }),
    async close() {
      for (const part of [tokens, remainder, shared, store, kept]) await part?.close()
    },
  }
}
