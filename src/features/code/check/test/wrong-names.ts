import type { Embedder } from '../../../../core/ports/embedder.ts'
import type { WrongName } from '../items.ts'
import { nameSuggester } from '../name-suggester.ts'

export const basket = {
  put: 'Put an item into the basket.',
  take_out: 'Remove an item from the basket and return it.',
  size: 'Return the number of items.',
  is_locked: 'Whether the basket is locked.',
  paint: 'Change the colour of the basket.',
}

/** A name that a class with these members does not have. */
export function wrongName(name: string, docs: Readonly<Record<string, string>> = basket): WrongName {
  return {
    name,
    candidates: [...Object.keys(docs), 'owner', '_hidden'],
    members: {
      owner: 'Basket',
      isCalled: true,
      look: one => ({ doc: docs[one] ?? null, isCallable: one !== 'owner' }),
    },
    otherwise: [],
  }
}

export async function suggested(name: string, embedder: Embedder | null): Promise<string[]> {
  const wrong = wrongName(name)
  const { names } = await nameSuggester(embedder)([wrong], new AbortController().signal)
  return names.get(wrong) ?? []
}
