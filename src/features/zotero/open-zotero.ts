import type { HttpClient } from '../../adapters/net/http.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { ReferenceLibrary } from '../../core/ports/reference-library.ts'
import type { FileReader } from '../../core/ports/source-reader.ts'
import { betterBibtex } from './api/better-bibtex.ts'
import { zoteroApi } from './api/zotero-api.ts'
import type { GenerateCitekey } from './build-items.ts'
import { findZoteroData, zoteroDataAt } from './local/find-zotero-data.ts'
import { zoteroDatabase } from './local/zotero-database.ts'
import type { LibrarySource } from './source-group.ts'
import { type ZoteroMode, zoteroLibrary } from './zotero-library.ts'

export type ZoteroSettings = {
  mode: ZoteroMode
  /** Path of `zotero.sqlite` or of its folder; null searches the usual places. */
  databasePath: string | null
  /** Null: `storage` beside the database. */
  storageFolder: string | null
  /** Null: as in Zotero's own settings. */
  linkedBaseFolder: string | null
  /** The number of the library at zotero.org; null: the web API is not used. */
  libraryId: number | null
  libraryType: 'user' | 'group'
  apiKey: string | null
  /** Where the running Zotero listens; null: it is not used. */
  localUrl: string | null
  webUrl: string
}

export type ZoteroParts = {
  http: HttpClient
  clock: Clock
  files: FileReader
  home: string
  platform: NodeJS.Platform
  applicationData?: string | null
  generateCitekey?: GenerateCitekey
  temporaryFolder?: string
  maxFileBytes?: number
}

export const defaultZoteroSettings: ZoteroSettings = {
  mode: 'web-first',
  databasePath: null,
  storageFolder: null,
  linkedBaseFolder: null,
  libraryId: null,
  libraryType: 'user',
  apiKey: null,
  localUrl: 'http://127.0.0.1:23119',
  webUrl: 'https://api.zotero.org',
}

/** The library of the settings, over the database, the running Zotero and the web API. Opens nothing yet. */
export function openZotero(settings: ZoteroSettings, parts: ZoteroParts): ReferenceLibrary {
  const { http, clock, localUrl } = { ...parts, ...settings }
  const askBetterBibtex =
    localUrl === null ? {} : { askBetterBibtex: betterBibtex({ baseUrl: localUrl, http, clock }) }
  const shared = { ...parts, ...askBetterBibtex }
  const running: LibrarySource[] =
    localUrl === null ? [] : [{ name: 'running Zotero', open: signal => openApi(localApi(localUrl), signal) }]
  const { libraryId } = settings
  if (libraryId !== null && !(Number.isInteger(libraryId) && libraryId >= 0)) throw invalidLibraryId()
  const web: LibrarySource[] =
    libraryId === null
      ? []
      : [{ name: "Zotero's web API", open: signal => openApi(webApi(libraryId), signal) }]
  return zoteroLibrary({
    mode: settings.mode,
    local: [{ name: 'Zotero database', open: openDatabase }, ...running],
    web,
  })

  async function openDatabase(signal: AbortSignal): Promise<ReferenceLibrary> {
    const { databasePath, storageFolder, linkedBaseFolder } = settings
    const found = await (databasePath === null ? findZoteroData(parts) : zoteroDataAt(databasePath, parts))
    return zoteroDatabase(
      {
        ...shared,
        databasePath: found.databasePath,
        storageFolder: storageFolder ?? found.storageFolder,
        linkedBaseFolder: linkedBaseFolder ?? found.linkedBaseFolder,
      },
      signal,
    )
  }

  /** In the running Zotero the user has the id 0; groups have their own number. */
  function localApi(url: string): ReferenceLibrary {
    const isGroup = settings.libraryType === 'group' && libraryId !== null
    return zoteroApi({
      ...shared,
      baseUrl: `${url.replace(/\/+$/, '')}/api`,
      kind: 'local',
      apiKey: null,
      libraryId: isGroup ? libraryId : 0,
      libraryType: isGroup ? 'group' : 'user',
    })
  }

  function webApi(id: number): ReferenceLibrary {
    const { webUrl: baseUrl, apiKey, libraryType } = settings
    return zoteroApi({ ...shared, baseUrl, kind: 'web', apiKey, libraryId: id, libraryType })
  }
}

/** Requests the version, to check that the library exists and can be read. */
async function openApi(library: ReferenceLibrary, signal: AbortSignal): Promise<ReferenceLibrary> {
  await library.version(signal)
  return library
}

function invalidLibraryId(): Failure {
  return new Failure(
    'invalid',
    'ZOTERO_LIBRARY_ID_INVALID',
    'The id of the Zotero library is not a whole number.',
    {
      hint: 'Set ZOTERO_LIBRARY_ID to the user id shown at https://www.zotero.org/settings/keys, or to the number in the address of the group.',
    },
  )
}
