import type { HansardProblem } from '../../hansard-reader.ts'
import { lineAt } from './line-at.ts'

const tags = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*)>/g

/** Of many slips of one kind, this many are told with their line. */
const mostTold = 20

/**
 * Takes out end tags that close nothing: the parser would close every open element at the sight of one, and with them
 * the debate they stand in.
 */
export function dropStrayEnds(text: string, problems: HansardProblem[]): string {
  const open: string[] = []
  const counts = new Map<string, number>()
  const kept: string[] = []
  let from = 0
  let told = 0
  for (const tag of text.matchAll(tags)) {
    const [whole, slash, name, rest = ''] = tag
    if (name === undefined || rest.endsWith('/')) continue
    if (slash === '') {
      open.push(name)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      continue
    }
    if ((counts.get(name) ?? 0) > 0) {
      closeUpTo(name, open, counts)
      continue
    }
    kept.push(text.slice(from, tag.index), whole.replaceAll(/[^\n]/g, ''))
    from = tag.index + whole.length
    told += 1
    if (told <= mostTold)
      problems.push({
        line: lineAt(text, tag.index),
        message: `The end tag ${whole} closes nothing; it was left out.`,
      })
  }
  return from === 0 ? text : kept.join('') + text.slice(from)
}

function closeUpTo(name: string, open: string[], counts: Map<string, number>): void {
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    counts.set(last, (counts.get(last) ?? 1) - 1)
    if (last === name) return
  }
}
