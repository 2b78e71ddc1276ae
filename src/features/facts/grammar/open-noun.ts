import type { Noun } from './chunk.ts'

export function emptyNoun(at: number, owner: Noun | null): Noun {
  return {
    type: 'noun',
    from: owner?.from ?? at,
    to: at + 1,
    determiner: null,
    words: [],
    modifiers: [],
    name: null,
    head: null,
    owner,
    pronoun: null,
    date: null,
  }
}

export function addWord(noun: Noun, text: string): void {
  if (noun.head !== null) noun.words.push(noun.head)
  if (noun.name !== null) noun.modifiers.push(noun.name)
  noun.name = null
  noun.head = text
}

/** Whether only a determiner or adjectives have been read, so that a noun must follow. */
export function isOpenToHead(noun: Noun): boolean {
  if (noun.name !== null || noun.pronoun !== null) return false
  if (noun.head === null) return noun.determiner !== null || noun.owner !== null
  return (noun.determiner !== null || noun.owner !== null) && isAdjective(noun.head)
}

function isAdjective(word: string): boolean {
  return (
    /^(?:first|second|third|fourth|last|next|new|old|young|younger|elder|early|late|former|then|current|present|future|only|famous|noted|notable|great|small|large|major|main|chief|local|private|public|own|same|other|best|well-known|best-known|newly|[a-z]+(?:ical|ional|ious|eous|ive|ful|less|ish|ary|ned|ted|wned|wned|est|ent|ant|ble)|[a-z]+-[a-z]+ed|american|british)$/.test(
      word,
    ) &&
    !/^(?:president|student|agent|parent|accountant|assistant|merchant|consultant|lieutenant|sergeant|servant|descendant|native|executive|representative|detective|secretary|library|dictionary|missionary|content|patent|department|government|movement|talent|restaurant|plant|table|cable|notary|salary|seminary|centenary|infirmary|commissary|continent|giant|infant|immigrant|emigrant|participant|inhabitant|resident|client|event|moment|cent|percent|tent|parliament|regiment|document|instrument|monument|settlement|establishment|appointment|apartment|element|experiment|treatment|investment|development|management|improvement|retirement|cooperative|collective|initiative|archive|drive|motive|professional|criminal|journal|hospital|capital|festival|animal|manual|rival|proposal|arrival|approval|removal)$/.test(
      word,
    )
  )
}
