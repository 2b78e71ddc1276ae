import { setting } from '../../core/contract/setting.ts'
import { boolean, choice, integer, optional, path, text, url } from '../../core/contract/setting-kinds.ts'

/** Where the user's Zotero library is, and how it is read. */
export const settings = {
  'zotero.mode': setting({
    kind: choice(['web-first', 'local-first', 'auto', 'local-only', 'web-only']),
    default: 'web-first',
    description:
      'Whether Zotero is read from zotero.org or from this computer first; the other is the fallback',
  }),
  'zotero.db_path': setting({
    kind: optional(path),
    default: null,
    description: 'Path of zotero.sqlite (default: found through Zotero’s profile)',
    aliases: { env: ['ZOTERO_DB_PATH'] },
  }),
  'zotero.storage_dir': setting({
    kind: optional(path),
    default: null,
    description: "Folder of Zotero's files (default: storage beside the database)",
    aliases: { env: ['ZOTERO_STORAGE_DIR'] },
  }),
  'zotero.linked_dir': setting({
    kind: optional(path),
    default: null,
    description: "Base folder of linked attachments (default: from Zotero's settings)",
  }),
  'zotero.local_url': setting({
    kind: optional(url),
    default: 'http://127.0.0.1:23119',
    description: 'Where a running Zotero and Better BibTeX listen',
  }),
  'zotero.web_url': setting({
    kind: url,
    default: 'https://api.zotero.org',
    description: "Zotero's web API",
  }),
  'zotero.library_id': setting({
    kind: optional(integer(1, 2_147_483_647)),
    default: null,
    description: 'Number of the library at zotero.org; without it the web API is not used',
    aliases: { env: ['ZOTERO_LIBRARY_ID'], file: ['zotero.web.library_id'] },
  }),
  'zotero.library_type': setting({
    kind: choice(['user', 'group']),
    default: 'user',
    description: 'Whether that library belongs to a user or a group',
    aliases: { env: ['ZOTERO_LIBRARY_TYPE'], file: ['zotero.web.library_type'] },
  }),
  'zotero.api_key': setting({
    kind: optional(text),
    default: null,
    description: 'API key for that library',
    secret: 'whole',
    aliases: { env: ['ZOTERO_API_KEY'], file: ['zotero.web.api_key'] },
    sentTo: 'zotero.web_url',
  }),
  'zotero.include_annotations': setting({
    kind: boolean,
    default: false,
    description: 'Also ingest highlights and notes, unless a call overrides it',
    aliases: { env: ['ZOTERO_INCLUDE_ANNOTATIONS'] },
  }),
  'zotero.prefer_fulltext': setting({
    kind: boolean,
    default: true,
    description: 'Use the text that Zotero extracted when a file has none that can be read by page',
    aliases: { env: ['ZOTERO_PREFER_FULLTEXT'], file: ['zotero.prefer_zotero_fulltext'] },
  }),
}
