import { useLoaded } from '../state/load.ts'
import type { StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

type Original = 'there' | 'changed' | 'gone' | 'closed'

/** The file that the document was made from: to download while it is the same, else what became of it. */
export function OriginalFile({ document }: { document: StoredDocument }) {
  const address = `/api/v1/documents/${document.doc_id}/original`
  const original = useLoaded<Original>(address, async signal => {
    const { status } = await fetch(address, { method: 'HEAD', signal })
    return status === 200 ? 'there' : status === 409 ? 'changed' : status === 403 ? 'closed' : 'gone'
  })
  const state = original.value.value
  if (state === null) return null
  if (state === 'there')
    return (
      <a href={address} download>
        {texts.read.original}
      </a>
    )
  // Web pages, pasted texts and uploads that were not kept never had a file here.
  return isPath(document.source) ? <p class="note">{texts.read.originals[state]}</p> : null
}

function isPath(source: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(source)
}
