import { z } from 'zod'

type Part = Record<string, unknown>

/** How the answer of a tool is split into pages when the caller sets `max_tokens`. */
export type Pages = {
  /**
   * Fields of the answer that are split over pages, in this order: lists between items, texts between words. A dot
   * separates nested names: `data.nodes`. All other fields are on every page.
   */
  of: readonly string[]
  /** Fields that identify an item; the whole item unless given. */
  by?: readonly string[]
  /**
   * Returns the address at which a text field of the answer can be read in full; null for a text that has no address and
   * continues only by the cursor.
   */
  linkAnswer?(answer: Part, input: Part, field: string): string | null
} & (ItemTexts | { texts?: never; linkItem?: never })

type ItemTexts = {
  /** Long texts of an item. They are shortened when one item does not fit on a page. */
  texts: readonly string[]
  /** Returns the address at which such a text can be read in full. */
  linkItem(item: Part, input: Part, text: string): string
}

export type PageRules = Pages & {
  /** Inputs that `withPages` added; a tool that declares one of the same name keeps its own. */
  added: readonly string[]
}

/** A text that is not complete on a page. */
export type CutText = { field: string; characters: number; uri: string }

const asked = {
  max_tokens: z.int().min(1).max(1e7).nullable().default(null).describe('Limit of the reply'),
  cursor: z.string().min(1).nullable().default(null).describe('Last next_cursor'),
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

/** Adds the fields for paging to the schemas of a tool. */
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

/** Returns MCP resource links to the texts that were cut, also for an answer inside that of `call_tool`. */
export function resourceLinks(value: Record<string, unknown>) {
  const answer = typeof value.tool === 'string' ? Object(value.result) : value
  // SAFETY: only `cutReply` writes this field, and no tool may declare it.
  const cuts = (answer.cut ?? []) as readonly CutText[]
  return cuts.map(({ field, uri }) => ({ type: 'resource_link' as const, uri, name: field }))
}
