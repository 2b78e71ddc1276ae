type Headers = Readonly<Record<string, string>>

/** What a response calls its content: by Content-Disposition, else by the last part of its address. */
export function nameOfResponse(url: URL, headers: Headers): string {
  return nameOfDisposition(headers['content-disposition'] ?? '') ?? nameOfPath(url.pathname) ?? url.hostname
}

export function typeOfResponse(headers: Headers): { mediaType: string | null; charset: string | null } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  const charset = parameters
    .map(parameter => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find(found => found !== undefined)
  return {
    mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : null,
    charset: charset?.toLowerCase() ?? null,
  }
}

/** RFC 6266: the extended form wins over the plain one. */
function nameOfDisposition(disposition: string): string | null {
  const extended = /(?:^|;)\s*filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const quoted = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i
    .exec(disposition)?.[1]
    ?.replace(/\\(.)/g, '$1')
  const plain = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1]
  const name = extended === undefined ? (quoted ?? plain) : decoded(extended)
  return name === undefined ? null : lastPart(name)
}

function nameOfPath(path: string): string | null {
  return lastPart(decoded(path.replace(/\/+$/, '').split('/').at(-1) ?? ''))
}

/** A name is never a path: what stands before the last slash of either kind is dropped. */
function lastPart(name: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const part = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\x00-\x1f\x7f]/g, '').trim()
  return part === '' || part === '.' || part === '..' ? null : part.slice(-200)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
