import { platform } from 'node:os'
import { type HttpClient, httpClient, httpOf } from '../../adapters/net/http.ts'
import type { OpeningHost } from '../../core/feature.ts'
import type { LibraryChoice, ReferenceLibraries } from '../../core/ports/offers.ts'
import type { ReferenceLibrary } from '../../core/ports/reference-library.ts'
import type { settings } from './settings.ts'

type Opening = OpeningHost<typeof settings>

/** Opens the user's Zotero library on first use. A call may choose another library. */
export function zoteroAccess(host: Opening): ReferenceLibraries & { close(): Promise<void> } {
  const { settings: values, environment } = host
  const opened = new Map<string, Promise<ReferenceLibrary>>()
  let http: HttpClient | null = null

  async function open(choice: LibraryChoice, isWebOnly: boolean): Promise<ReferenceLibrary> {
    const { openZotero } = await import('./open-zotero.ts')
    http ??= httpClient(httpOf(host.network))
    const settings = settingsOf(values, choice)
    const chosen = isWebOnly ? { ...settings, mode: 'web-only' as const, localUrl: null } : settings
    return openZotero(chosen, {
      http,
      clock: host.clock,
      files: host.files,
      home: environment.homedir,
      platform: platform(),
      applicationData: environment.applicationData,
      maxFileBytes: host.maxFileBytes,
    })
  }

  return {
    open(choice, { isWebOnly } = { isWebOnly: false }) {
      const key = JSON.stringify([choice, isWebOnly])
      const library = opened.get(key) ?? open(choice ?? {}, isWebOnly)
      opened.set(key, library)
      return library
    },
    defaults: {
      includeAnnotations: values['zotero.include_annotations'],
      preferFulltext: values['zotero.prefer_fulltext'],
    },
    async close() {
      for (const library of opened.values()) await library.then(found => found.close()).catch(() => {})
      await http?.close()
    },
  }
}

/** Values of the call override the settings. A key in a call means the web API, `local` means this computer. */
function settingsOf(values: Opening['settings'], choice: LibraryChoice) {
  const isLocal = choice.local === true
  const isWeb = choice.api_key !== undefined
  return {
    mode: isLocal ? ('local-only' as const) : isWeb ? ('web-first' as const) : values['zotero.mode'],
    databasePath: values['zotero.db_path'],
    storageFolder: values['zotero.storage_dir'],
    linkedBaseFolder: values['zotero.linked_dir'],
    libraryId: choice.library_id === undefined ? values['zotero.library_id'] : Number(choice.library_id),
    libraryType: choice.library_type ?? values['zotero.library_type'],
    apiKey: choice.api_key ?? values['zotero.api_key'],
    localUrl: values['zotero.local_url'],
    webUrl: values['zotero.web_url'],
  }
}
