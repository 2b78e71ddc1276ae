import type { RawSource } from '../../model/source.ts'

const textTypes = new Set(
  (
    'md markdown txt text html htm xhtml csv tsv json jsonl xml yaml yml toml ini rst tex bib log srt vtt ' +
    'js mjs cjs ts tsx jsx py rb go rs java kt c h cc cpp hpp cs php swift sh sql css scss lua r pl'
  ).split(' '),
)
const binaryTypes = new Set(
  (
    'pdf docx doc pptx ppt xlsx xls odt odp ods epub rtf jpg jpeg png gif bmp webp tif tiff ' +
    'mp3 wav ogg m4a flac zip'
  ).split(' '),
)

/**
 * A source made of text that the caller hands over under a label. The label's extension decides the file type;
 * under the name of a binary format the text is still read as what it is, Markdown.
 */
export function contentSource(given: {
  content: string
  source: string
  lastModified: string | null
}): RawSource {
  const name = nameOfLabel(given.source)
  const extension = /\.([a-z][a-z0-9]*)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const isText = textTypes.has(extension)
  return {
    source: given.source,
    name: isText ? name : `${name}.md`,
    bytes: new TextEncoder().encode(given.content),
    mediaType: isText ? null : 'text/markdown',
    charset: 'utf-8',
    lastModified: given.lastModified,
    fileType: isText || binaryTypes.has(extension) ? extension : 'md',
  }
}

function nameOfLabel(label: string): string {
  const path = URL.parse(label)?.pathname ?? label
  return (
    path
      .split(/[/\\]/)
      .findLast(part => part.trim() !== '')
      ?.trim() ?? 'content'
  )
}
