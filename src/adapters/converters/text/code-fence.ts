/** Code in a fence that is longer than any run of backticks inside it. */
export function codeFence(code: string, language = ''): string {
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3))
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`
}
