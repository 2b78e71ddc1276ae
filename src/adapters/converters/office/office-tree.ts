import type { OfficeContentNode } from 'officeparser'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { defaultZipLimits } from '../archive/zip.ts'
import { brokenSource } from '../text/make-converted.ts'
import { codeFence, markdownTable, oneLine } from '../text/markdown-parts.ts'
import { lockedOffice, wrongPassword } from './unlock-office.ts'

export type OfficeNode = OfficeContentNode
type OfficeTree = { nodes: OfficeNode[]; warnings: string[] }

export function prepareOffice(): Promise<unknown> {
  return import('officeparser')
}

/** Reads presentations, OpenDocument text and Rich Text as a tree of nodes; the only use of the library. */
export async function readOfficeTree(
  raw: RawSource,
  { format, password }: { format: 'pptx' | 'odp' | 'odt' | 'rtf'; password: string | null },
  signal: AbortSignal,
): Promise<OfficeTree> {
  const { OfficeParser } = await import('officeparser')
  const warnings = new Set<string>()
  try {
    const tree = await OfficeParser.parseOffice(Buffer.from(raw.bytes), {
      fileType: format,
      abortSignal: signal,
      ignoreHeadersAndFooters: true,
      ignoreSlideMasters: true,
      ignorePageGeometry: true,
      decompressionLimits: { maxUncompressedBytes: defaultZipLimits.totalBytes },
      onWarning: issue => {
        if (partsLost.has(issue.code)) warnings.add(issue.message)
      },
      ...(password === null ? {} : { password }),
    })
    return { nodes: tree.content, warnings: [...warnings].slice(0, 20) }
  } catch (error) {
    throw wordError(error, raw, signal)
  }
}

/** Codes of the library's warnings that mean missing text. */
const partsLost: ReadonlySet<string> = new Set([
  'CONTENT_PART_NOT_READ',
  'TABLE_CELL_LIMIT_EXCEEDED',
  'REPEATED_CONTENT_LIMIT_EXCEEDED',
  'NO_SLIDES_FOUND',
])

function wordError(error: unknown, raw: RawSource, signal: AbortSignal): Failure {
  if (error instanceof Failure) return error
  if (signal.aborted) return abortFailure(signal)
  const code = codeOf(error)
  if (code === 'PASSWORD_REQUIRED') return lockedOffice(raw.name)
  if (code === 'PASSWORD_INCORRECT') return wrongPassword(raw.name)
  if (code.endsWith('LIMIT_EXCEEDED'))
    return new Failure('too_large', 'SOURCE_TOO_LARGE', `${raw.name} exceeds the size limits.`, {
      hint: 'Split it into several files.',
      cause: error,
    })
  return brokenSource(raw.name, 'could not be read as an office document', error)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('officeIssue' in error)) return ''
  const issue = error.officeIssue
  return typeof issue === 'object' && issue !== null && 'code' in issue ? String(issue.code) : ''
}

type RenderOptions = {
  /** Added to the level of every heading. */
  headingOffset: number
  /** Tables for charts, by the name that the tree uses. */
  charts: ReadonlyMap<string, string>
}

/** Renders nodes as Markdown; footnotes become references with their text at the end, comments follow their text. */
export function renderOfficeNodes(nodes: readonly OfficeNode[], options: RenderOptions): string {
  const notes: string[] = []
  const blocks = nodes.flatMap(node => renderNode(node, options, notes))
  const footnotes = notes.map((note, index) => `[^${index + 1}]: ${note}`)
  return joinBlocks([...blocks, ...footnotes])
}

