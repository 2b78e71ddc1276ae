import type { Document } from '../../../src/core/model/document.ts'

/**
 * A second, plainer reading of text than the one under test: words in lower case with single spaces, everything
 * else gone. Two texts that are the same words are the same here, whatever the code under test thinks.
 */
export function plain(text: string): string {
  return ` ${text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/(\p{Ll})-\s+(?=\p{Ll})/gu, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `
}

/** Without spaces too, so that a quote that differs only in spacing counts as standing there. */
export function squeeze(text: string): string {
  return plain(text).replaceAll(' ', '')
}

export type PlainLibrary = { holds(quote: string): boolean }

export function plainLibrary(documents: readonly Document[]): PlainLibrary {
  const texts = documents.map(document => squeeze(document.markdown))
  return {
    holds(quote) {
      const wanted = squeeze(quote)
      return texts.some(text => text.includes(wanted))
    },
  }
}
