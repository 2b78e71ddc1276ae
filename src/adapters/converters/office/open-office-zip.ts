import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { assertSafeZip, type Zip } from '../archive/zip.ts'
import { brokenSource } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { type Dom, parseXml } from '../web/parse-html.ts'

/** Opens a modern office file after checking that its archive is within the limits. */
export async function openOfficeZip(raw: RawSource, signal: AbortSignal): Promise<Zip> {
  if (isCompound(raw.bytes)) throw lockedOffice(raw.name)
  if (raw.bytes[0] !== 0x50 || raw.bytes[1] !== 0x4b)
    throw brokenSource(raw.name, 'is not an office file: it has the wrong signature')
  return assertSafeZip(raw.bytes, signal)
}

/** The container of the old binary formats. A modern format inside it is encrypted. */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

export function lockedOffice(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_REQUIRED', `${name} is protected by a password.`, {
    hint: 'Open it in its program, remove the password and save it again.',
  })
}

/** Reads one XML part of an office file; null when it is missing or damaged, because most parts are optional. */
export async function readOfficeXml(zip: Zip, path: string, signal: AbortSignal): Promise<Dom | null> {
  const entry = zip.find(path)
  if (entry === null) return null
  try {
    return await parseXml(new TextDecoder().decode(await zip.read(entry, signal)))
  } catch (error) {
    if (error instanceof Failure && error.code === 'BROKEN_SOURCE') return null
    throw error
  }
}

/** Default titles that programs write. */
const placeholders =
  /^(powerpoint[- ]presentation|powerpoint-präsentation|présentation powerpoint|presentation|untitled|document\d*|slide 1)$/i

/** The title in the properties of an OOXML or OpenDocument file. */
export async function readCoreTitle(zip: Zip, signal: AbortSignal): Promise<string | null> {
  for (const path of ['docProps/core.xml', 'meta.xml']) {
    const $ = await readOfficeXml(zip, path, signal)
    const title = oneLine($?.('dc\\:title').first().text() ?? '')
    if (title !== '' && !placeholders.test(title)) return title
  }
  return null
}
