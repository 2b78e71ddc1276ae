import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'

/** An outline entry as the file has it. `page` is 1-based; null when its destination leads nowhere. */
export type OutlineTarget = {
  level: number
  title: string
  page: number | null
  /** Distance of the destination from the top of the page in points, when it names one. */
  y: number | null
}

type Node = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number]

const maxEntries = 20_000

export async function readOutline(document: PDFDocumentProxy): Promise<OutlineTarget[]> {
  const roots = (await document.getOutline()) ?? []
  const entries: OutlineTarget[] = []
  const visit = async (nodes: readonly Node[], level: number): Promise<void> => {
    for (const node of nodes) {
      if (entries.length >= maxEntries) return
      const title = node.title.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
      const target = await findTarget(document, node.dest)
      if (title !== '') entries.push({ level, title, ...target })
      await visit(node.items, title === '' ? level : level + 1)
    }
  }
  await visit(roots, 1)
  return entries
}

async function findTarget(
  document: PDFDocumentProxy,
  destination: Node['dest'],
): Promise<{ page: number | null; y: number | null }> {
  try {
    const explicit =
      typeof destination === 'string' ? await document.getDestination(destination) : destination
    if (!Array.isArray(explicit)) return { page: null, y: null }
    const [target, fit, ...values]: unknown[] = explicit
    const page = await pageOf(document, target)
    if (page === null) return { page, y: null }
    const kind = isRecord(fit) && typeof fit.name === 'string' ? fit.name : ''
    const y = kind === 'XYZ' ? values[1] : kind === 'FitH' || kind === 'FitBH' ? values[0] : null
    if (typeof y !== 'number') return { page, y: null }
    const viewport = (await document.getPage(page)).getViewport({ scale: 1 })
    const top = viewport.convertToViewportPoint(0, y)[1]
    return { page, y: typeof top === 'number' && top >= 0 && top <= viewport.height ? top : null }
  } catch {
    // A broken destination costs its place, never the document: the title is still worth looking for.
    return { page: null, y: null }
  }
}

async function pageOf(document: PDFDocumentProxy, target: unknown): Promise<number | null> {
  if (typeof target === 'number') return target >= 0 && target < document.numPages ? target + 1 : null
  if (!isRecord(target) || typeof target.num !== 'number' || typeof target.gen !== 'number') return null
  return (await document.getPageIndex({ num: target.num, gen: target.gen })) + 1
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
