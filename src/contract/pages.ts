import { z } from 'zod'

/** How the answer of a tool is spread over pages for a caller who sets `max_tokens`. */
export type Pages = {
  /**
   * Fields of the answer that pages are made of, in the order in which they are given: lists are cut between items,
   * texts between words. A dot leads inside: `data.nodes`. All other fields stand on every page.
   */
  of: readonly string[]
  /** Fields that tell one item from another; the whole item where none are named. */
  by?: readonly string[]
  /** Long texts of an item, which are shortened when it does not fit on a page of its own. */
  texts?: readonly string[]
  /** Where a text that was cut can be read in full: the address of an item, or of the answer for its own texts. */
  link?(part: Record<string, unknown>, input: Record<string, unknown>): string | null
}

export type PageRules = Pages & {
  /** Inputs that pages added; a tool that has one of the same name keeps its own. */
  added: readonly string[]
}

/** A text that is not complete on its page. */
export type CutText = { field: string; characters: number; uri: string | null }

const asked = {
  max_tokens: z.int().optional().describe('Most tokens of the answer'),
  cursor: z.string().optional().describe('next_cursor of the page before'),
}

const answered = {
  next_cursor: z.string().nullable().optional().describe('Gets the next page; null at the end'),
}

const cut = {
  cut: z
    .array(z.object({ field: z.string(), characters: z.int(), uri: z.string().nullable() }))
    .optional()
    .describe('Texts that are not whole on this page, their length, and where the whole is'),
}

/** The schemas of a tool with what pages need added to them. */
export function withPages(
  pages: Pages,
  { input, output }: { input: z.ZodObject; output: z.ZodObject },
): { pages: PageRules; input: z.ZodObject; output: z.ZodObject } {
  const mayCut = pages.texts !== undefined || pages.link !== undefined
  return {
    pages: { ...pages, added: Object.keys(missing(asked, input)) },
    input: input.safeExtend(missing(asked, input)),
    output: output.safeExtend(missing({ ...answered, ...(mayCut ? cut : {}) }, output)),
  }
}

function missing(fields: z.ZodRawShape, { shape }: z.ZodObject): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in shape)))
}

/** Addresses of what was cut, as MCP shows them beside the answer. */
export function resourceLinks(value: Record<string, unknown>) {
  // SAFETY: only pages write this field, and no tool may declare it.
  const cuts = (value.cut ?? []) as readonly CutText[]
  return cuts.flatMap(({ field, uri }) =>
    uri === null ? [] : [{ type: 'resource_link' as const, uri, name: field, mimeType: 'text/markdown' }],
  )
}
