import { digestOf } from './normalize-url.ts'

/** Returns a digest that is equal for texts that differ only in white space. */
export function textDigest(text: string): string {
  return digestOf(text.replace(/\s+/g, ' ').trim())
}

/** Returns the hashes of all sequences of three words in a text. */
export function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>()
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < 3) return new Set(words.map(word => hashOf(word)))
  for (let at = 0; at + 2 < words.length; at++)
    shingles.add(hashOf(`${words[at]} ${words[at + 1]} ${words[at + 2]}`))
  return shingles
}

/** Returns the Jaccard similarity: 1 for equal sets, 0 for none in common. Two empty sets are equal. */
export function resemblance(left: ReadonlySet<number>, right: ReadonlySet<number>): number {
  if (left.size === 0 && right.size === 0) return 1
  let shared = 0
  for (const shingle of left) if (right.has(shingle)) shared++
  return shared / (left.size + right.size - shared)
}

/**
 * Returns Charikar's simhash: 64 bits, as hexadecimal, of which few differ between texts that share most shingles.
 */
export function likenessOf(shingles: ReadonlySet<number>): string {
  const votes = new Int32Array(64)
  for (const shingle of shingles) {
    const low = mix(shingle)
    const high = mix(shingle ^ 0x9e3779b9)
    for (let bit = 0; bit < 32; bit++) {
      votes[bit] = (votes[bit] ?? 0) + ((low >>> bit) & 1 ? 1 : -1)
      votes[bit + 32] = (votes[bit + 32] ?? 0) + ((high >>> bit) & 1 ? 1 : -1)
    }
  }
  let hexadecimal = ''
  for (let nibble = 0; nibble < 16; nibble++) {
    let value = 0
    for (let bit = 0; bit < 4; bit++) if ((votes[nibble * 4 + bit] ?? 0) > 0) value |= 1 << bit
    hexadecimal += value.toString(16)
  }
  return hexadecimal
}

/** Returns the number of bits, of 64, in which two likenesses differ. */
export function distance(left: string, right: string): number {
  let bits = BigInt(`0x${left}`) ^ BigInt(`0x${right}`)
  let count = 0
  for (; bits > 0n; bits >>= 1n) if (bits & 1n) count++
  return count
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
