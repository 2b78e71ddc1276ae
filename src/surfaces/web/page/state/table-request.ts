/** The order and the filter of the table of documents, as they are in the address of the page. */
export type Sort = 'newest' | 'title' | 'format' | 'language'

export function readSort(values: URLSearchParams): { sort: Sort; reverse: boolean } {
  const sort = (['title', 'format', 'language'] as const).find(one => one === values.get('sort')) ?? 'newest'
  return { sort, reverse: values.get('reverse') === '1' }
}

/** Whether some documents are left out. */
export function isFiltered(values: URLSearchParams): boolean {
  return ['contains', 'type', 'language'].some(name => (values.get(name) ?? '') !== '')
}

/** What is asked of list_documents beyond the page. */
export function tableInput(values: URLSearchParams): Record<string, unknown> {
  const [contains, file_type, language] = ['contains', 'type', 'language'].map(name => values.get(name) ?? '')
  return {
    ...readSort(values),
    ...(contains ? { contains } : {}),
    ...(file_type ? { file_type } : {}),
    ...(language ? { language } : {}),
  }
}
