/** Hosts of source code, which say more than that there is an address. */
const codeHost = /\b(?:https?:\/\/)?(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.\w+(?:\/\S*)?/gi
const address =
  /\bhttps?:\/\/\S+|\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|gov|edu|info|eu|uk|de|fr|au)\b(?:\/\S*)?/gi
const path =
  /(?<![\w.])~?\.{0,2}\/[\w.-]+(?:\/[\w.-]*)*|\b[\w-]+\.(?:pdf|docx?|pptx?|xlsx?|epub|html?|txt|md|csv|json|toml|ya?ml|xml|tiff?|py|[jt]s)\b/gi

/** Words of somebody else, which say nothing about what is to be done with them. */
const quotation = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g
/** Kinds of files, by their endings: what can be done with one can be done with all. */
const format = /\b(?:e-?pubs?|mobi|docx?|odt|rtf|pptx?|power ?points?|odp|xlsx?|ods|tiffs?|mark ?down)\b/gi

/**
 * A request as it would be put without names of one's own: what an address or a file is called says nothing about what
 * is to be done with it, and may well be the word of some other tool.
 */
export function plainRequest(query: string): string {
  return query
    .replaceAll(quotation, words => (isSentence(words) ? 'this sentence' : words))
    .replaceAll(codeHost, 'a repository on GitHub')
    .replaceAll(address, 'a web address')
    .replaceAll(path, 'a file')
    .replaceAll(format, 'document')
}

/** One word or two in quotation marks are rather a name. */
function isSentence(words: string): boolean {
  return words.trim().split(/\s+/).length > 2
}
