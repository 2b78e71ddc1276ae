import { readDocument } from '../read-document.ts'

/** What a text states, as "subject | relation | object | from | to". */
export function factsIn(markdown: string): string[] {
  return readDocument({ id: 'd', title: 't', language: 'en', markdown, metadata: {} })
    .filter(({ relation }) => relation !== 'IS_A')
    .map(({ subject, relation, object, validAt, invalidAt }) =>
      [subject.name, relation, object.name, validAt ?? '-', invalidAt ?? '-'].join(' | '),
    )
    .toSorted()
}
