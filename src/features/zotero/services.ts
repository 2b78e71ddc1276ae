import type { Host } from '../../core/feature.ts'
import type { ReferenceLibraries } from '../../core/ports/offers.ts'

/** The host and the Zotero libraries, as the Zotero commands receive them. */
export type Services = Host & { zotero: ReferenceLibraries }
