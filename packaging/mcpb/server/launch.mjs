// Starts the published package: it and the model weigh too much for a bundle, and differ between platforms. What npx has
// fetched once is started without the network. Runs on any Node since 18: no newer syntax.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const needed = [22, 19]
const recommended = 24
const { name, version } = JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8'))
const [major, minor] = process.versions.node.split('.').map(Number)
const hasNode = major > needed[0] || (major === needed[0] && minor >= needed[1])
const packages = [...(hasNode ? [] : [`node@${recommended}`]), `${name}@${version}`]
const args = ['-y', ...packages.flatMap(wanted => ['-p', wanted]), 'quire', 'mcp', ...process.argv.slice(2)]

// A .cmd file can only be started by a shell; nothing in the arguments means anything to one.
const isWindows = process.platform === 'win32'
const child = spawn(findNpx(), args, { stdio: 'inherit', shell: isWindows })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', error => {
  process.stderr.write(
    `Quire is started with npx, which could not be run (${error.message}). Install Node.js ${recommended} from https://nodejs.org and start the host again.\n`,
  )
  process.exitCode = 1
})
child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]))

/** Programs started from a desktop often have a short PATH: then it is looked for beside this Node. */
function findNpx() {
  const executable = isWindows ? 'npx.cmd' : 'npx'
  const folders = [...(process.env.PATH ?? '').split(delimiter), dirname(process.execPath)]
  const found = folders.find(folder => folder !== '' && existsSync(join(folder, executable)))
  return found === undefined ? executable : quoted(join(found, executable))
}

function quoted(path) {
  return isWindows ? `"${path}"` : path
}
