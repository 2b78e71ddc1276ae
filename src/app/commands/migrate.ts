import { grantRole, openJobLedger, openStore, openTables } from '../../adapters/stores/index.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { Tables } from '../../core/ports/store.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { storeUrl } from '../open-engine-parts.ts'

/** `quire migrate`: creates the tables of the store and of all features, or brings them to the current version. */
export async function migrate(app: App, { values, terminal, wantsJson }: CommandCall): Promise<number> {
  const config = await app.config()
  const url = storeUrl(config.values)
  const options = { clock: systemClock }
  const store = await openStore(url, options)
  const ledger = await openJobLedger(url, options)
  try {
    await store.describeCollections()
    await ledger.list({ states: null, limit: 1 })
    const open = <Access>(tables: Tables<Access>) => openTables(url, tables, options)
    for (const feature of config.features) await feature.prepareTables?.(open)
    const role = typeof values.grant === 'string' ? values.grant : null
    if (role !== null) await grantRole(url, role, options)
    const report = { store: store.description, schema: store.schemaVersion, granted: role }
    terminal.print(
      wantsJson
        ? JSON.stringify(report, null, 2)
        : `${terminal.style.good('ready')}  ${report.store}  ${terminal.style.dim(
            `schema ${report.schema}${role === null ? '' : `; ${role} may read and write`}`,
          )}`,
    )
    return 0
  } finally {
    await ledger.close()
    await store.close()
  }
}
