/** A format with its file extensions and media types. `family` is the kind of container. */
export type Format = {
  family: 'text' | 'zip' | 'compound' | 'binary'
  extensions: readonly string[]
  mediaTypes: readonly string[]
}

/** All supported formats, by the name that converters use. The first extension is the usual one. */
export const formats = {
  pdf: { family: 'binary', extensions: ['pdf'], mediaTypes: ['application/pdf', 'application/x-pdf'] },
  image: {
    family: 'binary',
    extensions: ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'tif', 'tiff'],
    mediaTypes: [
      'image/png',
      'image/apng',
      'image/jpeg',
      'image/gif',
      'image/bmp',
      'image/webp',
      'image/tiff',
    ],
  },
  docx: {
    family: 'zip',
    extensions: ['docx', 'docm', 'dotx'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
      'application/vnd.ms-word.document.macroenabled.12',
    ],
  },
  pptx: {
    family: 'zip',
    extensions: ['pptx', 'pptm', 'ppsx'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    ],
  },
  xlsx: {
    family: 'zip',
    extensions: ['xlsx', 'xlsm'],
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-excel.sheet.macroenabled.12',
    ],
  },
  odt: { family: 'zip', extensions: ['odt'], mediaTypes: ['application/vnd.oasis.opendocument.text'] },
  odp: {
    family: 'zip',
    extensions: ['odp'],
    mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
  },
  ods: { family: 'zip', extensions: ['ods'], mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'] },
  epub: { family: 'zip', extensions: ['epub'], mediaTypes: ['application/epub+zip'] },
  zip: {
    family: 'zip',
    extensions: ['zip'],
    mediaTypes: ['application/zip', 'application/x-zip-compressed'],
  },
  doc: { family: 'compound', extensions: ['doc', 'dot'], mediaTypes: ['application/msword'] },
  xls: { family: 'compound', extensions: ['xls'], mediaTypes: ['application/vnd.ms-excel'] },
  ppt: { family: 'compound', extensions: ['ppt', 'pps'], mediaTypes: ['application/vnd.ms-powerpoint'] },
  msg: { family: 'compound', extensions: ['msg'], mediaTypes: ['application/vnd.ms-outlook'] },
  rtf: { family: 'binary', extensions: ['rtf'], mediaTypes: ['application/rtf', 'text/rtf'] },
  eml: { family: 'text', extensions: ['eml'], mediaTypes: ['message/rfc822'] },
  audio: {
    family: 'binary',
    extensions: ['mp3', 'wav', 'm4a', 'ogg', 'oga', 'opus', 'flac', 'mp4', 'mpga', 'mpeg', 'webm'],
    mediaTypes: ['video/mp4', 'video/webm', 'video/mpeg', 'video/ogg', 'application/ogg'],
  },
  html: {
    family: 'text',
    extensions: ['html', 'htm', 'xhtml'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
  },
  xml: {
    family: 'text',
    extensions: ['xml', 'rss', 'atom', 'xsd', 'xsl', 'opml'],
    mediaTypes: ['text/xml', 'application/xml', 'application/rss+xml', 'application/atom+xml'],
  },
  json: {
    family: 'text',
    extensions: ['json', 'jsonl', 'ndjson', 'geojson', 'ipynb'],
    mediaTypes: ['application/json', 'application/x-ndjson', 'application/jsonl', 'application/ld+json'],
  },
  csv: { family: 'text', extensions: ['csv', 'tsv'], mediaTypes: ['text/csv', 'text/tab-separated-values'] },
  md: {
    family: 'text',
    extensions: ['md', 'markdown', 'mdown', 'mdx', 'qmd', 'rmd'],
    mediaTypes: ['text/markdown', 'text/x-markdown'],
  },
  txt: {
    family: 'text',
    extensions: ['txt', 'text', 'log', 'rst', 'adoc', 'org', 'tex', 'srt', 'vtt'],
    mediaTypes: [],
  },
  code: {
    family: 'text',
    extensions: [
      'ts',
      'tsx',
      'mts',
      'cts',
      'js',
      'jsx',
      'mjs',
      'cjs',
      'py',
      'pyi',
      'rb',
      'go',
      'rs',
      'java',
      'kt',
      'kts',
      'scala',
      'c',
      'h',
      'cc',
      'cpp',
      'cxx',
      'hpp',
      'hh',
      'cs',
      'swift',
      'm',
      'mm',
      'php',
      'pl',
      'pm',
      'lua',
      'r',
      'jl',
      'dart',
      'ex',
      'exs',
      'erl',
      'hs',
      'ml',
      'clj',
      'lisp',
      'el',
      'scm',
      'f90',
      'sh',
      'bash',
      'zsh',
      'fish',
      'ps1',
      'bat',
      'sql',
      'graphql',
      'proto',
      'css',
      'scss',
      'less',
      'vue',
      'svelte',
      'yaml',
      'yml',
      'toml',
      'ini',
      'cfg',
      'conf',
      'dockerfile',
      'makefile',
      'cmake',
      'gradle',
      'tf',
      'nix',
      'zig',
      'asm',
      's',
      'vb',
      'groovy',
      'awk',
      'bib',
    ],
    mediaTypes: [
      'text/javascript',
      'application/javascript',
      'text/x-python',
      'text/css',
      'application/x-sh',
      'application/sql',
      'text/x-c',
      'text/x-java-source',
      'application/toml',
      'application/yaml',
      'text/yaml',
    ],
  },
} as const satisfies Readonly<Record<string, Format>>

export type FormatWord = keyof typeof formats

/** The part after the last dot, in lower case; the whole name when there is no dot (`Dockerfile`). */
export function extensionOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name
  return (file.split('.').at(-1) ?? file).toLowerCase()
}

export function formatOfExtension(name: string): FormatWord | null {
  return byExtension.get(extensionOf(name)) ?? null
}

/** Why a file of this name is not ingested with its folder; null when it is. */
export function refusalOf(name: string, { hasTranscription }: { hasTranscription: boolean }): string | null {
  const format = formatOfExtension(name)
  if (format === 'audio' && !hasTranscription)
    return 'audio is read only when an endpoint for transcription is set (transcription.url)'
  if (format !== null) return null
  const file = name.split(/[\\/]/).at(-1) ?? name
  return file.includes('.', 1)
    ? `.${extensionOf(name)} is not a supported format`
    : 'its name has no extension that says its format'
}

export function formatOfMediaType(mediaType: string): FormatWord | null {
  const type = mediaType.toLowerCase().split(';')[0]?.trim() ?? ''
  return byMediaType.get(type) ?? (type.startsWith('audio/') ? 'audio' : null)
}

// SAFETY: the table has exactly these keys.
const words = Object.keys(formats) as FormatWord[]
const byExtension = new Map(
  words.flatMap(word => formats[word].extensions.map((extension): [string, FormatWord] => [extension, word])),
)
const byMediaType = new Map(
  words.flatMap(word => formats[word].mediaTypes.map((type): [string, FormatWord] => [type, word])),
)
