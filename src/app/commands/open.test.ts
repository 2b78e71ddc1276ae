import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openerFor } from './open.ts'

test('each system is asked by its own opener, without a shell, and nobody is asked without a display', () => {
  assert.deepEqual(openerFor('darwin', {}), ['open'])
  assert.deepEqual(openerFor('win32', {}), ['rundll32', 'url.dll,FileProtocolHandler'])
  assert.deepEqual(openerFor('linux', { DISPLAY: ':0' }), ['xdg-open'])
  assert.deepEqual(openerFor('freebsd', { WAYLAND_DISPLAY: 'wayland-0' }), ['xdg-open'])
  assert.equal(openerFor('linux', { DISPLAY: '' }), null)
  assert.equal(openerFor('linux', {}), null)
})
