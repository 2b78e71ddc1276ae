import type { Chunk, Mark } from './chunk.ts'

export function hasStop(chunks: readonly Chunk[], from: number, to: number): boolean {
  return chunks
    .slice(from, to)
    .some(chunk => chunk.type === 'mark' && chunk.kind === 'stop' && /^[;:]$/.test(chunk.text))
}

export function isPreposition(chunk: Chunk | undefined): chunk is Mark {
  return chunk?.type === 'mark' && chunk.kind === 'preposition'
}

export function isMark(chunk: Chunk | undefined, text: string): boolean {
  return chunk?.type === 'mark' && chunk.text === text
}

export function isAnd(chunk: Chunk | undefined): boolean {
  return chunk?.type === 'mark' && chunk.kind === 'and' && /^(?:and|&)$/.test(chunk.text)
}

/** Back over "( … )" and "in 1951". */
export function beforeDate(chunks: readonly Chunk[], at: number): number {
  let last = at
  while (chunks[last]?.type === 'date') last -= isPreposition(chunks[last - 1]) ? 2 : 1
  return skipBrackets(chunks, last)
}

/** Back over "( … )". */
export function skipBrackets(chunks: readonly Chunk[], at: number): number {
  if (!isMark(chunks[at], ')')) return at
  let open = at
  while (open >= 0 && !isMark(chunks[open], '(')) open--
  return open - 1
}

export function closing(chunks: readonly Chunk[], at: number): number {
  return chunks.findIndex((chunk, index) => index > at && isMark(chunk, ')'))
}

/** Forward over "( … )". */
export function afterBrackets(chunks: readonly Chunk[], at: number): number {
  if (!isMark(chunks[at], '(')) return at
  const close = closing(chunks, at)
  return close === -1 ? at : close + 1
}
