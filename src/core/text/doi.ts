const prefixes = /^(?:(?:https?:\/\/)?(?:[\w-]+\.)*doi\.org\/+|(?:urn:|info:)?doi\s*[:/]\s*|doi\s+)+/i

/** The key of a document's metadata for the DOI that its source declares. It is internal and not shown. */
export const ownDoi = '_doi'

/** Normalises a DOI: lower case, without `doi:` or a resolver's address. Null when the text is no DOI. */
export function cleanDoi(value: string): string | null {
  const bare = decoded(value.trim()).replace(/^<|>$/g, '').replace(prefixes, '').toLowerCase()
  const found = /^10(?:\.\d{4,9}(?:\.\d+)*)?\/\S+$/.exec(bare)
  return found === null ? null : trimDoi(found[0])
}

/** Cuts punctuation after a DOI. Closing brackets stay if the DOI contains the opening ones. */
export function trimDoi(doi: string): string {
  let end = doi.length
  for (;;) {
    const last = doi[end - 1] ?? ''
    const kept = doi.slice(0, end)
    if (/[.,;:!?'"’”»*_`|\\]/.test(last) || (isClosing(last) && !isBalanced(kept, last))) end -= 1
    else return kept
  }
}

/** Decodes percent-encoding in an address; invalid encoding stays as it is. */
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
