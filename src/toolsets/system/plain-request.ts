/** Hosts of source code, which say more than that there is an address. */
const codeHost = /\b(?:https?:\/\/)?(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.\w+(?:\/\S*)?/gi
const address =
  /\bhttps?:\/\/\S+|\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|gov|edu|info|eu|uk|de|fr|au)\b(?:\/\S*)?/gi
const path =
  /(?<![\w.])~?\.{0,2}\/[\w.-]+(?:\/[\w.-]*)*|\b[\w-]+\.(?:pdf|docx?|pptx?|xlsx?|epub|html?|txt|md|csv|json|toml|ya?ml|xml|tiff?|py|[jt]s)\b/gi

/**
 * A request as it would be put without names of one's own: what an address or a file is called says nothing about what
 * is to be done with it, and may well be the word of some other tool.
 */
export function plainRequest(query: string): string {
  return query
    .replaceAll(codeHost, 'a repository on GitHub')
    .replaceAll(address, 'a web address')
    .replaceAll(path, 'a file')
}
