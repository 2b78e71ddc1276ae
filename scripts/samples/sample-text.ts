import { scanBlocks } from '../../src/core/text/markdown-blocks.ts'

/** The text of a sample; `_emphasis_` is the only inline mark. */
export type SampleBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'table'; rows: string[][] }

export function sampleBlocks(markdown: string): SampleBlock[] {
  return scanBlocks(markdown).map(block => {
    const text = markdown.slice(block.start, block.end)
    if (block.kind === 'heading') return { kind: 'heading', level: block.level, text: block.title }
    if (block.kind === 'table') return { kind: 'table', rows: rowsOf(text) }
    return { kind: 'paragraph', text: text.replace(/\s+/g, ' ') }
  })
}

/** Splits a line into runs that are alternately plain and emphasised. */
export function runsOf(text: string): { text: string; emphasis: boolean }[] {
  return text
    .split('_')
    .map((part, index) => ({ text: part, emphasis: index % 2 === 1 }))
    .filter(run => run.text !== '')
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function rowsOf(table: string): string[][] {
  return table
    .split('\n')
    .filter((_, index) => index !== 1)
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
}
