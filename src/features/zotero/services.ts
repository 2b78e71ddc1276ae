import type { Host } from '../../core/feature.ts'
import type { ReferenceLibraries } from '../../core/ports/offers.ts'

/** What the commands for Zotero are given. */
export type Services = Host & { zotero: ReferenceLibraries }
