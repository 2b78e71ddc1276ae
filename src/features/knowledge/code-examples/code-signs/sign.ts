/**
 * A pattern that is far more frequent in one language than in others, and its weight as evidence. A negative weight is
 * evidence against the language: similar languages have the pattern and it does not.
 */
export type Sign = { language: string; weight: number; pattern: RegExp }

export function sign(language: string, weight: number, pattern: RegExp): Sign {
  return { language, weight, pattern }
}
