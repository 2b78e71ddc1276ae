import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type {
  Attachment,
  AttachmentBytes,
  LibraryItem,
  ReferenceLibrary,
} from '../../core/ports/reference-library.ts'
import { type LibrarySource, type SourceGroup, sourceGroup, unreachable } from './source-group.ts'

/**
 * Where the library and its files come from. `local-first` and `web-first` use the other side as a fallback, with a
 * warning; `auto` is `local-first` without the warning that this computer cannot be read.
 */
export type ZoteroMode = 'local-first' | 'web-first' | 'auto' | 'local-only' | 'web-only'

export type ZoteroLibraryOptions = {
  mode: ZoteroMode
  /** Sources on this computer in order of preference: the database, the running Zotero. */
  local: readonly LibrarySource[]
  web: readonly LibrarySource[]
}

const configurationHints: Readonly<Record<ZoteroMode, string>> = {
  'local-only': 'Install Zotero here or set ZOTERO_DB_PATH to its database, or choose another mode.',
  'web-only': 'Set ZOTERO_LIBRARY_ID and ZOTERO_API_KEY, or choose another mode.',
  'local-first': 'Set ZOTERO_DB_PATH to the database, or set ZOTERO_LIBRARY_ID and ZOTERO_API_KEY.',
  'web-first': 'Set ZOTERO_LIBRARY_ID and ZOTERO_API_KEY, or set ZOTERO_DB_PATH to the database.',
  auto: 'Set ZOTERO_DB_PATH to the database, or set ZOTERO_LIBRARY_ID and ZOTERO_API_KEY.',
}

/** One library over all its sources. Opens a source when it is first needed. */
export function zoteroLibrary({ mode, local, web }: ZoteroLibraryOptions): ReferenceLibrary {
  const warnings = new Set<string>()
  const warn = (warning: string) => warnings.add(warning)
  const sides = sidesOf(mode, sourceGroup('local', local, warn), sourceGroup('web', web, warn))

  /** Returns the answer of the first side that can be reached. */
  async function ask<T>(
    question: (library: ReferenceLibrary, side: SourceGroup) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    if (sides.length === 0) throw notConfigured(mode)
    const closed: { name: string; failure: Failure }[] = []
    for (const side of sides) {
      try {
        const value = await question(await side.open(signal), side)
        if (closed.length > 0 && mode !== 'auto') warnings.add(wordFallback(closed, side))
        return value
      } catch (error) {
        throwIfAborted(signal)
        if (!(error instanceof Failure) || !isOutOfReach(error)) throw error
        closed.push({ name: nameOf(side), failure: error })
        await side.reset()
      }
    }
    throw closed.length === 1 && closed[0] ? closed[0].failure : unreachable(closed)
  }

  const listed = async (items: Promise<LibraryItem[]>, side: SourceGroup) =>
    (await items).map(item => ({
      ...item,
      attachments: item.attachments.map(file => withFallback(file, side, sides)),
    }))

  return {
    get description() {
      const open = sides.map(side => side.opened()).find(library => library !== null)
      return `Zotero, ${mode}${open ? `: ${open.description}` : ''}`
    },
    version: signal => ask(library => library.version(signal), signal),
    changesSince: (version, signal) => ask(library => library.changesSince(version, signal), signal),
    listCollections: signal => ask(library => library.listCollections(signal), signal),
    findCollection: (keyOrName, signal) => ask(library => library.findCollection(keyOrName, signal), signal),
    listItems: (selection, signal) =>
      ask((library, side) => listed(library.listItems(selection, signal), side), signal),
    recentItems: (limit, signal) =>
      ask((library, side) => listed(library.recentItems(limit, signal), side), signal),
    listTags: (collection, signal) => ask(library => library.listTags(collection, signal), signal),
    listAnnotations: (key, signal) => ask(library => library.listAnnotations(key, signal), signal),
    cachedText: (key, signal) => ask(library => library.cachedText(key, signal), signal),
    readAttachment: (attachment, signal) => readFromAny(attachment, { sides, warnings }, signal),
    takeWarnings() {
      const below = sides.flatMap(side => side.opened()?.takeWarnings() ?? [])
      const taken = [...warnings, ...below]
      warnings.clear()
      return taken
    },
    async close() {
      await Promise.all(sides.map(side => side.reset()))
    },
  }
}

