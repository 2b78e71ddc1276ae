import { type Style, styleOf } from './document-parts.ts'
import { bareChapter, type GuessedHeading, type Heading } from './guess-headings.ts'
import { isUsualName } from './heading-text.ts'

/**
 * Adds the headings that the outline of a file leaves out. They take the level that the outline gives to headings in
 * their style; others are below the entry that they follow.
 */
export function completeOutline(
  placed: readonly Heading[],
  guessed: readonly GuessedHeading[],
): { headings: Heading[]; added: GuessedHeading[] } {
  if (placed.length === 0) return { headings: [...guessed], added: [...guessed] }
  const listed = new Map<GuessedHeading, Heading>()
  for (const heading of guessed) {
    const entry = placed.find(other => isAt(heading, other))
    if (entry) listed.set(heading, entry)
  }
  const styles = levelsByStyle(guessed, listed)
  const added = guessed
    .filter(heading => !listed.has(heading) && !placed.some(entry => isNumberOf(heading, entry)))
    .map(heading => ({ ...heading, level: levelOf(heading, { placed, guessed, listed, styles }) }))
  const headings = [...placed, ...added].sort((a, b) => a.page - b.page || a.line - b.line)
  return { headings, added }
}

/** Whether a heading is "Chapter 3" above the name of the chapter, which the outline lists. */
function isNumberOf({ page, line, title, parts }: GuessedHeading, entry: Heading): boolean {
  const lines = parts.reduce((sum, part) => sum + part.lines.length, 0)
  return bareChapter.test(title) && entry.page === page && entry.line === line + lines
}

function isAt({ page, line, parts }: GuessedHeading, entry: Heading): boolean {
  const lines = parts.reduce((sum, part) => sum + part.lines.length, 0)
  return entry.page === page && entry.line >= line && entry.line < line + lines
}

function levelsByStyle(
  guessed: readonly GuessedHeading[],
  listed: ReadonlyMap<GuessedHeading, Heading>,
): Map<Style, number> {
  const levels = new Map<Style, number>()
  for (const heading of guessed) {
    const level = listed.get(heading)?.level
    const style = styleOfHeading(heading)
    if (level !== undefined && !levels.has(style)) levels.set(style, level)
  }
  return levels
}

function levelOf(
  heading: GuessedHeading,
  {
    placed,
    guessed,
    listed,
    styles,
  }: {
    placed: readonly Heading[]
    guessed: readonly GuessedHeading[]
    listed: ReadonlyMap<GuessedHeading, Heading>
    styles: ReadonlyMap<Style, number>
  },
): number {
  const known = styles.get(styleOfHeading(heading))
  if (known !== undefined) return known
  if (isUsualName(heading.title)) return 1
  const isBefore = (other: Heading) =>
    other.page < heading.page || (other.page === heading.page && other.line < heading.line)
  const above = placed.findLast(isBefore)
  if (above === undefined) return 1
  const guessedAbove = guessed.findLast(other => listed.get(other) === above)
  const deeper = guessedAbove ? heading.level - guessedAbove.level : 1
  return Math.min(6, Math.max(1, above.level + Math.max(1, deeper)))
}

function styleOfHeading({ parts }: GuessedHeading): Style {
  const last = parts.at(-1)
  return last ? styleOf(last) : ''
}
