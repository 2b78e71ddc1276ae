import { platform } from 'node:os'
import { type HttpClient, httpClient } from '../adapters/net/http.ts'
import type { Clock } from '../ports/clock.ts'
import type { ReferenceLibrary } from '../ports/reference-library.ts'
import type { FileReader } from '../ports/source-reader.ts'
import type { ZoteroAccess, ZoteroChoice } from '../toolsets/services.ts'
import type { SettingValues } from './config/settings.ts'
import { httpOptions } from './http-options.ts'

type Parts = { files: FileReader; clock: Clock; homedir: string; applicationData: string | null }

/** The user's Zotero library, opened by first use; a call may name another one. */
export function zoteroAccess(values: SettingValues, parts: Parts): ZoteroAccess & { close(): Promise<void> } {
  const opened = new Map<string, Promise<ReferenceLibrary>>()
  let http: HttpClient | null = null

  async function open(choice: ZoteroChoice, isWebOnly: boolean): Promise<ReferenceLibrary> {
    const { openZotero } = await import('../adapters/zotero/open-zotero.ts')
    http ??= httpClient(httpOptions(values))
    const settings = settingsOf(values, choice)
    const mode = isWebOnly ? 'web-only' : settings.mode
    return openZotero(
      { ...settings, mode, ...(isWebOnly ? { localUrl: null } : {}) },
      {
        http,
        clock: parts.clock,
        files: parts.files,
        home: parts.homedir,
        platform: platform(),
        applicationData: parts.applicationData,
        maxFileBytes: values['files.max_bytes'],
      },
    )
  }

  return {
    open(choice, { isWebOnly } = { isWebOnly: false }) {
      const key = JSON.stringify([choice, isWebOnly])
      const library = opened.get(key) ?? open(choice ?? {}, isWebOnly)
      opened.set(key, library)
      return library
    },
    async close() {
      for (const library of opened.values()) await library.then(found => found.close()).catch(() => {})
      await http?.close()
    },
  }
}

/** What a call says comes before what is set. A key in a call means the web, `local` means this computer. */
function settingsOf(values: SettingValues, choice: ZoteroChoice) {
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
