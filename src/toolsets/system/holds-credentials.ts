/** Files that programs keep keys and passwords in. An example of one, as repositories have it, is none. */
const names =
  /^(?:\.env(?:\..+)?|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|\.htpasswd|\.my\.cnf|quire\.toml|credentials(?:\.json|\.toml)?|secrets?\.(?:json|toml|ya?ml|env)|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i
const examples = /\.(?:example|sample|template|dist|pub)$/i

/** Whether a file is there to hold secrets, told by its name. A model that reads what it is told to must not show them. */
export function holdsCredentials(path: string): boolean {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? ''
  return names.test(name) && !examples.test(name)
}
