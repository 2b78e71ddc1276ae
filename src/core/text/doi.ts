const prefixes = /^(?:(?:https?:\/\/)?(?:[\w-]+\.)*doi\.org\/+|(?:urn:|info:)?doi\s*[:/]\s*|doi\s+)+/i

/** Under this name a document's metadata keeps the DOI that its source declares: a note of ours, not shown. */
export const ownDoi = '_doi'

/** A DOI in its one form: lower case, without `doi:` or a resolver's address; null when it is none. */
export function cleanDoi(value: string): string | null {
  const bare = decoded(value.trim()).replace(/^<|>$/g, '').replace(prefixes, '').toLowerCase()
  const found = /^10(?:\.\d{4,9}(?:\.\d+)*)?\/\S+$/.exec(bare)
  return found === null ? null : trimDoi(found[0])
}

/** Cuts what a sentence or a link leaves after a DOI; brackets that the DOI itself opened stay. */
export function trimDoi(doi: string): string {
  let end = doi.length
  for (;;) {
    const last = doi[end - 1] ?? ''
    const kept = doi.slice(0, end)
    if (/[.,;:!?'"’”»*_`|\\]/.test(last) || (isClosing(last) && !isBalanced(kept, last))) end -= 1
    else return kept
  }
}

/** Percent signs that are no encoding stay as they are. */
function decoded(value: string): string {
  if (!/^https?:/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }

function isClosing(character: string): boolean {
  return openingOf[character] !== undefined
}

function isBalanced(text: string, closing: string): boolean {
  return text.split(closing).length <= text.split(openingOf[closing] ?? closing).length
}
