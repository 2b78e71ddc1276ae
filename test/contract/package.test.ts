import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

type Locked = { dev?: boolean; engines?: object; resolved?: string; hasInstallScript?: boolean }
const locked = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '')

describe('installing', () => {
  test('nothing that users install runs a script of its own, which could fail', () => {
    const scripted = locked.filter(([, { dev, hasInstallScript }]) => dev !== true && hasInstallScript)
    assert.deepEqual(
      scripted.map(([path]) => path),
      [],
    )
    for (const name of ['preinstall', 'install', 'postinstall'])
      assert.equal(manifest.scripts[name], undefined)
  })

  test('a checkout names no Node that npm would compare with the one it was started with', () => {
    assert.deepEqual(
      locked.filter(([, { engines }]) => engines !== undefined).map(([path]) => path),
      [],
    )
    // With devEngines, npm does not check `engines` of the checkout itself.
    assert.deepEqual(manifest.devEngines.runtime, { name: 'node', version: '>=20', onFail: 'warn' })
  })

  test('no package is tied to the registry of one machine', () => {
    assert.deepEqual(
      locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path),
      [],
    )
  })

  test('the package and its launchers ask for the same Node', () => {
    const needed = manifest.engines.node.replace('>=', '').replace('.', ', ')
    for (const launcher of ['bin/quire.js', 'packaging/mcpb/server/launch.mjs'])
      assert.ok(readFileSync(join(root, launcher), 'utf8').includes(`const needed = [${needed}]`), launcher)
  })
})
