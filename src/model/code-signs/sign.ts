/** What is written in one language far more often than in any other, and how much finding it tells. */
export type Sign = { language: string; weight: number; pattern: RegExp }

export function sign(language: string, weight: number, pattern: RegExp): Sign {
  return { language, weight, pattern }
}
