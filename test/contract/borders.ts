/** Everything but the ways in and the program itself. */
const behindTheSurfaces = [
  'toolsets',
  'contract',
  'engine.ts',
  'ingest',
  'search',
  'catalog',
  'jobs',
  'adapters',
  'ports',
  'model',
]

/** Which folder of src/ may import which others (its own files it always may). The house, as a table. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  model: [],
  ports: ['model'],
  ingest: ['ports', 'model'],
  search: ['ports', 'model'],
  catalog: ['ports', 'model'],
  jobs: ['ports', 'model'],
  'engine.ts': ['ingest', 'search', 'catalog', 'jobs', 'ports', 'model'],
  adapters: ['ports', 'model'],
  contract: ['model'],
  toolsets: ['contract', 'engine.ts', 'ingest', 'search', 'catalog', 'jobs', 'ports', 'model'],
  surfaces: ['contract', 'model'],
  app: ['surfaces', ...behindTheSurfaces],
  'index.ts': ['app', ...behindTheSurfaces],
}

/** Every npm package has one door: the folder or file through which it comes in. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  zod: ['contract', 'toolsets'],
  '@modelcontextprotocol/server': ['surfaces/mcp'],
  hono: ['surfaces/http', 'surfaces/rest', 'surfaces/mcp'],
  '@hono/node-server': ['surfaces/http'],
  'onnxruntime-node': ['adapters/embedders'],
  '@huggingface/tokenizers': ['adapters/embedders'],
  'snowball-stemmers': ['adapters/analyzers'],
  'fasttext.wasm.js': ['adapters/analyzers'],
  undici: ['adapters/net'],
  'ipaddr.js': ['adapters/sources'],
  '@llamaindex/liteparse': ['adapters/converters/pdf'],
  'pdfjs-dist': ['adapters/converters/pdf'],
  'tesseract.js': ['adapters/converters/ocr'],
  '@tesseract.js-data/eng': ['adapters/converters/ocr'],
  '@tesseract.js-data/deu': ['adapters/converters/ocr'],
  mammoth: ['adapters/converters/office'],
  officeparser: ['adapters/converters/office'],
  'word-extractor': ['adapters/converters/office'],
  xlsx: ['adapters/converters/office'],
  '@kreuzberg/html-to-markdown-node': ['adapters/converters/web'],
  cheerio: ['adapters/converters/web'],
  'file-type': ['adapters/converters'],
  'smol-toml': ['app/config'],
  'node:sqlite': ['adapters/stores/sqlite'],
  'node:child_process': ['adapters/converters', 'app'],
  'node:worker_threads': ['adapters/embedders'],
}

export const globalDoors: Readonly<Record<string, { pattern: RegExp; allowed: readonly string[] }>> = {
  'process.env': { pattern: /\bprocess\.env\b/, allowed: ['app/main.ts'] },
  'process.argv': { pattern: /\bprocess\.argv\b/, allowed: ['app/main.ts'] },
  'process.exit': {
    pattern: /\bprocess\.exit\b/,
    allowed: ['app/main.ts', 'adapters/converters/isolate/child.ts'],
  },
  console: { pattern: /\bconsole\./, allowed: ['app', 'surfaces/cli'] },
}
