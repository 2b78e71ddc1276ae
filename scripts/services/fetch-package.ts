import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'
import { cacheFolder } from './service-programs.ts'

/** A package of npm that only tests use: never a dependency, and refused when its content is another. */
export type PinnedPackage = { name: string; version: string; sha512: string }

/** Unpacks packages into `<folder>/node_modules`, outside the checkout. The first call downloads them. */
export async function fetchPackages(
  folder: string,
  packages: readonly PinnedPackage[],
  report: (line: string) => void,
): Promise<string> {
  const place = join(cacheFolder(), folder)
  if (await isThere(place)) return place
  await mkdir(join(place, '..'), { recursive: true, mode: 0o755 })
  // Unpacked beside its place and moved there, so that two processes never see half of it.
  const draft = await mkdtemp(`${place}.`)
  try {
    for (const one of packages) {
      report(`Downloading ${one.name} ${one.version} …`)
      await unpack(one, draft)
    }
    await run('chmod', ['-R', 'a+rX', draft])
    await rename(draft, place).catch(async error => {
      if (!(await isThere(place))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return place
}

async function unpack({ name, version, sha512 }: PinnedPackage, draft: string): Promise<void> {
  const target = join(draft, 'node_modules', name)
  await mkdir(target, { recursive: true })
  await run('npm', ['pack', '--silent', '--pack-destination', target, `${name}@${version}`], { cwd: target })
  const archive = (await readdir(target)).find(file => file.endsWith('.tgz'))
  if (archive === undefined) throw new Error(`npm did not download ${name}`)
  const hash = createHash('sha512')
    .update(await readFile(join(target, archive)))
    .digest('base64')
  if (hash !== sha512) throw new Error(`${name}@${version} has the hash ${hash}, which is not the known one`)
  await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: target })
  await rm(join(target, archive))
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
