import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { ComponentChildren, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Span } from '../state/places.ts'

type MarkdownTextProps = {
  markdown: string
  /** Where the text begins in its document. */
  offset: number
  span: Span | null
}

/**
 * Typesets Markdown as elements of the page, never as HTML: markup in a document is shown as text, links open only http and
 * mail addresses, and no picture is loaded. Characters of the span are marked.
 */
export function MarkdownText({ markdown, offset, span }: MarkdownTextProps) {
  const tree = useMemo(
    () => fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
    [markdown],
  )
  return <>{children(tree, { markdown, offset, span })}</>
}

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]
type Context = MarkdownTextProps

function children(node: object, context: Context): ComponentChildren[] {
  const list = 'children' in node && Array.isArray(node.children) ? node.children : []
  return list.map((child: Node, at: number) => element(child, context, at))
}

function element(node: Node, context: Context, key: number): ComponentChildren {
  const inner = () => children(node, context)
  switch (node.type) {
    case 'paragraph':
      return <p key={key}>{inner()}</p>
    case 'heading': {
      const Level = `h${Math.min(6, node.depth + 1)}` as 'h2'
      return (
        <Level key={key} data-at={at(node, context)}>
          {inner()}
        </Level>
      )
    }
    case 'text':
      return marked(node.value, node, context)
    case 'emphasis':
      return <em key={key}>{inner()}</em>
    case 'strong':
      return <strong key={key}>{inner()}</strong>
    case 'delete':
      return <s key={key}>{inner()}</s>
    case 'inlineCode':
      return <code key={key}>{marked(node.value, node, context)}</code>
    case 'code':
      return (
        <pre key={key}>
          <code>{marked(node.value, node, context)}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote key={key}>{inner()}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {inner()}
        </ol>
      ) : (
        <ul key={key}>{inner()}</ul>
      )
    case 'listItem':
      return <li key={key}>{inner()}</li>
    case 'table':
      return (
        <div key={key} class="table-wrap">
          <table>
            <tbody>{inner()}</tbody>
          </table>
        </div>
      )
    case 'tableRow':
      return <tr key={key}>{inner()}</tr>
    case 'tableCell':
      return <td key={key}>{inner()}</td>
    case 'thematicBreak':
      return <hr key={key} />
    case 'break':
      return <br key={key} />
    case 'link':
      return isSafe(node.url) ? (
        <a key={key} href={node.url} target="_blank" rel="noreferrer noopener">
          {inner()}
        </a>
      ) : (
        <span key={key}>{inner()}</span>
      )
    case 'image':
    case 'imageReference':
      return <span key={key}>{node.alt ?? ''}</span>
    case 'footnoteReference':
      return <sup key={key}>{node.label ?? node.identifier}</sup>
    case 'footnoteDefinition':
      return (
        <aside key={key} class="footnote">
          <sup>{node.label ?? node.identifier}</sup> {inner()}
        </aside>
      )
    case 'html':
      return marked(node.value, node, context)
    case 'definition':
    case 'yaml':
      return null
    default:
      return <span key={key}>{inner()}</span>
  }
}

function at(node: Node, { offset }: Context): number | undefined {
  const start = node.position?.start.offset
  return start === undefined ? undefined : start + offset
}

/** Addresses that a click may open. A script in an address of a document never runs. */
function isSafe(address: string): boolean {
  return /^(?:https?:|mailto:)/i.test(address)
}

/** A text with the characters of the span marked. */
function marked(value: string, node: Node, { offset, span, markdown }: Context): ComponentChildren {
  const from = node.position?.start.offset
  const to = node.position?.end.offset
  if (span === null || from === undefined || to === undefined) return value
  const first = span[0] - offset
  const last = span[1] - offset
  if (last <= from || first >= to) return value
  // Escapes and references make the source longer than the text: then their difference is at the beginning, as in `code`.
  const lead = markdown.slice(from, to).indexOf(value.slice(0, 20))
  const base = from + Math.max(0, lead)
  const start = Math.max(0, Math.min(value.length, first - base))
  const end = Math.max(start, Math.min(value.length, last - base))
  if (start === end) return value
  const mark: VNode = <mark>{value.slice(start, end)}</mark>
  return [value.slice(0, start), mark, value.slice(end)]
}
