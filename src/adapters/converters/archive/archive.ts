import { AsyncLocalStorage } from 'node:async_hooks'
import { type AttachedFile, attachedSource } from '../../../core/model/attached.ts'
import type { Converted, OutlineEntry } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter, ConvertOptions } from '../../../core/ports/converter.ts'
import { credentialsReason, holdsCredentials } from '../../../core/text/excluded-files.ts'
import { findHeadings } from '../../../core/text/outline.ts'
import { asBrokenSource, makeConverted } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { defaultZipLimits, openZip, type ZipLimits } from './zip.ts'
import { refusedZip, type ZipEntry } from './zip-directory.ts'

type Context = Parameters<Converter['convert']>[2]

/** Converts one member with the converter of its format; throws `UNSUPPORTED_FORMAT` when there is none. */
export type ConvertMember = (raw: RawSource, options: ConvertOptions, context: Context) => Promise<Converted>

/** Shared by nested archives: the current depth, and how many bytes may still be unpacked. */
type Nesting = { depth: number; left: number }
const nesting = new AsyncLocalStorage<Nesting>()

/** An archive inside an archive is read; a third level is not. */
const maxDepth = 2
const maxWarnings = 20

/** Converts an archive to one document: one section per member, with the headings of the member below it. */
export function archiveConverter(
  convertMember: ConvertMember,
  limits: ZipLimits = defaultZipLimits,
): Converter {
  return {
    name: 'zip',
    version: 3,
    formats: ['zip'],
    isolated: true,
    holdsFiles: true,
    async convert(raw, options, context) {
      const outer = nesting.getStore() ?? { depth: 0, left: limits.totalBytes }
      if (outer.depth >= maxDepth)
        throw new Failure(
          'unsupported',
          'UNSUPPORTED_FORMAT',
          `Unsupported format: ${raw.name} is nested too deep in archives.`,
          {
            hint: 'Unpack the outer archive and pass the inner one.',
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
            if (outer.left < 0) throw refusedZip('the archives inside it unpack to too much')
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
        const title = raw.name
        const parts = { fileType: 'zip', ...joinMembers(members), title, warnings: shorten(warnings) }
        return { ...makeConverted(raw, parts), attachments: members.flatMap(attachmentsOf) }
      } catch (error) {
        throw asBrokenSource(raw.name, 'could not be read as an archive', error)
      }
    },
  }
}

/** Attachments of a mail in the archive. */
function attachmentsOf({ name, converted }: Member): AttachedFile[] {
  return (converted.attachments ?? []).map(file => ({ ...file, name: attachedSource(name, file.name) }))
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

/** Files that operating systems add to archives. */
function isHousekeeping(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/.test(name)
}

function refuseTricks(entry: ZipEntry): void {
  const parts = entry.name.split(/[\\/]/)
  const isOutside = parts.includes('..') || entry.name.startsWith('/') || /^[a-z]:/i.test(entry.name)
  if (isOutside) throw new Failure('invalid', 'BROKEN_SOURCE', 'its name points outside the archive.')
  if (holdsCredentials(entry.name)) throw new Failure('invalid', 'FORBIDDEN_PATH', `${credentialsReason}.`)
  if (entry.isLink) throw new Failure('invalid', 'BROKEN_SOURCE', 'it is a link, not a file.')
}

/** A member that cannot be read is skipped; a ZIP bomb or an aborted call ends the conversion. */
function skipped(entry: ZipEntry, error: unknown, signal: AbortSignal): string {
  throwIfAborted(signal)
  if (!(error instanceof Failure) || !['invalid', 'unsupported', 'unavailable'].includes(error.kind))
    throw error
  return `${entry.name} was skipped: ${error.message}`
}

function noneRead(name: string, warnings: readonly string[]): Failure {
  const reason = warnings.length === 0 ? 'it has no files' : warnings.slice(0, 3).join(' ')
  return new Failure('invalid', 'NO_TEXT', `Nothing in ${name} could be read: ${reason}`, {
    hint: 'Pass an archive with documents in a supported format.',
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

type Member = { name: string; converted: Converted }

/** Joins the members, each below its path as heading. Page numbers are dropped: a page of an archive has no meaning. */
function joinMembers(members: readonly Member[]): { markdown: string; outline: OutlineEntry[] } {
  const parts: string[] = []
  const outline: OutlineEntry[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  for (const { name, converted } of members) {
    if (length > 0) add('\n')
    const title = oneLine(name)
    outline.push({ level: 1, title, start: length })
    add(`# ${title}\n\n`)
    const headings = converted.outline.length > 0 ? converted.outline : findHeadings(converted.markdown)
    for (const heading of headings)
      outline.push({ ...heading, level: heading.level + 1, start: heading.start + length })
    add(converted.markdown)
  }
  return { markdown: parts.join(''), outline }
}
