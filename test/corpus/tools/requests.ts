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
 * Nothing was ever chosen by these, and their misses have not been read. Keep it so: to mend a miss, use the other list.
 * The first 30 are from version 0.1; the other 62 were written before the asks were reduced to five for each tool.
 */
export const notUsedForChoosing: readonly ToolRequest[] = notUsed
