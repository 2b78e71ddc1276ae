import type { PDFPageProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { isRecord } from './page-layout.ts'

/** Deeper nested elements are not read. */
const deepest = 200

/** Reads in which order the structure tree of a tagged file lists the marked contents of a page, by their numbers. */
export async function readStructure(page: PDFPageProxy): Promise<Map<number, number>> {
  const places = new Map<number, number>()
  const visit = (node: unknown, depth: number): void => {
    if (!isRecord(node) || depth > deepest) return
    const number = node.type === 'content' ? /_mc(\d+)$/.exec(String(node.id))?.[1] : undefined
    if (number !== undefined && !places.has(Number(number))) places.set(Number(number), places.size)
    if (Array.isArray(node.children)) for (const child of node.children) visit(child, depth + 1)
  }
  try {
    visit(await page.getStructTree(), 0)
  } catch {
    // A damaged tree costs this order only.
    places.clear()
  }
  return places
}
