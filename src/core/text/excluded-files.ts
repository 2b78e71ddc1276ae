import { Failure } from '../model/failure.ts'

/** Folders in which programs store keys and passwords: nothing below them is read, listed or stored. */
const folders =
  /(?:^|\/)(?:\.ssh|\.aws|\.azure|\.gnupg|\.oci|\.password-store|\.secrets|library\/keychains|\.local\/share\/keyrings|\.config\/(?:gh|hub|gcloud|op|rclone|doctl|sops|age|configstore))\/|^\/(?:var\/)?run\/secrets\//
/** Files that contain keys because of the folder they are in. */
const places =
  /(?:^|\/)(?:\.kube\/config|\.docker\/config\.json|\.git\/config|\.m2\/settings(?:-security)?\.xml|\.gradle\/gradle\.properties|\.vnc\/passwd|\.fly\/config\.yml|\.netlify\/config\.json|(?:\.cache\/|\.)huggingface\/(?:token|stored_tokens))$/
/** Files in which programs store keys and passwords. */
const names = [
  /^\.env(?:rc)?(?:[._-].+)?$|^.+\.env$|^\.flaskenv$|^\.dev\.vars$/,
  /^[._]netrc(?:\.gpg)?$|^\.authinfo(?:\.gpg)?$|^\.pgpass$|^pgpass\.conf$|^\.my\.cnf$|^\.mylogin\.cnf$/,
  /^\.npmrc$|^\.yarnrc(?:\.yml)?$|^\.pypirc$|^\.dockercfg$|^\.git-credentials$|^\.htpasswd$|^\.s3cfg$|^\.boto$/,
  /^auth\.json$|^\.dockerconfigjson$|^\.?rclone\.conf$|^\.(?:msmtp|fetchmail|sentrycli)rc$|^local\.settings\.json$/,
  /^\.(?:\w+_)?history$/,
  /^\.vault[-_](?:token|pass(?:word)?)$|^credentials\.tfrc\.json$|^.+\.tf(?:state|vars)(?:[.].+)?$|^kubeconfig(?:\.ya?ml)?$|^.+\.kubeconfig$/,
  /^credentials(?:\.json|\.toml|\.ya?ml|\.ini|\.csv|\.db)?$|^client_secrets?.*\.json$/,
  /^application_default_credentials\.json$|^service[-_]account(?:[-_].+)?\.json$|-firebase-adminsdk-[^-]*\.json$/,
  /^secrets?\.(?:json|toml|ya?ml|env|ini)$|^quire\.toml$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:[-_][\w-]+)?$|^ssh_host_\w+_key$|^secring\.gpg$/,
  /^.+\.(?:pem|key|ppk|p8|p12|pfx|pkcs12|jks|keystore|keytab|keyring|kdbx?|ovpn|keychain|keychain-db)$/,
]
/** Examples that repositories contain instead of the real file, and public keys. */
const examples = /\.(?:example|sample|template|dist|pub)$/
/** Secrets of the machine and of running programs. */
const systemFiles =
  /^\/etc\/(?:shadow|gshadow|master\.passwd)-?$|^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|auxv)$/

/**
 * Whether a path names a credentials file, or anything in a folder of such files. Names are compared as the most
 * lenient file system does: ignoring case, invisible characters, and dots and spaces at the end. Backup copies count
 * too. The content of the file is not read.
 */
export function holdsCredentials(path: string): boolean {
  const steps = path.replaceAll('\\', '/').normalize('NFKC').split('/').map(plainName)
  const whole = steps.join('/')
  if ([folders, places, systemFiles].some(pattern => pattern.test(whole))) return true
  return copiesIn(steps.at(-1) ?? '').some(
    name => names.some(pattern => pattern.test(name)) && !examples.test(name),
  )
}

/** Whether every file in a folder counts as a credentials file. */
export function isCredentialFolder(folder: string): boolean {
  return holdsCredentials(`${folder}/-`)
}

/** The name and the names it is a copy of: `id_rsa~`, `#.env#`, `.npmrc.bak`, `.quire.toml.swp`, `Copy of .env (1)`. */
function copiesIn(name: string): string[] {
  const found = [name]
  // Four rounds: deeper copies of copies do not happen by accident.
  for (let original = originalOf(name), round = 0; round < 4; original = originalOf(original), round += 1)
    found.push(original)
  // Vim puts a dot before the name of the edited file.
  return /\.sw[a-p]$/.test(name) ? [...found, originalOf(name).slice(1)] : found
}

const copyPrefix = /^copy of |^\.?#(?=.)/
const copySuffix =
  /(?:[~#]|\.~\d+~|\.(?:bak|backup|old|orig|save|copy|tmp|sw[a-p])|[ -]+copy(?: ?\d+)?| ?\(\d+\))$/

function originalOf(name: string): string {
  const ending = name.slice(-20)
  return `${name.slice(0, -20)}${ending.replace(copySuffix, '')}`.replace(copyPrefix, '')
}

/** Windows opens `.ENV. ` and `.env::$DATA` as `.env`; macOS ignores zero-width characters in names. */
function plainName(step: string): string {
  const name = step
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?::[^:]*)?:\$data$/, '')
  return /^\.{1,2}$/.test(name) ? name : name.replace(/[. ]+$/, '')
}

/**
 * Whether a source is a credentials file, by its path, its `file:` address, its label or its file name in another
 * program. Web pages never are: they are public already.
 */
export function isCredentialSource({ source, name }: { source: string; name?: string }): boolean {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(source)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return false
  const path = scheme === 'file' ? pathOf(source) : source
  const isPath = scheme === undefined || scheme === 'file'
  return (isPath && holdsCredentials(path)) || (name !== undefined && holdsCredentials(name))
}

function pathOf(address: string): string {
  return URL.canParse(address) ? unescapePath(new URL(address).pathname) : address
}

function unescapePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export const credentialsReason = 'it is a credentials file, and those are never read or shown'

export function refusedCredentials(path: string): Failure {
  const isKeynote = /\.key[. ]*$/i.test(path)
  return new Failure(
    'forbidden',
    'FORBIDDEN_PATH',
    `'${path}' is a credentials file, so it is neither read nor shown.`,
    {
      hint: isKeynote
        ? 'Names that end in .key are private keys. Export a Keynote presentation as PDF or PPTX.'
        : 'Credentials files are recognised by their name. If the file contains no secrets, rename it; otherwise open it on the machine itself.',
    },
  )
}

/** Whether listing a folder skips this name and everything below it: hidden entries and installed packages. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}
