import { AsyncLocalStorage } from 'node:async_hooks'
import type { Converted } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter, ConvertOptions } from '../../../core/ports/converter.ts'
import { credentialsReason, holdsCredentials } from '../../../core/text/excluded-files.ts'
import { asBrokenSource } from '../text/broken-source.ts'
import { makeConverted } from '../text/make-converted.ts'
import { joinMembers, type Member } from './join-members.ts'
import { defaultZipLimits, openZip, type ZipLimits } from './zip.ts'
import type { ZipEntry } from './zip-directory.ts'
import { refusedZip } from './zip-failures.ts'

type Context = Parameters<Converter['convert']>[2]

/** Converts one member by whichever converter reads its format; throws `UNSUPPORTED_FORMAT` when none does. */
export type ConvertMember = (raw: RawSource, options: ConvertOptions, context: Context) => Promise<Converted>

/** What archives inside archives share: how deep they lie and how much may still be unfolded. */
type Nesting = { depth: number; left: number }
const nesting = new AsyncLocalStorage<Nesting>()

/** An archive in an archive is read; one in that is not. */
const maxDepth = 2
const maxWarnings = 20

/** Archives as one document: a section per member, with the member's own headings below it. */
export function archiveConverter(
  convertMember: ConvertMember,
  limits: ZipLimits = defaultZipLimits,
): Converter {
  return {
    name: 'zip',
    version: 2,
    formats: ['zip'],
    isolated: true,
    async convert(raw, options, context) {
      const outer = nesting.getStore() ?? { depth: 0, left: limits.totalBytes }
      if (outer.depth >= maxDepth)
        throw new Failure(
          'unsupported',
          'UNSUPPORTED_FORMAT',
          `Unsupported format: ${raw.name} lies too deep in archives.`,
          {
            hint: 'Unpack the outer archive and give the inner one.',
          },
        )
      try {
        const zip = openZip(raw.bytes, limits)
        const members: Member[] = []
        const warnings: string[] = []
        const entries = zip.entries
          .filter(entry => !entry.isFolder && !isHousekeeping(entry.name))
          .sort(byName)
        for (const [index, entry] of entries.entries()) {
          throwIfAborted(context.signal)
          context.progress({ done: index, total: entries.length, message: entry.name })
          try {
            refuseTricks(entry)
            outer.left -= entry.size
            if (outer.left < 0) throw refusedZip('the archives inside it unfold to too much')
            const bytes = await zip.read(entry, context.signal)
            const inner = { depth: outer.depth + 1, left: outer.left }
            const member = await nesting.run(inner, () =>
              convertMember(memberSource(raw, entry, bytes), options, context),
            )
            outer.left = inner.left
            members.push({ name: entry.name, converted: member })
            warnings.push(...member.warnings.map(warning => `${entry.name}: ${warning}`))
          } catch (error) {
            warnings.push(skipped(entry, error, context.signal))
          }
        }
        if (members.length === 0) throw noneRead(raw.name, warnings)
        return makeConverted(raw, { fileType: 'zip', ...joinMembers(members), warnings: shorten(warnings) })
      } catch (error) {
        throw asBrokenSource(raw.name, 'could not be read as an archive', error)
      }
    },
  }
}

function memberSource(raw: RawSource, entry: ZipEntry, bytes: Uint8Array): RawSource {
  return {
    source: `${raw.source}!/${entry.name}`,
    name: entry.name.split('/').at(-1) ?? entry.name,
    bytes,
    mediaType: null,
    charset: null,
    lastModified: raw.lastModified,
    fileType: null,
  }
}

/** What operating systems leave in archives without being asked. */
function isHousekeeping(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/.test(name)
}

function refuseTricks(entry: ZipEntry): void {
  const parts = entry.name.split(/[\\/]/)
  const isOutside = parts.includes('..') || entry.name.startsWith('/') || /^[a-z]:/i.test(entry.name)
  if (isOutside) throw new Failure('invalid', 'BROKEN_SOURCE', 'its name points outside of the archive.')
  if (holdsCredentials(entry.name)) throw new Failure('invalid', 'FORBIDDEN_PATH', `${credentialsReason}.`)
  if (entry.isLink) throw new Failure('invalid', 'BROKEN_SOURCE', 'it is a link, not a file.')
}

/** One bad member never costs the others; a bomb or an aborted call ends it all. */
function skipped(entry: ZipEntry, error: unknown, signal: AbortSignal): string {
  throwIfAborted(signal)
  if (!(error instanceof Failure) || !['invalid', 'unsupported', 'unavailable'].includes(error.kind))
    throw error
  return `${entry.name} was skipped: ${error.message}`
}

function noneRead(name: string, warnings: readonly string[]): Failure {
  const reason = warnings.length === 0 ? 'it has no files' : warnings.slice(0, 3).join(' ')
  return new Failure('invalid', 'NO_TEXT', `Nothing in ${name} could be read: ${reason}`, {
    hint: 'Give an archive with documents in a supported format.',
    details: { skipped: shorten([...warnings]) },
  })
}

function shorten(warnings: string[]): string[] {
  if (warnings.length <= maxWarnings) return warnings
  return [...warnings.slice(0, maxWarnings), `And ${warnings.length - maxWarnings} more warnings.`]
}

function byName(a: ZipEntry, b: ZipEntry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
