import { createCipheriv, createHash } from 'node:crypto'
import { makeCompound } from './make-compound.ts'

const spins = 1000
const salt = Buffer.alloc(16, 7)
const secret = Buffer.alloc(32, 9)

/** Encrypts an office file with the agile method of Office 2010 and later (MS-OFFCRYPTO 2.3.4.10). */
export function encryptAgile(office: Uint8Array, password: string): Buffer {
  let spun = hash512(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < spins; round++) spun = hash512(number32(round), spun)
  const seal = (value: Buffer, purpose: string) =>
    encrypt(value, hash512(spun, Buffer.from(purpose, 'hex')).subarray(0, 32), salt).toString('base64')
  const input = Buffer.alloc(16, 3)
  const recipe = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${salt.toString('base64')}"`
  const xml = `<encryption xmlns:p="p"><keyData ${recipe}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="${spins}" ${recipe} encryptedVerifierHashInput="${seal(input, 'fea7d2763b4b9e79')}" encryptedVerifierHashValue="${seal(hash512(input), 'd7aa0f6d3061344e')}" encryptedKeyValue="${seal(secret, '146e0be7abacd0d6')}"/></keyEncryptor></keyEncryptors></encryption>`
  const parts: Buffer[] = []
  for (let at = 0; at < office.length; at += 4096) {
    const vector = hash512(salt, number32(at / 4096)).subarray(0, 16)
    parts.push(encrypt(Buffer.from(office.subarray(at, at + 4096)), secret, vector))
  }
  return makeCompound({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]),
    EncryptedPackage: Buffer.concat([sizeOf(office), ...parts]),
  })
}

/** Encrypts an office file with the standard method of Office 2007 (MS-OFFCRYPTO 2.3.4.5). */
export function encryptStandard(office: Uint8Array, password: string): Buffer {
  let spun = hash1(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < 50_000; round++) spun = hash1(number32(round), spun)
  const last = hash1(spun, number32(0))
  const mixed = Buffer.alloc(64, 0x36).map((byte, index) => byte ^ (last[index] ?? 0))
  const key = hash1(Buffer.from(mixed)).subarray(0, 16)
  const input = Buffer.alloc(16, 3)
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0x660e, 8)
  header.writeUInt32LE(128, 16)
  const verifier = Buffer.concat([
    number32(16),
    salt,
    encrypt(input, key, null),
    number32(20),
    encrypt(Buffer.concat([hash1(input), Buffer.alloc(12)]), key, null),
  ])
  const head = Buffer.concat([Buffer.from([4, 0, 2, 0]), number32(0x24), number32(header.length)])
  return makeCompound({
    EncryptionInfo: Buffer.concat([head, header, verifier]),
    EncryptedPackage: Buffer.concat([sizeOf(office), encrypt(Buffer.from(office), key, null)]),
  })
}

function encrypt(data: Buffer, key: Buffer, vector: Buffer | null): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-${vector === null ? 'ecb' : 'cbc'}`, key, vector)
  cipher.setAutoPadding(false)
  const whole = Buffer.concat([data, Buffer.alloc((16 - (data.length % 16)) % 16)])
  return Buffer.concat([cipher.update(whole), cipher.final()])
}

const hash512 = (...parts: Buffer[]) => createHash('sha512').update(Buffer.concat(parts)).digest()
const hash1 = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function sizeOf(office: Uint8Array): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(office.length))
  return size
}
