import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsCredentials, isCredentialFolder, isCredentialSource } from './excluded-files.ts'

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
  // Copies made by editors and people.
  '.env~',
  '#.env#',
  '.#.env',
  '.env.~1~',
  '.quire.toml.swp',
  'quire.toml.bak',
  'id_rsa.old',
  'id_ed25519~',
  '.npmrc.orig',
  'server.pem.bak~',
  'Copy of id_rsa',
  '.netrc (1)',
  '.env copy 2',
  // Invisible characters, which some file systems ignore.
  '.e\u200cnv',
  '.env\u200b',
  // Other programs.
  '.envrc.local',
  '.flaskenv',
  '.dev.vars',
  'prod.auto.tfvars',
  'terraform.tfstate.1700000000.backup',
  '/etc/ssh/ssh_host_ed25519_key',
  '/run/secrets/db',
  '/var/run/secrets/kubernetes.io/serviceaccount/token',
  '/home/me/.bash_history',
  '.psql_history',
  '/home/me/.m2/settings.xml',
  '/home/me/.composer/auth.json',
  '/srv/app/.git/config',
  '/home/me/.local/share/keyrings/login.keyring',
  '/home/me/.cache/huggingface/token',
  'service-account-prod.json',
  'app-firebase-adminsdk-x1.json',
  'krb5.keytab',
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
  'id_rsa.pub~',
  'notes.md.bak',
  'draft (1).md',
  'Copy of secrets.md',
  'history.md',
  'art_history.md',
  'authority.json',
  'git/config',
  'run/secrets/README.md',
  'huggingface/token.md',
]

test('files that programs keep secrets in are recognised by their name, however it is written', () => {
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
  assert.ok(isCredentialSource({ source: 'file:///srv/%2Eenv?chars=0-9#x' }))
  assert.ok(!isCredentialSource({ source: 'file:///srv/%E0%A4%A.md' }))
  assert.ok(isCredentialSource({ source: 'zotero://select/items/A', name: 'server.pem' }))
  assert.ok(!isCredentialSource({ source: 'https://example.org/.env', name: '.env' }))
  assert.ok(!isCredentialSource({ source: 'chunk:credentials' }))
})
