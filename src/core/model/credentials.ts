import { Failure } from './failure.ts'

/** Folders in which programs keep keys and passwords: nothing below them is read, listed or stored. */
const folders =
  /(?:^|\/)(?:\.ssh|\.aws|\.azure|\.gnupg|\.oci|\.password-store|\.secrets|library\/keychains|\.config\/(?:gh|hub|gcloud|op|rclone|doctl|sops|age))\//
/** Files that hold keys because of the folder they are in. */
const places = /(?:^|\/)(?:\.kube\/config|\.docker\/config\.json|\.config\/containers\/auth\.json)$/
/** Files that programs keep keys and passwords in. */
const names = [
  /^\.env(?:[._-].+)?$|^\.envrc$|^.+\.env$/,
  /^[._]netrc(?:\.gpg)?$|^\.authinfo(?:\.gpg)?$|^\.pgpass$|^pgpass\.conf$|^\.my\.cnf$|^\.mylogin\.cnf$/,
  /^\.npmrc$|^\.yarnrc(?:\.yml)?$|^\.pypirc$|^\.dockercfg$|^\.git-credentials$|^\.htpasswd$|^\.s3cfg$|^\.boto$/,
  /^\.vault[-_](?:token|pass(?:word)?)$|^credentials\.tfrc\.json$|^.+\.tfstate(?:\.backup)?$|^kubeconfig$/,
  /^credentials(?:\.json|\.toml|\.ya?ml|\.ini|\.csv|\.db)?$|^client_secrets?.*\.json$/,
  /^(?:application_default_credentials|service[-_]account(?:[-_]key)?)\.json$/,
  /^secrets?\.(?:json|toml|ya?ml|env|ini)$|^quire\.toml$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[-_][\w-]+)?$/,
  /^.+\.(?:pem|key|ppk|p8|p12|pfx|jks|keystore|kdbx?|ovpn|keychain|keychain-db)$/,
]
/** What repositories show instead of the real thing, and public halves of keys. */
const examples = /\.(?:example|sample|template|dist|pub)$/
/** Secrets of the machine and of running programs. */
const systemFiles =
  /^\/etc\/(?:shadow|gshadow|master\.passwd)-?$|^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|auxv)$/

/**
 * Whether a path names a file that is there to hold secrets, or something in a folder of such files. Names are judged
 * as the most lenient file system compares them: without case, and without dots and spaces at the end. What a file
 * holds is not looked at.
 */
export function holdsCredentials(path: string): boolean {
  const steps = path.replaceAll('\\', '/').normalize('NFKC').split('/').map(plainName)
  const whole = steps.join('/')
  if ([folders, places, systemFiles].some(pattern => pattern.test(whole))) return true
  const name = steps.at(-1) ?? ''
  return names.some(pattern => pattern.test(name)) && !examples.test(name)
}

/** Whether everything in a folder counts as such a file. */
export function isCredentialFolder(folder: string): boolean {
  return holdsCredentials(`${folder}/-`)
}

/** Windows opens `.ENV. ` and `.env::$DATA` as `.env`. */
function plainName(step: string): string {
  const name = step.toLowerCase().replace(/(?::[^:]*)?:\$data$/, '')
  return /^\.{1,2}$/.test(name) ? name : name.replace(/[. ]+$/, '')
}

/**
 * Whether a source is such a file, by its path, its `file:` address, the label a caller gave it or its file name in
 * another program. What is published on the web under such a name is no secret of this machine.
 */
export function isCredentialSource({ source, name }: { source: string; name?: string }): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(source)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return false
  const isPath = scheme === undefined || scheme === 'file'
  return (isPath && holdsCredentials(source)) || (name !== undefined && holdsCredentials(name))
}

export const credentialsReason = 'it is a file for credentials, which is never read or shown'

export function refusedCredentials(path: string): Failure {
  const isKeynote = /\.key[. ]*$/i.test(path)
  return new Failure(
    'forbidden',
    'FORBIDDEN_PATH',
    `'${path}' is a file for credentials, so it is neither read nor shown.`,
    {
      hint: isKeynote
        ? 'Names that end in .key are private keys. Export a Keynote presentation as PDF or PPTX.'
        : 'Files are judged by their name. Rename the file when it holds no secrets; open it on the machine itself when it does.',
    },
  )
}
