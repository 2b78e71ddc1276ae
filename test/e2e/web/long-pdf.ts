/** A PDF with many pages of text, as plain objects: no compression, one font. */
export function longPdf(pages: number): Uint8Array<ArrayBuffer> {
  const objects: string[] = []
  const kids = Array.from({ length: pages }, (_, at) => `${4 + at * 2} 0 R`).join(' ')
  objects.push('<< /Type /Catalog /Pages 2 0 R >>')
  objects.push(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`)
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 1; page <= pages; page++) {
    const lines = Array.from({ length: 30 }, (_, line) => `(${sentence(page, line)}) Tj T*`).join('\n')
    const stream = `BT /F1 11 Tf 72 760 Td 18 TL\n${lines}\nET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + (page - 1) * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return String(place).padStart(10, '0')
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map(place => `${place} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(text)
}

function sentence(page: number, line: number): string {
  return `On sheet ${page} the binder counts thread ${(page * 31 + line * 17) % 997} and folds it along row ${line}.`
}
