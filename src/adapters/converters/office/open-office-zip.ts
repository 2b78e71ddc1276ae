import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { assertSafeZip, type Zip } from '../archive/zip.ts'
import { brokenSource } from '../text/broken-source.ts'

/** Opens a modern office file after checking that no library can be hurt by unfolding it. */
export async function openOfficeZip(raw: RawSource, signal: AbortSignal): Promise<Zip> {
  if (isCompound(raw.bytes)) throw lockedOffice(raw.name)
  if (raw.bytes[0] !== 0x50 || raw.bytes[1] !== 0x4b)
    throw brokenSource(raw.name, 'is not an office file: it does not begin like one')
  return assertSafeZip(raw.bytes, signal)
}

/** The container of the old binary formats; a modern format inside it is encrypted. */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

export function lockedOffice(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_REQUIRED', `${name} is protected by a password.`, {
    hint: 'Open it in its program, remove the password, and save it again.',
  })
}
