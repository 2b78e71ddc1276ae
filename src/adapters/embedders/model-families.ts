/** Facts about a family of models, for exports whose files do not contain them. */
export type FamilyFacts = { documentPrefix: string; queryPrefix: string; pooling: 'mean' | 'cls' }

const searchPrefix = 'Represent this sentence for searching relevant passages: '

const families: readonly { name: RegExp; facts: FamilyFacts }[] = [
  {
    name: /nomic-embed-text/i,
    facts: { documentPrefix: 'search_document: ', queryPrefix: 'search_query: ', pooling: 'mean' },
  },
  {
    name: /bge-(small|base|large)-en/i,
    facts: { documentPrefix: '', queryPrefix: searchPrefix, pooling: 'cls' },
  },
  { name: /bge-m3/i, facts: { documentPrefix: '', queryPrefix: '', pooling: 'cls' } },
  {
    name: /e5-(small|base|large)/i,
    facts: { documentPrefix: 'passage: ', queryPrefix: 'query: ', pooling: 'mean' },
  },
  {
    name: /(snowflake-)?arctic-embed/i,
    facts: { documentPrefix: '', queryPrefix: searchPrefix, pooling: 'cls' },
  },
  { name: /mxbai-embed/i, facts: { documentPrefix: '', queryPrefix: searchPrefix, pooling: 'cls' } },
]

/** Looks up the family by the name of the model; the default is no prefixes and mean pooling. */
export function familyFacts(name: string): FamilyFacts {
  const family = families.find(candidate => candidate.name.test(name))
  return family?.facts ?? { documentPrefix: '', queryPrefix: '', pooling: 'mean' }
}
