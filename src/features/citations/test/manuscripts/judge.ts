import type { Truth, Verdict } from './make-manuscript.ts'

type Item = { kind: string; verdict: string; quote: string | null; citation: string | null; message: string }

export type Confusion = Record<string, Record<string, number>>

export type Judged = {
  /** Expected verdict, then found verdict, then how many. */
  confusion: Confusion
  misses: { truth: Truth | null; found: string; item: Item | null }[]
}

/** Compares what was found with what the manuscript was made to contain. Any other problem is a false alarm. */
export function judge(
  items: readonly Item[],
  truths: readonly Truth[],
  problems: ReadonlySet<string>,
): Judged {
  const judged: Judged = { confusion: {}, misses: [] }
  const matched = new Set<Item>()
  const count = (expected: Verdict | 'nothing', found: string) => {
    const row = judged.confusion[expected] ?? {}
    row[found] = (row[found] ?? 0) + 1
    judged.confusion[expected] = row
  }
  for (const truth of truths) {
    const item = items.find(one => !matched.has(one) && fits(one, truth)) ?? null
    if (item !== null) matched.add(item)
    const found = item?.verdict ?? 'silent'
    const shown = truth.expected === 'silent' && !problems.has(found) ? 'silent' : found
    count(truth.expected, shown)
    if (shown !== truth.expected) judged.misses.push({ truth, found, item })
  }
  for (const item of items)
    if (!matched.has(item) && problems.has(item.verdict)) {
      count('nothing', item.verdict)
      judged.misses.push({ truth: null, found: item.verdict, item })
    }
  return judged
}

function fits(item: Item, { text, isCitation }: Truth): boolean {
  if (isCitation) {
    const name = /^\p{L}+/u.exec(text)?.[0] ?? text
    const year = /\d{4}/.exec(text)?.[0] ?? text
    const written = (item.citation ?? '').toLowerCase()
    return item.quote === null && written.includes(name) && written.includes(year)
  }
  return item.quote !== null && letters(item.quote) === letters(text)
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The table as lines of text: rows are expected, columns are found. */
export function confusionTable(confusion: Confusion): string {
  const columns = [...new Set(Object.values(confusion).flatMap(row => Object.keys(row)))].sort()
  const head = ['expected', ...columns]
  const rows = Object.entries(confusion).map(([expected, row]) => [
    expected,
    ...columns.map(column => String(row[column] ?? '·')),
  ])
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map(line => (line[index] ?? '').length)))
  return [head, ...rows]
    .map(line => line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))
    .join('\n')
}
