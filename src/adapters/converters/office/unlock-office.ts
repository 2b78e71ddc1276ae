import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { type CompoundFile, isCompound, openCompound } from '../compound/compound-file.ts'
import { brokenSource } from '../text/make-converted.ts'
import { decryptPackage } from './decrypt-package.ts'

/**
 * Returns the source of a modern office format with its encryption removed. Throws PASSWORD_REQUIRED without a password
 * and PASSWORD_WRONG when it does not fit.
 */
export async function unlockOffice(raw: RawSource, password: string | null): Promise<RawSource> {
  if (!isCompound(raw.bytes)) return raw
  const file = openCompound(raw.bytes)
  if (!file.names.has('encryptedpackage'))
    throw brokenSource(raw.name, 'has the wrong extension for its format')
  if (password === null) throw lockedOffice(raw.name)
  const bytes = await decryptPackage(file, password)
  if (bytes === null) throw wrongPassword(raw.name)
  return { ...raw, bytes }
}

export function lockedOffice(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_REQUIRED', `${name} is encrypted and opens only with a password.`, {
    hint: 'Pass the password with --password (or the `password` argument).',
  })
}

export function wrongPassword(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_WRONG', `The password does not open ${name}.`, {
    hint: 'Check the password; case and keyboard layout matter.',
  })
}

/** Throws when a file of Office 97 to 2003 is encrypted: only workbooks with the weakest method can be opened. */
export function requireReadable(raw: RawSource, password: string | null): void {
  const method = legacyEncryption(raw.bytes)
  if (method === null) return
  if (method === 'xor' && password !== null) return
  if (method === 'xor') throw lockedOffice(raw.name)
  throw new Failure(
    'invalid',
    'UNSUPPORTED_ENCRYPTION',
    `${raw.name} is encrypted with the method of Office 97 to 2003, which cannot be opened here.`,
    { hint: 'Open it in its program with the password, and save it without one or in the current format.' },
  )
}

/** How a file of Office 97 to 2003 is encrypted; null when it is not, or too damaged to say. */
function legacyEncryption(bytes: Uint8Array): 'xor' | 'other' | null {
  const file = openUnlessDamaged(bytes)
  if (file === null) return null
  const word = Buffer.from(file.read('WordDocument') ?? [])
  // FibBase: bit 8 of the flags at byte 10 is fEncrypted.
  if (word.length >= 12) return (word.readUInt16LE(10) & 0x0100) === 0 ? null : 'other'
  const user = Buffer.from(file.read('Current User') ?? [])
  if (user.length >= 16) return user.readUInt32LE(12) === 0xf3d1c4df ? 'other' : null
  return workbookEncryption(Buffer.from(file.read('Workbook') ?? file.read('Book') ?? []))
}

/** The record FilePass comes among the first ones of a workbook. */
function workbookEncryption(book: Buffer): 'xor' | 'other' | null {
  let at = 0
  for (let record = 0; record < 10 && at + 6 <= book.length; record++) {
    if (book.readUInt16LE(at) === 0x2f) return book.readUInt16LE(at + 4) === 0 ? 'xor' : 'other'
    at += 4 + book.readUInt16LE(at + 2)
  }
  return null
}

function openUnlessDamaged(bytes: Uint8Array): CompoundFile | null {
  try {
    return openCompound(bytes)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
