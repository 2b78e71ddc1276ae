import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { admitProjectFile, type Ignored } from '../config/admit-project-file.ts'
import { configPlaces } from '../config/load-config.ts'
import {
  readProjectFile,
  readTrustList,
  type TrustedFile,
  trustIn,
  writeTrustList,
} from '../config/open-project-file.ts'
import { printableName } from '../config/printable.ts'
import { builtInNames } from '../config/setting-names.ts'
import type { SettingsFile } from '../config/settings-file.ts'
import { mask } from '../config/show-config.ts'

/** `quire trust [file]`: shows which settings of a project file need trust, and trusts the file after confirmation. */
export async function trust(app: App, call: CommandCall): Promise<number> {
  const { home, person } = configPlaces(app.world)
  if (call.values.list === true) return listTrusted(home, call)
  const path = await projectFileAt(resolve(app.world.cwd, String(call.values.file ?? '.')))
  if (call.values.remove === true) return removeTrust(home, path, call)
  const isPersons = (await realpath(path).catch(() => null)) === (await realpath(person.path).catch(() => ''))
  if (!isPersons) return addTrust(app, { home, path }, call)
  call.terminal.print(`${path} is your own settings file, which is always trusted.`)
  return 0
}

async function addTrust(
  app: App,
  { home, path }: { home: string; path: string },
  call: CommandCall,
): Promise<number> {
  const { terminal, values, wantsJson } = call
  if ((await stat(path).catch(() => null)) === null)
    throw new Failure('not_found', 'FILE_NOT_FOUND', `There is no ${path}.`, {
      hint: 'Name the quire.toml or its folder: quire trust FOLDER',
    })
  const { file, sha256 } = await readProjectFile(path)
  const list = await readTrustList(home)
  const { ignored } = await admitProjectFile(file, 'unknown', {
    homedir: app.world.homedir,
    names: builtInNames,
  })
  const allowed = allowedBy(file, ignored)
  const isNew = trustIn(list, file.path, sha256) !== 'trusted'
  if (!wantsJson) showAllowed(file, allowed, call)
  if (isNew) {
    if (values.yes !== true && !(await agrees(call))) {
      terminal.note('Nothing was changed.')
      return 1
    }
    const entry: TrustedFile = { path: file.path, sha256, trusted_at: systemClock.now() }
    const others = list.files.filter(one => one.path !== file.path)
    await writeTrustList(home, { ...list, files: [...others, entry] })
  }
  if (wantsJson) terminal.print(JSON.stringify({ path: file.path, sha256, allowed }, null, 2))
  else
    terminal.print(
      `${terminal.style.good('trusted')}  ${file.path}  ${terminal.style.dim(`sha256 ${sha256}; until it changes`)}`,
    )
  return 0
}

type Allowed = { key: string; value: unknown; note: string | null }

function showAllowed({ path }: SettingsFile, allowed: readonly Allowed[], { terminal }: CommandCall): void {
  if (allowed.length === 0) {
    terminal.print(`${path} sets nothing that needs your trust.`)
    return
  }
  terminal.print(`${path} would be allowed to set:\n\n`)
  for (const { key, value, note } of allowed)
    terminal.print(`  ${key} = ${whole(value)}${note === null ? '' : `\n      ${terminal.style.warn(note)}`}`)
  terminal.print(
    '\nOnly the current content of this file is trusted. Files that it names may still change.\n\n',
  )
}

/** The whole value, with control and invisible characters escaped. */
function whole(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

async function agrees({ terminal, signal }: CommandCall): Promise<boolean> {
  const answer = await terminal.ask('Trust this file? Type yes to do so: ', signal)
  if (answer !== null) return /^y(es)?$/i.test(answer)
  throw new Failure('invalid', 'INVALID_INPUT', 'Trusting a file must be confirmed.', {
    hint: 'Confirm with --yes, or run quire trust on a terminal.',
  })
}

/** The settings that trusting the file would apply, each with a note on its risk. */
function allowedBy(file: SettingsFile, ignored: readonly Ignored[]): Allowed[] {
  const settings = ignored.flatMap(({ key }): Allowed[] => {
    const row = builtInNames.ofFileKey.get(key)
    return row === undefined
      ? []
      : [{ key, value: mask(file.entries.get(key), row.setting.secret), note: noteOn(row.key) }]
  })
  const variables = [...file.environment].map(([name, value]): Allowed => {
    const row = builtInNames.ofVariable.get(name)
    const key = `environment.${printableName(name)}`
    if (row === undefined) return { key, value: null, note: 'not a variable that Quire reads' }
    return { key, value: mask(value, row.setting.secret), note: noteOn(row.key) }
  })
  const projects = [...file.projects].map(
    ([id, fields]): Allowed => ({
      key: `project."${id}"`,
      value: fields,
      note: 'also applies to an existing project of that name',
    }),
  )
  return [...settings, ...variables, ...projects]
}

function noteOn(key: string): string | null {
  if (key === 'convert.tesseract' || key === 'crawl.browser') return 'a program that Quire would run'
  const secret = builtInNames.rows.find(row => row.setting.sentTo === key)
  return secret === undefined ? null : `your ${secret.key} (${secret.env.join(', ')}) would be sent there`
}

async function listTrusted(home: string, { terminal, wantsJson }: CommandCall): Promise<number> {
  const { files } = await readTrustList(home)
  const shown = await Promise.all(files.map(async file => ({ ...file, state: await stateOf(file) })))
  if (wantsJson) terminal.print(JSON.stringify({ files: shown }, null, 2))
  else if (shown.length === 0) terminal.print('You trust no project file.')
  else
    terminal.print(
      renderTable(
        shown,
        [
          { title: 'FILE', cell: row => row.path, isFlexible: true },
          { title: 'NOW', cell: row => row.state },
          { title: 'TRUSTED', cell: row => row.trusted_at },
        ],
        terminal,
      ),
    )
  return 0
}

async function stateOf({ path, sha256 }: TrustedFile): Promise<'trusted' | 'changed' | 'gone'> {
  const now = await readProjectFile(path).then(
    read => read.sha256,
    error => (error instanceof Failure && /ENOENT|ENOTDIR/.test(error.message) ? null : ''),
  )
  if (now === null) return 'gone'
  return now === sha256 ? 'trusted' : 'changed'
}

async function removeTrust(
  home: string,
  path: string,
  { terminal, wantsJson }: CommandCall,
): Promise<number> {
  const list = await readTrustList(home)
  const files = list.files.filter(file => file.path !== path)
  if (files.length === list.files.length)
    throw new Failure('not_found', 'FILE_NOT_TRUSTED', `${path} is not trusted.`, {
      hint: 'List the trusted files with: quire trust --list',
    })
  await writeTrustList(home, { ...list, files })
  if (wantsJson) terminal.print(JSON.stringify({ path, removed: true }, null, 2))
  else terminal.print(`${terminal.style.good('removed')}  ${path} is no longer trusted.`)
  return 0
}

/** The path of the project file; a folder means the quire.toml in it. With --remove neither needs to exist. */
async function projectFileAt(path: string): Promise<string> {
  const facts = await stat(path).catch(() => null)
  const file = facts?.isDirectory() === true ? join(path, 'quire.toml') : path
  if (basename(file) !== 'quire.toml')
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `${file} is not a project file: project files are named quire.toml.`,
      {
        hint: 'Use a file of another name as your own with: --config FILE',
      },
    )
  const folder = await realpath(dirname(file)).catch(() => dirname(file))
  return join(folder, 'quire.toml')
}
