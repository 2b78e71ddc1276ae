/** What a family of models was trained with and its files do not say. */
export type ModelFacts = { documentPrefix: string; queryPrefix: string; pooling: 'mean' | 'cls' }

const families: readonly { name: RegExp; facts: ModelFacts }[] = [
  {
    name: /nomic-embed-text/i,
    facts: { documentPrefix: 'search_document: ', queryPrefix: 'search_query: ', pooling: 'mean' },
  },
  {
    name: /bge-(small|base|large)-en/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
  { name: /bge-m3/i, facts: { documentPrefix: '', queryPrefix: '', pooling: 'cls' } },
  {
    name: /e5-(small|base|large)/i,
    facts: { documentPrefix: 'passage: ', queryPrefix: 'query: ', pooling: 'mean' },
  },
  {
    name: /(snowflake-)?arctic-embed/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
  {
    name: /mxbai-embed/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
]

/** By the model's name; a model of no known family has no prefixes and mean pooling, as most have. */
export function modelFacts(name: string): ModelFacts {
  const family = families.find(candidate => candidate.name.test(name))
  return family?.facts ?? { documentPrefix: '', queryPrefix: '', pooling: 'mean' }
}
