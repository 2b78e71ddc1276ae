import { oneLine } from '../text/clean-text.ts'

type Element = { type: string; styleId?: string | null; children?: Element[]; [key: string]: unknown }

const styleMap = [
  ...[1, 2, 3, 4, 5, 6].map(level => `p[style-name='quire-heading-${level}'] => h${level}:fresh`),
  'comment-reference => sup',
]

export function prepareDocx(): Promise<unknown> {
  return import('mammoth')
}

/** The one door to the DOCX library. `headings` says which paragraph styles are headings of which level. */
export async function readDocxHtml(
  bytes: Uint8Array,
  headings: ReadonlyMap<string, number>,
): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const result = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      styleMap,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      transformDocument: (document: Element) => nameHeadings(document, headings),
    },
  )
  return result.value
}

/** Gives heading paragraphs a style name of our own; an empty one is no heading. */
function nameHeadings(element: Element, headings: ReadonlyMap<string, number>): Element {
  const children = element.children?.map(child => nameHeadings(child, headings))
  const named = children === undefined ? element : { ...element, children }
  const level = element.type === 'paragraph' && element.styleId ? headings.get(element.styleId) : undefined
  if (level === undefined || oneLine(wordsOf(named)) === '') return named
  return { ...named, styleId: null, styleName: `quire-heading-${level}`, numbering: null }
}

function wordsOf(element: Element): string {
  if (element.type === 'text') return String(element.value ?? '')
  return (element.children ?? []).map(wordsOf).join('')
}
