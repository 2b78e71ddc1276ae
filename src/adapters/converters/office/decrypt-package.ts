import { createDecipheriv, createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { Failure } from '../../../core/model/failure.ts'
import type { CompoundFile } from '../compound/compound-file.ts'
import { parseXml } from '../web/parse-html.ts'

/**
 * Decrypts a password-protected DOCX, XLSX or PPTX (MS-OFFCRYPTO): the agile method of Office 2010 and later, and the
 * standard method of Office 2007. Returns the office file; null when the password is wrong.
 */
export async function decryptPackage(file: CompoundFile, password: string): Promise<Uint8Array | null> {
  const info = Buffer.from(file.read('EncryptionInfo') ?? [])
  const encrypted = Buffer.from(file.read('EncryptedPackage') ?? [])
  if (info.length < 8 || encrypted.length < 8) throw unsupported('it has no description of its encryption')
  const size = Number(encrypted.readBigUInt64LE(0))
  const body = encrypted.subarray(8)
  if (size > body.length) throw unsupported('the encrypted part is cut off')
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  if (major === 4 && minor === 4) return decryptAgile(info, password, { body, size })
  if (minor === 2 && major >= 2 && major <= 4) return decryptStandard(info, password, { body, size })
  throw unsupported(`the encryption has version ${major}.${minor}`)
}

type Encrypted = { body: Buffer; size: number }

/** Values of an element that describes how something is encrypted. */
type Recipe = { salt: Buffer; blockBytes: number; keyBytes: number; hashBytes: number; hash: string }

/** A larger number of rounds than any program writes is an attack. */
const maxSpins = 1_000_000
const segmentBytes = 4096

async function decryptAgile(info: Buffer, password: string, { body, size }: Encrypted) {
  const $ = await parseXml(info.toString('utf8', 8))
  const data = recipeOf($('keyData').attr())
  const attributes = $('p\\:encryptedKey').attr()
  const own = recipeOf(attributes)
  const spins = Number(attributes?.spinCount)
  if (!(spins >= 0 && spins <= maxSpins)) throw unsupported(`it asks for ${spins} rounds`)
  const spun = spin({ password, salt: own.salt, hash: own.hash, spins })
  const open = (name: string, purpose: string) => {
    const key = fitted(digest(own.hash, spun, Buffer.from(purpose, 'hex')), own.keyBytes)
    return decrypt(Buffer.from(attributes?.[name] ?? '', 'base64'), key, fitted(own.salt, own.blockBytes))
  }
  const input = open('encryptedVerifierHashInput', 'fea7d2763b4b9e79').subarray(0, own.salt.length)
  const expected = open('encryptedVerifierHashValue', 'd7aa0f6d3061344e').subarray(0, own.hashBytes)
  const actual = digest(own.hash, input)
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null
  const key = open('encryptedKeyValue', '146e0be7abacd0d6').subarray(0, data.keyBytes)
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += segmentBytes) {
    const vector = fitted(digest(data.hash, data.salt, number32(at / segmentBytes)), data.blockBytes)
    parts.push(decrypt(body.subarray(at, at + segmentBytes), key, vector))
  }
  return Buffer.concat(parts).subarray(0, size)
}

function recipeOf(attributes: Record<string, string> | undefined): Recipe {
  const recipe = {
    salt: Buffer.from(attributes?.saltValue ?? '', 'base64'),
    blockBytes: Number(attributes?.blockSize),
    keyBytes: Number(attributes?.keyBits) / 8,
    hashBytes: Number(attributes?.hashSize),
    hash: (attributes?.hashAlgorithm ?? '').toLowerCase().replace('-', ''),
  }
  const isKnown =
    attributes?.cipherAlgorithm === 'AES' &&
    attributes.cipherChaining === 'ChainingModeCBC' &&
    ['sha1', 'sha256', 'sha384', 'sha512'].includes(recipe.hash)
  if (!isKnown || recipe.blockBytes !== 16 || ![16, 24, 32].includes(recipe.keyBytes))
    throw unsupported('its cipher is not AES in CBC mode')
  return recipe
}

const standardSpins = 50_000

function decryptStandard(info: Buffer, password: string, { body, size }: Encrypted): Buffer | null {
  const headerBytes = info.readUInt32LE(8)
  if (info.length < 12 + headerBytes + 72) throw unsupported('the description of its encryption is cut off')
  const keyBytes = info.readUInt32LE(12 + 16) / 8
  const isAes = [0x660e, 0x660f, 0x6610].includes(info.readUInt32LE(12 + 8))
  if (!isAes || ![16, 24, 32].includes(keyBytes)) throw unsupported('its cipher is not AES')
  const verifier = info.subarray(12 + headerBytes)
  const salt = verifier.subarray(4, 20)
  const spun = spin({ password, salt, hash: 'sha1', spins: standardSpins })
  const last = digest('sha1', spun, number32(0))
  const key = Buffer.concat([mixed(last, 0x36), mixed(last, 0x5c)]).subarray(0, keyBytes)
  const input = decrypt(verifier.subarray(20, 36), key, null)
  const expected = decrypt(verifier.subarray(40, 72), key, null).subarray(0, 20)
  if (!timingSafeEqual(expected, digest('sha1', input))) return null
  return decrypt(body.subarray(0, body.length - (body.length % 16)), key, null).subarray(0, size)
}

function mixed(hash: Buffer, byte: number): Buffer {
  const block = Buffer.alloc(64, byte)
  for (const [index, value] of hash.entries()) block[index] = value ^ byte
  return digest('sha1', block)
}

function spin({
  password,
  salt,
  hash,
  spins,
}: {
  password: string
  salt: Buffer
  hash: string
  spins: number
}) {
  let value = digest(hash, salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < spins; round++) value = digest(hash, number32(round), value)
  return value
}

function digest(hash: string, ...parts: Buffer[]): Buffer {
  return parts.reduce((sum: Hash, part) => sum.update(part), createHash(hash)).digest()
}

/** Cut or filled up to a length, as the format prescribes. */
function fitted(value: Buffer, length: number): Buffer {
  return Buffer.concat([value, Buffer.alloc(Math.max(0, length - value.length), 0x36)]).subarray(0, length)
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** AES: CBC with an initial vector, ECB without. */
function decrypt(data: Buffer, key: Buffer, vector: Buffer | null): Buffer {
  const whole = Buffer.concat([data, Buffer.alloc((16 - (data.length % 16)) % 16)])
  const decipher = createDecipheriv(`aes-${key.length * 8}-${vector === null ? 'ecb' : 'cbc'}`, key, vector)
  decipher.setAutoPadding(false)
  return Buffer.concat([decipher.update(whole), decipher.final()])
}

function unsupported(problem: string): Failure {
  return new Failure('invalid', 'UNSUPPORTED_ENCRYPTION', `The encryption cannot be read: ${problem}.`, {
    hint: 'Open it in its program with the password, and save it without one.',
  })
}
