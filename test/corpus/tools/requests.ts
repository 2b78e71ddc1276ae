import notUsed from './not-used-for-choosing.json' with { type: 'json' }
import used from './used-while-choosing.json' with { type: 'json' }

/**
 * What people ask for, in their own words, and the tools that do it. Where several tools do the same, each is right. No
 * request contains the name of a tool that it expects.
 */
export type ToolRequest = { says: string; expects: readonly string[] }

/** Descriptions, asks and weights were chosen with these in view. They measure only that nothing got worse. */
export const usedWhileChoosing: readonly ToolRequest[] = used

/**
 * Nothing was chosen by these, and their misses have not been read. Keep it so: to mend a miss, use the other list. Two
 * parts, which differ in how hard they are: 30 in people's own words, and 62 that were written after reading the tools'
 * descriptions and asks, whose words many of them share.
 */
export const notUsedForChoosing: readonly ToolRequest[] = notUsed
export const inOwnWords = notUsedForChoosing.slice(0, 30)
export const nearDescriptions = notUsedForChoosing.slice(30)
