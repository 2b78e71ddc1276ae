import { z } from 'zod'

type Part = Record<string, unknown>

/** How the answer of a tool is spread over pages for a caller who sets `max_tokens`. */
export type Pages = {
  /**
   * Fields of the answer that pages are made of, in the order in which they are given: lists are cut between items,
   * texts between words. A dot leads inside: `data.nodes`. All other fields stand on every page.
   */
  of: readonly string[]
  /** Fields that tell one item from another; the whole item where none are named. */
  by?: readonly string[]
  /**
   * Where a text of the answer itself can be read in full, by the name of the field; null for one that is nowhere but
   * in the answer, which only goes on by its cursor.
   */
  linkAnswer?(answer: Part, input: Part, field: string): string | null
} & (ItemTexts | { texts?: never; linkItem?: never })

type ItemTexts = {
  /** Long texts of an item, which are shortened when it does not fit on a page of its own. */
  texts: readonly string[]
  /** Where such a text can be read in full: what stands at this address is the text as it was before it was cut. */
  linkItem(item: Part, input: Part, text: string): string
}

export type PageRules = Pages & {
  /** Inputs that pages added; a tool that has one of the same name keeps its own. */
  added: readonly string[]
}

/** A text that is not complete on its page. */
export type CutText = { field: string; characters: number; uri: string }

const asked = {
  max_tokens: z.int().min(1).max(1e7).nullable().default(null).describe('Most tokens of the answer'),
  cursor: z.string().min(1).nullable().default(null).describe('next_cursor of the page before'),
}

const answered = {
  next_cursor: z.string().nullable().optional().describe('Gets the next page; null at the end'),
}

const cut = {
  cut: z
    .array(z.object({ field: z.string(), characters: z.int(), uri: z.string() }))
    .optional()
    .describe('Texts that are not whole on this page, their length, and the address for read_resource'),
}

/** The schemas of a tool with what pages need added to them. */
export function withPages(
  pages: Pages,
  { input, output }: { input: z.ZodObject; output: z.ZodObject },
): { pages: PageRules; input: z.ZodObject; output: z.ZodObject } {
  const mayCut = pages.texts !== undefined || pages.linkAnswer !== undefined
  return {
    pages: { ...pages, added: Object.keys(missing(asked, input)) },
    input: input.safeExtend(missing(asked, input)),
    output: output.safeExtend(missing({ ...answered, ...(mayCut ? cut : {}) }, output)),
  }
}

function missing(fields: z.ZodRawShape, { shape }: z.ZodObject): z.ZodRawShape {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in shape)))
}

/** Addresses of what was cut, as MCP shows them beside the answer, also of an answer inside that of `call_tool`. */
export function resourceLinks(value: Record<string, unknown>) {
  const answer = typeof value.tool === 'string' ? Object(value.result) : value
  // SAFETY: only pages write this field, and no tool may declare it.
  const cuts = (answer.cut ?? []) as readonly CutText[]
  return cuts.map(({ field, uri }) => ({ type: 'resource_link' as const, uri, name: field }))
}
