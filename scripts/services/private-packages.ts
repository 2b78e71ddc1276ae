import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.ts'

/** Packages of Debian in a folder of their own: nothing on the system changes, and no right to install is needed. */
export type PrivatePackages = {
  /** Unpacks packages, and what they depend on and the system lacks, into `root`. */
  unpack(request: { names: readonly string[]; alone: readonly string[] }, root: string): Promise<void>
  /** Unpacks the original source of a package of the next release into `folder`. */
  unpackSource(name: string, folder: string): Promise<void>
}

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Reads the lists of packages into `folder`, from the mirror that the system uses. */
export async function openPackages(folder: string): Promise<PrivatePackages> {
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true })
  await mkdir(join(folder, 'archives', 'partial'), { recursive: true })
  const sources = join(folder, 'sources.list')
  await writeFile(sources, await listSources())
  const options = [
    ['Dir::Etc::sourcelist', sources],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::State::lists', join(folder, 'lists')],
    ['Dir::Cache', folder],
    ['APT::Sandbox::User', ''],
    ['Acquire::Languages', 'none'],
    ['Debug::NoLocking', '1'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (cwd: string, ...args: string[]) => run('apt-get', [...options, ...args], { cwd })
  await apt(folder, 'update')

  return {
    async unpack({ names, alone }, root) {
      const plan = await apt(folder, '--simulate', '--no-install-recommends', 'install', ...names)
      const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '')
      const archives = join(folder, 'archives')
      await apt(archives, 'download', ...new Set([...names, ...alone, ...missing]))
      await mkdir(root, { recursive: true })
      for (const file of (await readdir(archives)).filter(name => name.endsWith('.deb')))
        await run('dpkg', ['-x', join(archives, file), root])
    },
    async unpackSource(name, folder) {
      await mkdir(folder, { recursive: true })
      await apt(folder, '--download-only', 'source', name)
      const archive = (await readdir(folder)).find(file => file.includes('.orig.tar.'))
      if (archive === undefined) throw new Error(`Debian has no original source of ${name}.`)
      await run('tar', ['-xf', archive, '--strip-components=1'], { cwd: folder })
    },
  }
}

/** The binary packages of Debian 12, and the sources of the release after it. */
async function listSources(): Promise<string> {
  const known = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(CODENAME)'])
  const mirrors = [...new Set(known.trim().split('\n'))].map(line => line.split(' '))
  const mirror = mirrors.find(([, release]) => release === 'bookworm')?.[0] ?? 'http://deb.debian.org/debian/'
  const security = mirrors.find(([, release]) => release === 'bookworm-security')?.[0]
  const signed = `[signed-by=${keyring}]`
  return [
    `deb ${signed} ${mirror} bookworm main`,
    ...(security === undefined ? [] : [`deb ${signed} ${security} bookworm-security main`]),
    `deb-src ${signed} ${mirror} trixie main`,
    '',
  ].join('\n')
}
