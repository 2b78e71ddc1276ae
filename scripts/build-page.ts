/**
 * Builds the page for people from src/surfaces/web/page into a folder: index.html, and scripts and styles named by their
 * hashes, each also compressed.
 *   node scripts/build-page.ts [folder]     (default: dist/page)
 */
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const source = join(root, 'src', 'surfaces', 'web', 'page')

/** The packages that the page imports. Only their used parts are in the built files. */
export const pagePackages = [
  'preact',
  '@preact/signals',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark-extension-gfm',
]

if (import.meta.main) await buildPage(resolve(process.argv[2] ?? join(root, 'dist', 'page')))

export async function buildPage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  const script = await bundleScripts(assets)
  const style = writeStyle(assets)
  await writeViews(folder, readFileSync(join(assets, style), 'utf8'))
  cpSync(join(source, 'icon.svg'), join(assets, 'icon.svg'))
  const html = readFileSync(join(source, 'index.html'), 'utf8')
    .replace('{{script}}', `/assets/${script}`)
    .replace('{{style}}', `/assets/${style}`)
  writeFileSync(join(folder, 'index.html'), html)
  for (const path of globSync('**/*.{html,js,css,svg}', { cwd: folder })) {
    const file = join(folder, path)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
}

/** Returns the name of the script that the page starts with; screens are files of their own, loaded when they are opened. */
async function bundleScripts(assets: string): Promise<string> {
  const build = await openBundle(join(source, 'main.tsx'))
  const { output } = await build.write({
    dir: assets,
    format: 'esm',
    minify: true,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(assets, '..', 'LICENSES.txt'), licencesOf(modules))
  const [entry] = output.filter(file => file.type === 'chunk' && file.isEntry)
  if (entry === undefined) throw new Error('The page has no script.')
  return entry.fileName
}

function openBundle(input: string) {
  return rolldown({
    input,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog(_level, log) {
      throw new Error(log.message)
    },
  })
}

/** The views of answers as one file: an agent's host shows it without any other address of this server. */
async function writeViews(folder: string, style: string): Promise<void> {
  const build = await openBundle(join(source, 'views', 'views.tsx'))
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  // The text of a script ends at the first closing tag, even inside a string.
  const script = output[0].code.replaceAll('</script', '<\\/script')
  const html = [
    '<!doctype html>',
    '<html lang="en" data-view="{{view}}"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Quire</title>',
    `<style>${style}</style></head>`,
    `<body class="view"><main id="view"></main><script type="module">${script}</script></body></html>`,
  ]
  writeFileSync(join(folder, 'views.html'), html.join('\n'))
}

/** Bundled packages must come with their licences, those that they need themselves too. */
function licencesOf(modules: readonly string[]): string {
  const homes = modules.flatMap(
    id => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? [],
  )
  return [...new Set(homes)]
    .toSorted()
    .map(home => {
      const { name, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
      const [file] = globSync('{LICENSE,license,LICENCE}*', { cwd: home })
      if (file === undefined) throw new Error(`${name} (${license}) has no licence file.`)
      return `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(join(home, file), 'utf8').trim()}\n`
    })
    .join('\n\n')
}

/** The style sheets in order of name, as one file. */
function writeStyle(assets: string): string {
  const sheets = globSync('styles/*.css', { cwd: source }).sort()
  const text = sheets.map(path => readFileSync(join(source, path), 'utf8')).join('\n')
  const short = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\n\s+/g, '\n')
    .replace(/\n+/g, '\n')
    .trim()
  const name = `page-${createHash('sha256').update(short).digest('hex').slice(0, 8)}.css`
  writeFileSync(join(assets, name), short)
  return name
}