function sidesOf(mode: ZoteroMode, local: SourceGroup, web: SourceGroup): SourceGroup[] {
  const order = {
    'local-only': [local],
    'web-only': [web],
    'local-first': [local, web],
    'web-first': [web, local],
    auto: [local, web],
  }[mode]
  return order.filter(side => side.isConfigured)
}

/**
 * Marks a file that one side lacks as available when the other side may have it: linked files only on this computer.
 */
function withFallback(file: Attachment, side: SourceGroup, sides: readonly SourceGroup[]): Attachment {
  const other = sides.find(candidate => candidate !== side)
  if (file.missing === null || !other) return file
  const mayHaveIt = file.keeper === 'manager' || (file.keeper === 'user' && other.origin === 'local')
  return mayHaveIt ? { ...file, missing: null, origin: other.origin } : file
}

/** Reads a file from the side in its `origin`, else from the other side. */
async function readFromAny(
  attachment: Attachment,
  { sides, warnings }: { sides: readonly SourceGroup[]; warnings: Set<string> },
  signal: AbortSignal,
): Promise<AttachmentBytes> {
  const order = [...sides].sort(
    (one, other) => Number(other.origin === attachment.origin) - Number(one.origin === attachment.origin),
  )
  const failures: { name: string; failure: Failure }[] = []
  for (const side of order) {
    try {
      const bytes = await (await side.open(signal)).readAttachment(attachment, signal)
      for (const { failure } of failures)
        warnings.add(`'${attachment.name}' was read from ${nameOf(side)} instead: ${failure.message}`)
      return bytes
    } catch (error) {
      throwIfAborted(signal)
      if (!(error instanceof Failure)) throw error
      failures.push({ name: nameOf(side), failure: error })
    }
  }
  throw fileUnavailable(attachment, failures)
}

function fileUnavailable(
  { name }: Attachment,
  failures: readonly { name: string; failure: Failure }[],
): Failure {
  const passing = failures.find(({ failure }) => isOutOfReach(failure))
  const [only, ...more] = failures
  if (only && more.length === 0) return only.failure
  return new Failure(
    passing ? 'unavailable' : 'not_found',
    'ATTACHMENT_NOT_FOUND',
    `The file '${name}' cannot be read. ${failures.map(({ name: side, failure }) => `${capital(side)}: ${failure.message}`).join(' ')}`,
    { hint: [...new Set(failures.flatMap(({ failure }) => failure.hint ?? []))].join(' ') },
  )
}

/** Whether to try the other side: the failure is one of this source, not of the request. */
function isOutOfReach({ kind, code }: Failure): boolean {
  if (['unavailable', 'timeout', 'rate_limited'].includes(kind)) return true
  return /^(?:ZOTERO_|NOT_A_ZOTERO)/.test(code)
}

function wordFallback(closed: readonly { name: string; failure: Failure }[], side: SourceGroup): string {
  const reasons = closed.map(({ name, failure }) => `${capital(name)} cannot be used: ${failure.message}`)
  const hints = closed.flatMap(({ failure }) => failure.hint ?? [])
  return [...reasons, `${capital(nameOf(side))} is used instead.`, ...hints].join(' ')
}

function notConfigured(mode: ZoteroMode): Failure {
  return new Failure(
    'invalid',
    'ZOTERO_NOT_CONFIGURED',
    `No Zotero library is configured for the mode ${mode}.`,
    {
      hint: configurationHints[mode],
    },
  )
}

function nameOf({ origin }: SourceGroup): string {
  return origin === 'local' ? 'this computer' : "Zotero's server"
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