function renderNode(node: OfficeNode, options: RenderOptions, notes: string[]): string[] {
  switch (node.type) {
    case 'heading': {
      const title = oneLine(inline(node, notes))
      const level = Math.min((node.metadata?.level ?? 1) + options.headingOffset, 6)
      return title === '' ? [] : [`${'#'.repeat(level)} ${title}`]
    }
    case 'list':
      return renderListItem(node, notes)
    case 'table':
      return [renderTable(node, notes)].filter(table => table !== '')
    case 'code':
      return node.metadata?.math
        ? [`$${oneLine(node.text ?? '')}$`]
        : [codeFence(node.text ?? '', node.metadata?.language)]
    case 'chart':
      return [options.charts.get(node.metadata?.attachmentName ?? '') ?? node.text ?? ''].filter(
        text => text.trim() !== '',
      )
    case 'image':
      return [captionOf(node)].filter(caption => caption !== '')
    case 'paragraph':
    case 'text':
      return [inline(node, notes).trim(), ...nestedBlocks(node, options, notes)].filter(
        text => text.trim() !== '',
      )
    default:
      return (node.children ?? []).flatMap(child => renderNode(child, options, notes))
  }
}

/** Pictures and tables that are anchored inside a paragraph. */
function nestedBlocks(node: OfficeNode, options: RenderOptions, notes: string[]): string[] {
  return (node.children ?? [])
    .filter(child => child.type !== 'text' && child.type !== 'code' && child.type !== 'break')
    .flatMap(child => renderNode(child, options, notes))
}

function renderListItem(node: OfficeNode & { type: 'list' }, notes: string[]): string[] {
  const { listType, indentation = 0, itemIndex = 0 } = node.metadata ?? {}
  const text = oneLine(inline(node, notes))
  const sign = listType === 'ordered' ? `${itemIndex + 1}.` : '-'
  return text === '' ? [] : [`${'  '.repeat(Math.min(indentation, 8))}${sign} ${text}`]
}

function renderTable(node: OfficeNode, notes: string[]): string {
  const rows = (node.children ?? [])
    .filter(row => row.type === 'row')
    .map(row => (row.children ?? []).map(cell => cellText(cell, notes)))
  return rows.some(row => row.some(cell => cell.trim() !== '')) ? markdownTable(rows) : ''
}

function cellText(cell: OfficeNode, notes: string[]): string {
  const blocks = (cell.children ?? []).map(child =>
    child.type === 'table' ? (child.text ?? '') : inline(child, notes),
  )
  return blocks.join(' ').trim() || (cell.text ?? '')
}

/** The text of a block on one line, with links, footnote references and comments. */
function inline(node: OfficeNode, notes: string[]): string {
  const own =
    node.type === 'text' || !node.children?.length
      ? ownText(node)
      : node.children.map(child => inline(child, notes)).join('')
  return own + reference(node, notes) + remarks(node)
}

function ownText(node: OfficeNode): string {
  if (node.type === 'image' || node.type === 'chart' || node.type === 'table') return ''
  const text = node.text ?? ''
  if (node.type === 'code') return node.metadata?.math ? `$${text}$` : text
  const link = node.type === 'text' && node.metadata?.linkType === 'external' ? node.metadata.link : undefined
  return link && /^(https?|mailto):/i.test(link) && text.trim() !== '' ? `[${text}](${link})` : text
}

function reference(node: OfficeNode, notes: string[]): string {
  // The notes of a slide are not footnotes; `renderSlide` puts them below it.
  if (node.type === 'slide') return ''
  return (node.notes ?? []).map(note => `[^${notes.push(oneLine(note.text ?? plainText(note)))}]`).join('')
}

function remarks(node: OfficeNode): string {
  return (node.comments ?? []).map(comment => ` [${oneLine(comment.text ?? plainText(comment))}]`).join('')
}

/** Keeps alternative texts of several words; single words are file names. */
function captionOf(node: OfficeNode & { type: 'image' }): string {
  const caption = oneLine(node.metadata?.altText ?? '')
  return caption.includes(' ') ? caption : ''
}

export function plainText(node: OfficeNode): string {
  return node.text ?? (node.children ?? []).map(plainText).join('\n')
}

/** List items are separated by a line end, other blocks by a blank line. */
function joinBlocks(blocks: readonly string[]): string {
  const isItem = (block: string | undefined) => block !== undefined && /^\s*(-|\d+\.) /.test(block)
  let markdown = ''
  for (const [index, block] of blocks.entries()) {
    if (index > 0) markdown += isItem(block) && isItem(blocks[index - 1]) ? '\n' : '\n\n'
    markdown += block
  }
  return markdown
}
