import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsCredentials, isCredentialFolder, isCredentialSource } from './credentials.ts'

const secrets = [
  '.env',
  '/srv/app/.env.production',
  'prod.env',
  '.ENV',
  '.env.',
  '.env  ',
  '.env::$DATA',
  'C:\\Users\\me\\.Env',
  '~/.netrc',
  '.npmrc',
  'quire.toml',
  'credentials.json',
  '/home/me/.aws/config',
  '/home/me/.ssh/notes.md',
  '/home/me/.gnupg/private-keys-v1.d/x',
  '/home/me/.kube/config',
  '/home/me/.docker/config.json',
  '/home/me/.config/gh/hosts.yml',
  '/Users/me/Library/Keychains/login.keychain-db',
  'id_ed25519',
  'id_rsa_work',
  'server.pem',
  'server.key',
  'vault.kdbx',
  'secrets.yaml',
  'client_secret_12.apps.json',
  'terraform.tfstate',
  '/proc/self/environ',
  '/proc/1/task/1/environ',
  '/etc/shadow',
]

const documents = [
  'key.md',
  'Keynote.pdf',
  'the-key.txt',
  'environment.md',
  'env.md',
  '.env.example',
  '.env.sample',
  'id_rsa.pub',
  'secrets.md',
  'credentials.md',
  'secret-history.pdf',
  'notes/ssh/config.md',
  'docker/config.json',
  'kube/config',
  'config.json',
  'tokenizer.json',
  'certificate.crt',
  'public/keychains/history.md',
  '.docker/README.md',
  '/proc/cpuinfo',
  '/etc/hosts',
]

test('files that programs keep secrets in are told by their name, however it is written', () => {
  assert.deepEqual(
    secrets.filter(path => !holdsCredentials(path)),
    [],
  )
})

test('ordinary documents with similar names are not', () => {
  assert.deepEqual(
    documents.filter(path => holdsCredentials(path)),
    [],
  )
})

test('a folder of secrets is one, a virtual environment called .env is not', () => {
  assert.ok(isCredentialFolder('/home/me/.ssh'))
  assert.ok(isCredentialFolder('/home/me/.config/gh'))
  assert.ok(!isCredentialFolder('/home/me/project/.env'))
})

test('labels and file addresses are judged, published addresses are not', () => {
  assert.ok(isCredentialSource({ source: '.env' }))
  assert.ok(isCredentialSource({ source: 'file:///srv/.env' }))
  assert.ok(isCredentialSource({ source: 'zotero://select/items/A', name: 'server.pem' }))
  assert.ok(!isCredentialSource({ source: 'https://example.org/.env', name: '.env' }))
  assert.ok(!isCredentialSource({ source: 'chunk:credentials' }))
})
