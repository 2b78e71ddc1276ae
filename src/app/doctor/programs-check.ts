import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findNetworkCut, hasPermissionModel } from '../../adapters/confine/confine.ts'
import type { Check } from './run-checks.ts'

const run = promisify(execFile)

export const ocrCheck: Check = {
  name: 'ocr',
  async examine({ config }, signal) {
    const wanted = config.values['convert.ocr_languages'].join(', ')
    const listed = await output('tesseract', ['--list-langs'], signal)
    if (listed === null)
      return {
        state: 'ok',
        says: `the engine that comes with Quire (English, German); wanted: ${wanted}`,
        remedy: 'Optional: Debian’s tesseract-ocr is about twice as fast and supports more languages.',
      }
    const languages = listed
      .split('\n')
      .slice(1)
      .map(line => line.trim())
      .filter(line => line !== '' && line !== 'osd')
    return { state: 'ok', says: `tesseract with ${languages.join(', ')}; wanted: ${wanted}` }
  },
}

export const libreOfficeCheck: Check = {
  name: 'libreoffice',
  async examine(_patient, signal) {
    const version =
      (await output('soffice', ['--version'], signal)) ?? (await output('libreoffice', ['--version'], signal))
    if (version !== null) return { state: 'ok', says: version.trim().split('\n')[0] ?? '' }
    return { state: 'ok', says: 'not installed; only old PowerPoint files (.ppt) need it' }
  },
}

export const chromiumCheck: Check = {
  name: 'chromium',
  async examine(_patient, signal) {
    const version =
      (await output('chromium', ['--version'], signal)) ??
      (await output('google-chrome', ['--version'], signal))
    if (version !== null) return { state: 'ok', says: version.trim() }
    return { state: 'ok', says: 'not installed; only web pages that require JavaScript need it' }
  },
}

export const gitCheck: Check = {
  name: 'git',
  async examine(_patient, signal) {
    const version = await output('git', ['--version'], signal)
    if (version !== null) return { state: 'ok', says: version.trim() }
    return {
      state: 'ok',
      says: 'not installed; only parse_github_repository needs it, and not for folders',
    }
  },
}

/** Returns what a program prints; null if it is not installed or fails. */
async function output(program: string, args: string[], signal: AbortSignal): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(program, args, { timeout: 10_000, signal })
    return stdout === '' ? stderr : stdout
  } catch {
    return null
  }
}

/** Reports which restrictions apply to converting processes on this machine; docs/security.md explains them. */
export const isolationCheck: Check = {
  name: 'isolation',
  async examine() {
    const cut = await findNetworkCut()
    if (!hasPermissionModel())
      return {
        state: 'warn',
        says: 'this version of Node.js cannot restrict the files and programs that converting processes use',
        remedy: 'Use Node.js 22.13 or newer.',
      }
    const files = 'converting processes can read only the program itself and cannot start programs'
    if (cut.length > 0)
      return { state: 'ok', says: `${files}; they have no network access (${cut.slice(1, -1).join(' ')})` }
    return {
      state: 'ok',
      says: `${files}; network access is blocked for their JavaScript, but not for native code`,
      remedy:
        'Optional: on Linux, util-linux’s unshare blocks it for native code too, if user namespaces are allowed.',
    }
  },
}
