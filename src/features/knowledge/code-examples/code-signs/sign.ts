/**
 * What is written in one language far more often than in any other, and how much finding it tells. A weight below
 * zero tells against a language: what it has not, and others that look like it have.
 */
export type Sign = { language: string; weight: number; pattern: RegExp }

export function sign(language: string, weight: number, pattern: RegExp): Sign {
  return { language, weight, pattern }
}
