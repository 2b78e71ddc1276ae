import { existsSync } from 'node:fs'
import { Failure } from '../../../core/model/failure.ts'

/** Where Chromium and its kin are put by the usual installers. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** The program to run pages in: the one that was named, else the first that is installed. */
export function findBrowser(
  named: string | null,
  places: readonly string[] = usualPlaces[process.platform] ?? [],
): string {
  const found = (named === null ? places : [named]).find(path => existsSync(path))
  if (found !== undefined) return found
  throw noBrowser(named === null ? 'none is installed' : `there is no file ${named}`)
}

export function noBrowser(reason: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'NO_BROWSER', `Pages cannot be run in a browser: ${reason}.`, {
    hint: 'Install Chromium (Debian and Ubuntu: apt-get install chromium) or name another with --crawl-browser (QUIRE_CRAWL_BROWSER). Without render, pages are read as they are sent.',
    cause,
  })
}
