import { join } from 'node:path'

export type GitSettings = {
  /** Where programs are looked for. */
  path: string
  /** An empty folder: what people keep in theirs (.gitconfig, .netrc) must not be used. */
  home: string
  protocol: 'https' | 'http' | 'ssh' | 'none'
  proxy: string | null
  caFile: string | null
  /** `host:port:address` entries that say where the host is, as it was checked. */
  resolve: readonly string[]
  /** Of the user whose keys may be used; null for nobody's. */
  sshAgent: string | null
}

/**
 * The environment that git runs in: no settings of the machine or its users, no prompts, no helpers, no hooks, no
 * redirects, and one protocol. Settings are handed over here and not as arguments, which everyone can see.
 */
export function gitEnvironment(settings: GitSettings): Record<string, string> {
  const { path, home, protocol, proxy, caFile, resolve, sshAgent } = settings
  const config: [string, string][] = [
    ['core.hooksPath', join(home, 'no-hooks')],
    ['core.fsmonitor', 'false'],
    ['core.attributesFile', join(home, 'no-attributes')],
    ['credential.helper', ''],
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
    ['http.proxy', proxy ?? ''],
    ['fetch.recurseSubmodules', 'false'],
    ['submodule.recurse', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ...resolve.map((entry): [string, string] => ['http.curloptResolve', entry]),
    ...(caFile === null ? [] : [['http.sslCAInfo', caFile] satisfies [string, string]]),
  ]
  return {
    PATH: path,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, 'no-config'),
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS: 'true',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=20 -oForwardAgent=no -oClearAllForwardings=yes',
    GIT_SSH_VARIANT: 'ssh',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    ...(sshAgent === null ? {} : { SSH_AUTH_SOCK: sshAgent }),
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}
