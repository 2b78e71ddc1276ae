import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** The user's Zotero library, on this computer or at zotero.org, as a source of projects. */
export const zotero = defineFeature({
  name: 'zotero',
  words: ['zotero'],
  calls: ['citations'],
  settings,
  homeFolders: ['zotero'],
  offers: ['referenceLibraries'],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { zoteroAccess } = await import('./zotero-access.ts')
    const { close, ...zotero } = zoteroAccess(host)
    return { services: { zotero }, offers: { referenceLibraries: zotero }, close }
  },
})
